// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A cubic map like Skia's: Halley's method from u = s, in float, until x is
// within a tolerance.

#include <cmath>
#include <ratio>

#include "bench/rivals/rivals.h"
#include "bench/rivals/track.h"

namespace clipguard::bench {
namespace {

template <typename Tolerance>
class Solver {
 public:
  using Real = float;

  Solver() = default;
  Solver(float w1, float w2)
      : x_(w1, w2),
        cube_root_(std::abs(x_.b) < kNone && std::abs(x_.c) < kNone) {}

  float operator()(float s) const {
    if (cube_root_) return std::cbrt(s / x_.a);
    float u = s;
    for (int i = 0; i < kSteps; ++i) {
      const float miss = x_(u) - s;
      if (std::abs(miss) <= kTolerance) break;
      const float slope = x_.Slope(u);
      u -= 2 * miss * slope / (2 * slope * slope - miss * x_.Bend(u));
    }
    return u;
  }

 private:
  static constexpr float kTolerance =
      static_cast<float>(Tolerance::num) / static_cast<float>(Tolerance::den);
  static constexpr float kNone = 1e-6f;
  static constexpr int kSteps = 8;

  UnitCubic<float> x_;
  bool cube_root_ = false;
};

using Coarse = Solver<std::ratio<1, 20'000>>;
using Fine = Solver<std::ratio<1, 5'000'000>>;

}  // namespace

const Rival kHalley = {"halley-float", "Halley in float to 5e-5, as Skia does",
                       5e-2, &MakeCurveOf<Coarse>, &MakePoseOf<Coarse>};

const Rival kHalleyFine = {"halley-float-fine", "Halley in float to 2e-7", 1e-3,
                           &MakeCurveOf<Fine>, &MakePoseOf<Fine>};

}  // namespace clipguard::bench
