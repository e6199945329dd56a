// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// OpenUSD's Ts (pxr/base/ts/eval.cpp): Cardano's formula with all its cases, in
// double. Nothing is prepared for a segment but its control points: the
// coefficients, and all three roots where there are three, are computed for
// each time anew.

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "bench/rivals/rivals.h"
#include "bench/rivals/track.h"

namespace clipguard::bench {
namespace {

class Solver {
 public:
  using Real = double;

  Solver() = default;
  Solver(double w1, double w2) : w1_(w1), w2_(w2) {}

  // The root in [0, 1] of the cubic through -s, w1 - s, 1 - w2 - s and 1 - s.
  double operator()(double s) const {
    const UnitCubic<double> x(w1_, w2_);
    double u = 0;
    if (std::abs(x.a) > kNone) {
      u = Cubic(x.b / x.a, x.c / x.a, -s / x.a);
    } else if (std::abs(x.b) > kNone) {
      u = Quadratic(x.b, x.c, -s);
    } else {
      u = s / x.c;
    }
    return std::clamp(u, 0.0, 1.0);
  }

 private:
  static constexpr double kNone = 1e-10;
  // How far outside [0, 1] rounding may put a root.
  static constexpr double kOutside = 1e-6;

  // Of the roots the one in [0, 1], else the one nearest to it.
  template <size_t kCount>
  static double InRange(const std::array<double, kCount>& roots) {
    double best = roots[0];
    double best_miss = std::abs(best - std::clamp(best, 0.0, 1.0));
    for (const double root : roots) {
      const double miss = std::abs(root - std::clamp(root, 0.0, 1.0));
      if (miss < best_miss) {
        best = root;
        best_miss = miss;
      }
    }
    return best;
  }

  static double Quadratic(double a, double b, double c) {
    const double root = std::sqrt(std::max(b * b - 4 * a * c, 0.0));
    return InRange(std::array{(-b - root) / (2 * a), (-b + root) / (2 * a)});
  }

  // u^3 + b u^2 + c u + d = 0.
  static double Cubic(double b, double c, double d) {
    const double third_p = (3 * c - b * b) / 9;
    const double cubed = third_p * third_p * third_p;
    const double half_q = (2 * b * b * b - 9 * b * c + 27 * d) / 54;
    const double discriminant = half_q * half_q + cubed;
    const double shift = b / 3;
    if (discriminant >= 0) {
      const double root = std::sqrt(discriminant);
      const double u =
          std::cbrt(root - half_q) - std::cbrt(root + half_q) - shift;
      if (u > -kOutside && u < 1 + kOutside) return u;
      // Two roots are one, or rounding has made them so.
      return std::cbrt(half_q) - shift;
    }
    constexpr double kTurn = 2 * std::numbers::pi;
    const double r = std::sqrt(-cubed);
    const double angle = std::acos(std::clamp(-half_q / r, -1.0, 1.0));
    const double size = 2 * std::cbrt(r);
    return InRange(
        std::array{size * std::cos(angle / 3) - shift,
                   size * std::cos((angle + kTurn) / 3) - shift,
                   size * std::cos((angle + 2 * kTurn) / 3) - shift});
  }

  double w1_ = 1.0 / 3;
  double w2_ = 1.0 / 3;
};

}  // namespace

const Rival kRootsDouble = {"roots-double",
                            "all roots by Cardano in double, as OpenUSD does",
                            1e-4, &MakeCurveOf<Solver>, &MakePoseOf<Solver>};

}  // namespace clipguard::bench
