// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Lengths of vectors and quaternions, and whether they are 1.

#ifndef CLIPGUARD_PARSER_M3D_CHECKS_LENGTHS_H_
#define CLIPGUARD_PARSER_M3D_CHECKS_LENGTHS_H_

#include <cmath>
#include <initializer_list>
#include <string>

#include "base/float_text.h"
#include "base/unit_length.h"
#include "parser/m3d/character.h"

namespace clipguard::m3d {

// Whether a squared length is that of a unit vector. False for NaN.
inline bool IsUnit(float squared) {
  return squared >= kLeastUnitSquare && squared <= kMostUnitSquare;
}

// The squared length.
inline float Squared(const Float3& v) {
  return v.x * v.x + v.y * v.y + v.z * v.z;
}

// The length as text for messages. In double: what overflows there is infinite
// indeed.
inline std::string LengthText(std::initializer_list<float> v) {
  double squared = 0;
  for (const float x : v) squared += double{x} * double{x};
  return FloatText(static_cast<float>(std::sqrt(squared)));
}

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_CHECKS_LENGTHS_H_
