// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Rotations whose quaternions are not of length 1, and what to multiply them
// with.

#ifndef CLIPGUARD_ACTIONS_REPAIR_MRTK_UNIT_LENGTH_H_
#define CLIPGUARD_ACTIONS_REPAIR_MRTK_UNIT_LENGTH_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "actions/repair/mrtk/curve_plan.h"

namespace clipguard::actions {

// A quaternion at a time that all four curves have once.
struct WrongLength {
  std::array<uint32_t, 4> keys = {};  // of the planned x, y, z and w
  float length = 0;
  // Whether all quaternions of the curves have a wrong length, the same within
  // kSameLength, and not all a w of 0: then a program scaled the rotation. No
  // number is damaged, and they are no angles.
  bool safe = false;
};

inline constexpr double kSameLength = 1.01;

// In the order of their times. A value that has no direction, or has several
// keys at one time, is not among them; nor is anything if keys are out of
// order.
std::vector<WrongLength> FindWrongLengths(
    const std::array<const CurvePlan*, 4>& xyzw);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_MRTK_UNIT_LENGTH_H_
