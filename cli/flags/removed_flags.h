// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Flags and values that older versions took. Each is a usage error that says
// what to use instead. To remove a flag, or a value of one, add a row to the
// table in removed_flags.cc.

#ifndef CLIPGUARD_CLI_FLAGS_REMOVED_FLAGS_H_
#define CLIPGUARD_CLI_FLAGS_REMOVED_FLAGS_H_

#include <span>
#include <string_view>

#include "absl/status/status.h"

namespace clipguard::cli {

struct RemovedFlag {
  std::string_view commands;  // as FlagSpec's: "validate merge"
  std::string_view flags;     // "--crash --timeout"
  std::string_view values;    // "svg png"; empty: the flags themselves are gone
  std::string_view instead;   // a sentence without its period
};

std::span<const RemovedFlag> AllRemovedFlags();

// InvalidArgument, with what to use instead, if the command once took this
// ("--format", "svg"). With an empty value: if it once took the flag.
absl::Status CheckRemoved(std::string_view command, std::string_view flag,
                          std::string_view value);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FLAGS_REMOVED_FLAGS_H_
