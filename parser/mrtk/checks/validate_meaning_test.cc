// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Validate(): rotations, curves that end early, parts that say nothing.

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/numbers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/mrtk/camera_file.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/test_files.h"

namespace clipguard::mrtk {
namespace {

using enum FindingCode;
using List = std::vector<Seen>;

// ---- Rotations --------------------------------------------------------------

TEST(ValidateRotationTest, QuaternionsHaveLengthOne) {
  for (KeyLayout layout : kLayouts) {
    const CameraFile sound(layout, kManyKeys);
    for (uint64_t key : {0u, 1u, 1023u, 1024u, 2999u}) {
      for (float scale : {0.5f, 0.99f, 1.01f, 3.0f, 1e30f}) {
        CameraFile file = sound;
        for (uint64_t c = 3; c < 7; ++c) {
          file.Set(c, key, kValue, sound.Float(c, key, kValue) * scale);
        }
        EXPECT_EQ(AllFindings(file.bytes()),
                  List{file.At(kRotationNotUnit, 3, key, kValue)})
            << key << " " << scale;
      }
      for (float scale : {0.996f, 0.999f, 1.001f, 1.004f}) {
        CameraFile file = sound;
        for (uint64_t c = 3; c < 7; ++c) {
          file.Set(c, key, kValue, sound.Float(c, key, kValue) * scale);
        }
        EXPECT_EQ(AllFindings(file.bytes()), List{}) << key << " " << scale;
      }
    }
  }
}

void Negate(CameraFile& file, uint64_t key) {
  for (uint64_t c = 3; c < 7; ++c) {
    file.Set(c, key, kValue, -file.Float(c, key, kValue));
  }
}

TEST(ValidateRotationTest, OppositeSignsTurnTheLongWay) {
  for (KeyLayout layout : kLayouts) {
    for (uint64_t key : kPlaces) {
      CameraFile file(layout, kManyKeys);
      Negate(file, key);
      // Both neighbours flip; the finding names the first.
      EXPECT_EQ(AllFindings(file.bytes()),
                List{file.At(kRotationSignFlips, 3, key, kValue)})
          << key;
    }
  }
}

TEST(ValidateRotationTest, SignsDoNotMatterWhileAHandIsNotTracked) {
  InputAnimation animation = MakeRecording({.hands = true, .keys = 4});
  const float time =
      animation.curve(CurveSlot::Joint(Handedness::kRight, 3, kRotationX))
          .keys[2]
          .time;
  for (PoseComponent c : {kRotationX, kRotationY, kRotationZ, kRotationW}) {
    Keyframe& key =
        animation.curve(CurveSlot::Joint(Handedness::kRight, 3, c)).keys[3];
    key.value = -key.value;
  }
  std::vector<Keyframe>& tracked =
      animation.curve(CurveSlot::Tracked(Handedness::kRight)).keys;
  tracked = {{.time = 0, .value = 1}};
  const List seen = AllFindings(MustWrite(animation, kCompact11));
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].code, kRotationSignFlips);
  EXPECT_THAT(seen[0].path,
              testing::MatchesRegex(
                  R"(hands\.right\.[A-Za-z]+\.rotation\.x\.keys\[3\]\.value)"));
  tracked.push_back({.time = time, .value = 0});
  tracked.push_back({.time = time + 9, .value = 1});
  for (const Seen& other : AllFindings(MustWrite(animation, kCompact11))) {
    EXPECT_NE(other.code, kRotationSignFlips);
  }
}

TEST(ValidateRotationTest, ManyCollapseToOneFinding) {
  CameraFile file(KeyLayout::kCompact, kManyKeys);
  for (uint64_t key = 0; key < kManyKeys; ++key) {
    file.Set(4, key, kValue, 2.0f);
  }
  FindingList list;
  ReadAndValidate(file.bytes(), {}, list);
  ASSERT_EQ(SeenIn(list), List{file.At(kRotationNotUnit, 3, 0, kValue)});
  EXPECT_EQ(list.findings()[0].count, kManyKeys);
}

TEST(ValidateRotationTest, ARotationThatIsAllZeroWasNeverTracked) {
  CameraFile file(KeyLayout::kCompact, 5);
  for (uint64_t c = 3; c < 7; ++c) {
    for (uint64_t k = 0; k < 5; ++k) file.Set(c, k, kValue, 0.0f);
  }
  EXPECT_EQ(AllFindings(file.bytes()), List{});
  // One that is zero at one key only was tracked.
  CameraFile once(KeyLayout::kCompact, 5);
  for (uint64_t c = 3; c < 7; ++c) once.Set(c, 2, kValue, 0.0f);
  EXPECT_EQ(AllFindings(once.bytes()),
            List{once.At(kRotationNotUnit, 3, 2, kValue)});
}

