// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/run/check_run.h"

#include "absl/status/statusor.h"
#include "cli/flags/common_flags.h"
#include "cli/formats/forge_resources.h"

namespace clipguard::cli {

std::optional<std::vector<Input>> FindInputs(const CheckFlags& flags,
                                             const CheckPlan& plan,
                                             std::vector<std::string> notes,
                                             Environment& env) {
  absl::StatusOr<InputList> list =
      flags.files.Find(flags.read, plan.patterns, env);
  if (!list.ok()) {
    env.Say(std::string(list.status().message()));
    return std::nullopt;
  }
  notes.insert(notes.end(), list->notes.begin(), list->notes.end());
  for (const std::string& note : notes) env.Say(note);
  return std::move(list->inputs);
}

void SayResourceNotes(const CheckOptions& check, Environment& env) {
  if (check.resources == nullptr) return;
  for (const std::string& note : check.resources->notes()) env.Say(note);
}

int ExitCodeOf(const CheckPlan& plan, const Totals& totals) {
  if (totals.unreadable != 0) return kExitFailed;
  return totals.invalid != 0 && !plan.rules->never_fails() ? kExitFindings
                                                           : kExitOk;
}

}  // namespace clipguard::cli
