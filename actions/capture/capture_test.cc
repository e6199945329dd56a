// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/xrhands/capture.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "actions/capture/capture_sampler.h"
#include "actions/capture/recording_of.h"
#include "corpus/xrhands/captures.h"
#include "eval/curve/clip.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "testing/random.h"

namespace clipguard::actions {
namespace {

using corpus::captures::Capture1;
using corpus::captures::Capture2;
using corpus::captures::CaptureBytes;
using corpus::captures::CaptureOfHalves;
using corpus::captures::HeadAt;
using corpus::captures::PoseOf;
using xrhands::CaptureView;
using xrhands::Pose;

CaptureView ViewOf(const CaptureBytes& capture) {
  FindingList findings;
  const auto view = xrhands::ReadCapture(capture.bytes(), {}, findings);
  EXPECT_TRUE(view);
  return *view;
}

// The left hand is there in frames 0, 1, 3; in frame 3 all are turned the other
// way about y, by 2 acos 0.8 each.
CaptureBytes Lost() {
  CaptureBytes out;
  out.Header1("Lost", 3.0f / 64, 4);
  for (int i = 0; i < 4; ++i) {
    const size_t at = out.size();
    out.Frame1(static_cast<float>(i) / 64, i != 2, false);
    for (size_t k = 0; i == 3 && k < xrhands::kJointCount; ++k) {
      out.Set(at + 8 + k * sizeof(Pose) + 16, -0.6f);
    }
  }
  return out;
}

// The app is paused at 1 s: places of the left hand are 0, 1 and 5, 5. In
// `gap`'s frame there is none.
CaptureBytes Paused(int gap = -1) {
  constexpr float kPlaces[] = {0, 1, 5, 5};
  CaptureBytes out;
  out.Header1("Paused", 2, 4);
  for (int i = 0; i < 4; ++i) {
    const size_t at = out.size();
    out.Frame1(static_cast<float>(i < 2 ? i : i - 1), i != gap, false);
    for (size_t k = 0; i != gap && k < xrhands::kJointCount; ++k) {
      out.Set(at + 8 + k * sizeof(Pose), kPlaces[i]);
    }
  }
  return out;
}

TEST(BetweenTest, GoesAlongAnArc) {
  const Pose a{{0, 0, 0}, {0, 0, 0, 1}};
  // A quarter turn, and its negation, which is the same.
  const float half = std::sqrt(0.5f);
  for (const float sign : {1.0f, -1.0f}) {
    const Pose b{{1, 2, 4}, {0, 0, sign * half, sign * half}};
    const Pose third = Between(a, b, 1.0 / 3);
    EXPECT_NEAR(third.rotation[2], std::sin(std::acos(-1.0) / 12), 1e-7);
    EXPECT_NEAR(third.rotation[3], std::cos(std::acos(-1.0) / 12), 1e-7);
    EXPECT_EQ(third.position[2], static_cast<float>(4.0 / 3));
  }
}

TEST(CaptureSamplerTest, StampsAndTrueTimesOfVersion2) {
  const CaptureBytes bytes = Capture2(3);
  const CaptureView view = ViewOf(bytes);
  // Frame 1 counts at 0; half way to frame 2.
  const CaptureSampler stamped(view, FrameTimes::kStamped);
  EXPECT_EQ(stamped.At(0.5f / 64).Joint(1, 3).position[0],
            PoseOf(1, 3, 1.5f / 64).position[0]);
  const CaptureSampler true_times(view, FrameTimes::kTrue);
  EXPECT_EQ(true_times.At(0.5f / 64).Joint(1, 3).position[0],
            PoseOf(1, 3, 0.5f / 64).position[0]);
  EXPECT_EQ(true_times.At(9).Joint(1, 3).position,
            PoseOf(1, 3, 2.0f / 64).position);
  EXPECT_EQ(true_times.At(-9).Joint(1, 3).position, PoseOf(1, 3, 0).position);
}

TEST(CaptureSamplerTest, WhereThereIsNoHandThereIsNone) {
  const CaptureBytes bytes = Lost();
  const CaptureView view = ViewOf(bytes);
  const CaptureSampler sampler(view, FrameTimes::kStamped);
  EXPECT_TRUE(sampler.At(1.5f / 64).Valid(0));
  EXPECT_EQ(sampler.At(1.5f / 64).Joint(0, 0).position,
            PoseOf(0, 0, 1.0f / 64).position);
  EXPECT_FALSE(sampler.At(2.0f / 64).Valid(0));
  EXPECT_FALSE(sampler.At(2.5f / 64).Tracked(0));
  EXPECT_TRUE(sampler.At(3.0f / 64).Shown(0));
  EXPECT_FALSE(sampler.At(0).Valid(1));
}

// The frame at a time is the last one that has it, and the next one is next in
// the file: ../shared/formats/xr-hands.md, "How to sample".
TEST(CaptureSamplerTest, MotionGoesToTheFirstOfFramesAtOneTime) {
  struct Case {
    int gap;
    float time;
    float place;
  };
  for (const Case& c : std::vector<Case>{{-1, 0.5F, 0.5F},
                                         {-1, 0.75F, 0.75F},
                                         {-1, 1, 5},
                                         {-1, 1.5F, 5},
                                         {1, 0.75F, 0},
                                         {2, 0.75F, 0.75F}}) {
    const CaptureBytes bytes = Paused(c.gap);
    const CaptureView view = ViewOf(bytes);
    const CaptureSampler sampler(view, FrameTimes::kStamped);
    EXPECT_EQ(sampler.times(), (std::vector<float>{0, 1, 2}));
    ASSERT_TRUE(sampler.At(c.time).Valid(0));
    EXPECT_EQ(sampler.At(c.time).Joint(0, 3).position[0], c.place)
        << c.gap << " " << c.time;
    EXPECT_EQ(sampler.At(1).Valid(0), c.gap != 2);
  }
  // Version 2 stamps its first two frames with 0.
  const CaptureBytes bytes = Capture2(3);
  const CaptureView view = ViewOf(bytes);
  const CaptureSampler sampler(view, FrameTimes::kStamped);
  EXPECT_EQ(sampler.At(-1).Joint(0, 1).position, PoseOf(0, 1, 0).position);
  EXPECT_EQ(sampler.At(0).Joint(0, 1).position,
            PoseOf(0, 1, 1.0f / 64).position);
}

// The place of the left hand's palm, by a walk over frames as that section has
// it: null where there is none.
std::optional<float> PlaceByTheRule(const CaptureView& view, float time) {
  size_t at = 0;
  for (size_t i = 0; i < view.frames(); ++i) {
    if (view.stamp(i) <= time) at = i;
  }
  const auto place_in = [&](size_t i) -> std::optional<float> {
    const auto joints = view.frame(i).hands[0].joints;
    if (joints.empty()) return std::nullopt;
    return Pose(joints[1]).position[0];
  };
  const std::optional<float> from = place_in(at);
  if (!from || at + 1 == view.frames()) return from;
  const std::optional<float> to = place_in(at + 1);
  const double past = double{time} - view.stamp(at);
  const double gap = double{view.stamp(at + 1)} - view.stamp(at);
  if (!to || past <= 1e-5 || gap < 1e-5) return from;
  return static_cast<float>(*from + (double{*to} - *from) * (past / gap));
}

TEST(CaptureSamplerTest, IsAsAWalkOverFrames) {
  Random random(3);
  for (int run = 0; run < 200; ++run) {
    const int frames = 1 + static_cast<int>(random.Below(6));
    CaptureBytes bytes;
    bytes.Header1("a", 1, frames);
    float now = 0;
    for (int i = 0; i < frames; ++i) {
      now += static_cast<float>(random.Below(3)) / 4;
      const bool has_hand = random.Below(4) != 0;
      const size_t at = bytes.Frame1(now, has_hand, false);
      const auto place = static_cast<float>(random.Below(100));
      if (has_hand) bytes.Set(at + 8 + sizeof(Pose), place);
    }
    const CaptureView view = ViewOf(bytes);
    const CaptureSampler sampler(view, FrameTimes::kStamped);
    for (int i = -2; i < 40; ++i) {
      const float time = static_cast<float>(i) / 11;
      const CapturedMoment moment = sampler.At(time);
      const std::optional<float> expected = PlaceByTheRule(view, time);
      ASSERT_EQ(moment.Valid(0), expected.has_value()) << run << " " << time;
      if (expected) {
        ASSERT_EQ(moment.Joint(0, 1).position[0], *expected)
            << run << " " << time;
      }
    }
  }
}

// Untracked parts of the head are nothing, and not 0 0 0; others go on to
// the next frame that has it.
TEST(CaptureSamplerTest, HalvesOfTheHeadAreByThemselves) {
  const CaptureBytes bytes = CaptureOfHalves();
  const CaptureView view = ViewOf(bytes);
  const CaptureSampler sampler(view, FrameTimes::kTrue);
  for (int i = 0; i < 24; ++i) {
    SCOPED_TRACE(i);
    const float time = static_cast<float>(i) / 256;
    const xrhands::HeadParts& head = sampler.At(time).Head();
    const int frame = std::min(i / 4, 5);
    EXPECT_EQ(head.position.has_value(),
              frame == 0 || frame == 2 || frame == 4);
    EXPECT_EQ(head.rotation.has_value(),
              frame == 1 || frame == 2 || frame == 5);
    const xrhands::HeadParts around = sampler.HeadAt(time);
    EXPECT_EQ(around.position, HeadAt(std::min(time, 4.0f / 64)).position);
    EXPECT_EQ(around.rotation, HeadAt(time).rotation);
    if (head.position) EXPECT_EQ(head.position, around.position);
    if (head.rotation) EXPECT_EQ(head.rotation, around.rotation);
  }
}

TEST(RecordingOfTest, HalvesOfTheHeadThatAreNotTrackedHaveNoKey) {
  const CaptureBytes bytes = CaptureOfHalves();
  const CaptureView view = ViewOf(bytes);
  for (const bool shown : {false, true}) {
    const ShownCapture recording(view, {.shown = shown});
    const mrtk::CurveView y =
        recording.view().curve(mrtk::CurveSlot::Camera(mrtk::kPositionY));
    ASSERT_EQ(y.size(), 3u);
    for (size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(y.time(k), static_cast<float>(2 * k) / 64);
      EXPECT_EQ(y.value(k), 1.5f);
    }
    const mrtk::CurveView w =
        recording.view().curve(mrtk::CurveSlot::Camera(mrtk::kRotationW));
    ASSERT_EQ(w.size(), 3u);
    EXPECT_EQ(w.time(0), 1.0f / 64);
    EXPECT_EQ(w.value(0), 0.8f);
  }
}

// Also if no hand is there at its end, or in none of its frames.
TEST(RecordingOfTest, LastsAsLongAsTheCapture) {
  CaptureBytes never;
  never.Header1("a", 3.0f / 64, 4);
  for (int i = 0; i < 4; ++i) {
    never.Frame1(static_cast<float>(i) / 64, false, false);
  }
  for (const CaptureBytes& bytes : {never, CaptureOfHalves(), Lost()}) {
    const CaptureView view = ViewOf(bytes);
    const CaptureSampler sampler(view, FrameTimes::kTrue);
    for (const bool shown : {false, true}) {
      const ShownCapture recording(view, {.shown = shown});
      EXPECT_EQ(recording.view().Duration(), sampler.last_time());
      FindingList findings;
      mrtk::ReadAndValidate(recording.view().bytes(), {}, findings);
      for (const Finding& finding : findings.findings()) {
        EXPECT_TRUE(finding.code != FindingCode::kCurveTailLost ||
                    finding.path.starts_with("camera"))
            << finding.path;
      }
    }
  }
}

TEST(RecordingOfTest, IsSoundAndHasKeysAtFramesOnly) {
  for (const CaptureBytes& bytes : {Capture1(3), Capture2(3), Lost()}) {
    const CaptureView view = ViewOf(bytes);
    const ShownCapture recording(view, {.shown = false, .named = true});
    FindingList findings;
    EXPECT_TRUE(mrtk::ReadAndValidate(recording.view().bytes(), {}, findings));
    EXPECT_EQ(findings.errors(), 0u);
    const mrtk::CurveView x = recording.view().curve(
        mrtk::CurveSlot::Joint(mrtk::Handedness::kLeft, 1, mrtk::kPositionX));
    EXPECT_EQ(x.size(), 3u);
    EXPECT_EQ(recording.view().markers().Next()->name, view.header().name);
  }
}

class ShownRecordingTest : public testing::TestWithParam<CaptureBytes> {};

INSTANTIATE_TEST_SUITE_P(All, ShownRecordingTest,
                         testing::Values(Lost(), Paused(), Paused(1),
                                         Paused(2)));

TEST_P(ShownRecordingTest, LinesFollowArcs) {
  const CaptureView view = ViewOf(GetParam());
  const ShownCapture recording(view);
  const eval::ClipSampler clip(recording.view());
  const CaptureSampler sampler(view, FrameTimes::kTrue);
  for (int i = 0; i <= 300; ++i) {
    const float time = sampler.last_time() * static_cast<float>(i) / 300;
    EXPECT_EQ(clip.Tracked(mrtk::Handedness::kLeft, time),
              sampler.At(time).Shown(0))
        << time;
    if (!sampler.At(time).Valid(0)) continue;
    const Pose pose = sampler.At(time).Joint(0, 5);
    const eval::Pose shown = clip.Joint(mrtk::Handedness::kLeft, 6, time);
    for (size_t c = 0; c < 3; ++c) {
      EXPECT_NEAR(shown.position[c], pose.position[c], 1e-6) << time;
    }
    for (size_t c = 0; c < 4; ++c) {
      EXPECT_NEAR(shown.rotation[c], pose.rotation[c], 1e-5) << time;
    }
  }
}

TEST(RecordingOfTest, NeighbouringRotationsAreOnOneSide) {
  CaptureBytes bytes = Capture1(2);
  // The second frame's left wrist, negated.
  const size_t wrist = 19 + 8 + 52 * sizeof(Pose) + 8;
  for (size_t c = 0; c < 4; ++c) {
    bytes.Set(wrist + 12 + 4 * c, -PoseOf(0, 0, 0).rotation[c]);
  }
  const CaptureView view = ViewOf(bytes);
  const ShownCapture recording(view, {.shown = false});
  const mrtk::CurveView w = recording.view().curve(
      mrtk::CurveSlot::Joint(mrtk::Handedness::kLeft, 1, mrtk::kRotationW));
  ASSERT_EQ(w.size(), 2u);
  EXPECT_EQ(w.value(0), w.value(1));
}

}  // namespace
}  // namespace clipguard::actions