TEST(ValidateRotationTest, OnlySharedTimesCount) {
  // w has a key more than the others, in the middle.
  InputAnimation animation = MakeRecording({.keys = 6});
  auto& w = animation.curve(CurveSlot::Camera(kRotationW)).keys;
  Keyframe extra = w[2];
  extra.time += 0.001f;
  extra.value = 50;
  w.insert(w.begin() + 3, extra);
  EXPECT_EQ(AllFindings(MustWrite(animation, kCompact11)), List{});
  // After it, times are shared again: 19 bytes, three curves of 6 keys, the
  // header, four keys and a time.
  animation.curve(CurveSlot::Camera(kRotationX)).keys[4].value = 9;
  EXPECT_EQ(AllFindings(MustWrite(animation, kCompact11)),
            (List{{kRotationNotUnit,
                   {19 + 3 * (12 + 48) + 12 + 32 + 4, 4},
                   "camera.rotation.x.keys[4].value"}}));
}

// Keeps the first `left` keys of w.
InputAnimation WithW(size_t keys, size_t left) {
  InputAnimation animation = MakeRecording({.keys = keys});
  animation.curve(CurveSlot::Camera(kRotationW)).keys.resize(left);
  return animation;
}

TEST(ValidateRotationTest, WIsLostWhenItHasOneOrTwoKeys) {
  const Seen lost = {kRotationWLost,
                     {19 + 6 * (12 + 9 * 8) + 8, 4},
                     "camera.rotation.w.keyCount"};
  EXPECT_EQ(AllFindings(MustWrite(WithW(9, 1), kCompact11)), List{lost});
  EXPECT_EQ(AllFindings(MustWrite(WithW(9, 2), kCompact11)), List{lost});
  // With three it merely ends early.
  const auto three = AllFindings(MustWrite(WithW(9, 3), kCompact11));
  ASSERT_EQ(three.size(), 1u);
  EXPECT_EQ(three[0].code, kCurveTailLost);
  // With none there is nothing to say which sign it had.
  EXPECT_EQ(AllFindings(MustWrite(WithW(9, 0), kCompact11)), List{});
}

TEST(ValidateRotationTest, WIsNotLostWhereTheOthersAreAsShort) {
  for (size_t keys : {1u, 2u}) {
    EXPECT_EQ(AllFindings(MustWrite(WithW(keys, keys), kCompact11)), List{});
  }
  // x, y and z that differ were not written by that recorder.
  InputAnimation animation = WithW(9, 2);
  animation.curve(CurveSlot::Camera(kRotationY)).keys.pop_back();
  for (const Seen& seen : AllFindings(MustWrite(animation, kCompact11))) {
    EXPECT_EQ(seen.code, kCurveTailLost) << seen;
  }
}

// ---- Ends -------------------------------------------------------------------

TEST(ValidateTailTest, CurvesOfAPoseEndTogether) {
  InputAnimation animation = MakeRecording({.keys = 10});
  animation.curve(CurveSlot::Camera(kPositionY)).keys.resize(8);
  animation.curve(CurveSlot::Camera(kPositionZ)).keys.resize(9);
  FindingList list;
  ReadAndValidate(MustWrite(animation, kCompact11), {}, list);
  // y's last key, the eighth.
  ASSERT_EQ(SeenIn(list), (List{{kCurveTailLost,
                                 {19 + 92 + 12 + 7 * 8, 4},
                                 "camera.position.y.keys[7].time"}}));
  EXPECT_EQ(list.findings()[0].count, 2u);
  EXPECT_EQ(Places(list.findings()[0]), "curves 1-2");
}

TEST(ValidateTailTest, TheCameraLastsAsLongAsTheRecording) {
  InputAnimation animation =
      MakeRecording({.camera = true, .hands = false, .gaze = true, .keys = 60});
  for (size_t c = 0; c < 7; ++c) animation.curves[c].keys.resize(40);
  FindingList list;
  ReadAndValidate(MustWrite(animation, kCompact11), {}, list);
  ASSERT_EQ(SeenIn(list), (List{{kCurveTailLost,
                                 {19 + 12 + 39 * 8, 4},
                                 "camera.position.x.keys[39].time"}}));
  EXPECT_EQ(list.findings()[0].count, 7u);
  // A few frames are no loss.
  for (size_t c = 0; c < 7; ++c) {
    animation.curves[c] = MakeRecording({.keys = 55}).curves[c];
  }
  EXPECT_EQ(AllFindings(MustWrite(animation, kCompact11)), List{});
}

