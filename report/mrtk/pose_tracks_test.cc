// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/mrtk/pose_tracks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/memory/work_counter.h"
#include "base/numbers.h"
#include "corpus/mrtk/motion.h"
#include "corpus/mrtk/recording.h"
#include "eval/curve/clip.h"
#include "eval/curve/curve.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::report {
namespace {

using corpus::Recording;
using mrtk::CurveSlot;
using mrtk::Keyframe;

constexpr size_t kPlenty = 4'000'000;

// A recording and the bytes that its view looks into.
struct Opened {
  explicit Opened(const Recording& recording)
      : bytes(corpus::Write(recording).bytes),
        view(*mrtk::ReadDamagedInputAnimation(bytes, {}, findings)) {}

  std::vector<uint8_t> bytes;
  FindingList findings;
  mrtk::InputAnimationView view;
};

// Evaluates a track as the page does: report/page/scene/tracks.js.
std::array<double, 4> At(const PoseTracks& tracks, int32_t number, float t) {
  const PoseTrack& track = tracks.list[static_cast<size_t>(number)];
  const auto times =
      std::span(tracks.times).subspan(track.first_time, track.samples);
  const auto after = std::ranges::upper_bound(times, t);
  const size_t i = after == times.begin()
                       ? 0
                       : static_cast<size_t>(after - times.begin()) - 1;
  const float* row = &tracks.values[track.first_value + i * track.width];
  std::array<double, 4> out{};
  for (size_t c = 0; c < track.width; ++c) {
    out[c] = row[c];
    if (i + 1 < times.size() && t > times[i]) {
      const double u =
          (double{t} - times[i]) / (double{times[i + 1]} - times[i]);
      out[c] += (double{row[track.width + c]} - row[c]) * u;
    }
  }
  return out;
}

// The largest difference of a position and a rotation at random times.
double WorstPose(const PoseTracks& tracks, const TrackPair& pair,
                 const eval::ClipSampler& clip, CurveSlot first) {
  corpus::Random random(7);
  double worst = 0;
  for (int i = 0; i < 300; ++i) {
    const auto t = static_cast<float>(random.Unit() * double{tracks.duration});
    std::array<float, 3> position{};
    clip.SampleVectors(first, {&t, 1}, {&position, 1});
    const auto p = At(tracks, pair.position, t);
    for (size_t c = 0; c < 3; ++c) {
      worst = std::max(worst, std::abs(p[c] - position[c]));
    }
    if (pair.rotation == kNoTrack) continue;
    std::array<float, 4> rotation{};
    clip.SampleRotations(CurveSlot(first.index() + mrtk::kRotationX), {&t, 1},
                         eval::Rotations::kNormalized, {&rotation, 1});
    const auto q = eval::NormalizeRotation(At(tracks, pair.rotation, t));
    for (size_t c = 0; c < 4; ++c) {
      worst = std::max(worst, std::abs(double{q[c]} - rotation[c]));
    }
  }
  return worst;
}

double Worst(const mrtk::InputAnimationView& view, const PoseTracks& tracks) {
  const eval::ClipSampler clip(view);
  double worst = WorstPose(tracks, tracks.camera, clip,
                           CurveSlot::Camera(mrtk::kPositionX));
  for (const mrtk::Handedness hand : mrtk::kHands) {
    for (size_t joint = 1; joint < mrtk::kJointCount; ++joint) {
      worst = std::max(
          worst,
          WorstPose(tracks,
                    tracks.hands[static_cast<size_t>(hand)].joints[joint], clip,
                    CurveSlot::Joint(hand, joint, mrtk::kPositionX)));
    }
  }
  return worst;
}

Recording Moving(bool smooth) {
  Recording recording;
  recording.presence = {1, 1, 1};
  if (smooth) recording.keys = mrtk::KeyLayout::kFull;
  corpus::MotionOptions options;
  options.smooth = smooth;
  options.seconds = 1;
  corpus::AddMotion(options, recording);
  return recording;
}

// Only the camera's x, from these keys.
Recording CameraX(std::vector<Keyframe> keys) {
  Recording recording;
  recording.keys = mrtk::KeyLayout::kFull;
  recording.curve(CurveSlot::Camera(mrtk::kPositionX)).keys = std::move(keys);
  return recording;
}

TEST(PoseTracks, KeysThatAreLinesStayWhatTheyAre) {
  const Opened file(Moving(/*smooth=*/false));
  const PoseTracks tracks = BakePoses(file.view, kPlenty);
  EXPECT_EQ(tracks.fps, 0);
  EXPECT_EQ(tracks.coarse, 0U);
  EXPECT_LT(Worst(file.view, tracks), 2e-6);
}

TEST(PoseTracks, BendsAreWithinTheTolerance) {
  const Opened file(Moving(/*smooth=*/true));
  const PoseTracks tracks = BakePoses(file.view, kPlenty);
  EXPECT_EQ(tracks.coarse, 0U);
  EXPECT_LT(Worst(file.view, tracks), 1e-4);
}

TEST(PoseTracks, SteepBendsAreFound) {
  // Vertical in the middle, and at both ends.
  std::vector<Keyframe> keys(3);
  for (size_t i = 0; i < 3; ++i) {
    keys[i] = {.time = static_cast<float>(i),
               .value = i % 2 == 0 ? -1.0F : 1.0F,
               .in_weight = i == 1 ? 1.0F : 0.0F,
               .out_weight = i == 1 ? 0.0F : 1.0F};
  }
  keys[1].out_tangent = 40;
  const Opened file(CameraX(keys));
  const PoseTracks tracks = BakePoses(file.view, kPlenty);
  EXPECT_EQ(tracks.camera.rotation, kNoTrack);
  EXPECT_LT(WorstPose(tracks, tracks.camera, eval::ClipSampler(file.view),
                      CurveSlot::Camera(mrtk::kPositionX)),
            1e-4);
}

// Vectors of times give any value there, each kernel another.
TEST(PoseTracks, KeysThatDescendAreTheSameWithEachKernel) {
  std::vector<Keyframe> keys;
  for (const float time : {0.0F, 0.5F, 1.0F, 0.25F, 0.75F, 1.5F}) {
    keys.push_back({.time = time, .value = static_cast<float>(keys.size())});
  }
  const Opened file(CameraX(keys));
  const CurveSlot x = CurveSlot::Camera(mrtk::kPositionX);
  const PoseTracks tracks = BakePoses(file.view, kPlenty);
  ASSERT_NE(tracks.camera.position, kNoTrack);
  const PoseTrack& track =
      tracks.list[static_cast<size_t>(tracks.camera.position)];
  ASSERT_GT(track.samples, keys.size());
  for (size_t i = 0; i < track.samples; ++i) {
    EXPECT_EQ(tracks.values[track.first_value + i * track.width],
              eval::SampleCurve(file.view.curve(x),
                                tracks.times[track.first_time + i]));
  }
}

TEST(PoseTracks, JumpsStayJumps) {
  std::vector<Keyframe> keys = {
      {.time = 0, .value = 1, .out_tangent = kInfinity},
      {.time = 1, .value = 5}};
  const Opened file(CameraX(keys));
  const PoseTracks tracks = BakePoses(file.view, kPlenty);
  EXPECT_EQ(At(tracks, tracks.camera.position, std::nextafter(1.0F, 0.0F))[0],
            1);
  EXPECT_EQ(At(tracks, tracks.camera.position, 1)[0], 5);
}

TEST(PoseTracks, RepeatedCurvesJumpWhereTheyBeginAgain) {
  Recording recording = CameraX({{.time = 0, .value = 0, .out_tangent = 1},
                                 {.time = 0.3F, .value = 1, .in_tangent = 1}});
  auto& loop = recording.curve(CurveSlot::Camera(mrtk::kPositionX));
  loop.post_wrap = static_cast<int32_t>(mrtk::WrapMode::kLoop);
  recording.curve(CurveSlot::Camera(mrtk::kPositionY)).keys = {{.time = 0},
                                                               {.time = 4}};
  const Opened file(recording);
  const PoseTracks tracks = BakePoses(file.view, kPlenty);
  EXPECT_EQ(tracks.coarse, 0U);
  EXPECT_LT(WorstPose(tracks, tracks.camera, eval::ClipSampler(file.view),
                      CurveSlot::Camera(mrtk::kPositionX)),
            1e-4);
}

TEST(PoseTracks, WhatIsNotFiniteIsAGapOrPassedOver) {
  const Opened file(CameraX({{.time = 0, .value = 1},
                             {.time = 1, .value = kNan},
                             {.time = 2, .value = 1},
                             {.time = kNan, .value = 7},
                             {.time = 3, .value = 1}}));
  const PoseTracks tracks = BakePoses(file.view, kPlenty);
  EXPECT_TRUE(std::isnan(At(tracks, tracks.camera.position, 0.5F)[0]));
  EXPECT_TRUE(std::isnan(At(tracks, tracks.camera.position, 1)[0]));
  EXPECT_EQ(At(tracks, tracks.camera.position, 2)[0], 1);
  for (const float time : tracks.times) EXPECT_TRUE(std::isfinite(time));
}

TEST(PoseTracks, LengthZeroHugeValuesAndNoDuration) {
  Recording recording;
  recording.presence = {1, 1, 1};
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    recording.curve(CurveSlot(i)).keys = {{.time = 0, .value = 0}};
  }
  recording.curve(CurveSlot::Camera(mrtk::kPositionX)).keys[0].value = 3e38F;
  const Opened file(recording);
  const PoseTracks tracks = BakePoses(file.view, kPlenty);
  EXPECT_EQ(tracks.duration, 0);
  EXPECT_EQ(tracks.list.size(), 2U + 2 * (2 + 26 * 2) + 2);
  for (const PoseTrack& track : tracks.list) EXPECT_EQ(track.samples, 1U);
}

