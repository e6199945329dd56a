// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Keyframes of an armature's joint.
//
// The game's matrix is T(origin) T(offset) R S T(-origin). Two nodes hold it,
// one below the other: the joint's has origin + offset, R and S, and the one
// below it -origin.
//
// All variables are lines between samples, or steps. So are their sums, over
// the times of all of them: translations and scales are exact. So is a
// rotation by a changing angle around an axis that keeps its direction, which
// is an arc; arcs of more than 90 degrees are cut, so that the shorter way is
// the right one.
//
// Where the axis a changes its direction too, a stretch is cut into pieces. In
// a piece, of time u = 0 .. 1, let D be the angle's change in radians, d the
// axis' change, K = |a(0) x a(1)| and m the least |a|. The axis' direction
// turns in a plane, at a rate of K / |a|^2, which is at most v = K / m^2 and
// changes at a rate of at most w = 2 K |d| / m^3. The quaternion is
// q = (n sin(angle / 2), cos(angle / 2)), n being that direction. Thus
//
//   |q''| <= D^2/4 + D v + v^2 + w        |q'|^2 <= D^2/4 + v^2
//
// The arc g from q(0) to q(1) has |g''| = (its length)^2 <= max |q'|^2. The
// difference is 0 at both ends, so that |q - g| <= max |q'' - g''| / 8, and the
// rotations are no more than about twice that apart.
//
// Bounds hold for arcs in exact arithmetic, of times and values before they are
// rounded to float32. They include the error that the game makes by adding
// samples of the angle and the axis in float32, but not that of doing the same
// to times.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_JOINT_TRACKS_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_JOINT_TRACKS_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "actions/convert/gltf/line_keys.h"
#include "parser/forge/armature.h"

namespace clipguard::actions::gltf {

// Keyframes from 0 to 1, of steps or of lines and arcs.
struct JointTracks {
  Keyframes move;  // origin + offset
  Keyframes turn;
  Keyframes size;
  Keyframes back;  // -origin
  // No time's rotation is farther off; 180 if nothing is proven.
  double degrees = 0;
};

// InvalidArgument if a number is not finite; ResourceExhausted if a rotation
// within `degrees` takes more than `most_times` keyframes.
absl::StatusOr<JointTracks> TracksOfJoint(
    const forge::Armature& armature, const forge::Armature::Clip& clip,
    const forge::Armature::JointClip& joint, double degrees,
    uint64_t most_times);

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_JOINT_TRACKS_H_
