// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/read/played_curves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "actions/motion/random_keys.h"
#include "actions/motion/rotation_trials.h"
#include "base/numbers.h"
#include "gtest/gtest.h"
#include "parser/mrtk/format.h"

namespace clipguard::actions::gltf {
namespace {

using mrtk::CurveSlot;

std::span<const uint8_t> BytesOf(const std::vector<float>& floats) {
  return {reinterpret_cast<const uint8_t*>(floats.data()),
          floats.size() * sizeof(float)};
}

// Keyframes of a rotation, as they stand in a .glb.
struct Rotation {
  std::vector<float> times;
  std::vector<float> values;

  void Add(float time, const Quaternion& q) {
    times.push_back(time);
    for (const double part : q) values.push_back(static_cast<float>(part));
  }
  PlayedCurves Played() const {
    PlayedCurves::Motions motions;
    motions[mrtk::kRotationX] =
        Keyframes(BytesOf(times), BytesOf(values), times.size(), 4,
                  Interpolation::kLinear);
    return PlayedCurves(motions);
  }
};

// As glTF's appendix C has it.
Quaternion Slerp(const Quaternion& a, Quaternion b, double u) {
  double dot = 0;
  for (size_t c = 0; c < 4; ++c) dot += a[c] * b[c];
  const double sign = dot < 0 ? -1 : 1;
  double chord = 0;
  for (size_t c = 0; c < 4; ++c) {
    b[c] *= sign;
    chord += (a[c] - b[c]) * (a[c] - b[c]);
  }
  const double angle = 2 * std::asin(std::sqrt(chord) / 2);
  Quaternion q;
  for (size_t c = 0; c < 4; ++c) {
    q[c] = angle < 1e-12
               ? a[c] * (1 - u) + b[c] * u
               : std::sin((1 - u) * angle) * a[c] + std::sin(u * angle) * b[c];
  }
  return q;
}

// What the curves that were made of it say.
Quaternion CurvesAt(const std::array<mrtk::CurveView, 4>& curves, double time) {
  Quaternion q;
  for (size_t c = 0; c < 4; ++c) {
    size_t next = 1;
    while (curves[c].time(next) < time) ++next;
    const double from = curves[c].time(next - 1);
    const double share = (time - from) / (curves[c].time(next) - from);
    const double left = curves[c].value(next - 1);
    q[c] = left + share * (curves[c].value(next) - left);
    if (c < 2) q[c] = -q[c];
  }
  return q;
}

Quaternion RandomUnit(RandomKeys& random) {
  Quaternion q;
  do {
    for (double& part : q) part = random.Uniform(-1, 1);
  } while (LengthOf(q) > 1 || LengthOf(q) < 0.1);
  const double length = LengthOf(q);
  for (double& part : q) part /= length;
  return q;
}

TEST(PlayedCurvesTest, ArcsStayWithinTheirBound) {
  RandomKeys random(3);
  BoundRatios ratios;
  const int trials = RotationTrials(4000);
  for (int trial = 0; trial < trials; ++trial) {
    const float begin = trial % 2 == 0 ? 0.0F : 900.0F;
    const auto length = static_cast<float>(random.Uniform(0.01, 2));
    Quaternion from = RandomUnit(random);
    Quaternion to = RandomUnit(random);
    if (trial % 3 != 0) {
      const double turn = std::ldexp(1, -static_cast<int>(random.Below(10)));
      for (size_t c = 0; c < 4; ++c) to[c] = from[c] + turn * to[c];
      const double size = LengthOf(to);
      for (double& part : to) part *= (trial % 2 == 0 ? -1 : 1) / size;
    }
    Rotation rotation;
    rotation.Add(begin, from);
    rotation.Add(begin + length, to);
    PlayedCurves played = rotation.Played();
    std::array<mrtk::CurveView, 4> curves;
    for (size_t c = 0; c < 4; ++c) {
      curves[c] = played.Curve(CurveSlot(mrtk::kRotationX + c));
    }
    for (size_t c = 0; c < 4; ++c) {
      from[c] = rotation.values[c];
      to[c] = rotation.values[4 + c];
    }
    const double bound = played.ArcDegrees(CurveSlot(0));
    const double end = rotation.times[1];
    double measured = 0;
    for (int i = 0; i < 40; ++i) {
      const double time = random.Uniform(begin, end);
      const double u = (time - begin) / (end - begin);
      measured = std::max(
          measured, DegreesBetween(Slerp(from, to, u), CurvesAt(curves, time)));
    }
    ASSERT_LE(measured, bound) << trial;
    EXPECT_LT(bound, 0.005);
    if (measured > 1e-4) ratios.Add(bound, measured);
  }
  ASSERT_FALSE(ratios.size() == 0);
  ratios.Print("arcs as lines");
  EXPECT_LT(ratios.Part(0.5), 3);
}

// There are no more keys in between than allowed; the bound is wider then.
TEST(PlayedCurvesTest, ManyLongArcsAreLinesThatAreLonger) {
  RandomKeys random(5);
  Rotation rotation;
  constexpr size_t kKeyframes = 3000;
  for (size_t i = 0; i < kKeyframes; ++i) {
    rotation.Add(static_cast<float>(i) / 4, RandomUnit(random));
  }
  PlayedCurves played = rotation.Played();
  std::array<mrtk::CurveView, 4> curves;
  for (size_t c = 0; c < 4; ++c) {
    curves[c] = played.Curve(CurveSlot(mrtk::kRotationX + c));
  }
  const size_t most = PlayedCurves::MostArcKeys(kKeyframes);
  EXPECT_LE(curves[0].size(), most);
  EXPECT_GT(curves[0].size(), most * 3 / 4);
  const double bound = played.ArcDegrees(CurveSlot(0));
  EXPECT_GT(bound, 0.1);
  EXPECT_LT(bound, 1);
  double measured = 0;
  for (size_t i = 0; i + 1 < kKeyframes; i += 7) {
    Quaternion from;
    Quaternion to;
    for (size_t c = 0; c < 4; ++c) {
      from[c] = rotation.values[4 * i + c];
      to[c] = rotation.values[4 * i + 4 + c];
    }
    const double u = random.Uniform(0, 1);
    const double time = (static_cast<double>(i) + u) / 4;
    measured = std::max(
        measured, DegreesBetween(Slerp(from, to, u), CurvesAt(curves, time)));
  }
  EXPECT_LE(measured, bound);
  EXPECT_GT(measured, bound / 10);
}

TEST(PlayedCurvesTest, SaysWhatGltfLeavesOpen) {
  Rotation half_turn;
  half_turn.Add(0, {0, 0, 0, 1});
  half_turn.Add(1, {1, 0, 0, 0});
  PlayedCurves played = half_turn.Played();
  EXPECT_EQ(played.unclear(), 0U);
  EXPECT_GE(played.Curve(CurveSlot(mrtk::kRotationX)).size(), 15U);
  EXPECT_EQ(played.unclear(), 1U);
  Rotation too_long;
  too_long.Add(0, {0, 0, 0, 1});
  too_long.Add(1, {0, 0.2, 0, 1});
  played = too_long.Played();
  EXPECT_EQ(played.Curve(CurveSlot(mrtk::kRotationX)).size(), 2U);
  EXPECT_EQ(played.unclear(), 1U);
  EXPECT_EQ(played.ArcDegrees(CurveSlot(0)), 0);
}

// Times between which there are no others, and numbers that are NaN.
TEST(PlayedCurvesTest, AnyNumbersBecomeCurves) {
  for (const float time : {1.0F, 0.5F, 1.0000001F, kNan}) {
    for (const double part : {0.0, 1.0, double{kNan}, 1e30}) {
      Rotation rotation;
      rotation.Add(1, {0, 0, 0, 1});
      rotation.Add(time, {part, 0, 0, 0});
      PlayedCurves played = rotation.Played();
      EXPECT_GE(played.Curve(CurveSlot(mrtk::kRotationW)).size(), 2U);
    }
  }
}

}  // namespace
}  // namespace clipguard::actions::gltf
