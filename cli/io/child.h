// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Runs a program again and again on files, and says how it fails.

#ifndef CLIPGUARD_CLI_IO_CHILD_H_
#define CLIPGUARD_CLI_IO_CHILD_H_

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace clipguard::cli {

// The words of a command line: separated by spaces, of which those between
// single or double quotes, or after a backslash, belong to a word. Nothing else
// has a meaning: no shell is asked. InvalidArgument if a quote is open.
absl::StatusOr<std::vector<std::string>> WordsOf(std::string_view command);

// How a program ended.
struct ChildEnd {
  // "signal 11", "exit code 134", "AddressSanitizer: heap-use-after-free".
  // Empty if it ended well: exit codes below 128, without a sanitizer's report,
  // are a program's own answers.
  std::string failure;
  // Which limit it was killed for; then there is no failure.
  enum class Excess { kNone, kTime, kMemory, kFile };
  Excess excess = Excess::kNone;
};

struct ChildLimits {
  std::chrono::milliseconds time{};
  // Bytes in memory, of all processes in its group. What they map and never
  // touch, as programs with sanitizers do, does not count. They are looked at
  // some fifty times a second: what takes memory fast gets a little more.
  uint64_t memory = 0;
  uint64_t file = 0;  // bytes; of each file that it writes
};

// Runs a program, found as a shell finds it, with an empty input. What it
// prints goes nowhere but to the file `errors`, which is replaced. It ends when
// this one does, even if it is killed. When it ends, however it does, all that
// it has started in its process group is killed. NotFound if it cannot be
// started, Internal if the system does not let us. REQUIRES: some words.
absl::StatusOr<ChildEnd> RunChild(const std::vector<std::string>& words,
                                  const std::string& errors,
                                  const ChildLimits& limits);

// Kills the program that runs at the moment, if one does, and its process
// group. For handlers of signals: calls only what those may.
void KillRunningChild();

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_CHILD_H_
