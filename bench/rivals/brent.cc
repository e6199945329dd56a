// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Autodesk's animX: a general finder of a polynomial's roots in an interval, in
// double. The derivative's roots, found in the same way, part [0, 1] into
// stretches where the polynomial is monotone; where it changes sign, Brent's
// method finds the root (R. P. Brent, Algorithms for Minimization without
// Derivatives, 1973, chapter 4).

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "bench/rivals/rivals.h"
#include "bench/rivals/track.h"

namespace clipguard::bench {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// ((a u + b) u + c) u + d.
struct Polynomial {
  double operator()(double u) const { return ((a * u + b) * u + c) * u + d; }

  double a, b, c, d;
};

// The root between `low` and `high`, where the signs differ.
double Brent(const Polynomial& p, double low, double high) {
  double a = low;
  double b = high;
  double fa = p(a);
  double fb = p(b);
  double c = a;
  double fc = fa;
  double step = b - a;
  double last_step = step;
  for (;;) {
    if (std::abs(fc) < std::abs(fb)) {
      a = std::exchange(b, c);
      c = a;
      fa = std::exchange(fb, fc);
      fc = fa;
    }
    const double tolerance = 2 * kEpsilon * std::abs(b);
    const double half = (c - b) / 2;
    if (std::abs(half) <= tolerance || fb == 0) return b;
    if (std::abs(last_step) < tolerance || std::abs(fa) <= std::abs(fb)) {
      step = last_step = half;  // bisection
    } else {
      const double s = fb / fa;
      double numerator = 2 * half * s;  // the secant
      double denominator = 1 - s;
      if (a != c) {  // inverse quadratic interpolation
        const double q = fa / fc;
        const double r = fb / fc;
        numerator = s * (2 * half * q * (q - r) - (b - a) * (r - 1));
        denominator = (q - 1) * (r - 1) * (s - 1);
      }
      if (numerator > 0) denominator = -denominator;
      numerator = std::abs(numerator);
      const double before = std::exchange(last_step, step);
      const bool good = 2 * numerator < 3 * half * denominator -
                                            std::abs(tolerance * denominator) &&
                        numerator < std::abs(before * denominator / 2);
      step = good ? numerator / denominator : half;
      if (!good) last_step = half;
    }
    a = b;
    fa = fb;
    b += std::abs(step) > tolerance ? step : std::copysign(tolerance, half);
    fb = p(b);
    if ((fb > 0) == (fc > 0)) {
      c = a;
      fc = fa;
      step = last_step = b - a;
    }
  }
}

class Solver {
 public:
  using Real = double;

  Solver() = default;
  Solver(double w1, double w2) : x_(w1, w2) {}

  double operator()(double s) const {
    const Polynomial p = {x_.a, x_.b, x_.c, -s};
    std::array<double, 4> ends = {0};
    size_t count = 1;
    for (const double turn : Turns()) {
      if (turn > 0 && turn < 1) ends[count++] = turn;
    }
    ends[count++] = 1;
    for (size_t i = 1; i < count; ++i) {
      const double left = p(ends[i - 1]);
      const double right = p(ends[i]);
      if (std::abs(left) <= kEpsilon) return ends[i - 1];
      if (std::abs(right) <= kEpsilon) return ends[i];
      if ((left < 0) != (right < 0)) return Brent(p, ends[i - 1], ends[i]);
    }
    return s < 0.5 ? 0 : 1;
  }

 private:
  // Where the derivative is 0, ascending: by the linear root of its own
  // derivative, and Brent's method on both sides. 2 where there is none.
  std::array<double, 2> Turns() const {
    constexpr double kNowhere = 2;
    const Polynomial slope = {0, 3 * x_.a, 2 * x_.b, x_.c};
    if (slope.b == 0) {
      return {slope.c == 0 ? kNowhere : -slope.d / slope.c, kNowhere};
    }
    const double middle = std::clamp(-slope.c / (2 * slope.b), 0.0, 1.0);
    const double at_middle = slope(middle);
    std::array<double, 2> turns = {kNowhere, kNowhere};
    if ((slope(0) < 0) != (at_middle < 0)) turns[0] = Brent(slope, 0, middle);
    if ((slope(1) < 0) != (at_middle < 0)) turns[1] = Brent(slope, middle, 1);
    return turns;
  }

  UnitCubic<double> x_;
};

}  // namespace

const Rival kBrent = {"brent-double",
                      "Brent between the turns in double, as animX does", 1e-4,
                      &MakeCurveOf<Solver>, &MakePoseOf<Solver>};

}  // namespace clipguard::bench
