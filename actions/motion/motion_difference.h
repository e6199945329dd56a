// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How far two motions are from each other: the largest difference of values,
// positions, angles and joints over all times, found from the curves.
//
//   PoseDifference hand = ComparePoses(a, b);   // seven curves each
//   hand.joint.found   // metres, at hand.joint.time
//   hand.joint.bound   // at no time is it more
//
// A measure has two numbers. `found` is a difference that there is, at `time`.
// `bound` is what none exceeds, at any time: it is proven, from the control
// values of the curves (actions/motion/stretch.h), rounding included. Between
// lines, which is what compact keys make, the two agree for values and
// positions but for rounding. Elsewhere pieces are halved until they are within
// 1 % of each other or the work is done that the number of keys allows; then
// the bound stays what it is.
//
// Where nothing can be proven, the bound is infinity: where a weight that is
// in use lies outside [0, 1], and where one curve repeats (Loop, PingPong)
// beyond its keys while others still have some. Differences are looked for
// there at a few times. What is the same in both, to the bit, differs by 0
// whatever it is.
//
// Curves hold their end values beyond their keys, so that nothing differs more
// there; or they repeat.
//
// Times are seconds; positions have the curves' unit (metres). Takes time in
// proportion to the number of keys, at most some 0.1 us a byte of keys.
// Nothing allocates. The same bits on every machine. Reentrant.
// REQUIRES: key times are finite and do not descend; all else may be anything.
// Otherwise the result is unspecified, but there is one.

#ifndef CLIPGUARD_ACTIONS_MOTION_MOTION_DIFFERENCE_H_
#define CLIPGUARD_ACTIONS_MOTION_MOTION_DIFFERENCE_H_

#include <array>
#include <span>

#include "actions/motion/measures.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

// One curve. A boolean curve has CompareStates().
Largest CompareCurves(const mrtk::CurveView& a, const mrtk::CurveView& b,
                      const MeasureOptions& options = {});

// Position x y z, rotation x y z w.
struct PoseDifference {
  std::array<Largest, mrtk::kPoseCurves> curves;
  Largest position;  // distance
  Largest rotation;  // degrees, 0 to 180, of normalised quaternions
  Largest joint;     // of a point at options.point from the joint
};
using PoseCurves = std::span<const mrtk::CurveView, mrtk::kPoseCurves>;
PoseDifference ComparePoses(PoseCurves a, PoseCurves b,
                            const MeasureOptions& options = {});

// Origin x y z, direction x y z.
struct RayDifference {
  std::array<Largest, mrtk::kRayCurves> curves;
  Largest origin;     // distance
  Largest direction;  // degrees, 0 to 180
};
using RayCurves = std::span<const mrtk::CurveView, mrtk::kRayCurves>;
RayDifference CompareRays(RayCurves a, RayCurves b,
                          const MeasureOptions& options = {});

// Boolean curves: when they say different things, from the first key of either
// to the last. Exact, but where one repeats beyond its keys: there some times
// are looked at.
struct StateDifference {
  double seconds = 0;  // in all
  double first = 0;    // when it begins, or one is found
  bool differs = false;
  bool is_exact = true;  // else there may be more
};
StateDifference CompareStates(const mrtk::CurveView& a,
                              const mrtk::CurveView& b);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_MOTION_MOTION_DIFFERENCE_H_