TEST(ValidateTailTest, TheGazeLastsAsLongAsTheRecording) {
  InputAnimation animation =
      MakeRecording({.camera = true, .hands = false, .gaze = true, .keys = 60});
  for (size_t c = 0; c < kRayCurves; ++c) {
    animation.curves[CurveSlot::kGaze + c].keys.resize(30);
  }
  FindingList list;
  ReadAndValidate(MustWrite(animation, kCompact11), {}, list);
  ASSERT_EQ(list.findings().size(), 1u);
  EXPECT_EQ(list.findings()[0].code, kCurveTailLost);
  EXPECT_EQ(list.findings()[0].path, "gaze.origin.x.keys[29].time");
  EXPECT_EQ(list.findings()[0].count, 6u);
}

// The clock of a recording need not begin at 0.
TEST(ValidateTailTest, ARecordingMayEndBeforeTimeZero) {
  InputAnimation animation =
      MakeRecording({.camera = true, .hands = true, .gaze = true, .keys = 10});
  for (Curve& curve : animation.curves) {
    for (Keyframe& key : curve.keys) key.time -= 3;
  }
  EXPECT_EQ(AllFindings(MustWrite(animation, kCompact11)), List{});
}

// Hands whose joints stop at key 30 of 60.
InputAnimation ShortHands() {
  InputAnimation animation =
      MakeRecording({.camera = true, .hands = true, .keys = 60});
  for (size_t i = CurveSlot::kJoints; i < CurveSlot::kGaze; ++i) {
    if (!animation.curves[i].keys.empty()) animation.curves[i].keys.resize(30);
  }
  return animation;
}

TEST(ValidateTailTest, AHandLastsAsLongAsItIsTracked) {
  InputAnimation animation = ShortHands();
  // Tracked to the end: one finding for each of 26 joints a hand.
  List seen = AllFindings(MustWrite(animation, kCompact11));
  EXPECT_EQ(seen.size(), 52u);
  for (const Seen& s : seen) EXPECT_EQ(s.code, kCurveTailLost);
  // Lost from sight when the joints stop.
  for (Handedness hand : kHands) {
    animation.curve(CurveSlot::Tracked(hand))
        .keys.push_back({.time = 29.0f / 60, .value = 0});
  }
  EXPECT_EQ(AllFindings(MustWrite(animation, kCompact11)), List{});
  // And still lost when the recording ends.
  for (Handedness hand : kHands) {
    animation.curve(CurveSlot::Tracked(hand))
        .keys.push_back({.time = 59.0f / 60, .value = 0});
  }
  EXPECT_EQ(AllFindings(MustWrite(animation, kCompact11)), List{});
}

TEST(ValidateTailTest, AJointMayBeLostBeforeTheHandIs) {
  InputAnimation animation =
      MakeRecording({.camera = true, .hands = true, .keys = 60});
  const size_t thumb =
      CurveSlot::Joint(Handedness::kLeft, 6, kPositionX).index();
  for (size_t c = 0; c < 7; ++c) animation.curves[thumb + c].keys.resize(30);
  EXPECT_EQ(AllFindings(MustWrite(animation, kCompact11)), List{});
}

TEST(ValidateTailTest, AJointThatEndsBeforeAHandThatEndsEarlyIsNotCounted) {
  InputAnimation animation = ShortHands();
  for (Handedness hand : kHands) {
    const size_t thumb = CurveSlot::Joint(hand, 6, kPositionX).index();
    for (size_t c = 0; c < 7; ++c) animation.curves[thumb + c].keys.resize(15);
  }
  const List seen = AllFindings(MustWrite(animation, kCompact11));
  EXPECT_EQ(seen.size(), 50u);
  for (const Seen& s : seen) {
    EXPECT_EQ(s.code, kCurveTailLost);
    EXPECT_EQ(s.path.find("ThumbTip"), std::string::npos) << s;
  }
}

