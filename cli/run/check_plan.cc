// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/run/check_plan.h"

#include <algorithm>
#include <optional>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "cli/io/given_files.h"

namespace clipguard::cli {
namespace {

constexpr double kMostJobs = 256;

}  // namespace

void SetJobs(const std::optional<double>& jobs, CheckPlan& plan) {
  // Files given in memory are known to one thread only.
  if (GivenFiles::Current() != nullptr) {
    plan.jobs = 1;
  } else if (jobs) {
    plan.jobs = static_cast<size_t>(std::min(*jobs, kMostJobs));
  } else {
    plan.jobs = std::max(1u, std::thread::hardware_concurrency());
    plan.share_memory = true;
  }
}

void CheckFlags::AddTo(CommandLine& line, bool writes) {
  line.Number("--jobs", &jobs);
  rules.AddTo(line, writes);
  files.AddTo(line);
  read.AddTo(line);
}

absl::StatusOr<CheckPlan> MakeCheckPlan(const CheckFlags& flags,
                                        std::vector<std::string>& notes) {
  CheckPlan plan;
  auto rules = Rules::Make(flags.rules, notes);
  if (!rules.ok()) return rules.status();
  plan.rules = std::make_shared<const Rules>(*std::move(rules));
  plan.check.read.limits = plan.rules->limits();
  plan.check.read.special_events = plan.rules->special_events();
  if (absl::Status s = flags.read.ToOptions(&plan.check); !s.ok()) return s;
  plan.check.read.targets = plan.rules->targets();
  plan.check.levels = [rules = plan.rules](const Input& input,
                                           std::optional<Format> format) {
    return rules->LevelsOf(input, format);
  };
  if (plan.rules->baseline() != nullptr) {
    plan.check.judge = [rules = plan.rules](const FindingLevels& levels,
                                            FileReport& report) {
      rules->baseline()->Judge(levels, report);
    };
  }
  plan.require_files = flags.files.require_files;
  auto patterns = flags.files.ToPatterns(flags.read);
  if (!patterns.ok()) return patterns.status();
  plan.patterns.push_back(*std::move(patterns));
  FilePatterns of_config = plan.rules->patterns();
  // A typed --include overrides the configuration's.
  if (!flags.files.include.empty()) of_config.include.clear();
  plan.patterns.push_back(std::move(of_config));
  SetJobs(flags.jobs, plan);
  return plan;
}

}  // namespace clipguard::cli
