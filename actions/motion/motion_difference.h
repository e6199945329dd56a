// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How far two motions are from each other: the largest difference of values,
// positions, angles and joints, measured from the curves.
//
//   PoseDifference hand = ComparePoses(a, b);   // seven curves each
//   hand.joint.found   // metres, at hand.joint.time
//
// Measured is at each key of either, just before it (a curve may jump there),
// and at eight places between each two neighbouring keys. Between lines, which
// is what compact keys make, no value and no position differs by more; a curve
// that is all but vertical may differ by more for a moment. Curves are sampled
// as float32 (eval/curve/curve.h). Values with the same bits in both differ by
// 0, whatever they are.
//
// Curves hold their end values beyond their keys, so that nothing differs more
// there; or they repeat: then as long a time before and after is looked at,
// too, at 64 places.
//
// Times are seconds; positions have the curves' unit (metres). Takes time in
// proportion to the number of keys. The same bits on every machine. Reentrant.
// REQUIRES: key times are finite and do not descend; all else may be anything.
// Otherwise the result is unspecified, but there is one.

#ifndef CLIPGUARD_ACTIONS_MOTION_MOTION_DIFFERENCE_H_
#define CLIPGUARD_ACTIONS_MOTION_MOTION_DIFFERENCE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

// The largest difference that was measured.
struct Largest {
  double found = 0;
  double time =
      0;  // the first of those at, or just before, which it is as large

  void Note(double difference, double when) {
    if (!(difference > found)) return;
    found = difference;
    time = when;
  }
};

// So many places are looked at between two neighbouring keys.
inline constexpr size_t kPlacesBetweenKeys = 8;

// Whether two curves have the same keys, bit for bit, in whatever layout they
// lie, and do the same outside of them.
bool SameCurve(const mrtk::CurveView& a, const mrtk::CurveView& b);

// Whether two wrap modes do the same: Default, Once and ClampForever do, and so
// do modes that do not exist.
bool SameWrap(int32_t a, int32_t b);

// One curve. A boolean curve has CompareStates().
Largest CompareCurves(const mrtk::CurveView& a, const mrtk::CurveView& b);

// Position x y z, rotation x y z w.
struct PoseDifference {
  std::array<Largest, mrtk::kPoseCurves> curves;
  Largest position;  // distance
  Largest rotation;  // degrees, 0 to 180, of normalised quaternions
  // How far a point at a distance from the joint is moved, in whatever
  // direction from the joint it lies. Compression in games is judged by it
  // (github.com/nfrechette/acl): an angle alone does not say what is seen.
  Largest joint;
};
using PoseCurves = std::span<const mrtk::CurveView, mrtk::kPoseCurves>;
PoseDifference ComparePoses(PoseCurves a, PoseCurves b, double point);

// Origin x y z, direction x y z.
struct RayDifference {
  std::array<Largest, mrtk::kRayCurves> curves;
  Largest origin;     // distance
  Largest direction;  // degrees, 0 to 180
};
using RayCurves = std::span<const mrtk::CurveView, mrtk::kRayCurves>;
RayDifference CompareRays(RayCurves a, RayCurves b);

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