TEST(ValidateTailTest, TheJointThatLastsLongestSaysWhenAHandEnds) {
  for (const size_t joint : {size_t{0}, size_t{13}, kJointCount - 1}) {
    InputAnimation animation =
        MakeRecording({.camera = true, .hands = true, .keys = 60});
    for (const Handedness hand : kHands) {
      for (size_t j = 0; j < kJointCount; ++j) {
        const size_t first = CurveSlot::Joint(hand, j, kPositionX).index();
        for (size_t c = first; c < first + 7; ++c) {
          auto& keys = animation.curves[c].keys;
          // The first, "None", has none of its own.
          if (j == 0) keys = animation.curves[c + 7].keys;
          const size_t longest = hand == Handedness::kLeft ? 45 : 40;
          keys.resize(j == joint ? longest : 30);
        }
      }
    }
    // The others were lost before the hand was.
    const List seen = AllFindings(MustWrite(animation, kCompact11));
    ASSERT_EQ(seen.size(), 2u) << joint;
    for (const Handedness hand : kHands) {
      const Seen& s = seen[static_cast<size_t>(hand)];
      EXPECT_EQ(s.code, kCurveTailLost);
      const std::string last = hand == Handedness::kLeft ? "44" : "39";
      EXPECT_EQ(s.path, CurveSlot::Joint(hand, joint, kPositionX).Path() +
                            ".keys[" + last + "].time");
    }
  }
}

TEST(ValidateTailTest, TimesThatAreNotFiniteAreNoEnds) {
  // An infinite last time is one fault, not one of every other curve.
  for (float time : {kNan, kInfinity, -kInfinity}) {
    CameraFile file(KeyLayout::kCompact, 50);
    file.Set(0, 49, kTime, time);
    EXPECT_EQ(AllFindings(file.bytes()),
              List{file.At(kKeyTimeNotFinite, 0, 49, kTime)});
  }
}

// ---- Parts ------------------------------------------------------------------

constexpr size_t kHandCurves = 27 * 7;

TEST(ValidatePartsTest, AHandWithoutKeys) {
  InputAnimation animation = MakeRecording({.camera = false, .hands = true});
  for (size_t i = 0; i < kHandCurves; ++i) {
    animation.curves[CurveSlot::kJoints + i].keys.clear();
  }
  Keyframe& tracked =
      animation.curve(CurveSlot::Tracked(Handedness::kLeft)).keys[0];
  tracked.value = 0;
  EXPECT_EQ(AllFindings(MustWrite(animation, kCompact11)), List{});
  tracked.value = 1;
  const List seen = AllFindings(MustWrite(animation, kCompact11));
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].code, kHandWithoutKeys);
  EXPECT_EQ(seen[0].path, "hands.left");
  EXPECT_EQ(seen[0].bytes.length, kHandCurves * 12);
}

TEST(ValidatePartsTest, WhatIsLeftOfARecording) {
  const InputAnimation whole = MakeRecording({.camera = true, .hands = true});
  // Only the first `curves` curves keep their keys.
  const auto left = [&](size_t curves, bool tracked) {
    InputAnimation animation = whole;
    for (size_t i = curves; i < CurveSlot::kCount; ++i) {
      animation.curves[i].keys.clear();
    }
    if (!tracked) {
      for (size_t i = 7; i < 11; ++i) animation.curves[i].keys.clear();
    }
    size_t found = 0;
    for (const Seen& seen : AllFindings(MustWrite(animation, kCompact11))) {
      if (seen.code != FindingCode::kRecordingMostlyEmpty) continue;
      EXPECT_EQ(seen.path, CurveSlot(curves).Path());
      ++found;
    }
    return found;
  };
  const size_t joints = CurveSlot::kJoints;
  for (const bool tracked : {true, false}) {
    // Within the camera's rotation; within a joint's position.
    EXPECT_EQ(left(5, tracked), 1u);
    EXPECT_EQ(left(joints + 5 * 7 + 2, tracked), 1u);
    // Between two joints: known if a hand should be there.
    EXPECT_EQ(left(joints + 5 * 7, tracked), tracked ? 1u : 0u);
    // More than half of them: nothing is said.
    EXPECT_EQ(left(joints + kHandCurves + 7 * 14 + 2, tracked), 0u);
  }
}

