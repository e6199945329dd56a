// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/run/result_files.h"

#include <sys/stat.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "base/text.h"
#include "cli/files/input_file.h"
#include "cli/files/inputs.h"
#include "cli/files/output_file.h"
#include "cli/files/output_place.h"
#include "cli/files/run_files.h"
#include "cli/flags/command_line.h"
#include "cli/io/given_files.h"

namespace clipguard::cli {

void ResultFlags::AddTo(CommandLine& line) {
  line.Value("--out", &out);
  line.Flag("--dry-run", &dry_run);
  line.Flag("--in-place", &in_place);
}

absl::Status ResultFlags::Check() const {
  if (!out.empty() && in_place) {
    return absl::InvalidArgumentError(
        "--in-place writes to the files themselves: it goes without --out");
  }
  if (out.empty() && !in_place && !dry_run) {
    return absl::InvalidArgumentError(
        "say where the result goes: --out=FILE, --out=FOLDER/ or --in-place; "
        "or --dry-run to see what would change");
  }
  return {};
}

absl::StatusOr<OutputPlan> ResultFlags::Plan(const CheckOptions& check,
                                             bool verbose,
                                             std::vector<Input>& inputs,
                                             Environment& env) const {
  if (in_place) {
    OutputPlan plan;
    for (const Input& input : inputs) {
      if (input.path == "-" && !input.from_folder) {
        return absl::InvalidArgumentError(
            "standard input cannot be replaced: --out=- writes to standard "
            "output");
      }
      struct stat about = {};
      if (input.problem.empty() && StatPath(input.path, &about) == 0 &&
          !S_ISREG(about.st_mode)) {
        return absl::InvalidArgumentError(absl::StrCat(
            ToPrintable(input.path),
            " is no file that could be replaced: --in-place takes files and "
            "folders"));
      }
      plan.places.push_back(input.path);
    }
    // But the very files that are read.
    if (RunFiles* const run = RunFiles::Current()) run->WriteNothing();
    return plan;
  }
  if (out == kStandardOutput && inputs.size() != 1) {
    return absl::InvalidArgumentError(
        "only one file can be written to standard output");
  }
  auto plan =
      PlanOutputs({.results = out, .verbose = verbose}, check, inputs, env);
  if (plan.ok() && out == kStandardOutput) plan->places = {out};
  return plan;
}

std::unique_ptr<OutputFile> OpenResult(const std::string& place, bool in_place,
                                       const InputFile& original,
                                       std::string& problem) {
  if (const absl::Status made = MakeFoldersOf(place); !made.ok()) {
    problem = std::string(made.message());
    return nullptr;
  }
  auto out = std::make_unique<OutputFile>(place);
  const struct stat& about = original.opened();
  if (S_ISREG(about.st_mode)) out->set_mode(about.st_mode & 0777);
  // Somebody who exchanges files during the run must not choose which one is
  // replaced.
  if (in_place) out->set_replaces(about.st_dev, about.st_ino);
  if (!out->Open()) {
    problem = out->problem();
    return nullptr;
  }
  return out;
}

}  // namespace clipguard::cli
