// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/clip.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "base/numbers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"
#include "simd/kernel.h"

namespace clipguard::eval {
namespace {

using mrtk::CurveSlot;
using mrtk::Handedness;
using mrtk::InputAnimation;
using mrtk::InputAnimationView;
using ::testing::Each;
using ::testing::ElementsAre;

constexpr size_t kIndexTip = 11;

// A recording as bytes, and the view into them.
struct RecordedClip {
  explicit RecordedClip(const InputAnimation& animation,
                        const mrtk::FileLayout& layout = mrtk::kRecorder11)
      : bytes(mrtk::WriteInputAnimation(animation, layout).value()) {
    FindingList findings;
    view = mrtk::ReadInputAnimation(bytes, {}, findings);
  }

  std::vector<uint8_t> bytes;
  std::optional<InputAnimationView> view;
};

// Straight lines through these values at 0 s and 1 s.
void SetLine(InputAnimation& animation, CurveSlot slot, float from, float to) {
  animation.curve(slot).keys = {{.time = 0, .value = from},
                                {.time = 1, .value = to}};
}

InputAnimation Example() {
  InputAnimation animation;
  animation.has_camera = animation.has_hands = animation.has_gaze = true;
  for (size_t i = 0; i < mrtk::kPoseCurves; ++i) {
    const auto value = static_cast<float>(i);
    SetLine(animation, CurveSlot(CurveSlot::kCamera + i), value, value + 1);
  }
  SetLine(animation,
          CurveSlot::Joint(Handedness::kRight, kIndexTip, mrtk::kPositionY), 2,
          4);
  SetLine(animation,
          CurveSlot::Joint(Handedness::kRight, kIndexTip, mrtk::kRotationX), 0,
          -8);
  SetLine(animation, CurveSlot::Tracked(Handedness::kRight), 0, 1);
  SetLine(animation, CurveSlot::Pinch(Handedness::kLeft), 1, 0);
  SetLine(animation, CurveSlot::Gaze(mrtk::kOriginZ), 1, 2);
  SetLine(animation, CurveSlot::Gaze(mrtk::kDirectionX), 0, 6);
  SetLine(animation, CurveSlot::Gaze(mrtk::kDirectionY), 0, 8);
  return animation;
}

TEST(ClipSampler, SamplesEveryPartFromItsCurves) {
  const RecordedClip recording(Example());
  ASSERT_TRUE(recording.view.has_value());
  const ClipSampler clip(*recording.view);
  const ClipPose pose = clip.Sample(0.5f, Rotations::kRaw);

  EXPECT_TRUE(pose.has_camera && pose.has_hands && pose.has_gaze);
  EXPECT_THAT(pose.camera.position, ElementsAre(0.5f, 1.5f, 2.5f));
  EXPECT_THAT(pose.camera.rotation, ElementsAre(3.5f, 4.5f, 5.5f, 6.5f));
  EXPECT_THAT(pose.gaze.origin, ElementsAre(0, 0, 1.5f));
  EXPECT_THAT(pose.gaze.direction, ElementsAre(3, 4, 0));

  const Pose& tip = pose.hand(Handedness::kRight).joints[kIndexTip];
  EXPECT_THAT(tip.position, ElementsAre(0, 3, 0));
  EXPECT_THAT(tip.rotation, ElementsAre(-4, 0, 0, 0));
  EXPECT_THAT(pose.hand(Handedness::kLeft).joints[kIndexTip].position, Each(0));
}

TEST(ClipSampler, HandStatesAreSteps) {
  const RecordedClip recording(Example());
  const ClipSampler clip(*recording.view);
  EXPECT_FALSE(clip.Tracked(Handedness::kRight, 0.9f));
  EXPECT_TRUE(clip.Tracked(Handedness::kRight, 1));
  EXPECT_FALSE(clip.Tracked(Handedness::kLeft, 1));
  EXPECT_TRUE(clip.Pinch(Handedness::kLeft, 0.9f));
  EXPECT_FALSE(clip.Pinch(Handedness::kLeft, 1));
  EXPECT_TRUE(clip.Hand(Handedness::kRight, 1).tracked);
  EXPECT_TRUE(clip.Sample(0).hand(Handedness::kLeft).pinch);
}

TEST(ClipSampler, NormalizesRotationsAndDirectionsByDefault) {
  const RecordedClip recording(Example());
  const ClipSampler clip(*recording.view);
  const ClipPose pose = clip.Sample(0.5f);
  EXPECT_THAT(pose.hand(Handedness::kRight).joints[kIndexTip].rotation,
              ElementsAre(-1, 0, 0, 0));
  EXPECT_THAT(pose.gaze.direction, ElementsAre(0.6f, 0.8f, 0));
  const double length =
      std::sqrt(3.5 * 3.5 + 4.5 * 4.5 + 5.5 * 5.5 + 6.5 * 6.5);
  EXPECT_EQ(pose.camera.rotation[0], static_cast<float>(3.5 / length));
  EXPECT_EQ(pose.camera.rotation[3], static_cast<float>(6.5 / length));
}

TEST(ClipSampler, PartsAloneAreTheSame) {
  const RecordedClip recording(Example());
  const ClipSampler clip(*recording.view);
  for (const Rotations rotations : {Rotations::kNormalized, Rotations::kRaw}) {
    const ClipPose pose = clip.Sample(0.25f, rotations);
    EXPECT_EQ(clip.Camera(0.25f, rotations).rotation, pose.camera.rotation);
    EXPECT_EQ(clip.Gaze(0.25f, rotations).direction, pose.gaze.direction);
    EXPECT_EQ(
        clip.Joint(Handedness::kRight, kIndexTip, 0.25f, rotations).rotation,
        pose.hands[1].joints[kIndexTip].rotation);
  }
}

TEST(ClipSampler, PartsAtManyTimesAreTheSame) {
  const RecordedClip recording(Example());
  const ClipSampler clip(*recording.view);
  const std::array<float, 3> times = {0, 0.25f, 0.75f};
  for (const Rotations rotations : {Rotations::kNormalized, Rotations::kRaw}) {
    std::array<std::array<float, 4>, 3> turns;
    std::array<std::array<float, 3>, 3> directions;
    ASSERT_TRUE(clip.SampleRotations(CurveSlot::Camera(mrtk::kRotationX), times,
                                     rotations, turns));
    ASSERT_TRUE(clip.SampleDirections(CurveSlot::Gaze(mrtk::kDirectionX), times,
                                      rotations, directions));
    for (size_t i = 0; i < times.size(); ++i) {
      EXPECT_EQ(turns[i], clip.Camera(times[i], rotations).rotation);
      EXPECT_EQ(directions[i], clip.Gaze(times[i], rotations).direction);
    }
  }
}

// Places without a time stay as they are.
TEST(ClipSampler, WritesAsManyAsThereAreTimesOrNothing) {
  const RecordedClip recording(Example());
  const ClipSampler clip(*recording.view);
  constexpr CurveSlot kCamera = CurveSlot::Camera(mrtk::kPositionX);
  const std::array<float, 4> times = {0.25f, 0.5f, 0.75f, 1};
  for (const auto& [asked, places] : {std::pair(2, 4), std::pair(4, 2)}) {
    std::vector<ClipPose> poses(4);
    for (ClipPose& pose : poses) pose.camera.position[0] = 99;
    std::vector<std::array<float, 3>> values(4, {99, 99, 99});
    const auto at = std::span(times).first(asked);
    const bool fits = asked <= places;
    EXPECT_EQ(clip.Sample(at, Rotations::kRaw, std::span(poses).first(places)),
              fits);
    EXPECT_EQ(clip.SampleVectors(kCamera, at, std::span(values).first(places)),
              fits);
    for (size_t i = 0; i < 4; ++i) {
      const float expected =
          fits && i < 2 ? clip.Camera(times[i], Rotations::kRaw).position[0]
                        : 99;
      EXPECT_EQ(poses[i].camera.position[0], expected) << i;
      EXPECT_EQ(values[i][0], expected) << i;
    }
  }
}

TEST(ClipSampler, APoseOfNothingHasNoParts) {
  const ClipPose pose;
  EXPECT_FALSE(pose.has_camera || pose.has_hands || pose.has_gaze);
  EXPECT_FALSE(pose.hands[0].tracked || pose.hands[0].pinch);
  EXPECT_THAT(pose.camera.rotation, Each(0));
  EXPECT_THAT(pose.gaze.direction, Each(0));
}

TEST(ClipSampler, WhatIsMissingIsZero) {
  for (const bool present : {false, true}) {
    InputAnimation animation;
    animation.has_camera = animation.has_hands = animation.has_gaze = present;
    const RecordedClip recording(animation);
    ASSERT_TRUE(recording.view.has_value());
    const ClipSampler clip(*recording.view);
    // Every member is written, whatever was there before.
    ClipPose pose;
    pose.hands[1].tracked = true;
    pose.camera.position[1] = 9;
    pose.gaze.origin[2] = 9;
    const float time = 1;
    clip.Sample({&time, 1}, Rotations::kRaw, {&pose, 1});
    EXPECT_EQ(pose.has_camera, present);
    EXPECT_EQ(pose.has_hands, present);
    EXPECT_EQ(pose.has_gaze, present);
    EXPECT_THAT(pose.camera.position, Each(0));
    EXPECT_THAT(pose.camera.rotation, Each(0));
    EXPECT_FALSE(pose.hands[1].tracked);
    EXPECT_THAT(pose.hands[0].joints[0].rotation, Each(0));
    EXPECT_THAT(pose.gaze.origin, Each(0));

    pose = clip.Sample(1);
    EXPECT_THAT(pose.camera.rotation, ElementsAre(0, 0, 0, 1));
    EXPECT_THAT(pose.hands[0].joints[5].rotation, ElementsAre(0, 0, 0, 1));
    EXPECT_THAT(pose.gaze.direction, Each(0));
  }
}

TEST(ClipSampler, NanTimeGivesNan) {
  const RecordedClip recording(Example());
  const ClipSampler clip(*recording.view);
  const ClipPose pose = clip.Sample(kNan);
  EXPECT_TRUE(std::isnan(pose.camera.position[0]));
  EXPECT_TRUE(std::isnan(pose.camera.rotation[3]));
  EXPECT_TRUE(std::isnan(pose.gaze.direction[2]));
  EXPECT_FALSE(pose.hands[0].pinch);
}

TEST(ClipSampler, OverflowingRotationsNormalize) {
  InputAnimation animation;
  animation.has_camera = animation.has_hands = true;
  for (size_t i = mrtk::kRotationX; i <= mrtk::kRotationW; ++i) {
    animation.curves[i].keys = {
        {.time = 0, .out_tangent = 1e38f, .out_weight = 1},
        {.time = 1000, .in_tangent = -1e38f, .in_weight = 1}};
  }
  const RecordedClip recording(animation, mrtk::kRecorder10);
  const ClipSampler clip(*recording.view);
  EXPECT_THAT(clip.Camera(500, Rotations::kRaw).rotation,
              Each(std::numeric_limits<float>::infinity()));
  EXPECT_THAT(clip.Camera(500).rotation, Each(0.5f));
}

template <typename Floats>
auto BitsOf(const Floats& floats) {
  return std::bit_cast<std::array<uint32_t, sizeof(Floats) / 4>>(floats);
}

// Noise in all curves, and a joint whose rotation is zero for a while.
InputAnimation Noise() {
  InputAnimation animation;
  animation.has_camera = animation.has_hands = animation.has_gaze = true;
  std::mt19937 random(3);
  for (auto& curve : animation.curves) {
    for (int k = 0; k < 20; ++k) {
      curve.keys.push_back(
          {.time = static_cast<float>(k),
           .value = static_cast<float>(random() >> 8) * 0x1p-23f - 1});
    }
  }
  for (const mrtk::PoseComponent component :
       {mrtk::kRotationX, mrtk::kRotationY, mrtk::kRotationZ,
        mrtk::kRotationW}) {
    auto& joint = animation.curve(
        CurveSlot::Joint(Handedness::kLeft, kIndexTip, component));
    for (size_t k = 5; k < 10; ++k) joint.keys[k].value = 0;
  }
  return animation;
}

TEST(ClipSampler, GivesTheSameBitsOnAllKernelsForManyTimesAndForOne) {
  const RecordedClip recording(Noise());
  std::vector<float> times = {kNan, -1};
  for (size_t i = 0; i < 700; ++i) {
    times.push_back(static_cast<float>(i) / 30);
  }
  for (const Kernel kernel : SupportedKernels()) {
    const ClipSampler clip(*recording.view, kernel);
    std::vector<ClipPose> poses(times.size());
    clip.Sample(times, Rotations::kNormalized, poses);
    for (size_t i = 0; i < times.size(); ++i) {
      const ClipPose raw = clip.Sample(times[i], Rotations::kRaw);
      const Pose& joint = raw.hands[0].joints[kIndexTip];
      const Pose& unit = poses[i].hands[0].joints[kIndexTip];
      const std::array<float, 4> expected =
          NormalizeRotation({joint.rotation[0], joint.rotation[1],
                             joint.rotation[2], joint.rotation[3]});
      EXPECT_EQ(BitsOf(unit.rotation), BitsOf(expected))
          << KernelName(kernel) << " at " << times[i];
      EXPECT_EQ(BitsOf(unit.position), BitsOf(joint.position));
      const ClipPose one = clip.Sample(times[i]);
      EXPECT_EQ(BitsOf(one.camera), BitsOf(poses[i].camera));
      EXPECT_EQ(one.hands[1].tracked, poses[i].hands[1].tracked);
      EXPECT_EQ(BitsOf(one.gaze), BitsOf(poses[i].gaze));
    }
  }
}

TEST(NormalizeRotation, AnyLengthButZeroBecomesOne) {
  for (const double scale : {5e-324, 1e-300, 1e-45, 1e-6, 1.0, 1e38, 1e120}) {
    EXPECT_THAT(NormalizeRotation({0, -scale, 0, 0}), ElementsAre(0, -1, 0, 0));
    EXPECT_THAT(NormalizeRotation({scale, scale, -scale, scale}),
                ElementsAre(0.5f, 0.5f, -0.5f, 0.5f));
  }
  EXPECT_THAT(NormalizeRotation({0, 0, 0, 0}), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(NormalizeRotation({-0.0, 0, -0.0, 0}), ElementsAre(0, 0, 0, 1));
}

TEST(NormalizeDirection, ZeroStaysZero) {
  EXPECT_THAT(NormalizeDirection({0, 0, 0}), Each(0));
  EXPECT_THAT(NormalizeDirection({0, 3e-200, 4e-200}),
              ElementsAre(0, 0.6f, 0.8f));
}

}  // namespace
}  // namespace clipguard::eval