TEST(ValidatePartsTest, AHandThatNeverChanges) {
  for (const FileLayout& layout : {kCompact11, kFull11}) {
    InputAnimation animation =
        MakeRecording({.camera = false, .hands = true, .keys = 3});
    const size_t right =
        CurveSlot::Joint(Handedness::kRight, 0, kPositionX).index();
    for (size_t i = right; i < right + kHandCurves; ++i) {
      for (Keyframe& key : animation.curves[i].keys) {
        key.value = animation.curves[i].keys[0].value;
      }
    }
    const auto bytes = MustWrite(animation, layout);
    const List seen = AllFindings(bytes);
    ASSERT_EQ(seen.size(), 1u);
    EXPECT_EQ(seen[0].code, kHandNeverChanges);
    EXPECT_EQ(seen[0].path, "hands.right");
    const uint64_t key = layout.keys == KeyLayout::kFull ? 28 : 8;
    EXPECT_EQ(seen[0].bytes.length, kHandCurves * 12 + 26 * 7 * 3 * key);
    // It ends where the marker list begins.
    EXPECT_EQ(seen[0].bytes.offset + seen[0].bytes.length, bytes.size() - 4);
    // The smallest change is one.
    animation.curves[right + 2 * 7].keys[1].value += 1;
    EXPECT_EQ(AllFindings(MustWrite(animation, layout)), List{});
  }
}

TEST(ValidatePartsTest, AHandThatWasNeverTrackedIsAllZero) {
  InputAnimation animation =
      MakeRecording({.camera = false, .hands = true, .keys = 3});
  for (size_t i = 0; i < kHandCurves; ++i) {
    for (Keyframe& key : animation.curves[CurveSlot::kJoints + i].keys) {
      key.value = 0;
    }
  }
  const List seen = AllFindings(MustWrite(animation, kCompact11));
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].code, kHandNeverChanges);
  EXPECT_EQ(seen[0].path, "hands.left");
}

TEST(ValidatePartsTest, AHandWithoutRotations) {
  InputAnimation animation =
      MakeRecording({.camera = false, .hands = true, .keys = 3});
  for (size_t i = 0; i < kHandCurves; ++i) {
    if (i % kPoseCurves < kRotationX) continue;
    for (Keyframe& key : animation.curves[CurveSlot::kJoints + i].keys) {
      key.value = 0;
    }
  }
  const List seen = AllFindings(MustWrite(animation, kCompact11));
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].code, kHandWithoutRotations);
  EXPECT_EQ(seen[0].path, "hands.left");
  // One rotation is one.
  animation.curves[CurveSlot::kJoints + kPoseCurves + kRotationW]
      .keys[0]
      .value = 1;
  for (const Seen& other : AllFindings(MustWrite(animation, kCompact11))) {
    EXPECT_NE(other.code, kHandWithoutRotations);
  }
}

TEST(ValidatePartsTest, AHandThatIsNeverTrackedThoughItMoves) {
  InputAnimation animation =
      MakeRecording({.camera = false, .hands = true, .keys = 3});
  const CurveSlot tracked = CurveSlot::Tracked(Handedness::kRight);
  auto& keys = animation.curves[tracked.index()].keys;
  for (Keyframe& key : keys) key.value = 0;
  const List seen = AllFindings(MustWrite(animation, kCompact11));
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].code, kHandNeverTracked);
  EXPECT_EQ(seen[0].path, "hands.right.tracked");
  EXPECT_EQ(seen[0].bytes.length, 12 + 8 * keys.size());
  // Without keys, nothing is said of it.
  keys.clear();
  EXPECT_EQ(AllFindings(MustWrite(animation, kCompact11)), List{});
}

// Whether the times of three curves are said to begin again.
bool Restart(const std::vector<float>& times) {
  InputAnimation animation = MakeRecording({.keys = 0});
  for (size_t c = 0; c < 3; ++c) {
    for (const float time : times) {
      animation.curves[c].keys.push_back({.time = time, .value = time});
    }
  }
  for (const Seen& seen : AllFindings(MustWrite(animation, kCompact11))) {
    if (seen.code == kRecordingRestarts) return true;
  }
  return false;
}

TEST(ValidatePartsTest, TimesBeginAgain) {
  EXPECT_TRUE(Restart({0, 0.5f, 1, 0.25f, 0.75f}));
  EXPECT_TRUE(Restart({0, 0.5f, 1, 0, 0.5f, 1, 0, 0.5f}));
  EXPECT_TRUE(Restart({5, 6, 1, 2}));
  // One key is at the wrong place, or all are.
  EXPECT_FALSE(Restart({0, 0.5f, 1, 0.75f, 1.25f}));
  EXPECT_FALSE(Restart({0, 0.5f, 1, 0.25f}));
  EXPECT_FALSE(Restart({4, 3, 2, 1, 0}));
  EXPECT_FALSE(Restart({0, 1, 2, 3}));
}

