// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/rig/from_zero.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "actions/convert/conversion.h"
#include "actions/convert/result_budget.h"
#include "base/numbers.h"
#include "eval/curve/reference.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/limits.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::Keyframe;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr auto kLoop = static_cast<int32_t>(mrtk::WrapMode::kLoop);
constexpr auto kPingPong = static_cast<int32_t>(mrtk::WrapMode::kPingPong);
const CurveSlot kX = CurveSlot::Camera(mrtk::kPositionX);
const CurveSlot kY = CurveSlot::Camera(mrtk::kPositionY);
const CurveSlot kPinch = CurveSlot::Pinch(mrtk::Handedness::kLeft);

// A recording, and the one that FromZero() makes of it.
struct Moved {
  explicit Moved(const mrtk::InputAnimation& recording,
                 const ConversionOptions& options = {}, Limits limits = {})
      : bytes(
            *WriteInputAnimation(recording, {{1, 1}, mrtk::KeyLayout::kFull})),
        before(*mrtk::ReadAndValidate(bytes, {}, findings)),
        made(FromZero(before, options, ResultBudget(limits, bytes.size()),
                      losses, off)) {
    if (made.ok() && !made->empty()) {
      after = mrtk::ReadAndValidate(*made, {}, findings);
    }
  }

  FindingList findings;
  FindingList losses;
  std::vector<double> off;
  const std::vector<uint8_t> bytes;
  const mrtk::InputAnimationView before;
  const absl::StatusOr<std::vector<uint8_t>> made;
  std::optional<mrtk::InputAnimationView> after;
};

mrtk::InputAnimation Empty() {
  mrtk::InputAnimation recording;
  recording.has_camera = recording.has_hands = true;
  return recording;
}

// Keys of all kinds: lines, slopes, weights, steps.
std::vector<Keyframe> Keys() {
  return {{.time = 1, .value = 0},
          {.time = 2, .value = 1},
          {.time = 2.5f,
           .value = 3,
           .in_tangent = 2,
           .out_tangent = -4,
           .weighted_mode = 0},
          {.time = 3.25f, .value = -1, .in_tangent = 1, .weighted_mode = 0},
          {.time = 4,
           .value = 2,
           .in_tangent = 1,
           .out_tangent = 3,
           .in_weight = 0.25f,
           .out_weight = 0.5f},
          {.time = 5, .value = 1, .in_tangent = -2, .in_weight = 0.75f},
          {.time = 5.5f, .value = 4, .in_tangent = kInfinity},
          {.time = 6, .value = 5}};
}

TEST(FromZeroTest, WhatBeginsAtZeroAndRepeatsNothingStays) {
  mrtk::InputAnimation recording = Empty();
  recording.curve(kX).keys = {{.time = 0, .value = 1}, {.time = 2, .value = 2}};
  recording.curve(kX).post_wrap = kLoop;
  const Moved moved(recording);
  EXPECT_THAT(*moved.made, IsEmpty());
  EXPECT_THAT(moved.losses.findings(), IsEmpty());
  EXPECT_THAT(*Moved(Empty()).made, IsEmpty());
}

TEST(FromZeroTest, IsMovedAsAWhole) {
  mrtk::InputAnimation recording = Empty();
  recording.curve(kX).keys = {{.time = 1, .value = 1}, {.time = 2, .value = 2}};
  recording.curve(kY).keys = {{.time = -1.5f, .value = 1}};
  recording.markers = {{.time = 0.5f, .name = "here"}};
  const Moved moved(recording);
  ASSERT_TRUE(moved.after);
  EXPECT_EQ(moved.after->curve(kX).time(1), 3.5f);
  EXPECT_EQ(moved.after->curve(kY).time(0), 0);
  EXPECT_EQ(moved.after->markers().Next()->time, 2);
  ASSERT_THAT(moved.losses.findings(), SizeIs(1));
  EXPECT_EQ(moved.losses.findings()[0].path, "camera.position.y");
  EXPECT_THAT(moved.losses.findings()[0].message,
              HasSubstr("begins at -1.5 s: it is moved to 0"));
}

TEST(FromZeroTest, TimesThatAreRoundedAreSaid) {
  mrtk::InputAnimation recording = Empty();
  recording.curve(kX).keys = {{.time = -0.3f, .value = 1},
                              {.time = 8000, .value = 2}};
  const Moved moved(recording);
  EXPECT_THAT(moved.losses.findings()[0].message,
              HasSubstr("it is moved to 0, which rounds times by up to 0.0002 "
                        "s; errors that are stated do not count that"));
}

