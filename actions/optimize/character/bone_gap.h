// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How far two movements of a bone are apart, each between two keys of its own:
// a bound that is proven for all times, not for samples.
//
// Positions and scales are lines, so their difference is largest at an end.
//
// Rotations. Let p and q be the two quaternions as functions of time, not
// normalised, as eval/skeleton/reference.h has them: arcs that turn by a and b
// in the time in question, or lines, for which a or b is 0. Either way p'' =
// -a^2 p and q'' = -b^2 q, in units of that time, whatever the lengths are. So
// for d = p - q, d'' = -a^2 d + (b^2 - a^2) q, and d is off the line between
// its values at the ends by at most an eighth of the largest |d''|:
//
//   max |d| <= (max of |d| at both ends + |a^2 - b^2| max |q| / 8)
//              / (1 - a^2 / 8)
//
// and the same with a and b exchanged; a and b are at most pi / 2. As q and -q
// are one rotation, the sign is chosen that makes d small.
//
// Let | |q|^2 - 1 | be at most v. Arcs and lines between quaternions keep it at
// that of the ends, but for the dip of a line between unit quaternions, which
// is counted. A reader's matrix is R(q) = |q|^2 times a rotation, plus
// (1 - |q|^2) times the identity, and the first of these two differs by at most
// |p - q| (|p| + |q|) between p and q; the second by what |p|^2 and |q|^2
// differ, for which there are two bounds. That is how far R(p) can move a point
// at distance 1 from where R(q) moves it.
//
// Angles, as in proof.h: sin f <= |d| / |q|; rotations are 2 f apart.
//
// Internal to actions/optimize. Only IEEE operations; rounding is part of the
// bounds.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_BONE_GAP_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_BONE_GAP_H_

#include <cstddef>
#include <limits>

#include "actions/motion/bone_keys.h"
#include "actions/motion/pose_bounds.h"
#include "actions/motion/slerp_arc.h"

namespace clipguard::actions {

// Relative to the bone's parent.
struct BonePlace {
  Vector<3> translation = {};
  Vector<3> scale = {1, 1, 1};
  Vector<4> rotation = {0, 0, 0, 1};

  friend bool operator==(const BonePlace&, const BonePlace&) = default;
};

// At a key.
BonePlace PlaceAt(const BoneKeys& keys, size_t key);

// A part of what is between two keys: where it begins and ends, by how much it
// turns on the way, and by how much the square of the quaternion's length is
// off 1.
struct BoneStretch {
  BonePlace left;
  BonePlace right;  // its rotation has the sign that it is reached with
  double angle = 0;
  double off_unit = 0;
  bool is_half_turn = false;  // of a piece whose way is not certain
};

// From one key to another.
class BonePiece {
 public:
  // REQUIRES: the keys are there; the second one's time is after the first's.
  BonePiece(const BoneKeys& keys, size_t from, size_t to);

  // REQUIRES: the time is not outside the piece.
  BonePlace At(double time) const;
  // By how much it turns, and that in `seconds`.
  double angle() const { return arc_.angle(); }
  double AngleIn(double seconds) const {
    return arc_.angle() * seconds / time_;
  }
  // REQUIRES: the times are not outside the piece.
  BoneStretch On(double from, double to) const {
    return {At(from), At(to), AngleIn(to - from), off_unit_, is_half_turn_};
  }
  double off_unit() const { return off_unit_; }
  // Whether rounding may choose the other way (half_turn.h).
  bool is_half_turn() const { return is_half_turn_; }

 private:
  double from_;
  double time_;
  BonePlace left_;
  BonePlace right_;
  SlerpArc arc_;
  double off_unit_;
  bool is_half_turn_;
};

// A bone that does not move.
BoneStretch Still(const BonePlace& place);

// Bounds of a difference.
struct BoneGap {
  double distance = 0;  // of positions
  // How much further a point is moved for each unit of its distance from the
  // joint: of scaling and rotating.
  double linear = 0;
  // Of half the angle between the rotations; infinity: nothing is known.
  double sine = 0;

  // All three infinity: it may be anything.
  static BoneGap Unknown();

  void Join(const BoneGap& other);
};

// a * b of bounds, where 0 times anything is 0. A product of others never is:
// another factor may make it large again. REQUIRES: they are not negative.
inline double Times(double a, double b) {
  constexpr double kLeast = std::numeric_limits<double>::min();
  if (a == 0 || b == 0) return 0;
  const double product = a * b;
  return product < kLeast ? kLeast : product;
}

// In a time in which each is one stretch. NaN where something is too large.
// Unknown where one of them is of a half-turn: a player may take the other way.
BoneGap GapBetween(const BoneStretch& before, const BoneStretch& after);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_BONE_GAP_H_