// Regression: as many numbers were taken of such curves as of others.
TEST(PoseTracks, CurvesThatAreSlowToEvaluateGetFewSamples) {
  constexpr int kKeys = 3000;
  const auto samples = [](float weight) {
    std::vector<mrtk::Keyframe> keys;
    for (int i = 0; i < kKeys; ++i) {
      const float tangent = i % 2 == 0 ? 900 : -900;
      keys.push_back({.time = static_cast<float>(i),
                      .in_tangent = tangent,
                      .out_tangent = -tangent,
                      .in_weight = weight,
                      .out_weight = weight,
                      .weighted_mode = 3});
    }
    const Opened file(CameraX(keys));
    const PoseTracks tracks = BakePoses(file.view, kPlenty);
    EXPECT_EQ(tracks.list.size(), 1U);
    return tracks.list[0].samples;
  };
  constexpr uint32_t kMost = 2 * (kKeys + 2) + (1U << 12);
  EXPECT_GT(samples(0.5F), 5 * kMost);
  for (const float weight : {kNan, -1.0F, 1.5F, 1e30F}) {
    EXPECT_LE(samples(weight), kMost) << weight;
  }
}

TEST(PoseTracks, ALongTimeCostsNothing) {
  const Opened file(CameraX({{.time = 0, .value = 1, .out_tangent = 1},
                             {.time = 1e9F, .value = 2, .in_tangent = 1}}));
  const uint64_t before = WorkDone();
  const PoseTracks tracks = BakePoses(file.view, kPlenty);
  EXPECT_EQ(tracks.duration, 1e9F);
  EXPECT_LT(WorkDone() - before, 20 * kPlenty);
  EXPECT_LE(tracks.times.size() + tracks.values.size(), kPlenty);
}

