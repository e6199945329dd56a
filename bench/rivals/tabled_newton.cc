// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// bezier-easing, as web pages and players of Lottie files have it: a table of
// x at eleven u for each segment, a guess by linear interpolation, and four
// steps of Newton, or ten halvings where the slope is small. In double, the
// table in float.

#include <array>
#include <cmath>
#include <cstddef>

#include "bench/rivals/rivals.h"
#include "bench/rivals/track.h"

namespace clipguard::bench {
namespace {

class Solver {
 public:
  using Real = double;

  Solver() = default;
  Solver(double w1, double w2) : x_(w1, w2) {
    for (size_t i = 0; i < table_.size(); ++i) {
      table_[i] = static_cast<float>(x_(static_cast<double>(i) * kStep));
    }
  }

  double operator()(double s) const {
    if (s <= 0 || s >= 1) return s <= 0 ? 0 : 1;
    size_t i = 0;
    while (i + 2 < table_.size() && table_[i + 1] <= s) ++i;
    const double low = static_cast<double>(i) * kStep;
    const double rise = double{table_[i + 1]} - double{table_[i]};
    double u = low + (s - double{table_[i]}) / rise * kStep;
    const double slope = x_.Slope(u);
    if (slope == 0) return u;
    if (slope < kLeastSlope) return Bisect(s, low);
    for (int step = 0; step < kNewtonSteps; ++step) {
      const double at = x_.Slope(u);
      if (at == 0) return u;
      u -= (x_(u) - s) / at;
    }
    return u;
  }

 private:
  static constexpr double kStep = 0.1;
  static constexpr int kNewtonSteps = 4;
  static constexpr double kLeastSlope = 1e-3;
  static constexpr double kTolerance = 1e-7;
  static constexpr int kHalvings = 10;

  double Bisect(double s, double low) const {
    double high = low + kStep;
    double u = low;
    for (int i = 0; i < kHalvings; ++i) {
      u = low + (high - low) / 2;
      const double miss = x_(u) - s;
      if (std::abs(miss) <= kTolerance) break;
      (miss > 0 ? high : low) = u;
    }
    return u;
  }

  UnitCubic<double> x_;
  std::array<float, 11> table_ = {};
};

}  // namespace

const Rival kTabledNewton = {
    "tabled-newton", "a table, then Newton in double, as bezier-easing does",
    1e-2, &MakeCurveOf<Solver>, &MakePoseOf<Solver>};

}  // namespace clipguard::bench
