// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/bake.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "eval/curve/compiled_clip.h"
#include "eval/curve/test_curves.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "simd/kernel.h"

namespace clipguard::eval {
namespace {

using mrtk::CurveSlot;

// A recording with camera, gaze, and both hands, all wrap modes, and curves
// without keys; and its bytes.
struct Recording {
  explicit Recording(uint32_t seed, size_t most_keys) {
    Random random(seed);
    mrtk::InputAnimation animation;
    animation.has_camera = animation.has_hands = animation.has_gaze = true;
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      animation.curve(CurveSlot(i)) =
          RandomCurve(random, random.Bits() % most_keys);
    }
    bytes = mrtk::WriteInputAnimation(animation, {{1, 1},
                                                  mrtk::KeyLayout::kFull,
                                                  /*marker_list=*/true})
                .value();
  }

  mrtk::InputAnimationView view() const {
    FindingList findings;
    return mrtk::ReadInputAnimation(bytes, {}, findings).value();
  }

  std::vector<uint8_t> bytes;
};

void ExpectAsCompiled(const Recording& recording, const BakeGrid& grid,
                      Kernel kernel, size_t threads) {
  const mrtk::InputAnimationView view = recording.view();
  const CompiledClip clip(view, kernel);
  ASSERT_EQ(CountChannels(view), clip.channels());
  std::vector<float> expected(grid.frames * clip.channels());
  PoseSampler sampler(clip);
  for (size_t f = 0; f < grid.frames; ++f) {
    sampler.Sample(grid.time(f),
                   std::span(expected).subspan(f * clip.channels()));
  }
  std::vector<float> values(expected.size());
  Bake(recording.view(), grid, values, threads, kernel);
  ASSERT_EQ(std::memcmp(values.data(), expected.data(),
                        values.size() * sizeof(float)),
            0)
      << KernelName(kernel) << ", " << threads << " threads, from "
      << grid.from;
}

TEST(Bake, HasTheBitsOfACompiledClip) {
  const Recording recording(1, 200);
  for (const Kernel kernel : SupportedKernels()) {
    // Before, between and after the keys; more frames than are done at once.
    ASSERT_NO_FATAL_FAILURE(ExpectAsCompiled(
        recording, {.from = -8, .fps = 30, .frames = 1100}, kernel, 1));
  }
  for (const size_t threads : {0, 2, 3, 64}) {
    ASSERT_NO_FATAL_FAILURE(
        ExpectAsCompiled(recording, {.from = 0, .fps = 90, .frames = 1500},
                         ActiveKernel(), threads));
  }
}

TEST(Bake, HasThemAtAnyTimes) {
  const Recording recording(2, 5);
  for (const double from : {double{kNan}, double{kInfinity}, double{-kInfinity},
                            1e30, -1e300, 0.0}) {
    for (const double fps : {1.0, 1e-30, 1e30, -1.0, double{kNan}}) {
      ASSERT_NO_FATAL_FAILURE(
          ExpectAsCompiled(recording, {.from = from, .fps = fps, .frames = 20},
                           ActiveKernel(), 1));
    }
  }
}

TEST(Bake, WritesNothingWhereThereIsTooLittleRoom) {
  const Recording recording(3, 20);
  const size_t channels = CountChannels(recording.view());
  std::vector<float> values(2 * channels, 7);
  const std::vector<float> before = values;
  EXPECT_FALSE(Bake(recording.view(), {.fps = 60, .frames = 3}, values));
  EXPECT_EQ(values, before);
  EXPECT_TRUE(Bake(recording.view(), {.fps = 60, .frames = 2}, values));
  EXPECT_NE(values, before);
}

TEST(Bake, OfNothingIsNothing) {
  const std::vector<uint8_t> bytes =
      mrtk::WriteInputAnimation({}, mrtk::kRecorder11).value();
  FindingList findings;
  const auto view = mrtk::ReadInputAnimation(bytes, {}, findings);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(CountChannels(*view), 0u);
  std::vector<float> values(3, 7);
  Bake(*view, {.frames = 10}, values);
  EXPECT_EQ(values, std::vector<float>(3, 7));
  const auto grid = WholeClip(*view, 1);
  ASSERT_TRUE(grid.ok());
  EXPECT_EQ(grid->frames, 1u);
}

// Reads a recording of seven camera curves that end at this time, and looks at
// its frames.
absl::StatusOr<BakeGrid> WholeClipTo(float end, double fps,
                                     size_t most_values = kMostBakedValues) {
  mrtk::InputAnimation animation;
  animation.has_camera = true;
  animation.curve(CurveSlot::Camera(mrtk::kPositionY)).keys = {{.time = 0},
                                                               {.time = end}};
  const std::vector<uint8_t> bytes =
      mrtk::WriteInputAnimation(animation, mrtk::kRecorder11).value();
  FindingList findings;
  return WholeClip(*mrtk::ReadInputAnimation(bytes, {}, findings), fps,
                   most_values);
}

TEST(Bake, WholeClipEndsWithItsKeys) {
  const auto grid = WholeClipTo(2, 30);
  ASSERT_TRUE(grid.ok());
  EXPECT_EQ(grid->frames, 61u);
  EXPECT_EQ(grid->time(60), 2);
}

// A file of two keys must not make anybody allocate for 1e40 frames.
TEST(Bake, WholeClipRefusesAbsurdLengths) {
  for (const float end : {1e30f, 3e38f, 2e6f}) {
    for (const double fps : {60.0, 1e300}) {
      EXPECT_EQ(WholeClipTo(end, fps).status().code(),
                absl::StatusCode::kResourceExhausted)
          << end;
    }
  }
}

TEST(Bake, WholeClipCountsChannels) {
  const auto grid = WholeClipTo(99, 1, 700);
  ASSERT_TRUE(grid.ok());
  EXPECT_EQ(grid->frames, 100u);
  EXPECT_EQ(WholeClipTo(99, 1, 699).status().message(),
            "99 seconds at 1 frames a second are more than 99 frames of 7 "
            "channels");
}

TEST(Bake, WholeClipWantsARate) {
  for (const double fps : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    EXPECT_EQ(WholeClipTo(1, fps).status().code(),
              absl::StatusCode::kInvalidArgument)
        << fps;
  }
}

}  // namespace
}  // namespace clipguard::eval
