// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Compares one of Forge's armatures with a .glb of one: with how a viewer moves
// its joints. What the .glb keeps in extras counts for nothing, and so weights,
// events and `loop` are not compared: a viewer has none of them.
//
// Of each joint in each clip, positions, scales and origins are compared over
// all times, which is exact: they are lines in both. A rotation is compared as
// arcs that are proven to be close to it (gltf/joint_tracks.h): as close as
// `convert` makes them by default, or half of the tolerance in degrees if that
// is less, and closer if the tolerance in units is less than kGlbUnits. How far
// they are off is part of the bounds of the rotation and of the joint, in
// degrees and in blocks. Up to what `convert` promises, it does not count
// against the tolerance in blocks: multiplied by the joint's scale it could be
// any number of them, and no .glb is closer. Times are rounded to float32 in
// both, which the bounds leave out; jumps between times less than 1e-6 apart
// are passed over (joint_motion.h).
//
// Takes the memory of one joint's keyframes in one clip. Reentrant: no state,
// no I/O.

#ifndef CLIPGUARD_ACTIONS_DIFF_GLB_ARMATURE_GLB_H_
#define CLIPGUARD_ACTIONS_DIFF_GLB_ARMATURE_GLB_H_

#include <cstdint>
#include <span>

#include "absl/status/statusor.h"
#include "actions/diff/comparison.h"
#include "parser/forge/armature.h"
#include "parser/limits.h"

namespace clipguard::actions {

// Of the armature (A) with the .glb (B). REQUIRES: the armature was read
// without errors. InvalidArgument or ResourceExhausted, with a reason for
// people, if the .glb is not of an armature, or not as clipguard writes them:
// the joints below the node "armature", moved by keyframes with lines and
// steps, and no node that shows something. ResourceExhausted also if keyframes,
// the armature's own included, take more than `result_bytes` and 16 for each of
// the .glb's bytes.
absl::StatusOr<Comparison> CompareArmatureWithGlb(
    const forge::Armature& armature, std::span<const uint8_t> glb,
    const Limits& limits, const CompareOptions& options);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_DIFF_GLB_ARMATURE_GLB_H_
