// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Where a command writes what files become: --out=PLACE, --in-place or, with
// --dry-run, nowhere.

#ifndef CLIPGUARD_CLI_RUN_RESULT_FILES_H_
#define CLIPGUARD_CLI_RUN_RESULT_FILES_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cli/files/input_file.h"
#include "cli/files/inputs.h"
#include "cli/files/output_file.h"
#include "cli/flags/command_line.h"
#include "cli/io/environment.h"
#include "cli/reports/file_report.h"
#include "cli/run/output_plan.h"

namespace clipguard::cli {

struct ResultFlags {
  std::string out;
  bool dry_run = false;
  bool in_place = false;

  void AddTo(CommandLine& line);

  // InvalidArgument if it is not said where results go, or said twice.
  absl::Status Check() const;

  // Where each input's result goes; empty: nowhere. See PlanOutputs().
  absl::StatusOr<OutputPlan> Plan(const CheckOptions& check, bool verbose,
                                  std::vector<Input>& inputs,
                                  Environment& env) const;
};

// An open file at the place, whose folders are made, with the mode of the
// original; in place, it replaces that one or none. Null if that fails;
// `problem` then says why. REQUIRES: the original is open.
std::unique_ptr<OutputFile> OpenResult(const std::string& place, bool in_place,
                                       const InputFile& original,
                                       std::string& problem);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_RUN_RESULT_FILES_H_
