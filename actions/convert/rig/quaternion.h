// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Rotations as unit quaternions x y z w in double, and poses made of them.

#ifndef CLIPGUARD_ACTIONS_CONVERT_RIG_QUATERNION_H_
#define CLIPGUARD_ACTIONS_CONVERT_RIG_QUATERNION_H_

#include <cstddef>

#include "actions/motion/pose_distance.h"
#include "actions/motion/vector.h"

namespace clipguard::actions {

using Place = Vector<3>;
using Turn = Vector<4>;

inline constexpr Turn kNoTurn = {0, 0, 0, 1};

inline Turn Conjugate(const Turn& q) { return {-q[0], -q[1], -q[2], q[3]}; }

// First b, then a.
inline Turn Product(const Turn& a, const Turn& b) {
  return {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
          a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
          a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
          a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
}

inline Place Cross(const Place& a, const Place& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
          a[0] * b[1] - a[1] * b[0]};
}

// a + share * b.
template <size_t N>
Vector<N> Sum(const Vector<N>& a, const Vector<N>& b, double share = 1) {
  Vector<N> sum;
  for (size_t i = 0; i < N; ++i) sum[i] = a[i] + share * b[i];
  return sum;
}

inline Place Rotated(const Turn& q, const Place& v) {
  const Place axis = {q[0], q[1], q[2]};
  Place twice = Cross(axis, v);
  for (double& x : twice) x *= 2;
  return Sum(Sum(v, twice, q[3]), Cross(axis, twice));
}

// A vector of the same direction and unit length; `zero` if `v` has no
// direction.
template <size_t N>
Vector<N> UnitOr(const Vector<N>& v, const Vector<N>& zero) {
  const double length = Length(v);
  // Less than any that float32 has.
  if (!(length > 1e-60)) return zero;
  Vector<N> unit = v;
  for (double& x : unit) x /= length;
  return unit;
}

// First the turn, then the move.
struct Pose {
  Turn turn = kNoTurn;
  Place place = {};
};

// The pose of a child that has the pose `local` relative to its parent.
inline Pose Below(const Pose& parent, const Pose& local) {
  return {.turn = UnitOr(Product(parent.turn, local.turn), kNoTurn),
          .place = Sum(parent.place, Rotated(parent.turn, local.place))};
}

// The other way round: a pose as seen from the parent.
inline Pose SeenFrom(const Pose& parent, const Pose& pose) {
  const Turn back = Conjugate(parent.turn);
  return {.turn = UnitOr(Product(back, pose.turn), kNoTurn),
          .place = Rotated(back, Minus(pose.place, parent.place))};
}

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_RIG_QUATERNION_H_
