// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How far a clip with fewer keys is from the original: a bound that is proven
// for all times and all bones, and that trusts nothing of how keys were left
// out.
//
// Each bone by itself: both movements are compared stretch by stretch, from one
// key of either to the next (bone_gap.h). That gives, over all times, how far
// its origin is moved in its parent's space (a), and by how much more a point
// for each unit that it is off the joint (b).
//
// All bones together: a point x of a bone is at x M P in the root's space, with
// M the bone's own transform and P that of its parent's way to the root; x M'
// P' is where it is afterwards. Now
//
//   x M' P' - x M P = (x M') (P' - P) + x (M' - M) P
//
// The first part is the parent's own difference, at a point that is at most
// |t'| + |S'R'| |x| off the parent's joint; the second is at most
// (a + b |x|) times what P lengthens. So the displacement is at most a line in
// |x|, whose two numbers follow from those of the parent. Where all bones are
// furthest off at once, in one direction, it is as large; mostly it is smaller.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_SKELETON_PROOF_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_SKELETON_PROOF_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "actions/motion/bone_keys.h"
#include "actions/optimize/character/bone_gap.h"
#include "actions/optimize/optimize.h"
#include "parser/m3d/character.h"

namespace clipguard::actions {

// How far a bone's joint gets from its parent's, and by how much its own
// transform lengthens: at most, at any time, whichever of its keys are left.
struct BoneExtent {
  double way = 0;
  double stretch = 1;
  double off_unit = 0;  // of the squares of quaternions' lengths, from 1
};
BoneExtent ExtentOf(const BoneKeys& keys);

// Of one bone relative to its parent, over all times. Nothing if it has keys in
// one of the two only, or at another first or last time; if its keys are not
// finite and in order; or if a half-turn came or went (half_turn.h).
std::optional<BoneGap> ProveBone(const BoneKeys& before, const BoneKeys& after);

// Of all bones of a clip, the largest: `distance` of joints from their parents,
// `angle` of a bone's own rotation, `shell` at `reach` off the joints, in the
// root's space. Nothing if it is not known. REQUIRES: both clips have the
// character's bones.
std::optional<PoseErrors> ProveClip(const m3d::Character& character,
                                    const m3d::Clip& before,
                                    const m3d::Clip& after, double reach);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_SKELETON_PROOF_H_
