// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The closed form as engines have it: in float throughout.

#include <cmath>

#include "bench/rivals/closed_form.h"
#include "bench/rivals/rivals.h"
#include "bench/rivals/track.h"

namespace clipguard::bench {
namespace {

struct InFloat {
  static constexpr float kNoCubic = 1e-4f;
  static constexpr float kOutside = 1e-4f;
  static constexpr float kDouble = 1e-2f;

  // The angle whose cosine is r / size^3.
  static float Angle(float r, float, float discriminant) {
    return std::atan2(std::sqrt(-discriminant), r);
  }
};

using Solver = ClosedForm<float, InFloat>;

}  // namespace

const Rival kClosedFormFloat = {"closed-form-float",
                                "Cardano and Viete in float, as engines do",
                                0.5, &MakeCurveOf<Solver>, &MakePoseOf<Solver>};

}  // namespace clipguard::bench
