// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/mrtk/survey.h"

#include <cmath>

#include "parser/mrtk/validate.h"

namespace clipguard::mrtk {
namespace {

float TrackedUntil(const InputAnimationView& view, const Survey& survey,
                   Handedness hand) {
  const CurveSlot slot = CurveSlot::Tracked(hand);
  const CurveView tracked = view.curve(slot);
  if (tracked.empty()) return kNever;
  return tracked.value(tracked.size() - 1) > 0.5f ? survey.duration
                                                  : survey.ends[slot.index()];
}

}  // namespace

Survey::Survey(const InputAnimationView& view) {
  bool known = true;
  bool near = true;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveView curve = view.curve(CurveSlot(i));
    known &= IsWrapMode(curve.pre_wrap()) && IsWrapMode(curve.post_wrap());
    ends[i] = kNever;
    if (curve.empty()) continue;
    const float start = curve.time(0);
    const float end = curve.time(curve.size() - 1);
    if (std::isfinite(end)) ends[i] = end;
    near &= std::abs(start) <= kFarthestTime && std::abs(end) <= kFarthestTime;
  }
  wrap_modes_known = known;
  all_near = near;
  duration =
      std::max({0.0f, LatestEnd(CurveSlot(CurveSlot::kCamera), kPoseCurves),
                LatestEnd(CurveSlot(CurveSlot::kHandStates), kHandStateCurves),
                LatestEnd(CurveSlot(CurveSlot::kGaze), kRayCurves)});
  for (Handedness hand : kHands) {
    float& end = hand_ends[static_cast<size_t>(hand)];
    end = kNever;
    // Pose by pose: one chain of 189 comparisons would take longer.
    for (size_t joint = 0; joint < kJointCount; ++joint) {
      end = std::max(end, LatestEnd(CurveSlot::Joint(hand, joint, kPositionX),
                                    kPoseCurves));
    }
    duration = std::max(duration, end);
  }
  for (Handedness hand : kHands) {
    tracked_until[static_cast<size_t>(hand)] = TrackedUntil(view, *this, hand);
  }
}

}  // namespace clipguard::mrtk
