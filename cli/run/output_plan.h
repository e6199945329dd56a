// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// PlanOutputs(): which files a run reads and which it writes, so that none is
// both, before it writes one.

#ifndef CLIPGUARD_CLI_RUN_OUTPUT_PLAN_H_
#define CLIPGUARD_CLI_RUN_OUTPUT_PLAN_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/files/inputs.h"
#include "cli/io/environment.h"
#include "cli/reports/file_report.h"

namespace clipguard::cli {

inline constexpr std::string_view kStandardOutput = "-";

struct OutputRequest {
  // That are written whatever is read: reports.
  std::vector<std::string> files = {};
  // Where each input's result goes: a file, or a folder, if it exists as one or
  // ends in a slash. Empty or "-": nowhere, or to standard output.
  std::string results = {};
  // The extension of results in a folder: see PlacesIn().
  std::string_view extension = {};
  // Whether files that were found and fit no format have results, too: null:
  // none has.
  std::function<bool(std::span<const uint8_t> bytes)> takes = nullptr;
  bool takes_all = false;
  // Name the inputs that are left out because they are written.
  bool verbose = false;
};

struct OutputPlan {
  // The path of each input's result, as it was asked for.
  std::vector<std::string> places;
  // Whether inputs were left out because their results would be one file.
  bool met = false;
  // As it was asked for.
  std::function<bool(std::span<const uint8_t> bytes)> takes = nullptr;

  // An exit code that is at least that of such a fault.
  int ExitCode(int exit_code) const;
};

// Takes out of `inputs` those that were found, not named, and are written: what
// an earlier run wrote there. And those of which two would become one file,
// which it says. InvalidArgument if several results would be written to what is
// no folder; or if an output is one of the other inputs, another file that the
// run reads, or another output.
absl::StatusOr<OutputPlan> PlanOutputs(OutputRequest request,
                                       const CheckOptions& check,
                                       std::vector<Input>& inputs,
                                       Environment& env);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_RUN_OUTPUT_PLAN_H_
