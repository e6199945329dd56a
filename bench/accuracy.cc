// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/accuracy.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/str_format.h"
#include "eval/curve/reference.h"

namespace clipguard::bench {

using mrtk::CurveView;
using mrtk::Keyframe;

std::string WorstError::Text() const {
  return absl::StrFormat("%.2g: at %.9g s %.9g, not %.9g", error, time, value,
                         exact);
}

ExactValues::ExactValues(const CurveView& curve, std::span<const float> times,
                         size_t step) {
  std::vector<Keyframe> keys(curve.size());
  for (size_t i = 0; i < keys.size(); ++i) keys[i] = curve.key(i);
  for (size_t i = 0; i < times.size(); i += step) {
    const float time = times[i];
    const auto right =
        std::upper_bound(keys.begin(), keys.end(), time,
                         [](float t, const Keyframe& k) { return t < k.time; });
    if (right == keys.begin() || right == keys.end()) {
      const double end = keys.empty()            ? 0
                         : right == keys.begin() ? keys.front().value
                                                 : keys.back().value;
      exact_.push_back({i, time, end, std::abs(end)});
    } else {
      exact_.push_back({i, time, eval::EvaluateSegment(right[-1], *right, time),
                        eval::ValueScale(right[-1], *right)});
    }
  }
}

WorstError ExactValues::Worst(std::span<const float> values) const {
  WorstError worst;
  for (const auto& [index, time, exact, scale] : exact_) {
    const float value = values[index];
    double error = std::abs(value - exact);
    if (error > 0) error /= scale;
    if (std::isnan(error)) error = std::numeric_limits<double>::infinity();
    if (error > worst.error) worst = {error, index, time, value, exact};
  }
  return worst;
}

}  // namespace clipguard::bench