// A curve that repeats every microsecond for an hour, and is no line.
TEST(PoseTracks, CurvesThatRepeatForEverAreCutOffAndSaidToBe) {
  Recording recording = CameraX({{.time = 0, .value = 0, .out_tangent = 9e6F},
                                 {.time = 1e-6F, .value = 1}});
  auto& loop = recording.curve(CurveSlot::Camera(mrtk::kPositionX));
  loop.post_wrap = static_cast<int32_t>(mrtk::WrapMode::kLoop);
  recording.curve(CurveSlot::Camera(mrtk::kPositionY)).keys = {{.time = 0},
                                                               {.time = 3600}};
  const Opened file(recording);
  const uint64_t before = WorkDone();
  const PoseTracks tracks = BakePoses(file.view, kPlenty);
  EXPECT_EQ(tracks.coarse, 1U);
  EXPECT_LT(WorkDone() - before, 20 * kPlenty);
  EXPECT_LE(tracks.times.size() + tracks.values.size(), kPlenty);
}

TEST(PoseTracks, FewNumbersBecomeEvenSamples) {
  const Opened file(Moving(/*smooth=*/false));
  const size_t most = 2500;
  const PoseTracks tracks = BakePoses(file.view, most);
  EXPECT_GT(tracks.fps, 1);
  EXPECT_LE(tracks.fps, 60.1);
  EXPECT_LE(tracks.times.size() + tracks.values.size(), most);
}

