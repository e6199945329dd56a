// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/motion/motion_difference.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "actions/motion/angle.h"
#include "actions/motion/curve_walker.h"
#include "actions/motion/group_meter.h"
#include "base/numbers.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveView;

// From the sine of half of the angle. The conversion's own error is below 4e-6
// degrees where sines hardly rise, and 1e-12 of the angle elsewhere.
Largest InDegrees(const Largest& sine) {
  Largest degrees = sine;
  degrees.found = 2 * DegreesOfSine(sine.found);
  if (std::isfinite(sine.bound)) {
    const double angle = 2 * DegreesOfSine(sine.bound);
    const double rounding = sine.bound > 0.99 ? 4e-6 : 1e-12 * angle;
    degrees.bound = std::min(angle + rounding, 180.0);
  }
  return degrees;
}

bool StateOf(const CurveView& curve, size_t key) {
  return !curve.empty() && curve.value(key) > 0.5f;
}

bool StateAt(const CurveView& curve, double time) {
  return !curve.empty() && StateOf(curve, RepeatedKey(curve, time));
}

// A state, from the left to the right.
class StateWalker {
 public:
  explicit StateWalker(const CurveView& curve) : curve_(curve) {
    if (curve.empty()) return;
    first_ = curve.time(0);
    last_ = curve.time(curve.size() - 1);
    const bool has_range = first_ < last_;
    repeats_before_ = has_range && mrtk::Repeats(curve.pre_wrap());
    repeats_after_ = has_range && mrtk::Repeats(curve.post_wrap());
  }

  const CurveView& curve() const { return curve_; }
  double first() const { return first_; }
  double last() const { return last_; }
  bool repeats() const { return repeats_before_ || repeats_after_; }

  // From `time` on. Times must not descend from one call to the next.
  void MoveTo(double time) {
    time_ = time;
    while (key_ + 1 < curve_.size() && !(curve_.time(key_ + 1) > time)) ++key_;
  }
  // Where this ends: a key, or an end of the keys; infinity: nowhere.
  double next() const {
    if (curve_.empty()) return kInf;
    if (time_ < first_) return first_;
    return key_ + 1 < curve_.size() ? curve_.time(key_ + 1) : kInf;
  }
  bool is_repeated() const {
    return (repeats_before_ && time_ < first_) ||
           (repeats_after_ && time_ >= last_);
  }
  bool state() const { return StateOf(curve_, key_); }

 private:
  CurveView curve_;
  size_t key_ = 0;
  double time_ = -kInf;
  double first_ = kInf;
  double last_ = -kInf;
  bool repeats_before_ = false;
  bool repeats_after_ = false;
};

// Whether what repeats does so together.
bool RepeatTogether(const StateWalker& a, const StateWalker& b) {
  return (!a.repeats() && !b.repeats()) ||
         (a.first() == b.first() && a.last() == b.last() &&
          SameWrap(a.curve().pre_wrap(), b.curve().pre_wrap()) &&
          SameWrap(a.curve().post_wrap(), b.curve().post_wrap()));
}

}  // namespace

Largest CompareCurves(const CurveView& a, const CurveView& b,
                      const MeasureOptions& options) {
  return GroupMeter(GroupShape::kCurve, {&a, 1}, {&b, 1}, options).measure(0);
}

PoseDifference ComparePoses(PoseCurves a, PoseCurves b,
                            const MeasureOptions& options) {
  const GroupMeter meter(GroupShape::kPose, a, b, options);
  PoseDifference result;
  for (size_t i = 0; i < result.curves.size(); ++i) {
    result.curves[i] = meter.measure(i);
  }
  result.position = meter.measure(GroupMeter::kPlace);
  result.rotation = InDegrees(meter.measure(GroupMeter::kTurn));
  result.joint = meter.measure(GroupMeter::kJoint);
  return result;
}

RayDifference CompareRays(RayCurves a, RayCurves b,
                          const MeasureOptions& options) {
  const GroupMeter meter(GroupShape::kRay, a, b, options);
  RayDifference result;
  for (size_t i = 0; i < result.curves.size(); ++i) {
    result.curves[i] = meter.measure(i);
  }
  result.origin = meter.measure(GroupMeter::kPlace);
  result.direction = InDegrees(meter.measure(GroupMeter::kTurn));
  return result;
}

StateDifference CompareStates(const CurveView& a, const CurveView& b) {
  constexpr int kLooks = 64;
  StateDifference result;
  if (SameCurve(a, b)) return result;
  const auto differ = [&](double time) {
    if (!result.differs) result.first = time;
    result.differs = true;
  };
  StateWalker of_a(a);
  StateWalker of_b(b);
  double from = std::min(of_a.first(), of_b.first());
  const double end = std::max(of_a.last(), of_b.last());
  result.is_exact = RepeatTogether(of_a, of_b);
  // Before the first keys: of several at one time the first counts.
  const double before = std::nextafter(from, -kInf);
  if (std::isfinite(before) && StateAt(a, before) != StateAt(b, before)) {
    differ(before);
  }
  for (;;) {
    of_a.MoveTo(from);
    of_b.MoveTo(from);
    const double to = std::min({of_a.next(), of_b.next(), end});
    if (of_a.is_repeated() || of_b.is_repeated()) {
      if (from < end) result.is_exact = false;
      if (!result.differs && StateAt(a, from) != StateAt(b, from)) differ(from);
      for (int i = 0; i < kLooks && !result.differs; ++i) {
        const double time = from + (to - from) * ((i + 0.5) / kLooks);
        if (StateAt(a, time) != StateAt(b, time)) differ(time);
      }
    } else if (of_a.state() != of_b.state()) {
      differ(from);
      result.seconds += std::max(to - from, 0.0);
    }
    if (!(from < end)) return result;
    from = std::max(from, to);
  }
}

}  // namespace clipguard::actions
