// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The bound of rotations' differences, with many random ones.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "actions/motion/motion_difference.h"
#include "actions/motion/random_keys.h"
#include "actions/motion/rotation_trials.h"
#include "gtest/gtest.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {
namespace {

// Nothing is looked at where a rotation is all but 0: rounding in double counts
// there.
constexpr double kShort = 1e-3;
constexpr double kNoise = 2e-6;  // degrees: DegreesOfSine()'s near 90

std::array<mrtk::CurveView, mrtk::kPoseCurves> PoseOf(
    const RandomRotation& rotation) {
  std::array<mrtk::CurveView, mrtk::kPoseCurves> pose;
  std::ranges::copy(rotation.Views(), pose.begin() + mrtk::kRotationX);
  return pose;
}

// One that is close to another, as what was converted is, or any.
RandomRotation Another(const RandomRotation& rotation, RandomKeys& random,
                       float begin, float duration, size_t keys) {
  if (random.Below(3) == 0) {
    return RandomRotation(random, begin, duration, keys);
  }
  RandomRotation other = rotation;
  const double size = std::ldexp(1, -static_cast<int>(random.Below(14)));
  for (size_t c = 0; c < 4; ++c) {
    for (mrtk::Keyframe& key : other.keys(c)) {
      key.value += static_cast<float>(random.Uniform(-size, size));
      key.in_tangent += static_cast<float>(random.Uniform(-size, size));
      if (random.Below(4) == 0) key.in_weight = random.Weight();
      if (random.Below(4) == 0) key.out_weight = random.Weight();
    }
  }
  return other;
}

TEST(RotationDifferenceTest, BoundsAreNeverExceeded) {
  constexpr std::array<float, 4> kBegins = {0, -3, 17.25F, 3600};
  constexpr std::array<float, 4> kDurations = {1, 1.0F / 60, 0.5F, 30};
  RandomKeys random(RotationSeed(2));
  BoundRatios ratios;
  BoundRatios of_plain;
  const int trials = RotationTrials(500);
  for (int trial = 0; trial < trials; ++trial) {
    const float begin = kBegins[random.Below(4)];
    const float duration = kDurations[random.Below(4)];
    const size_t keys = 2 + random.Below(2);
    const RandomRotation a(random, begin, duration, keys);
    const RandomRotation b = Another(a, random, begin, duration, keys);
    const auto found = ComparePoses(PoseOf(a), PoseOf(b));
    double measured = 0;
    for (int i = 0; i < 60; ++i) {
      const double time = RandomTime(random, i, a.begin(), a.end());
      const Quaternion p = a.At(time);
      const Quaternion q = b.At(time);
      if (LengthOf(p) < kShort || LengthOf(q) < kShort) continue;
      measured = std::max(measured, DegreesBetween(p, q));
    }
    ASSERT_LE(measured, found.rotation.bound + kNoise) << trial;
    ASSERT_LE(found.rotation.found, found.rotation.bound) << trial;
    const double largest = std::max(measured, found.rotation.found);
    if (largest <= 1e-3) continue;
    ratios.Add(found.rotation.bound, largest);
    if (a.is_plain() && b.is_plain()) {
      of_plain.Add(found.rotation.bound, largest);
    }
  }
  ASSERT_GT(ratios.size(), static_cast<size_t>(trials) / 2);
  ratios.Print("differences of rotations");
  of_plain.Print("those as recorders write them");
  EXPECT_LT(ratios.Part(0.5), 1.1);
}

}  // namespace
}  // namespace clipguard::actions
