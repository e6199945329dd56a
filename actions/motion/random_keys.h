// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Random keyframes for tests.

#ifndef CLIPGUARD_ACTIONS_MOTION_RANDOM_KEYS_H_
#define CLIPGUARD_ACTIONS_MOTION_RANDOM_KEYS_H_

#include <array>
#include <cstdint>
#include <utility>

#include "parser/mrtk/format.h"
#include "testing/random.h"

namespace clipguard::actions {

class RandomKeys : public Random {
 public:
  using Random::Random;

  // One of 2^32 evenly spaced numbers.
  double Uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(Bits()) * 0x1p-32);
  }

  // In one of three the corners 0 and 1 or what is close to them.
  float Weight() {
    constexpr std::array<float, 6> kCorners = {0,      1,         1e-6f,
                                               1e-20f, 0.999999f, 1.0f / 3};
    if (Below(3) == 0) return Pick(kCorners);
    return static_cast<float>(Uniform(0, 1));
  }
  float Tangent() {
    if (Below(8) == 0) return 0;
    return static_cast<float>(Uniform(-1, 1) * (Below(4) == 0 ? 100 : 5));
  }
  // A key at the time; some have no weights.
  mrtk::Keyframe Key(float time) {
    return {
        .time = time,
        .value = static_cast<float>(Uniform(-2, 2)),
        .in_tangent = Tangent(),
        .out_tangent = Tangent(),
        .in_weight = Weight(),
        .out_weight = Weight(),
        .weighted_mode = Below(2) == 0 ? 3 : static_cast<int32_t>(Below(4))};
  }
  std::pair<mrtk::Keyframe, mrtk::Keyframe> Neighbours() {
    constexpr std::array<float, 5> kBegins = {0, 0, -3, 17.25f, 3600};
    constexpr std::array<float, 5> kDurations = {1, 1.0f / 60, 0.5f, 30, 2};
    const float begin = Pick(kBegins);
    return {Key(begin), Key(begin + Pick(kDurations))};
  }
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_MOTION_RANDOM_KEYS_H_
