// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "rescue/measure/motion_difference.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "rescue/measure/angle.h"
#include "rescue/measure/curve_walker.h"
#include "rescue/measure/group_meter.h"

namespace clipguard::rescue {
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

// The key that holds at a time.
bool StateAt(const CurveView& curve, size_t key) {
  return !curve.empty() && curve.value(key) > 0.5f;
}

// The last key that is not later than the time, from `key` on.
size_t KeyAt(const CurveView& curve, size_t key, double time) {
  while (key + 1 < curve.size() && !(curve.time(key + 1) > time)) ++key;
  return key;
}

double NextTime(const CurveView& curve, size_t key) {
  return key + 1 < curve.size() ? curve.time(key + 1)
                                : std::numeric_limits<double>::infinity();
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
  StateDifference result;
  if (SameCurve(a, b)) return result;
  double from = std::numeric_limits<double>::infinity();
  double end = -from;
  for (const CurveView* curve : {&a, &b}) {
    if (curve->empty()) continue;
    from = std::min(from, double{curve->time(0)});
    end = std::max(end, double{curve->time(curve->size() - 1)});
  }
  size_t i = 0;
  size_t j = 0;
  for (;;) {
    i = KeyAt(a, i, from);
    j = KeyAt(b, j, from);
    const double to = std::min({NextTime(a, i), NextTime(b, j), end});
    if (StateAt(a, i) != StateAt(b, j)) {
      if (!result.differs) result.first = from;
      result.differs = true;
      result.seconds += std::max(to - from, 0.0);
    }
    if (!(from < end)) return result;
    from = std::max(from, to);
  }
}

}  // namespace clipguard::rescue