TEST(ValidatePartsTest, GazeWithoutKeys) {
  InputAnimation animation;
  animation.has_gaze = true;
  EXPECT_EQ(AllFindings(MustWrite(animation, kCompact11)),
            (List{{kGazeWithoutKeys, {19, 72}, "gaze"}}));
}

TEST(ValidatePartsTest, GazeThatNeverChanges) {
  InputAnimation animation = MakeRecording({.camera = false, .gaze = true});
  for (size_t c = 0; c < kRayCurves; ++c) {
    for (Keyframe& key : animation.curves[CurveSlot::kGaze + c].keys) {
      key.value = 0.5f;
    }
  }
  EXPECT_EQ(AllFindings(MustWrite(animation, kCompact11)),
            (List{{kGazeNeverChanges, {19, 6 * (12 + 4 * 8)}, "gaze"}}));
  animation.curves[CurveSlot::kGaze + 5].keys[2].value = 0.25f;
  EXPECT_EQ(AllFindings(MustWrite(animation, kCompact11)), List{});
}

TEST(ValidatePartsTest, EqualValuesWithSlopesDoChange) {
  InputAnimation animation = MakeRecording({.camera = false, .gaze = true});
  for (size_t c = 0; c < kRayCurves; ++c) {
    for (Keyframe& key : animation.curves[CurveSlot::kGaze + c].keys) {
      key.value = 0.5f;
    }
  }
  animation.curves[CurveSlot::kGaze].keys[1].out_tangent = 1;
  EXPECT_EQ(AllFindings(MustWrite(animation, kFull11)), List{});
}

List ValidatedTimes(const std::vector<std::pair<float, float>>& curves) {
  InputAnimation animation;
  animation.has_camera = true;
  for (size_t c = 0; c < curves.size(); ++c) {
    animation.curves[c].keys = {{.time = curves[c].first},
                                {.time = curves[c].second, .value = 1}};
  }
  return AllFindings(MustWrite(animation, kCompact11));
}

TEST(ValidateLengthTest, TheFarthestKeyIsFoundOnce) {
  const float far = std::nextafter(kFarthestTime, 1e9f);
  EXPECT_EQ(ValidatedTimes({{-kFarthestTime, kFarthestTime}}), List{});
  EXPECT_EQ(
      ValidatedTimes({{0, far}}),
      (List{{kKeyTimeTooFar, {19 + 20, 4}, "camera.position.x.keys[1].time"}}));
  EXPECT_EQ(
      ValidatedTimes({{-far, 1}}),
      (List{{kKeyTimeTooFar, {19 + 12, 4}, "camera.position.x.keys[0].time"}}));
  // The first of those that are equally far.
  EXPECT_EQ(
      ValidatedTimes({{0, 1e9f}, {-1e9f, 1e9f}, {0, 1e9f}}),
      (List{{kKeyTimeTooFar, {19 + 20, 4}, "camera.position.x.keys[1].time"}}));
  EXPECT_EQ(ValidatedTimes({{-1e9f, 1e30f}, {-2e30f, 1e30f}}),
            (List{{kKeyTimeTooFar,
                   {19 + 28 + 12, 4},
                   "camera.position.y.keys[0].time"}}));
}

TEST(ValidateLengthTest, SaysHowFarApartTimesAre) {
  for (const auto& [time, apart] :
       {std::pair{131073.0f, "0.015625"}, std::pair{1e30f, "7.5557864e+22"},
        std::pair{3e38f, "2.028241e+31"}}) {
    InputAnimation animation;
    animation.has_camera = true;
    animation.curves[0].keys = {{.time = 0}, {.time = time, .value = 1}};
    FindingList findings;
    const auto bytes = MustWrite(animation, kCompact11);
    ReadAndValidate(bytes, {}, findings);
    ASSERT_EQ(findings.findings().size(), 1u);
    EXPECT_THAT(
        findings.findings()[0].message,
        testing::EndsWith(absl::StrCat("times are ", apart, " s apart there")));
  }
}

TEST(ValidatePartsTest, AbsentPartsAreNotMissed) {
  EXPECT_EQ(AllFindings(MustWrite(InputAnimation{}, kCompact11)), List{});
}

}  // namespace
}  // namespace clipguard::mrtk
