// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How far two rotations are apart that go along arcs, or along the lines that
// stand for short ones: a bound that is proven for all times of a stretch.
//
// Let p and q be the two quaternions as functions of time, which turn by a and
// b in the stretch. Then p'' = -a^2 p and q'' = -b^2 q, in units of the
// stretch. So for d = p - q, d'' = -a^2 d + (b^2 - a^2) q, and d is off the
// line between its values at the ends by at most an eighth of the largest
// |d''|:
//
//   max |d| <= (max of |d| at both ends + |a^2 - b^2| max |q| / 8)
//              / (1 - a^2 / 8)
//
// and the same with a and b exchanged; both are at most pi / 2. The sine of
// half the angle between the rotations is at most |d| / |q|.

#ifndef CLIPGUARD_ACTIONS_MOTION_ARC_BOUND_H_
#define CLIPGUARD_ACTIONS_MOTION_ARC_BOUND_H_

#include "actions/motion/slerp_arc.h"
#include "actions/motion/vector.h"

namespace clipguard::actions {

// A part of an arc.
struct ArcStretch {
  Vector<4> from = {0, 0, 0, 1};
  Vector<4> to = {0, 0, 0, 1};  // with the sign that it is reached with
  double angle = 0;             // by which it turns on the way, in radians
};

// The part from `from` to `to`, as shares of the arc's time.
ArcStretch PartOf(const SlerpArc& arc, double from, double to);

// The sine of half the largest angle between the two: 0 to 1. Infinity where
// nothing is known: of quaternions that are more than 1 % off unit length. The
// same bits with a and b exchanged. Pure; thread-safe.
double SineBoundOfArcs(const ArcStretch& a, const ArcStretch& b);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_MOTION_ARC_BOUND_H_
