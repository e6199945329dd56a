// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/compiled_clip.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "eval/curve/curve.h"
#include "eval/curve/test_curves.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/mrtk/input_animation.h"
#include "simd/kernel.h"

namespace clipguard::eval {
namespace {

using mrtk::Curve;
using mrtk::CurveSlot;
using mrtk::CurveView;
using mrtk::InputAnimation;
using mrtk::InputAnimationView;

// `count` random curves and the views into them.
struct Curves {
  Curves(Random& random, size_t count, size_t most_keys) {
    for (size_t i = 0; i < count; ++i) {
      curves.push_back(RandomCurve(random, random.Bits() % most_keys));
    }
    for (const Curve& curve : curves) views.push_back(curve.View());
  }

  std::vector<Curve> curves;
  std::vector<CurveView> views;
};

// Expects the values of all curves, sampled one by one.
void ExpectPose(std::span<const CurveView> curves, float time,
                std::span<const float> values) {
  for (size_t c = 0; c < curves.size(); ++c) {
    ASSERT_TRUE(SameBits(values[c], SampleCurve(curves[c], time)))
        << "channel " << c << " at " << time;
  }
}

std::vector<float> PoseAt(const CompiledClip& clip, float time) {
  std::vector<float> pose(clip.channels());
  PoseSampler(clip).Sample(time, pose);
  return pose;
}

TEST(PoseSampler, GoesForwardsBackwardsAndAnywhere) {
  Random random(1);
  for (const Kernel kernel : SupportedKernels()) {
    for (const size_t channels : {0, 1, 7, 32, 70}) {
      // Enough events for seeking to be worth it.
      const Curves all(random, channels, 200);
      const CompiledClip clip(all.views, kernel);
      ASSERT_EQ(clip.channels(), channels);
      PoseSampler sampler(clip);
      std::vector<float> pose(channels);
      const auto expect_at = [&](float time) {
        sampler.Sample(time, pose);
        ASSERT_NO_FATAL_FAILURE(ExpectPose(all.views, time, pose));
      };
      for (float time = -6; time < 60; time += 0.37f) expect_at(time);
      for (float time = 60; time > -6; time -= 0.41f) expect_at(time);
      for (int i = 0; i < 100; ++i) expect_at(random.Uniform(-10, 100));
      for (int loop = 0; loop < 3; ++loop) {
        for (float time = 3; time < 5; time += 0.1f) expect_at(time);
      }
      for (const float time :
           {kNan, kInfinity, -kInfinity, 1.0f, kMax, -kMax, kNan}) {
        expect_at(time);
      }
      // At the keys themselves.
      if (channels > 0) {
        for (const auto& key : all.curves[0].keys) expect_at(key.time);
      }
    }
  }
}

TEST(PoseSampler, WritesAllChannelsAndNoMore) {
  Random random(2);
  const Curves all(random, 10, 20);
  const CompiledClip clip(all.views);
  PoseSampler sampler(clip);
  std::vector<float> values(12, 7);
  EXPECT_FALSE(sampler.Sample(1, std::span(values).first(9)));
  EXPECT_EQ(values[0], 7);
  EXPECT_TRUE(sampler.Sample(1, values));
  EXPECT_EQ(values[10], 7);
  ExpectPose(all.views, 1, values);
}

TEST(CompiledClip, ChannelsAreTheCurvesOfTheRecording) {
  InputAnimation animation;
  animation.has_hands = animation.has_gaze = true;
  const CurveSlot pinch = CurveSlot::Pinch(mrtk::Handedness::kRight);
  animation.curve(pinch).keys = {{.time = 1, .value = 0},
                                 {.time = 2, .value = 1}};
  const CurveSlot origin = CurveSlot::Gaze(mrtk::kOriginY);
  animation.curve(origin).keys = {{.time = 0, .value = 1},
                                  {.time = 4, .value = 3}};
  const std::vector<uint8_t> bytes =
      mrtk::WriteInputAnimation(animation, mrtk::kRecorder11).value();
  FindingList findings;
  const auto view = mrtk::ReadInputAnimation(bytes, {}, findings);
  ASSERT_TRUE(view.has_value());

  const CompiledClip clip(*view);
  EXPECT_EQ(clip.channels(), CurveSlot::kCount - mrtk::kPoseCurves);
  EXPECT_EQ(clip.duration(), 4);
  EXPECT_EQ(clip.channel(CurveSlot::Camera(mrtk::kPositionX)), clip.channels());
  for (size_t c = 0; c < clip.channels(); ++c) {
    EXPECT_EQ(clip.channel(clip.slot(c)), c);
  }
  PoseSampler sampler(clip);
  std::vector<float> pose(clip.channels());
  sampler.Sample(1.5f, pose);
  EXPECT_EQ(pose[clip.channel(pinch)], 0);
  EXPECT_EQ(pose[clip.channel(origin)], 1.75f);
  sampler.Sample(2, pose);
  EXPECT_EQ(pose[clip.channel(pinch)], 1);
}

// About 45 bytes a record, of which there are one or two for each stretch.
TEST(CompiledClip, SaysWhatItOccupies) {
  Random random(5);
  const Curves all(random, 20, 2000);
  size_t stretches = 0;
  for (const CurveView& curve : all.views) {
    stretches += curve.empty() ? 0 : curve.size() - 1;
  }
  ASSERT_GT(stretches, 5000u);
  const size_t bytes = CompiledClip(all.views).memory();
  EXPECT_GE(bytes, 44 * stretches);
  // Vectors may have grown to twice of what they need.
  EXPECT_LE(bytes, 2 * 2 * 50 * stretches);
  EXPECT_GE(CompiledClip(std::span<const CurveView>()).memory(),
            sizeof(CompiledClip));
}

TEST(CompiledClip, HasNoChannelsAfterAMove) {
  Random random(5);
  const Curves all(random, 5, 3000);
  CompiledClip clip(all.views);
  CompiledClip& left = clip;
  PoseSampler stale(clip);
  std::vector<float> values(5, 7);
  stale.Sample(1, values);
  CompiledClip moved = std::move(clip);
  ExpectPose(all.views, 0.5f, PoseAt(moved, 0.5f));
  EXPECT_EQ(left.channels(), 0u);
  EXPECT_EQ(left.duration(), 0);
  std::ranges::fill(values, 7);
  stale.Sample(0.25f, values);
  PoseSampler(left).Sample(0.25f, values);
  EXPECT_EQ(values, std::vector<float>(5, 7));
  clip = std::move(moved);
  ExpectPose(all.views, 0.5f, PoseAt(clip, 0.5f));
}

}  // namespace
}  // namespace clipguard::eval
