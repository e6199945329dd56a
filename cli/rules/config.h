// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Config: what a clipguard.toml says.
//
//   exclude = ["third_party/"]           # as --exclude, from the file's folder
//   fail-on = "warning"
//   baseline = "clipguard-baseline.json"
//   ignore = ["UV_OUT_OF_RANGE"]         # as --ignore; error, warn, only, too
//
//   for = ["mrtk-2.8"]                   # as --for
//   special-events = ["action"]          # as --special-events
//
//   [limits]
//   file-bytes = "64M"                   # as --limit
//
//   [[override]]                # the last one that fits a file decides
//   paths = ["legacy/**"]
//   warn = ["ROTATION_W_LOST"]
//
// No file is opened here. Untrusted text is fine: it gives a message with a
// line and a column, or a Config.

#ifndef CLIPGUARD_CLI_RULES_CONFIG_H_
#define CLIPGUARD_CLI_RULES_CONFIG_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/files/glob.h"
#include "cli/rules/code_rules.h"
#include "parser/limits.h"
#include "parser/target.h"

namespace clipguard::cli {

// How a file of that name is called that is looked for.
inline constexpr std::string_view kConfigName = "clipguard.toml";

// Longer ones are refused.
inline constexpr size_t kMostConfigBytes = size_t{1} << 20;

// The values of --fail-on and --unrecognised.
inline constexpr std::array<std::string_view, 3> kFailOnNames = {
    "none", "error", "warning"};
inline constexpr std::array<std::string_view, 3> kUnrecognisedNames = {
    "ignore", "warn", "error"};

struct Config {
  struct Override {
    std::vector<Glob> paths;
    CodeRules rules;
  };

  CodeRules rules;
  std::vector<Override> overrides;
  // Globs are relative to the file's folder, and so is the baseline.
  std::vector<Glob> include;
  std::vector<Glob> exclude;
  // Empty: not said.
  std::string fail_on;
  std::string unrecognised;
  std::string baseline;
  std::string baseline_at;  // "clipguard.toml:2:12"
  std::vector<Target> targets;
  std::vector<std::string> special_events;
  // Those of the file: others are not said.
  std::vector<std::pair<uint64_t Limits::*, uint64_t>> limits;

  // Applies the rules to the levels of a file, relative to the folder.
  void ApplyTo(std::string_view file, FindingLevels& levels) const;
};

// InvalidArgument if the text is not TOML, or says something else than the
// above: "clipguard.toml:3:1: unknown key 'ignroe'; did you mean 'ignore'?".
absl::StatusOr<Config> ParseConfig(std::string_view text,
                                   std::string_view name);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_RULES_CONFIG_H_
