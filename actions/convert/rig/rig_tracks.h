// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A joint of a recording as one that hangs below another: keyframes of its
// pose relative to the parent's.
//
// A recording has each joint's pose in the world. Joints are fitted from the
// root on, and each against its parent as the keyframes PLAY it, not as it was
// recorded: what the parent is off by is made good, so errors do not add up.
// The parent is a rigid motion, so what a local pose is off by is what the
// joint is off by in the world.
//
// Keyframes are LINEAR: lines between positions, arcs (slerp) between
// rotations. There is one at each time where the joint's own curves or an
// ancestor's keyframes bend, and more between two of these until the bound
// suffices. Between two keyframes, with h their distance in time, both ends
// are exact but for rounding, and all is smooth:
//
// - Position. u = R^T (p - P) is what the line stands for, R and P being the
//   parent's rotation and position, p the joint's position. With w the
//   parent's angular velocity, u'' = R^T (p - P)'' - 2 w x u' - w' x u -
//   w x (w x u), the line is no further from u than h^2 / 8 max |u''|, and |u'|
//   is at most the line's slope and h / 2 max |u''|. That is solved for
//   max |u''|.
// - Rotation. r = R^T q, whose angular velocity v has |v'| <= |q's'| + |w'| +
//   |v| |w|. Let e be the rotation from the arc to r, x the vector part of its
//   quaternion: x is 0 at both ends, so |x| <= h^2 / 8 max |x''|, and x'' is
//   made of v', and of the arc's and e's own angular velocities, which are
//   bounded by max |x''| again.
//
// The parent's w, w' and P'' are sums over its ancestors, each of which turns
// about a fixed axis at a fixed speed between two keyframes. The proof needs h
// times the sum of the speeds to be at most 1/6 of a radian; stretches are
// halved until it is. A parent's arc is taken with SlerpArc, whose short arcs
// are lines: kArcNoise. The bounds hold at every float32 time.
//
// Everything here is glTF's: mirrored in z.

#ifndef CLIPGUARD_ACTIONS_CONVERT_RIG_RIG_TRACKS_H_
#define CLIPGUARD_ACTIONS_CONVERT_RIG_RIG_TRACKS_H_

#include <array>
#include <cstddef>
#include <span>

#include "absl/status/statusor.h"
#include "actions/convert/rig/rig_chain.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

struct RigOptions {
  double tolerance = 1e-4;  // metres
  double degrees = 0.01;
  size_t most_times = size_t{1} << 24;  // keyframes of this joint
  // One position below the parent for all times, of the median length.
  bool fixed_bones = false;
  std::span<const double> off = {};  // of the seven curves: as in Pieces::Of()
};

// REQUIRES: some of the first three curves (x, y, z, then a rotation's four)
// have keys; ancestors are fitted, the root first, and `parent_place` are the
// curves of the last one's position, or empty. Fails as PositionTrack() does,
// with ResourceExhausted for more keyframes than there may be.
absl::StatusOr<RigTrack> FitRigTrack(
    const std::array<mrtk::CurveView, mrtk::kPoseCurves>& curves,
    std::span<const RigTrack* const> ancestors,
    std::span<const mrtk::CurveView> parent_place, const RigOptions& options);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_RIG_RIG_TRACKS_H_
