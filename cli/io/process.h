// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Set-up of the process that main() does before the program runs.

#ifndef CLIPGUARD_CLI_IO_PROCESS_H_
#define CLIPGUARD_CLI_IO_PROCESS_H_

#include <string>

namespace clipguard::cli {

// Opens /dev/null as standard input, output or error where the process was
// started without it. Otherwise the next file opened would become that stream.
// Reading or writing it fails as it does with a closed one. False, and errno
// set, if /dev/null cannot be opened.
bool OpenMissingStreams();

// The folder in which `bazel run` was called, if it started this process;
// empty if not. The variable BUILD_WORKING_DIRECTORY alone proves nothing: the
// programs that a program under `bazel run` starts inherit it. The current
// folder must be one of Bazel's runfiles, too.
std::string CallerOfBazelRun();

// Lets the stack of this thread, the first, be as large as the program needs it
// from now on. Otherwise it grows on demand, and a process that has no address
// space left for it is killed. Those of other threads have their size from the
// beginning. Throws std::bad_alloc if there is no address space.
void ReserveStack();

// Ends the process with a message and kExitFailed instead of abort() where
// std::bad_alloc cannot pass: through code of a library that is noexcept, such
// as absl's formatting, which writes to a string in a destructor. Other
// exceptions abort as ever.
void EndWithoutMemory();

// Large blocks of memory go back to the system as soon as they are freed. The
// C library would keep them after the first ones, for more of that size.
void ReturnLargeBlocks();

// Writes kOutOfMemory to standard error. Needs no memory.
void SayOutOfMemory();

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_PROCESS_H_
