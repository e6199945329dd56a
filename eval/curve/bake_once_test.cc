// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/bake_once.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

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
  Bake(clip, grid, expected);
  std::vector<float> values(expected.size());
  BakeOnce(recording.view(), grid, values, threads, kernel);
  ASSERT_EQ(std::memcmp(values.data(), expected.data(),
                        values.size() * sizeof(float)),
            0)
      << KernelName(kernel) << ", " << threads << " threads, from "
      << grid.from;
}

TEST(BakeOnce, HasTheBitsOfACompiledClip) {
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

TEST(BakeOnce, HasThemAtAnyTimes) {
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

TEST(BakeOnce, WritesNothingWhereThereIsTooLittleRoom) {
  const Recording recording(3, 20);
  const size_t channels = CountChannels(recording.view());
  std::vector<float> values(2 * channels, 7);
  const std::vector<float> before = values;
  EXPECT_FALSE(BakeOnce(recording.view(), {.fps = 60, .frames = 3}, values));
  EXPECT_EQ(values, before);
  EXPECT_TRUE(BakeOnce(recording.view(), {.fps = 60, .frames = 2}, values));
  EXPECT_NE(values, before);
}

TEST(BakeOnce, OfNothingIsNothing) {
  const std::vector<uint8_t> bytes =
      mrtk::WriteInputAnimation({}, mrtk::kRecorder11).value();
  FindingList findings;
  const auto view = mrtk::ReadInputAnimation(bytes, {}, findings);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(CountChannels(*view), 0u);
  std::vector<float> values(3, 7);
  BakeOnce(*view, {.frames = 10}, values);
  EXPECT_EQ(values, std::vector<float>(3, 7));
}

}  // namespace
}  // namespace clipguard::eval
