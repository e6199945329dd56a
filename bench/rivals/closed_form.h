// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The cubic equation solved by the textbook: Cardano's formula where there is
// one real root, Viète's with cosines where there are three.

#ifndef CLIPGUARD_BENCH_RIVALS_CLOSED_FORM_H_
#define CLIPGUARD_BENCH_RIVALS_CLOSED_FORM_H_

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bench/rivals/track.h"

namespace clipguard::bench {

template <typename T, typename Traits>
class ClosedForm {
 public:
  using Real = T;

  ClosedForm() = default;

  ClosedForm(Real w1, Real w2) {
    const UnitCubic<Real> x(w1, w2);
    if (std::abs(x.a) < Traits::kNoCubic) {
      degree_ = std::abs(x.b) < Traits::kNoCubic ? 1 : 2;
      p_ = x.b;
      shift_ = x.c;
      return;
    }
    // u^3 + 3 h u^2 + (c/a) u - s/a = 0, and with u = v - h:
    // v^3 + 3 p v - 2 r = 0.
    const Real h = x.b / (3 * x.a);
    shift_ = h;
    p_ = x.c / (3 * x.a) - h * h;
    r0_ = h * (x.c / (2 * x.a) - h * h);
    r1_ = 1 / (2 * x.a);
  }

  Real operator()(Real s) const {
    if (degree_ == 1) return s / shift_;
    if (degree_ == 2) return Quadratic(s);
    const Real r = r0_ + r1_ * s;
    const Real discriminant = r * r + p_ * p_ * p_;
    if (discriminant >= 0) {
      const Real root = std::sqrt(discriminant);
      const Real u = std::cbrt(r + root) + std::cbrt(r - root) - shift_;
      if (std::abs(u - Clamp(u)) < Traits::kDouble) return Clamp(u);
      // Two roots are one, or rounding has made them so.
      return Clamp(-std::cbrt(r) - shift_);
    }
    const Real size = std::sqrt(-p_);
    const Real angle = Traits::Angle(r, size, discriminant);
    Real best = 0;
    Real best_miss = 2;
    for (int k : {0, 2, 1}) {
      const Real third = (angle + 2 * kPi * static_cast<Real>(k)) / 3;
      const Real u = 2 * size * std::cos(third) - shift_;
      const Real miss = std::abs(u - Clamp(u));
      if (miss <= Traits::kOutside) return Clamp(u);
      if (miss < best_miss) {
        best = u;
        best_miss = miss;
      }
    }
    return Clamp(best);
  }

 private:
  static constexpr Real kPi = std::numbers::pi_v<Real>;

  static Real Clamp(Real u) { return std::clamp(u, Real{0}, Real{1}); }

  // p u^2 + shift u = s, where the root in [0, 1] is the one with the plus.
  Real Quadratic(Real s) const {
    const Real discriminant = shift_ * shift_ + 4 * p_ * s;
    return Clamp(2 * s / (shift_ + std::sqrt(std::max(discriminant, Real{0}))));
  }

  // What they are called for a cubic; the quadratic's coefficients otherwise.
  Real shift_ = 1;
  Real p_ = 0;
  Real r0_ = 0;
  Real r1_ = 0;
  int degree_ = 3;
};

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_RIVALS_CLOSED_FORM_H_
