// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/run/check_run.h"

#include <algorithm>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/formats/forge_resources.h"

namespace clipguard::cli {

void SayResourceNotes(const CheckOptions& check, Environment& env) {
  if (check.resources == nullptr) return;
  for (const std::string& note : check.resources->notes()) env.Say(note);
}

void SayStats(uint64_t files, uint64_t bytes,
              std::chrono::duration<double> elapsed, Environment& env) {
  const double seconds = elapsed.count();
  const double rate =
      static_cast<double>(bytes) / 1e6 / std::max(seconds, 1e-9);
  env.Say(absl::StrFormat("%s, %s in %s: %.1f MB/s", Count(files, "file"),
                          Bytes(bytes), Seconds(seconds), rate));
}

int ExitCodeOf(const CheckPlan& plan, const Totals& totals) {
  if (totals.unreadable != 0) return kExitFailed;
  if (plan.require_files && totals.files == totals.skipped) {
    return kExitFindings;
  }
  return totals.invalid != 0 && !plan.rules->never_fails() ? kExitFindings
                                                           : kExitOk;
}

}  // namespace clipguard::cli
