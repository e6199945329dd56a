// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Interpolates between two quaternions of a character's keys, as
// eval/skeleton/reference.h does, with the same bits on every machine.

#ifndef CLIPGUARD_ACTIONS_MOTION_SLERP_ARC_H_
#define CLIPGUARD_ACTIONS_MOTION_SLERP_ARC_H_

#include "actions/motion/pose_distance.h"

namespace clipguard::actions {

// A value; thread-compatible.
class SlerpArc {
 public:
  // The shorter way from a to b, or to -b, which is the same rotation. Their
  // lengths may be any; nothing is normalised.
  SlerpArc(const Vector<4>& a, const Vector<4>& b);

  // REQUIRES: 0 <= u <= 1.
  Vector<4> At(double u) const;

  // By how much it turns, 0 to pi / 2; 0 where it is a plain line. With it, the
  // second derivative by u is -angle^2 times the value.
  double angle() const { return angle_; }

 private:
  Vector<4> a_;
  Vector<4> b_;  // negated if need be
  double angle_ = 0;
  double sine_ = 0;  // of the angle
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_MOTION_SLERP_ARC_H_
