// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Survey: what the headers and the ends of all curves say of a recording,
// before anybody looks at the keys in between. A part of Validate().

#ifndef CLIPGUARD_PARSER_MRTK_CHECKS_SURVEY_H_
#define CLIPGUARD_PARSER_MRTK_CHECKS_SURVEY_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>

#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::mrtk {

// The end of a curve that has no keys.
inline constexpr float kNever = -std::numeric_limits<float>::infinity();

inline constexpr size_t kHandStateCurves =
    CurveSlot::kJoints - CurveSlot::kHandStates;

// Times are seconds.
struct Survey {
  explicit Survey(const InputAnimationView& view);

  // The latest end of `count` curves from `first` on.
  float LatestEnd(CurveSlot first, size_t count) const {
    float latest = kNever;
    for (size_t i = 0; i < count; ++i) {
      latest = std::max(latest, ends[first.index() + i]);
    }
    return latest;
  }

  // Each curve's last time, by slot; kNever if no key's time is a number.
  std::array<float, CurveSlot::kCount> ends;
  // The latest of them: the end of the recording, which may be before 0.
  float end = kNever;
  // The earliest end of float curves; infinity if none ends.
  float earliest_end = std::numeric_limits<float>::infinity();
  // By hand: the latest of its joints, and until when the hand was tracked by
  // its boolean curve.
  std::array<float, kHands.size()> hand_ends;
  std::array<float, kHands.size()> tracked_until;
  // Whether all curves begin and end within kFarthestTime of 0.
  bool all_near = true;
  bool wrap_modes_known = true;
  KeyedCurves keyed;

 private:
  // Curves [first, last), all boolean or none; returns the latest end. Calls
  // go in the order of slots.
  float LookAtCurves(const InputAnimationView& view, size_t first, size_t last);
};

// The hand of a joint's curve.
inline Handedness HandOf(CurveSlot slot) {
  const CurveSlot right = CurveSlot::Joint(Handedness::kRight, 0, kPositionX);
  return slot.index() < right.index() ? Handedness::kLeft : Handedness::kRight;
}

// Whether the hand of a joint is tracked, at times that ascend; a camera is.
class TrackedWalk {
 public:
  TrackedWalk(const InputAnimationView& view, CurveSlot slot) {
    if (slot.is_hand()) states_ = view.curve(CurveSlot::Tracked(HandOf(slot)));
  }

  bool At(float time) {
    if (states_.size() == 0) return true;
    while (at_ + 1 < states_.size() && states_.time(at_ + 1) <= time) ++at_;
    return states_.value(at_) > 0.5f;
  }

 private:
  CurveView states_;
  size_t at_ = 0;
};

// Whether a key of the hand's boolean curve says that it is tracked.
bool IsEverTracked(const InputAnimationView& view, Handedness hand);

// Whether a curve has the same value at all times.
bool IsConstant(const CurveView& curve);

// The first of `size` keys or markers at which times begin again, as in a
// second take that was recorded behind the first: those of each take ascend,
// and at least two of one are later than the first of the next, which has two
// or more. 0 if there is none, or another one is out of order.
template <typename TimeOf>
size_t RestartOf(size_t size, TimeOf time) {
  size_t restart = 0;
  size_t take = 0;  // its first key
  for (size_t i = 1; i < size; ++i) {
    if (!(time(i) < time(i - 1))) continue;
    if (i - take < 2 || !(time(i) < time(i - 2)) || i + 1 == size ||
        !(time(i) <= time(i + 1))) {
      return 0;
    }
    if (restart == 0) restart = i;
    take = i;
  }
  return restart;
}

// Curves whose times begin again, if these are two or more, and at least as
// many as the other curves with keys enough for two takes.
struct Restarts {
  CurveSlot first;
  size_t key = 0;  // of the first one, and its time
  float time = 0;
  float before = 0;  // the time of the key before
  size_t curves = 0;
};
std::optional<Restarts> FindRestarts(const InputAnimationView& view);

// Whether rotations of the hand have keys, all of 0 0 0 0.
bool HasOnlyZeroRotations(const InputAnimationView& view, Handedness hand);

// The evidence that curves are missing, in words for people, if less than half
// of the curves have keys; null if there is none.
const char* WhatIsMissing(const InputAnimationView& view,
                          const KeyedCurves& keyed);

}  // namespace clipguard::mrtk

#endif  // CLIPGUARD_PARSER_MRTK_CHECKS_SURVEY_H_
