// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Sound files that say something odd: rotations, ends, hands, gaze.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "corpus/mrtk/builder.h"
#include "corpus/mrtk/motion.h"
#include "corpus/mrtk/recording.h"
#include "parser/mrtk/format.h"

namespace clipguard::corpus {
namespace {

using mrtk::CurveSlot;
using mrtk::Handedness;
using mrtk::Keyframe;
using mrtk::KeyLayout;

// Which the warnings about a hand or the gaze refer to: all joint curves of
// the hand, or all curves of the gaze.
Place HandPlace(const Written& file, Handedness hand) {
  const CurveSlot first = CurveSlot::Joint(hand, 0, mrtk::kPositionX);
  const size_t next = first.index() + mrtk::kJointCount * mrtk::kPoseCurves;
  const uint64_t begin = file.curve_begin(first);
  return {begin, file.curve_begin(CurveSlot(next)) - begin,
          hand == Handedness::kLeft ? "hands.left" : "hands.right"};
}

// After the wrist, which is all that AddWrist() gives the left hand.
constexpr CurveSlot Palm(mrtk::PoseComponent component) {
  return CurveSlot::Joint(Handedness::kLeft, 2, component);
}

// Less than half of the curves have keys, and from this one on none has.
ExpectedFinding FirstWithoutKeys(const Written& file, CurveSlot slot) {
  return At("RECORDING_MOSTLY_EMPTY",
            {file.curve_begin(slot), mrtk::kCurveHeaderSize, slot.Path()});
}

Place GazePlace(const Written& file) {
  const uint64_t begin = file.curve_begin(CurveSlot(CurveSlot::kGaze));
  return {begin, file.curves_end() - begin, "gaze"};
}

// A camera whose rotation keeps still at `times`, and is a unit quaternion.
void SetCameraRotation(const std::vector<float>& times, Recording& r) {
  for (size_t c = 0; c < 4; ++c) {
    Keys& keys = r.curves[kCameraRotationX.index() + c].keys;
    keys.clear();
    for (float t : times) keys.push_back({.time = t, .value = kTilted[c]});
  }
}

void AddRotations(FileSet& files) {
  constexpr std::string_view kNotUnit = "ROTATION_NOT_UNIT";
  constexpr std::string_view kFlips = "ROTATION_SIGN_FLIPS";
  // Key k's values are multiplied by `factors[k]`.
  const auto scaled = [&](std::string_view code, std::string_view variant,
                          std::string_view title,
                          const std::vector<float>& factors, size_t first,
                          uint64_t count, KeyLayout layout) {
    Recording r;
    r.keys = layout;
    std::vector<float> times;
    for (size_t k = 0; k < factors.size(); ++k) {
      times.push_back(static_cast<float>(k));
    }
    SetCameraRotation(times, r);
    for (size_t c = 0; c < 4; ++c) {
      Keys& keys = r.curves[kCameraRotationX.index() + c].keys;
      for (size_t k = 0; k < keys.size(); ++k) keys[k].value *= factors[k];
    }
    const Written file = Write(r);
    files.Damaged(code, variant, title, file,
                  file.KeyField(kCameraRotationX, first, "value"), count);
  };
  scaled(kNotUnit, "", "A quaternion of length 2", {2}, 0, 1,
         KeyLayout::kCompact);
  scaled(kNotUnit, "short", "A quaternion of length 0.99", {1, 0.99f}, 1, 1,
         KeyLayout::kCompact);
  scaled(kNotUnit, "two-of-four", "Two of four quaternions are not of length 1",
         {1, 0.5f, 1, 1.5f}, 1, 2, KeyLayout::kFull);
  scaled(kNotUnit, "zero", "All zeros at one key of three", {1, 0, 1}, 1, 1,
         KeyLayout::kCompact);

  scaled(kFlips, "", "The second of two quaternions is negated", {1, -1}, 1, 1,
         KeyLayout::kCompact);
  scaled(kFlips, "one-key", "One quaternion of four is negated", {1, 1, -1, 1},
         2, 2, KeyLayout::kCompact);

  // The w curve of a rotation about y, by n frames, cut to `left` keys; with
  // two, the last one holds the last value of z.
  const auto lost = [&](std::string_view variant, std::string_view title,
                        size_t n, size_t left) {
    Recording r;
    std::vector<float> times;
    for (size_t k = 0; k < n; ++k) {
      times.push_back(static_cast<float>(k) * 0.125f);
    }
    SetCameraRotation(times, r);
    for (size_t k = 0; k < n; ++k) {
      const double angle = 0.1 * static_cast<double>(k) - 1;
      for (size_t c = 0; c < 4; ++c) {
        const double value = c == 1   ? Sine(angle)
                             : c == 3 ? Sine(angle + 1.5707963267948966)
                                      : 0;
        r.curves[kCameraRotationX.index() + c].keys[k].value =
            static_cast<float>(value);
      }
    }
    Keys& w = r.curve(kCameraRotationW).keys;
    if (left == 2) w[1] = {.time = times.back(), .value = 0};
    w.resize(left);
    const Written file = Write(r);
    files.Damaged("ROTATION_W_LOST", variant, title, file,
                  file.CurveField(kCameraRotationW, "keyCount"));
  };
  lost("", "24 keys for x, y and z, one for w", 24, 1);
  lost("two-keys", "24 keys for x, y and z, two for w", 24, 2);
  lost("shortest", "Two keys for x, y and z, one for w", 2, 1);
}

void AddOddRotations(FileSet& files) {
  // All zeros at every key is how a pose looks that was never tracked.
  Recording untracked;
  SetCameraRotation({0, 1, 2}, untracked);
  for (size_t c = 0; c < 4; ++c) {
    for (Keyframe& key : untracked.curves[kCameraRotationX.index() + c].keys) {
      key.value = 0;
    }
  }
  files.Valid("rotation-zero", "A camera's rotation of zeros at all keys",
              untracked);

  // Curves that were thinned out one by one share some of their key times:
  // here 0, 2 and 3 s. At 2 s, x's third key, the length is one half.
  Recording uneven;
  const std::vector<float> times[4] = {
      {0, 1, 2, 3}, {0, 2, 3}, {0, 1, 1.5f, 2, 3}, {0, 2, 2.5f, 3}};
  for (size_t c = 0; c < 4; ++c) {
    for (float t : times[c]) {
      uneven.curves[kCameraRotationX.index() + c].keys.push_back(
          {.time = t, .value = t == 2 ? 0.5f * kTilted[c] : kTilted[c]});
    }
  }
  const Written file = Write(uneven);
  files.Damaged("ROTATION_NOT_UNIT", "uneven",
                "Three to five keys a curve, of which three are shared", file,
                file.KeyField(kCameraRotationX, 2, "value"));

  // Equally many keys, but not at the same times: at 1 s, x's second key, y is
  // in its third. Its length is 0.6 there.
  Recording shifted;
  for (size_t c = 0; c < 4; ++c) {
    const bool y = c == 1;
    for (float t : {0.0f, 1.0f, 2.0f, 3.0f}) {
      const float value = c == 3 ? (t == 1 ? 0.6f : 1.0f) : 0.0f;
      shifted.curves[kCameraRotationX.index() + c].keys.push_back(
          {.time = y && t < 3 ? t / 2 : t, .value = value});
    }
  }
  const Written moved = Write(shifted);
  files.Damaged("ROTATION_NOT_UNIT", "shifted",
                "Four keys a curve, y's at other times", moved,
                moved.KeyField(kCameraRotationX, 1, "value"));
}

void AddTails(FileSet& files) {
  constexpr std::string_view kCode = "CURVE_TAIL_LOST";
  const auto line = [](float until) {
    return Keys{{.time = 0, .value = 0}, {.time = until, .value = until}};
  };
  Recording r;
  for (size_t c = 0; c < 3; ++c) r.curves[c].keys = line(2);
  r.curve(kCameraY).keys = line(1.5f);
  Written file = Write(r);
  files.Damaged(kCode, "", "A camera's y ends half a second before x and z",
                file, file.KeyField(kCameraY, 1, "time"));

  r.curve(kCameraY).keys = {{.time = 0, .value = 1}};
  file = Write(r);
  files.Damaged(kCode, "one-key", "Only the first key of a camera's y is left",
                file, file.KeyField(kCameraY, 0, "time"));

  // The recording goes on with the gaze, but the camera stops.
  r = Recording();
  r.presence = {1, 0, 1};
  r.curve(kCameraX).keys = line(0.5f);
  AddGaze(0.5f, r);
  file = Write(r);
  files.Damaged(kCode, "camera", "The camera ends before the recording", file,
                file.KeyField(kCameraX, 1, "time"));

  // A hand is tracked to the end, which the wrists do not reach.
  r = MovingHands();
  RawCurve& tracked = r.curve(kLeftTracked);
  tracked.keys = {{.time = 0, .value = 1}, {.time = 1.5f, .value = 0}};
  file = Write(r);
  // The curves of a pose are one finding.
  const auto wrist = [&](Handedness hand) {
    const auto x = CurveSlot::Joint(hand, 1, mrtk::kPositionX);
    return At(kCode, file.KeyField(x, 1, "time"), mrtk::kPoseCurves);
  };
  files.Add("curve-tail-lost.hands",
            "Both hands end before their tracking does", file,
            {wrist(Handedness::kLeft), wrist(Handedness::kRight)});
}

void AddStillHands(FileSet& files) {
  constexpr std::string_view kStillHand = "HAND_NEVER_CHANGES";
  for (Handedness hand : mrtk::kHands) {
    const bool left = hand == Handedness::kLeft;
    const std::string_view variant = left ? "" : "right";
    const Handedness other = left ? Handedness::kRight : Handedness::kLeft;
    Recording r = Hands();
    AddWrist(other, 0.25f, r);
    r.curve(CurveSlot::Tracked(hand)).keys = {{.time = 0, .value = 1}};
    Written file = Write(r);
    std::vector<ExpectedFinding> expected = {
        At("HAND_WITHOUT_KEYS", HandPlace(file, hand))};
    // The part that comes last in the file may have been cut off.
    if (!left) {
      expected.push_back(FirstWithoutKeys(file, Palm(mrtk::kPositionX)));
    }
    files.Add(left ? "hand-without-keys" : "hand-without-keys.right",
              left ? "The left hand is tracked, but has no keys"
                   : "The right hand is tracked, but has no keys",
              file, std::move(expected));
    AddWrist(hand, 0, r);
    file = Write(r);
    files.Damaged(
        kStillHand, variant,
        left ? "The left hand keeps still" : "The right hand keeps still", file,
        HandPlace(file, hand));
  }
  {
    // As recorders write it for a hand that is never tracked.
    Recording r = MovingHands();
    r.curve(kLeftTracked).keys = {{.time = 0, .value = 0}};
    for (size_t joint = 1; joint < mrtk::kJointCount; ++joint) {
      for (size_t c = 0; c < mrtk::kPoseCurves; ++c) {
        const auto component = static_cast<mrtk::PoseComponent>(c);
        r.curve(CurveSlot::Joint(Handedness::kLeft, joint, component)).keys = {
            {.time = 0, .value = 0}, {.time = 1, .value = 0}};
      }
    }
    const Written file = Write(r);
    files.Damaged(kStillHand, "zeros", "All values of a hand are zero", file,
                  HandPlace(file, Handedness::kLeft));
  }
}

void AddOddHands(FileSet& files) {
  Recording r = MovingHands();
  for (size_t c = mrtk::kRotationX; c <= mrtk::kRotationW; ++c) {
    const auto component = static_cast<mrtk::PoseComponent>(c);
    for (Keyframe& key :
         r.curve(CurveSlot::Joint(Handedness::kLeft, 1, component)).keys) {
      key.value = 0;
    }
  }
  Written file = Write(r);
  files.Damaged("HAND_WITHOUT_ROTATIONS", "",
                "The left hand moves, and its rotations are all zeros", file,
                HandPlace(file, Handedness::kLeft));

  r = MovingHands();
  r.curve(kLeftTracked).keys = {{.time = 0, .value = 0}};
  file = Write(r);
  const uint64_t begin = file.curve_begin(kLeftTracked);
  const CurveSlot next(kLeftTracked.index() + 1);
  files.Damaged("HAND_NEVER_TRACKED", "",
                "The left hand moves, but is never tracked", file,
                {begin, file.curve_begin(next) - begin, "hands.left.tracked"});
}

void AddTakes(FileSet& files) {
  const auto add = [&](std::string_view name, std::string_view title,
                       const std::vector<float>& times, uint64_t again) {
    Recording r;
    for (size_t c = 0; c < 2; ++c) {
      for (size_t k = 0; k < times.size(); ++k) {
        r.curves[c].keys.push_back(
            {.time = times[k], .value = static_cast<float>(k)});
      }
    }
    const Written file = Write(r);
    std::vector<ExpectedFinding> expected;
    for (const CurveSlot slot : {kCameraX, kCameraY}) {
      expected.push_back(
          At("KEY_TIME_DECREASING", file.KeyField(slot, 3, "time"), again));
    }
    expected.push_back(
        At("RECORDING_RESTARTS", file.KeyField(kCameraX, 3, "time")));
    files.Add(name, title, file, std::move(expected));
  };
  add("recording-restarts", "A second take behind the first",
      {0, 0.5f, 1, 0.25f, 0.75f}, 1);
  add("recording-restarts.three", "Three takes, one behind the other",
      {0, 0.5f, 1, 0.25f, 0.75f, 1.5f, 0, 1.5f}, 2);
}

void AddStillGaze(FileSet& files) {
  Recording r = NoParts();
  r.presence = {0, 0, 1};
  Written file = Write(r);
  files.Damaged("GAZE_WITHOUT_KEYS", "", "Gaze without keys", file,
                GazePlace(file));
  AddGaze(0, r);
  file = Write(r);
  files.Damaged("GAZE_NEVER_CHANGES", "", "Gaze that keeps still", file,
                GazePlace(file));
}

void AddFarKeys(FileSet& files) {
  constexpr std::string_view kCode = "KEY_TIME_TOO_FAR";
  const auto add = [&](std::string_view variant, std::string_view title,
                       float first, float last, size_t key) {
    Recording r;
    for (size_t c = 0; c < 3; ++c) {
      r.curves[c].keys = {{.time = first, .value = 0},
                          {.time = last, .value = 1}};
    }
    const Written file = Write(r);
    files.Damaged(kCode, variant, title, file,
                  file.KeyField(kCameraX, key, "time"));
  };
  add("", "A last key at 1e30 s", 0, 1e30f, 1);
  add("just-above", "A last key at the float after 131072 s", 0, 131072.0156f,
      1);
  add("before", "A first key at -1e9 s", -1e9f, 1, 0);
}

void AddMostlyEmpty(FileSet& files) {
  Recording r = Hands();
  AddWrist(Handedness::kLeft, 0.25f, r);
  files.Valid("one-hand", "Only the left hand is tracked, and has keys", r);
  r.curve(Palm(mrtk::kPositionX)).keys = {{.time = 0, .value = 1},
                                          {.time = 1, .value = 2}};
  Written file = Write(r);
  files.Add("recording-mostly-empty", "The rest ends within a position", file,
            {FirstWithoutKeys(file, Palm(mrtk::kPositionY))});

  // The smallest files with all parts.
  r = Recording();
  r.presence = {1, 1, 1};
  file = Write(r);
  files.Damaged("GAZE_WITHOUT_KEYS", "v11-no-keys",
                "1.1 with every part, but no keys: 4763 bytes", file,
                GazePlace(file));
  files.Valid("v10-no-keys", "1.0 without keys: 4688 bytes", Version10());
}

}  // namespace

void AddMeaning(FileSet& files) {
  AddRotations(files);
  AddOddRotations(files);
  AddTails(files);
  AddStillHands(files);
  AddOddHands(files);
  AddTakes(files);
  AddStillGaze(files);
  AddFarKeys(files);
  AddMostlyEmpty(files);
}

}  // namespace clipguard::corpus
