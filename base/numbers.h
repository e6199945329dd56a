// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Numbers that have a name. Numbers in files and samples of them are floats;
// bounds and distances that are proven of them are in double precision.

#ifndef CLIPGUARD_BASE_NUMBERS_H_
#define CLIPGUARD_BASE_NUMBERS_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numbers>

namespace clipguard {

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
// Not negative; clipguard's results have no other.
inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
inline constexpr double kMaxFloat = std::numeric_limits<float>::max();

inline constexpr double kPi = std::numbers::pi;
inline constexpr double kDegrees = 180 / kPi;  // a radian

// The nearest float; the largest there is, of what is beyond it. NaN stays NaN.
constexpr float NearestFloat(double value) {
  return static_cast<float>(std::clamp(value, -kMaxFloat, kMaxFloat));
}
// The same, with 0 for -0.
constexpr float NearestPlainFloat(double value) {
  return NearestFloat(value) + 0.0f;
}

// a + b; the largest number there is where that would be more.
constexpr uint64_t SaturatingSum(uint64_t a, uint64_t b) {
  return a + b < a ? std::numeric_limits<uint64_t>::max() : a + b;
}

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_NUMBERS_H_
