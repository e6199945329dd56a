// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The closed form as Blender has it: in double, the value rounded to float.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bench/rivals/rivals.h"
#include "bench/rivals/track.h"

namespace clipguard::bench {
namespace {

// The cubic equation solved by the textbook: Cardano's formula where there is
// one real root, Viète's with cosines where there are three.
class Solver {
 public:
  using Real = double;

  Solver() = default;

  Solver(double w1, double w2) {
    const UnitCubic<double> x(w1, w2);
    if (std::abs(x.a) < kNoCubic) {
      degree_ = std::abs(x.b) < kNoCubic ? 1 : 2;
      p_ = x.b;
      shift_ = x.c;
      return;
    }
    // u^3 + 3 h u^2 + (c/a) u - s/a = 0, and with u = v - h:
    // v^3 + 3 p v - 2 r = 0.
    const double h = x.b / (3 * x.a);
    shift_ = h;
    p_ = x.c / (3 * x.a) - h * h;
    r0_ = h * (x.c / (2 * x.a) - h * h);
    r1_ = 1 / (2 * x.a);
  }

  double operator()(double s) const {
    if (degree_ == 1) return s / shift_;
    if (degree_ == 2) return Quadratic(s);
    const double r = r0_ + r1_ * s;
    const double discriminant = r * r + p_ * p_ * p_;
    if (discriminant >= 0) {
      const double root = std::sqrt(discriminant);
      const double u = std::cbrt(r + root) + std::cbrt(r - root) - shift_;
      if (std::abs(u - Clamp(u)) < kDouble) return Clamp(u);
      // Two roots are one, or rounding has made them so.
      return Clamp(-std::cbrt(r) - shift_);
    }
    const double size = std::sqrt(-p_);
    const double angle =
        std::acos(std::clamp(r / (size * size * size), -1.0, 1.0));
    double best = 0;
    double best_miss = 2;
    for (int k : {0, 2, 1}) {
      const double third = (angle + 2 * kPi * k) / 3;
      const double u = 2 * size * std::cos(third) - shift_;
      const double miss = std::abs(u - Clamp(u));
      if (miss <= kOutside) return Clamp(u);
      if (miss < best_miss) {
        best = u;
        best_miss = miss;
      }
    }
    return Clamp(best);
  }

 private:
  static constexpr double kNoCubic = 1e-10;
  static constexpr double kOutside = 1e-10;
  static constexpr double kDouble = 1e-6;
  static constexpr double kPi = std::numbers::pi;

  static double Clamp(double u) { return std::clamp(u, 0.0, 1.0); }

  // p u^2 + shift u = s, where the root in [0, 1] is the one with the plus.
  double Quadratic(double s) const {
    const double discriminant = shift_ * shift_ + 4 * p_ * s;
    return Clamp(2 * s / (shift_ + std::sqrt(std::max(discriminant, 0.0))));
  }

  // Coefficients under the names of the cubic's solution; the quadratic's
  // otherwise.
  double shift_ = 1;
  double p_ = 0;
  double r0_ = 0;
  double r1_ = 0;
  int degree_ = 3;
};

}  // namespace

const Rival kClosedFormDouble = {
    "closed-form-double", "Cardano and Viete in double, as Blender does", 1e-4,
    &MakeCurveOf<Solver>, &MakePoseOf<Solver>};

}  // namespace clipguard::bench
