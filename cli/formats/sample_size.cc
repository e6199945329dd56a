// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/sample_size.h"

#include <string>

#include "absl/strings/str_format.h"
#include "actions/convert/result_budget.h"
#include "base/numbers.h"
#include "base/text.h"

namespace clipguard::cli {

absl::Status CheckSampleSize(const SampleSize& size, uint64_t file_bytes,
                             const Limits& limits) {
  actions::ResultBudget budget(limits, file_bytes);
  const uint64_t most = budget.left();
  if (!budget.Spend(size.bytes)) {
    return absl::ResourceExhaustedError(absl::StrFormat(
        "LIMIT_EXCEEDED: %s would take about %s, and the limit %s allows %s "
        "for a file of this size; choose less with --only, --fps, --from or "
        "--to, or take it all with %s",
        Count(size.values, "number"), Bytes(size.bytes),
        std::string(LimitName(&Limits::result_bytes)), Bytes(most),
        budget.Flag()));
  }
  if (size.steps >
      SaturatingSum(limits.request_steps, kStepsOfValue * size.values)) {
    return absl::ResourceExhaustedError(absl::StrFormat(
        "LIMIT_EXCEEDED: to compute %s takes %s steps, more than the limit %s "
        "of %s allows; choose fewer times with --fps, --from or --to",
        Count(size.values, "number"), Grouped(size.steps),
        std::string(LimitName(&Limits::request_steps)),
        Grouped(limits.request_steps)));
  }
  return absl::OkStatus();
}

}  // namespace clipguard::cli
