// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Shared by commands that check many files at a time: which files, the levels
// of findings, and how many files at once.

#ifndef CLIPGUARD_CLI_RUN_CHECK_PLAN_H_
#define CLIPGUARD_CLI_RUN_CHECK_PLAN_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/flags/file_flags.h"
#include "cli/flags/rule_flags.h"
#include "cli/reports/file_report.h"

namespace clipguard::cli {

// The flags of files, readers and rules, and --jobs.
struct CheckFlags {
  ReadFlags read;
  FileFlags files;
  RuleFlags rules;
  std::optional<double> jobs;

  // `writes` is whether the command can write a baseline.
  void AddTo(CommandLine& line, bool writes = true);
};

// The plan that these flags make together.
struct CheckPlan {
  CheckOptions check;
  std::shared_ptr<const Rules> rules;
  std::vector<FilePatterns> patterns;
  size_t jobs = 1;
  bool require_files = false;
  bool share_memory = false;  // hold no more than the largest file
  // Results that are held back, so that their files, which emit() commits,
  // reach the disk together and not one after the other.
  size_t held_back = 0;
};

// For results that have an OutputFile: so many are open at a time.
inline constexpr size_t kFilesHeldBack = 64;

// InvalidArgument if a flag is not in order. `notes` is for the user.
absl::StatusOr<CheckPlan> MakeCheckPlan(const CheckFlags& flags,
                                        std::vector<std::string>& notes);

// Sets the number of jobs from --jobs; nothing: as many as there are
// processors.
void SetJobs(const std::optional<double>& jobs, CheckPlan& plan);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_RUN_CHECK_PLAN_H_
