// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/machine/clip_walker.h"

#include <string>

#include "absl/strings/str_cat.h"

namespace clipguard::eval {

absl::Status BrokenClip() {
  return absl::DataLossError(
      "the clip has an error, or refers to one that does not exist");
}

absl::Status ClipBudget::Value(forge::ExpressionIndex expression, float time,
                               float& value) {
  const auto entry = tables_.values.Find(expression);
  if (entry && tables_.values.Evaluate(*entry, time, inputs_, memo_, &value)) {
    return absl::OkStatus();
  }
  if (memo_.exhausted()) return TooMuchWork();
  return absl::UnavailableError(
      "a time value has an error, or needs a value that was not supplied");
}

absl::Status ClipBudget::TooMuchWork() const {
  return absl::OutOfRangeError(absl::StrCat(
      "a step takes more than the limit of ", tables_.limits.request_steps,
      " for ", std::string(LimitName(&Limits::request_steps))));
}

}  // namespace clipguard::eval
