// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The cubic-bezier() of browsers: a few steps of Newton from u = s, and
// bisection where they do not arrive; in double.

#include <cmath>

#include "bench/rivals/rivals.h"
#include "bench/rivals/track.h"

namespace clipguard::bench {
namespace {

class Solver {
 public:
  using Real = double;

  Solver() = default;
  Solver(double w1, double w2) : x_(w1, w2) {}

  double operator()(double s) const {
    double u = s;
    for (int i = 0; i < kNewtonSteps; ++i) {
      const double miss = x_(u) - s;
      if (std::abs(miss) < kTolerance) return u;
      const double slope = x_.Slope(u);
      if (std::abs(slope) < kFlat) break;
      u -= miss / slope;
    }
    return Bisect(s);
  }

 private:
  static constexpr double kTolerance = 1e-7;  // of x
  static constexpr double kFlat = 1e-6;
  static constexpr int kNewtonSteps = 8;
  static constexpr int kHalvings = 64;

  double Bisect(double s) const {
    double low = 0;
    double high = 1;
    double u = s;
    for (int i = 0; i < kHalvings; ++i) {
      const double x = x_(u);
      if (std::abs(x - s) < kTolerance) return u;
      (x < s ? low : high) = u;
      u = low + (high - low) / 2;
    }
    return u;
  }

  UnitCubic<double> x_;
};

}  // namespace

const Rival kUnitBezier = {"unit-bezier",
                           "Newton, then bisection, in double, as browsers do",
                           1e-4, &MakeCurveOf<Solver>, &MakePoseOf<Solver>};

}  // namespace clipguard::bench
