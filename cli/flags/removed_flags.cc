// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/flags/removed_flags.h"

#include "absl/strings/str_format.h"
#include "cli/flags/flag_table.h"

namespace clipguard::cli {
namespace {

constexpr RemovedFlag kRemoved[] = {
    {"reduce", "--crash --timeout --max-memory --max-file", "",
     "reduce starts no programs any more. --finding=CODE keeps a finding; "
     "afl-tmin of AFL++ and shrinkray keep a crash"},
    {"graph", "--format", "svg png",
     "use Graphviz, clipguard graph FILE | dot -Tsvg, or -Tpng"},
    {"validate", "--resume", "", "leave it out, it did nothing"},
    {"validate merge", "--format --output", "concise",
     "use json, of which jq makes any line, or github"},
};

}  // namespace

std::span<const RemovedFlag> AllRemovedFlags() { return kRemoved; }

absl::Status CheckRemoved(std::string_view command, std::string_view flag,
                          std::string_view value) {
  for (const RemovedFlag& removed : kRemoved) {
    if (!HasWord(removed.commands, command)) continue;
    if (!HasWord(removed.flags, flag)) continue;
    if (removed.values.empty() != value.empty()) continue;
    if (!value.empty() && !HasWord(removed.values, value)) continue;
    return absl::InvalidArgumentError(
        absl::StrFormat("%s%s%s was removed: %s", flag,
                        value.empty() ? "" : "=", value, removed.instead));
  }
  return {};
}

}  // namespace clipguard::cli
