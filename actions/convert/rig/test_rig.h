// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests and fuzz targets: how far a hand's skeleton is from its recording.

#ifndef CLIPGUARD_ACTIONS_CONVERT_RIG_TEST_RIG_H_
#define CLIPGUARD_ACTIONS_CONVERT_RIG_TEST_RIG_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "actions/convert/rig/hand_rig.h"
#include "actions/convert/rig/quaternion.h"
#include "actions/convert/rig/rig_chain.h"
#include "actions/motion/rotation_trials.h"
#include "eval/curve/reference.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

struct RigDistance {
  double metres = 0;
  double degrees = 0;
  size_t compared = 0;
  // A joint that is farther off than its track's bounds; empty: none is.
  std::string fault = {};
};

// Where a joint is in the world.
inline Pose WorldAt(const HandRig& rig, const RigJoint& joint, float time) {
  const Pose local = PlayedAt(joint.track, time);
  return joint.parent
             ? Below(WorldAt(rig, rig.joints[*joint.parent], time), local)
             : local;
}

// Where a joint was recorded, in glTF's axes. The turn has the length that it
// was recorded with.
inline Pose RecordedAt(const mrtk::InputAnimationView& view,
                       mrtk::CurveSlot first, float time) {
  Pose pose;
  for (size_t c = 0; c < mrtk::kPoseCurves; ++c) {
    (c < 3 ? pose.place[c] : pose.turn[c - 3]) = eval::EvaluateCurve(
        view.curve(mrtk::CurveSlot(first.index() + c)), double{time});
  }
  pose.place[2] = -pose.place[2];
  pose.turn[0] = -pose.turn[0];
  pose.turn[1] = -pose.turn[1];
  return pose;
}

// Times of some keys, times beside them, and `others`, before the recording
// ends: then a curve goes on as its wrap mode says.
inline std::vector<float> TimesIn(const mrtk::InputAnimationView& view,
                                  mrtk::CurveSlot first, size_t others,
                                  std::mt19937& random) {
  std::vector<float> times;
  for (size_t c = 0; c < mrtk::kPoseCurves; ++c) {
    const auto curve = view.curve(mrtk::CurveSlot(first.index() + c));
    for (size_t i = 0; i < curve.size(); i += 1 + curve.size() / 100) {
      times.push_back(curve.time(i));
      times.push_back(std::nextafter(curve.time(i), 0.0f));
      times.push_back(std::nextafter(curve.time(i), 1e30f));
    }
  }
  const float end = view.Duration();
  std::erase_if(times, [&](float time) { return time > end; });
  for (size_t i = 0; i < others; ++i) {
    times.push_back(static_cast<float>(static_cast<double>(random()) * 0x1p-32 *
                                       double{end}));
  }
  return times;
}

// Compares the joints of a skeleton with the recording, in the world: at keys,
// beside them, and at `others` other times. REQUIRES: nothing was lost.
inline RigDistance DistanceOf(const HandRig& rig,
                              const mrtk::InputAnimationView& view,
                              mrtk::Handedness hand, size_t others) {
  // Rounding of values between keyframes to float32 adds this: as a share of
  // the numbers, and degrees.
  constexpr double kNoise = 1e-6;
  constexpr double kNoiseDegrees = 1e-4;
  std::mt19937 random(99);
  RigDistance distance;
  for (const RigJoint& joint : rig.joints) {
    const auto first =
        mrtk::CurveSlot::Joint(hand, joint.joint, mrtk::kPositionX);
    for (const float time : TimesIn(view, first, others, random)) {
      const Pose recorded = RecordedAt(view, first, time);
      const Pose played = WorldAt(rig, joint, time);
      const double metres = Length(Minus(played.place, recorded.place));
      // 0 0 0 0 is no rotation.
      const double degrees = Length(recorded.turn) > 0
                                 ? DegreesBetween(played.turn, recorded.turn)
                                 : 0;
      ++distance.compared;
      distance.metres = std::max(distance.metres, metres);
      distance.degrees = std::max(distance.degrees, degrees);
      const double size = Length(recorded.place) + Length(played.place);
      if (metres <= joint.track.bound + kNoise * (size + 1) &&
          degrees <= joint.track.degrees + kNoiseDegrees) {
        continue;
      }
      distance.fault = absl::StrFormat(
          "%s.%s at %.9g s is off by %g m, %g degrees", HandName(hand),
          mrtk::kJointNames[joint.joint], double{time}, metres, degrees);
    }
  }
  return distance;
}

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_RIG_TEST_RIG_H_