TEST(FromZeroTest, WhatBeginsLaterIsMovedIfAskedFor) {
  mrtk::InputAnimation recording = Empty();
  recording.curve(kX).keys = {{.time = 8, .value = 1}, {.time = 9, .value = 2}};
  const Moved stays(recording);
  EXPECT_THAT(*stays.made, IsEmpty());
  EXPECT_THAT(stays.losses.findings()[0].message, HasSubstr("--from-zero"));
  const Moved moved(recording, {.from_zero = true});
  ASSERT_TRUE(moved.after);
  EXPECT_EQ(moved.after->curve(kX).time(0), 0);
  EXPECT_EQ(moved.after->Duration(), 1);
}

// Its time ends at 0, as that of its samples does.
TEST(FromZeroTest, WhatEndsBeforeZeroRepeatsUntilThen) {
  mrtk::InputAnimation recording = Empty();
  recording.curve(kX) = {
      .post_wrap = kLoop,
      .keys = {{.time = -2.5f, .value = 0}, {.time = -1, .value = 1}}};
  for (const double fps : {0, 10}) {
    const Moved moved(recording, {.fps = fps});
    ASSERT_TRUE(moved.after);
    EXPECT_EQ(moved.after->Duration(), 2.5f) << fps;
  }
}

TEST(FromZeroTest, WhatRepeatsBeforeItsBeginDoesNotStandStill) {
  mrtk::InputAnimation recording = Empty();
  recording.curve(kX) = {
      .pre_wrap = kPingPong,
      .keys = {{.time = 5, .value = 0}, {.time = 7, .value = 1}}};
  EXPECT_THAT(Moved(recording).losses.findings().back().message,
              HasSubstr("begins at 5 s: until then curves repeat (--from-zero "
                        "moves it to 0, without that)"));
  EXPECT_THAT(
      Moved(recording, {.from_zero = true}).losses.findings().back().message,
      HasSubstr("it is moved to 0, without how curves repeat before it "
                "begins"));
  // Nothing is there to repeat.
  recording.curve(kX).keys.pop_back();
  EXPECT_THAT(Moved(recording).losses.findings().back().message,
              HasSubstr("it stands still until then"));
}

// Rounds of 27 ms do not end at float32 times: the curve is as far off as its
// slope says, and no farther than is said.
TEST(FromZeroTest, TheErrorOfRoundedTimesIsKnown) {
  constexpr float kEnd = 500;
  for (const float weight : {0.0f, 0.25f, 0.5f, 0.75f}) {
    for (const float slope : {0.0f, 80.0f, -30.0f}) {
      for (const int32_t post : {kLoop, kPingPong}) {
        mrtk::InputAnimation recording = Empty();
        recording.curve(kX) = {
            .post_wrap = post,
            .keys = {
                {.time = 0}, {.time = 0.0101f, .value = 1}, {.time = 0.027f}}};
        for (Keyframe& key : recording.curve(kX).keys) {
          key.in_tangent = key.out_tangent = slope;
          key.in_weight = key.out_weight = weight;
        }
        recording.curve(kY).keys = {{.time = 0}, {.time = kEnd}};
        const Moved moved(recording, {}, {.result_bytes = 1 << 30});
        ASSERT_TRUE(moved.after);
        ASSERT_THAT(moved.off, SizeIs(CurveSlot::kCount));
        EXPECT_EQ(moved.off[kY.index()], 0);
        double worst = 0;
        for (float time = kEnd - 1; time < kEnd; time += 0.000377f) {
          worst = std::max(
              worst,
              std::abs(eval::EvaluateCurve(moved.after->curve(kX), time) -
                       eval::EvaluateCurve(moved.before.curve(kX), time)));
        }
        EXPECT_LE(worst, moved.off[kX.index()])
            << weight << " " << slope << " " << post;
        EXPECT_GE(worst, moved.off[kX.index()] / 20)
            << weight << " " << slope << " " << post;
      }
    }
  }
}

