// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/accuracy.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/str_format.h"
#include "eval/reference.h"

namespace clipguard::bench {
namespace {

using mrtk::CurveView;
using mrtk::Keyframe;

// Least and largest value so far.
struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void Add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

}  // namespace

double SegmentScale(const Keyframe& left, const Keyframe& right) {
  Range range;
  range.Add(left.value);
  range.Add(right.value);
  if (std::isfinite(left.out_tangent) && std::isfinite(right.in_tangent)) {
    // The values of a segment are a Bézier cubic, weighted or not. It turns
    // where its derivative, a u^2 + 2 h u + c, is zero.
    const double dt = double{right.time} - double{left.time};
    const double w1 = left.out_weight_used() ? left.out_weight : 1.0 / 3;
    const double w2 = right.in_weight_used() ? right.in_weight : 1.0 / 3;
    const double p0 = left.value;
    const double p1 = left.value + w1 * left.out_tangent * dt;
    const double p2 = right.value - w2 * right.in_tangent * dt;
    const double p3 = right.value;
    const double a = p3 - 3 * p2 + 3 * p1 - p0;
    const double h = p2 - 2 * p1 + p0;
    const double c = p1 - p0;
    const double discriminant = h * h - a * c;
    if (discriminant > 0) {
      const double k = -(h + std::copysign(std::sqrt(discriminant), h));
      for (double u : {c / k, k / a}) {
        if (!(u > 0 && u < 1)) continue;
        const double q = 1 - u;
        range.Add(p0 * q * q * q + 3 * p1 * u * q * q + 3 * p2 * u * u * q +
                  p3 * u * u * u);
      }
    }
  }
  return std::max(
      {range.high - range.low, std::abs(range.low), std::abs(range.high)});
}

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
                        SegmentScale(right[-1], *right)});
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
