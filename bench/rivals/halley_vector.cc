// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Halley's method in float (bench/rivals/halley.cc), eight times at once with
// AVX2, until all of them have arrived.

#include <cmath>
#include <cstddef>

#include "bench/rivals/rivals.h"
#include "bench/rivals/track.h"
#include "bench/rivals/vector_track.h"
#include "xsimd/xsimd.hpp"

namespace clipguard::bench {
namespace {

struct Solver {
  using Real = float;
  using Batch = xsimd::batch<float>;
  static constexpr size_t kConstants = 3;

  static void PrepareLine(float* constants) {
    constants[0] = constants[1] = 0;
    constants[2] = 1;
  }

  static void Prepare(float w1, float w2, float* constants) {
    const UnitCubic<float> x(w1, w2);
    constants[0] = x.a;
    constants[1] = x.b;
    constants[2] = x.c;
  }

  static Batch Solve(const Batch* constants, Batch s) {
    const Batch a = constants[0];
    const Batch b = constants[1];
    const Batch c = constants[2];
    Batch u = s;
    for (int i = 0; i < kSteps; ++i) {
      const Batch miss = ((a * u + b) * u + c) * u - s;
      const auto far = xsimd::abs(miss) > Batch(kTolerance);
      if (!xsimd::any(far)) break;
      const Batch slope = (3 * a * u + 2 * b) * u + c;
      const Batch bend = 6 * a * u + 2 * b;
      const Batch next =
          u - 2 * miss * slope / (2 * slope * slope - miss * bend);
      u = xsimd::select(far, next, u);
    }
    // x is a u^3.
    const auto cube = xsimd::abs(b) < Batch(kNone) && xsimd::abs(c) < kNone;
    if (xsimd::any(cube)) u = xsimd::select(cube, xsimd::cbrt(s / a), u);
    return u;
  }

  static constexpr float kTolerance = 5e-5f;
  static constexpr float kNone = 1e-6f;
  static constexpr int kSteps = 8;
};

}  // namespace

const Rival kHalleyVector = {"halley-vector", "halley-float in vectors of AVX2",
                             5e-2, &MakeVectorCurveOf<Solver>,
                             &MakeVectorPoseOf<Solver>};

}  // namespace clipguard::bench
