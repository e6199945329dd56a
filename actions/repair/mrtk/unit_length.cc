// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/mrtk/unit_length.h"

#include <algorithm>
#include <cmath>
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

bool Same(float a, float b) {
  return std::max(a, b) <= kSameLength * std::min(a, b);
}

}  // namespace

std::vector<WrongLength> FindWrongLengths(
    const std::array<const CurvePlan*, 4>& xyzw) {
  std::vector<WrongLength> wrong;
  for (const CurvePlan* curve : xyzw) {
    if (!curve->IsInOrder()) return wrong;
  }
  SharedKeys keys(xyzw);
  std::optional<float> before;
  auto here = keys.Next();
  while (here) {
    const auto after = keys.Next();
    if (IsWrong(here->length)) {
      here->safe = (before || after) &&
                   (!before || Same(*before, here->length)) &&
                   (!after || Same(after->length, here->length));
      wrong.push_back(*here);
    }
    before = here->length;
    here = after;
  }
  return wrong;
}

}  // namespace clipguard::actions
