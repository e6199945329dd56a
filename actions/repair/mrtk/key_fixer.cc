// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/mrtk/key_fixer.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "base/float_text.h"

namespace clipguard::actions {
namespace {

using mrtk::Keyframe;

// What counts where a weight is not in use.
constexpr float kUnusedWeight = 1.0f / 3.0f;

constexpr int32_t kRecordersMode = 3;

bool IsMode(int32_t mode) { return mode >= 0 && mode <= 3; }

bool IsWeight(float weight) { return weight >= 0 && weight <= 1; }

}  // namespace

bool KeyFixer::NeedsFix(const Keyframe& key, bool is_boolean, bool is_full) {
  if (is_boolean) return key.value != 0 && key.value != 1;
  if (!is_full) return false;
  return std::isnan(key.in_tangent) || std::isnan(key.out_tangent) ||
         !IsWeight(key.in_weight) || !IsWeight(key.out_weight) ||
         !IsMode(key.weighted_mode);
}

std::optional<FieldFault> KeyFixer::FixField(mrtk::KeyField field,
                                             bool is_boolean, bool is_full,
                                             KeyPosition position,
                                             Keyframe& key) const {
  if (field == mrtk::kValueField) {
    if (!is_boolean || key.value == 0 || key.value == 1) return std::nullopt;
    const std::string before = FloatText(key.value);
    key.value = key.value > 0.5f ? 1.0f : 0.0f;
    return FieldFault{.code = FindingCode::kBooleanValueUnusual,
                      .field = mrtk::kValueField,
                      .before = before,
                      .after = FloatText(key.value),
                      .lost = {}};
  }
  if (!is_full) return std::nullopt;
  if (field == mrtk::kInTangentField || field == mrtk::kOutTangentField) {
    float& tangent =
        field == mrtk::kInTangentField ? key.in_tangent : key.out_tangent;
    if (!std::isnan(tangent)) return std::nullopt;
    tangent = 0;
    return FieldFault{.code = FindingCode::kKeyTangentNan,
                      .field = field,
                      .before = "NaN",
                      .after = "0",
                      .lost = {}};
  }
  // A mode that does not exist may mean that any weight is in use.
  const bool known = IsMode(key.weighted_mode);
  if (field == mrtk::kInWeightField) {
    return FixWeight(field, !position.first && (!known || key.in_weight_used()),
                     key.in_weight);
  }
  if (field == mrtk::kOutWeightField) {
    return FixWeight(field, !position.last && (!known || key.out_weight_used()),
                     key.out_weight);
  }
  return FixMode(key);
}

std::optional<FieldFault> KeyFixer::FixWeight(mrtk::KeyField field, bool used,
                                              float& weight) const {
  if (IsWeight(weight)) return std::nullopt;
  if (std::isnan(weight)) {
    weight = kUnusedWeight;
    return FieldFault{.code = FindingCode::kKeyWeightNan,
                      .field = field,
                      .before = "NaN",
                      .after = FloatText(kUnusedWeight),
                      .lost = {}};
  }
  FieldFault fault = {.code = FindingCode::kKeyWeightOutOfRange,
                      .safe = !used,
                      .field = field,
                      .before = FloatText(weight),
                      .after = weight < 0 ? "0" : "1",
                      .lost = {}};
  if (used) fault.lost = "the shape that some readers give the curve here";
  if (fault.safe || unsafe_) weight = weight < 0 ? 0.0f : 1.0f;
  return fault;
}

std::optional<FieldFault> KeyFixer::FixMode(Keyframe& key) const {
  if (IsMode(key.weighted_mode)) return std::nullopt;
  const int32_t mode = mode_.value_or(kRecordersMode);
  FieldFault fault = {.code = FindingCode::kWeightedModeUnknown,
                      .safe = mode_.has_value(),
                      .field = mrtk::kWeightedModeField,
                      .before = absl::StrCat(key.weighted_mode),
                      .after = absl::StrCat(mode),
                      .lost = {}};
  if (fault.safe || unsafe_) key.weighted_mode = mode;
  return fault;
}

}  // namespace clipguard::actions