TEST(FromZeroTest, NothingIsKnownOfWhatStandsUpright) {
  mrtk::InputAnimation recording = Empty();
  recording.curve(kX) = {
      .post_wrap = kLoop,
      .keys = {{.time = 0, .out_tangent = 1, .out_weight = 1},
               {.time = 0.1f, .value = 1, .in_tangent = 1, .in_weight = 1}}};
  recording.curve(kY).keys = {{.time = 0}, {.time = 9}};
  const Moved moved(recording);
  ASSERT_TRUE(moved.made.ok());
  EXPECT_EQ(moved.off[kX.index()], kInfinity);
}

// At each time the curve that repeats and the one that has the keys are the
// same, but for the moments at which it jumps.
TEST(FromZeroTest, CurvesHaveKeysWhereTheyRepeat) {
  for (const int32_t pre : {kLoop, kPingPong, 8}) {
    for (const int32_t post : {kLoop, kPingPong, 8}) {
      for (float end = 6; end < 23; end += 0.375f) {
        mrtk::InputAnimation recording = Empty();
        recording.curve(kX) = {
            .pre_wrap = pre, .post_wrap = post, .keys = Keys()};
        recording.curve(kPinch) = {.pre_wrap = pre,
                                   .post_wrap = post,
                                   .keys = {{.time = 2, .value = 0},
                                            {.time = 2.5f, .value = 1},
                                            {.time = 4, .value = 0}}};
        recording.curve(kY).keys = {{.time = -4, .value = 1},
                                    {.time = end, .value = 2}};
        const Moved moved(recording);
        ASSERT_TRUE(moved.after);
        EXPECT_EQ(moved.findings.errors(), 0u);
        EXPECT_EQ(moved.after->Duration(), end + 4);
        const mrtk::CurveView before = moved.before.curve(kX);
        const mrtk::CurveView after = moved.after->curve(kX);
        // The last key counts at its own time.
        const float last = Keys().back().time;
        EXPECT_NEAR(eval::EvaluateCurve(after, last + 4),
                    eval::EvaluateCurve(before, last), 1e-4);
        EXPECT_FALSE(eval::EvaluateBoolean(moved.after->curve(kPinch), 8));
        for (double at = 0.0123; at < end + 4; at += 0.0625) {
          EXPECT_NEAR(eval::EvaluateCurve(after, at),
                      eval::EvaluateCurve(before, at - 4), 1e-4)
              << pre << " " << post << " " << end << " " << at;
          EXPECT_EQ(eval::EvaluateBoolean(moved.after->curve(kPinch), at),
                    eval::EvaluateBoolean(moved.before.curve(kPinch), at - 4))
              << pre << " " << post << " " << end << " " << at;
        }
      }
    }
  }
}

TEST(FromZeroTest, SamplesFollowWhatRepeats) {
  mrtk::InputAnimation recording = Empty();
  recording.curve(kX) = {.post_wrap = kLoop, .keys = Keys()};
  recording.curve(kY).keys = {{.time = 0, .value = 1}, {.time = 9, .value = 1}};
  EXPECT_THAT(*Moved(recording, {.fps = 10}).made, IsEmpty());
  recording.curve(kPinch) = {
      .post_wrap = kLoop,
      .keys = {{.time = 0, .value = 0}, {.time = 1, .value = 1}}};
  const Moved moved(recording, {.fps = 10});
  ASSERT_TRUE(moved.after);
  EXPECT_EQ(moved.after->curve(kX).size(), Keys().size());
  EXPECT_GT(moved.after->curve(kPinch).size(), 9u);
}

TEST(FromZeroTest, TooManyKeysAndTimesTooFarApartAreRefused) {
  mrtk::InputAnimation recording = Empty();
  recording.curve(kX) = {.post_wrap = kLoop, .keys = Keys()};
  recording.curve(kY).keys = {{.time = 0, .value = 1},
                              {.time = 1e30f, .value = 1}};
  const Moved many(recording);
  EXPECT_TRUE(absl::IsResourceExhausted(many.made.status()));
  EXPECT_EQ(many.losses.findings().back().code, FindingCode::kLimitExceeded);
  EXPECT_EQ(many.losses.findings().back().path, kX.Path());
  // All that is known is said.
  EXPECT_THAT(many.losses.findings().back().message,
              HasSubstr("at least 1000000000000000000 is more"));
  recording.curve(kX) = {.keys = {{.time = -3e38f, .value = 1}}};
  recording.curve(kY).keys[1].time = 3e38f;
  EXPECT_TRUE(absl::IsInvalidArgument(Moved(recording).made.status()));
}

}  // namespace
}  // namespace clipguard::actions
