// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How large a result may be whose size does not follow from the source's: one
// with keyframes between those of the source, or with names in every row; the
// samples of a file.

#ifndef CLIPGUARD_ACTIONS_CONVERT_RESULT_BUDGET_H_
#define CLIPGUARD_ACTIONS_CONVERT_RESULT_BUDGET_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/numbers.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/limits.h"
#include "parser/parsed/parsed_file.h"

namespace clipguard::actions {

// `result_bytes` of the limits, and 16 for each byte of the source.
// Thread-compatible.
class ResultBudget {
 public:
  ResultBudget(const Limits& limits, uint64_t source_bytes)
      : own_(limits.result_bytes),
        most_(SaturatingSum(own_, kPerByte * source_bytes)) {}
  explicit ResultBudget(const ParsedFile& file)
      : ResultBudget(file.limits, file.bytes.size()) {}

  // False if that is more than there may be.
  [[nodiscard]] bool Spend(uint64_t bytes) {
    spent_ += std::min(bytes, UINT64_MAX - spent_);
    return spent_ <= most_;
  }
  uint64_t left() const { return spent_ <= most_ ? most_ - spent_ : 0; }

  // The flag that allows for what was spent.
  std::string Flag() const {
    constexpr uint64_t kMega = uint64_t{1} << 20;
    const uint64_t beyond = spent_ - std::min(spent_, most_ - own_);
    return absl::StrCat(
        "--limit=", std::string(LimitName(&Limits::result_bytes)), "=",
        beyond / kMega + (beyond % kMega != 0 ? 1 : 0), "M");
  }

  // For a finding of what has spent too much, and may need more still:
  // LIMIT_EXCEEDED.
  Arguments<3> ForFinding() const {
    return Arguments{absl::StrCat("at least ", spent_), absl::StrCat(most_),
                     LimitName(&Limits::result_bytes)};
  }

  // Reports it, at a place in the source.
  void Report(ByteRange bytes, std::string_view path,
              FindingSink& losses) const {
    losses.Report(FindingCode::kLimitExceeded, bytes, Scope{},
                  [&](Description& d) {
                    d.path = std::string(path);
                    return ForFinding();
                  });
  }

  // A conversion returns this then: if all that it takes was spent, or only a
  // part of that. A .glb has 4 GiB at most; before a keyframe of 16 bytes is
  // made, 256 are reckoned for it.
  absl::Status RefusedWhole() const {
    return absl::ResourceExhaustedError(
        absl::StrCat(kRefused, ": ", Flag(), " is enough"));
  }
  static absl::Status Refused() {
    return absl::ResourceExhaustedError(
        absl::StrCat(kRefused,
                     ", or would take more memory than that while it is made. "
                     "How large is not known, as no more of it was made; "
                     "--limit=result-bytes=64G is 16 times the largest .glb"));
  }

 private:
  static constexpr uint64_t kPerByte = 16;
  static constexpr const char* kRefused =
      "the result would be larger than the limit result-bytes allows";

  const uint64_t own_;  // without what the source allows
  const uint64_t most_;
  uint64_t spent_ = 0;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_RESULT_BUDGET_H_