// Each key is a jump, so all of them need two samples.
TEST(PoseTracks, JumpsTakeNoMoreNumbersThanThereAre) {
  constexpr size_t kKeys = 3000;
  std::vector<Keyframe> keys(kKeys);
  for (size_t i = 0; i < kKeys; ++i) {
    keys[i] = {.time = static_cast<float>(i),
               .value = static_cast<float>(i % 7),
               .in_tangent = kInfinity,
               .out_tangent = kInfinity};
  }
  const Opened file(CameraX(keys));
  const size_t all = 4 * 2 * kKeys;
  const PoseTracks enough = BakePoses(file.view, all);
  EXPECT_EQ(enough.coarse, 0U);
  EXPECT_GT(enough.times.size(), 2 * kKeys - 10);
  for (const size_t most : {4 * (kKeys + 2), 5 * kKeys, 6 * kKeys, 7 * kKeys}) {
    const PoseTracks tracks = BakePoses(file.view, most);
    EXPECT_EQ(tracks.fps, 0);
    EXPECT_EQ(tracks.coarse, 1U) << most;
    EXPECT_LE(tracks.times.size() + tracks.values.size(), most);
    EXPECT_GT(tracks.times.size() + tracks.values.size(), most - 100);
  }
}

// A curve that repeats comes to each of its keys again, many times over.
TEST(PoseTracks, RepeatedKeysTakeNoMoreNumbersThanThereAre) {
  Recording recording =
      CameraX({{.time = 0, .value = 0}, {.time = 0.1F, .value = 1}});
  recording.curve(CurveSlot::Camera(mrtk::kPositionX)).post_wrap =
      static_cast<int32_t>(mrtk::WrapMode::kLoop);
  recording.curve(CurveSlot::Camera(mrtk::kPositionY)).keys = {{.time = 0},
                                                               {.time = 40}};
  const Opened file(recording);
  for (const size_t most : {24, 100, 1000}) {
    const PoseTracks tracks = BakePoses(file.view, most);
    EXPECT_EQ(tracks.coarse, 1U) << most;
    EXPECT_LE(tracks.times.size() + tracks.values.size(), most);
  }
}

TEST(PoseTracks, OnlyWhatIsDifferentIsAdded) {
  Recording recording = Moving(/*smooth=*/false);
  const Opened file(recording);
  const CurveSlot tip =
      CurveSlot::Joint(mrtk::Handedness::kRight, 11, mrtk::kRotationW);
  for (Keyframe& key : recording.curve(tip).keys) key.value *= -1;
  const Opened other(recording);
  PoseTracks tracks = BakePoses(file.view, kPlenty);
  const size_t before = tracks.list.size();
  const auto pairs = AddDifferentPoses(file.view, other.view, kPlenty, tracks);
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(static_cast<int32_t>(pairs[0][0]),
            tracks.hands[1].joints[11].rotation);
  EXPECT_EQ(pairs[0][1], before);
}

}  // namespace
}  // namespace clipguard::report
