// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The flags that validate, info and sample share, and helpers to check what
// was typed.

#ifndef CLIPGUARD_CLI_FLAGS_COMMON_FLAGS_H_
#define CLIPGUARD_CLI_FLAGS_COMMON_FLAGS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cli/flags/command_line.h"
#include "cli/io/environment.h"
#include "cli/io/size_text.h"  // IWYU pragma: export
#include "cli/reports/file_report.h"

namespace clipguard::cli {

// --as, --layout, --limit, --inputs, --special-events, --resources,
// --follow-symlinks and the paths.
struct ReadFlags {
  std::string as;
  std::string layout = "auto";
  std::vector<std::string> limits;
  std::vector<std::string> inputs;
  std::vector<std::string> special_events;
  std::string resources;
  bool follow_symlinks = false;
  std::vector<std::string> paths;
  bool paths_needed = true;  // false if they may come from elsewhere

  void AddTo(CommandLine& line);

  // InvalidArgument if a name or number is not in order, or "-" is named
  // twice, or no path is, or the environment names a kernel that there is not,
  // or there is no folder of resources. Those belong to the options.
  absl::Status ToOptions(CheckOptions* options) const;

  // InvalidArgument if a path is a folder: for commands that search none.
  absl::Status CheckFiles() const;
};

// --model=FILE: the block model of armatures, for the options; an empty path is
// none. InvalidArgument if it is no model. REQUIRES: the resources are there.
absl::Status OpenModel(const std::string& path, CheckOptions* options);

// The nearest float32: NaN and Infinity are some. Nothing if it is too large to
// be one.
std::optional<float> ParseFloat32(std::string_view text);

// Splits "a,b" into a and b. Empty names are left out.
std::vector<std::string> SplitNames(std::string_view list);

// Parses values of --set=NAME=FLOAT, where NAME may contain '='; NaN and
// Infinity are floats. InvalidArgument if one is not of this form.
absl::StatusOr<std::vector<InputSetting>> ParseSettings(
    std::span<const std::string> settings);

// Says that the command line is wrong, and where help is. Returns kExitUsage.
int BadUsage(std::string_view command, const absl::Status& status,
             Environment& env);
}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FLAGS_COMMON_FLAGS_H_
