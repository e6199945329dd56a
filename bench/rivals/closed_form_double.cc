// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The closed form as Blender has it: in double, the value rounded to float.

#include <algorithm>
#include <cmath>

#include "bench/rivals/closed_form.h"
#include "bench/rivals/rivals.h"
#include "bench/rivals/track.h"

namespace clipguard::bench {
namespace {

struct InDouble {
  static constexpr double kNoCubic = 1e-10;
  static constexpr double kOutside = 1e-10;
  static constexpr double kDouble = 1e-6;

  // The angle whose cosine is r / size^3.
  static double Angle(double r, double size, double) {
    return std::acos(std::clamp(r / (size * size * size), -1.0, 1.0));
  }
};

using Solver = ClosedForm<double, InDouble>;

}  // namespace

const Rival kClosedFormDouble = {
    "closed-form-double", "Cardano and Viete in double, as Blender does", 1e-4,
    &MakeCurveOf<Solver>, &MakePoseOf<Solver>};

}  // namespace clipguard::bench
