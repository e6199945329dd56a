// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The closed form in double (bench/rivals/closed_form_double.cc), four times at
// once with AVX2. Branches that no lane needs are skipped.

#include <cmath>
#include <cstddef>
#include <numbers>

#include "bench/rivals/rivals.h"
#include "bench/rivals/track.h"
#include "bench/rivals/vector_track.h"
#include "xsimd/xsimd.hpp"

namespace clipguard::bench {
namespace {

struct Solver {
  using Real = double;
  using Batch = xsimd::batch<double>;
  static constexpr size_t kConstants = 5;

  // shift, p, r0, r1, and the degree, as that file calls them.
  static void PrepareLine(double* constants) {
    constants[0] = 1;
    constants[1] = constants[2] = constants[3] = 0;
    constants[4] = 1;
  }

  static void Prepare(double w1, double w2, double* constants) {
    const UnitCubic<double> x(w1, w2);
    if (std::abs(x.a) < kNoCubic) {
      constants[0] = x.c;
      constants[1] = x.b;
      constants[4] = std::abs(x.b) < kNoCubic ? 1 : 2;
      return;
    }
    const double h = x.b / (3 * x.a);
    constants[0] = h;
    constants[1] = x.c / (3 * x.a) - h * h;
    constants[2] = h * (x.c / (2 * x.a) - h * h);
    constants[3] = 1 / (2 * x.a);
    constants[4] = 3;
  }

  static Batch Solve(const Batch* constants, Batch s) {
    const Batch shift = constants[0];
    const Batch p = constants[1];
    const Batch r = constants[2] + constants[3] * s;
    const Batch discriminant = r * r + p * p * p;
    const auto cubic = constants[4] == Batch(3);
    const auto one_root = cubic && discriminant >= Batch(0);
    const auto three_roots = cubic && discriminant < Batch(0);
    Batch u = s / shift;
    if (xsimd::any(one_root)) {
      u = xsimd::select(one_root, OneRoot(shift, r, discriminant), u);
    }
    if (xsimd::any(three_roots)) {
      u = xsimd::select(three_roots, ThreeRoots(shift, p, r), u);
    }
    const auto quadratic = constants[4] == Batch(2);
    if (xsimd::any(quadratic)) {
      const Batch under = shift * shift + 4 * p * s;
      const Batch root = xsimd::sqrt(xsimd::max(under, Batch(0)));
      u = xsimd::select(quadratic, Clamp(2 * s / (shift + root)), u);
    }
    return u;
  }

 private:
  static constexpr double kNoCubic = 1e-10;
  static constexpr double kOutside = 1e-10;
  static constexpr double kDouble = 1e-6;

  static Batch Clamp(Batch u) {
    return xsimd::min(xsimd::max(u, Batch(0)), Batch(1));
  }

  static Batch OneRoot(Batch shift, Batch r, Batch discriminant) {
    const Batch root = xsimd::sqrt(xsimd::max(discriminant, Batch(0)));
    const Batch u = xsimd::cbrt(r + root) + xsimd::cbrt(r - root) - shift;
    const auto out = xsimd::abs(u - Clamp(u)) >= Batch(kDouble);
    if (!xsimd::any(out)) return Clamp(u);
    // Two roots are one, or rounding has made them so.
    return xsimd::select(out, Clamp(-xsimd::cbrt(r) - shift), Clamp(u));
  }

  static Batch ThreeRoots(Batch shift, Batch p, Batch r) {
    const Batch size = xsimd::sqrt(xsimd::max(-p, Batch(0)));
    const Batch cosine = r / (size * size * size);
    const Batch angle =
        xsimd::acos(xsimd::min(xsimd::max(cosine, Batch(-1)), Batch(1)));
    Batch best(0.0);
    Batch best_miss(2.0);
    for (const int k : {0, 2, 1}) {
      const Batch third = (angle + 2 * std::numbers::pi * k) / 3;
      const Batch u = 2 * size * xsimd::cos(third) - shift;
      const Batch miss = xsimd::abs(u - Clamp(u));
      const auto better = miss < best_miss;
      best = xsimd::select(better, u, best);
      best_miss = xsimd::select(better, miss, best_miss);
      if (xsimd::all(best_miss <= Batch(kOutside))) break;
    }
    return Clamp(best);
  }
};

}  // namespace

const Rival kClosedFormVector = {
    "closed-form-vector", "closed-form-double in vectors of AVX2", 1e-4,
    &MakeVectorCurveOf<Solver>, &MakeVectorPoseOf<Solver>};

}  // namespace clipguard::bench
