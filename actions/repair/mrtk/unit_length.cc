// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/mrtk/unit_length.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/unit_length.h"

namespace clipguard::actions {
namespace {

// Walks the keys of four curves for times that all have.
class SharedKeys {
 public:
  explicit SharedKeys(const std::array<const CurvePlan*, 4>& curves)
      : curves_(curves) {}

  // The next quaternion, right or wrong.
  std::optional<WrongLength> Next() {
    while (at_[0] < curves_[0]->size()) {
      const float time = curves_[0]->time(at_[0]);
      bool usable = true;
      for (size_t c = 0; c < 4; ++c) {
        const CurvePlan& curve = *curves_[c];
        while (at_[c] < curve.size() && curve.time(at_[c]) < time) ++at_[c];
        if (at_[c] == curve.size()) return std::nullopt;
        usable = usable && curve.time(at_[c]) == time && IsAlone(curve, at_[c]);
      }
      if (!usable) {
        ++at_[0];
        continue;
      }
      WrongLength quaternion;
      double squared = 0;
      for (size_t c = 0; c < 4; ++c) {
        quaternion.keys[c] = static_cast<uint32_t>(at_[c]);
        const double value = curves_[c]->value(at_[c]);
        squared += value * value;
      }
      quaternion.length = static_cast<float>(std::sqrt(squared));
      ++at_[0];
      return quaternion;
    }
    return std::nullopt;
  }

 private:
  static bool IsAlone(const CurvePlan& curve, size_t k) {
    return (k == 0 || curve.time(k - 1) != curve.time(k)) &&
           (k + 1 >= curve.size() || curve.time(k + 1) != curve.time(k));
  }

  std::array<const CurvePlan*, 4> curves_;
  std::array<size_t, 4> at_{};
};

bool IsWrong(float length) {
  // Beyond these, there is nothing to be sure of.
  constexpr float kLeast = 1e-3f;
  constexpr float kMost = 1e3f;
  return length >= kLeast && length <= kMost &&
         std::abs(double{length} - 1) > double{kUnitTolerance};
}

}  // namespace

std::vector<WrongLength> FindWrongLengths(
    const std::array<const CurvePlan*, 4>& xyzw) {
  std::vector<WrongLength> wrong;
  for (const CurvePlan* curve : xyzw) {
    if (!curve->IsInOrder()) return wrong;
  }
  SharedKeys keys(xyzw);
  size_t count = 0;
  float least = std::numeric_limits<float>::infinity();
  float most = 0;
  bool has_w = false;
  for (; const auto here = keys.Next(); ++count) {
    least = std::min(least, here->length);
    most = std::max(most, here->length);
    has_w = has_w || xyzw[3]->value(here->keys[3]) != 0;
    if (IsWrong(here->length)) wrong.push_back(*here);
  }
  // Keys that the four do not share may be those of the right length.
  const bool all = std::ranges::all_of(
      xyzw, [&](const CurvePlan* curve) { return curve->size() == count; });
  const bool safe = all && count > 1 && wrong.size() == count && has_w &&
                    double{most} <= kSameLength * double{least};
  for (WrongLength& quaternion : wrong) quaternion.safe = safe;
  return wrong;
}

}  // namespace clipguard::actions
