// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The program: connects RunClipguard() with the process.

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <new>
#include <string>
#include <vector>

#include "base/text.h"
#include "cli/clipguard.h"
#include "cli/files/temporary_file.h"
#include "cli/io/environment.h"
#include "cli/io/process.h"
#include "simd/float_environment.h"

namespace clipguard::cli {
namespace {

int Run(int argc, char** argv) {
  // Whatever this program was linked with: values are the same bits everywhere.
  const ScopedFloatEnvironment exact;
  const bool streams = OpenMissingStreams();
  const int streams_error = errno;
  // A closed pipe, or a file that may grow no more (ulimit -f), is an error of
  // write(), not the end.
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  RemoveTemporaryFilesOnSignals();
  EndWithoutMemory();
  ReturnLargeBlocks();
  ReserveStack();
  FdOutput out(STDOUT_FILENO);
  FdOutput err(STDERR_FILENO);
  Environment env{.out = out,
                  .err = err,
                  .in_fd = STDIN_FILENO,
                  .out_fd = STDOUT_FILENO,
                  .out_terminal = TerminalOf(STDOUT_FILENO),
                  .err_terminal = TerminalOf(STDERR_FILENO)};
  if (!streams) {
    env.Say("/dev/null: " + ErrorText(streams_error));
    return kExitFailed;
  }
  // Under `bazel run`, relative paths are the caller's.
  const std::string folder = CallerOfBazelRun();
  if (!folder.empty() && chdir(folder.c_str()) != 0) {
    env.Say(folder + ": " + ErrorText(errno));
    return kExitFailed;
  }
  return RunClipguard(argc > 1 ? std::vector<std::string>(argv + 1, argv + argc)
                               : std::vector<std::string>(),
                      env);
}

}  // namespace
}  // namespace clipguard::cli

int main(int argc, char** argv) {
  try {
    return clipguard::cli::Run(argc, argv);
  } catch (const std::bad_alloc&) {
    // There is not even enough to begin with.
    clipguard::cli::SayOutOfMemory();
    return clipguard::cli::kExitFailed;
  }
}
