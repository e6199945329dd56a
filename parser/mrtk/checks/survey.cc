// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/mrtk/checks/survey.h"

#include <cmath>

#include "parser/mrtk/checks/validate.h"

namespace clipguard::mrtk {
namespace {

// A curve with fewer keys may have none of a second take.
constexpr size_t kKeysOfTwoTakes = 4;

float TrackedUntil(const InputAnimationView& view, const Survey& survey,
                   Handedness hand) {
  const CurveSlot slot = CurveSlot::Tracked(hand);
  const CurveView tracked = view.curve(slot);
  if (tracked.empty()) return kNever;
  const auto is_tracked = [&](size_t k) { return tracked.value(k) > 0.5f; };
  size_t lost = tracked.size() - 1;
  if (is_tracked(lost)) return survey.end;
  if (lost == 0 || is_tracked(lost - 1)) return survey.ends[slot.index()];
  // Keys may say so once more.
  while (lost > 0 && !is_tracked(lost - 1)) --lost;
  const float time = tracked.time(lost);
  return std::isfinite(time) ? time : kNever;
}

// Whether the curve is a component of a position or rotation, and not the last
// one.
bool EndsWithinPose(CurveSlot slot) {
  size_t component = slot.index();
  if (slot.is_hand() && component >= CurveSlot::kJoints) {
    component = (component - CurveSlot::kJoints) % kPoseCurves;
  } else if (!slot.is_camera()) {
    return false;
  }
  return component != kPositionZ && component != kRotationW;
}

}  // namespace

float Survey::LookAtCurves(const InputAnimationView& view, size_t first,
                           size_t last) {
  bool known = true;
  bool near = true;
  float least = std::numeric_limits<float>::infinity();
  float latest = kNever;
  for (size_t i = first; i < last; ++i) {
    const CurveEnds curve = view.curve_ends(CurveSlot(i));
    known &= IsWrapMode(curve.pre_wrap) && IsWrapMode(curve.post_wrap);
    ends[i] = kNever;
    if (!curve.has_keys) continue;
    ++keyed.with_keys;
    keyed.last = i;
    near &= std::abs(curve.first_time) <= kFarthestTime &&
            std::abs(curve.last_time) <= kFarthestTime;
    if (!std::isfinite(curve.last_time)) continue;
    ends[i] = curve.last_time;
    least = std::min(least, curve.last_time);
    latest = std::max(latest, curve.last_time);
  }
  wrap_modes_known &= known;
  all_near &= near;
  end = std::max(end, latest);
  if (!CurveSlot(first).is_boolean()) {
    earliest_end = std::min(earliest_end, least);
  }
  return latest;
}

Survey::Survey(const InputAnimationView& view) {
  keyed.all = view.curve_count();
  LookAtCurves(view, CurveSlot::kCamera, CurveSlot::kHandStates);
  LookAtCurves(view, CurveSlot::kHandStates, CurveSlot::kJoints);
  for (Handedness hand : kHands) {
    const size_t first = CurveSlot::Joint(hand, 0, kPositionX).index();
    hand_ends[static_cast<size_t>(hand)] =
        LookAtCurves(view, first, first + kJointCount * kPoseCurves);
  }
  LookAtCurves(view, CurveSlot::kGaze, CurveSlot::kCount);
  for (Handedness hand : kHands) {
    tracked_until[static_cast<size_t>(hand)] = TrackedUntil(view, *this, hand);
  }
}

bool IsEverTracked(const InputAnimationView& view, Handedness hand) {
  const CurveView tracked = view.curve(CurveSlot::Tracked(hand));
  for (size_t i = 0; i < tracked.size(); ++i) {
    if (tracked.value(i) > 0.5f) return true;
  }
  return false;
}

bool IsConstant(const CurveView& curve) {
  for (size_t i = 0; i < curve.size(); ++i) {
    const Keyframe key = curve.key(i);
    if (key.value != curve.value(0) || key.in_tangent != 0 ||
        key.out_tangent != 0) {
      return false;
    }
  }
  return true;
}

std::optional<Restarts> FindRestarts(const InputAnimationView& view) {
  std::optional<Restarts> restarts;
  size_t others = 0;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveView curve = view.curve(CurveSlot(i));
    const auto time = [&](size_t k) { return curve.time(k); };
    if (const size_t key = RestartOf(curve.size(), time); key != 0) {
      if (!restarts) {
        restarts = {.first = CurveSlot(i),
                    .key = key,
                    .time = curve.time(key),
                    .before = curve.time(key - 1)};
      }
      ++restarts->curves;
    } else if (curve.size() >= kKeysOfTwoTakes) {
      ++others;
    }
  }
  if (restarts && restarts->curves < std::max<size_t>(others, 2)) {
    restarts.reset();
  }
  return restarts;
}

bool HasOnlyZeroRotations(const InputAnimationView& view, Handedness hand) {
  bool has_keys = false;
  for (size_t i = 0; i < kJointCount * kPoseCurves; ++i) {
    const size_t component = i % kPoseCurves;
    if (component < kRotationX) continue;
    const CurveView curve = view.curve(CurveSlot::Joint(
        hand, i / kPoseCurves, static_cast<PoseComponent>(component)));
    if (!curve.IsZero()) return false;
    has_keys = has_keys || !curve.empty();
  }
  return has_keys;
}

KeyedCurves CountKeyedCurves(const InputAnimationView& view) {
  return Survey(view).keyed;
}

const char* WhatIsMissing(const InputAnimationView& view,
                          const KeyedCurves& keyed) {
  if (!view.has_hands() || keyed.with_keys == 0 ||
      2 * keyed.with_keys >= keyed.all || keyed.last + 1 == CurveSlot::kCount) {
    return nullptr;
  }
  for (Handedness hand : kHands) {
    if (keyed.last < CurveSlot::Joint(hand, 0, kPositionX).index() &&
        IsEverTracked(view, hand)) {
      return "a hand that is tracked has none";
    }
  }
  return EndsWithinPose(CurveSlot(keyed.last))
             ? "they end within a position or rotation"
             : nullptr;
}

}  // namespace clipguard::mrtk
