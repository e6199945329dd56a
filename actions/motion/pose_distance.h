// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Differences of rotations and directions, and how far they move a point.
//
// Angles are told by sines, which rise with them: of half a rotation's angle,
// of half of that between two directions. Both are 0 to 1. No allocation.
// Pure; thread-safe.

#ifndef CLIPGUARD_ACTIONS_MOTION_POSE_BOUNDS_H_
#define CLIPGUARD_ACTIONS_MOTION_POSE_BOUNDS_H_

#include <array>
#include <cstddef>

#include "actions/motion/vector.h"

namespace clipguard::actions {

// Lengths that neither overflow nor vanish.
double Length(const Vector<3>& v);
double Length(const Vector<4>& v);

// Quaternions x y z w of any length; of length 0, no rotation.
double SineBetweenRotations(const Vector<4>& a, const Vector<4>& b);

// Directions of any length. One of length 0 is opposite to all others.
double SineBetweenDirections(const Vector<3>& a, const Vector<3>& b);

// How far a point at `distance` from a joint is moved if the joint is moved by
// `move` and turned from b to a: the most over all points at that distance.
double JointDisplacement(const Vector<3>& move, const Vector<4>& a,
                         const Vector<4>& b, double distance);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_MOTION_POSE_BOUNDS_H_
