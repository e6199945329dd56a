// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// An .m3d character whose clips have fewer keyframes, and play the same within
// a bound that is proven.
//
//   const auto smaller = actions::OptimizeCharacter(bytes, {}, {.tolerance =
//   0.01}); if (smaller && smaller->changed()) Write(smaller->bytes);
//
// Keyframes are left out, and their number in the text follows; all other bytes
// stay, those of the keyframes that are left included. Of each bone the first
// and the last keyframe stay, and jumps, which are keyframes at one time.
//
// The tolerance is in the character's own unit. A point that is off a joint by
// a sixtieth of the mesh's longest side (3 cm of a person; PointDistanceOf() in
// actions/diff/bone_motion.h) is where it was within the tolerance, whatever
// all bones above it do (skeleton_proof.h); so is each joint from its parent's.
// Each bone's own rotation is within the other tolerance.
//
// The result is read again: it has to be without errors, the original but for
// keyframes, and within the bound. A clip that is not stays as it is.
//
// The result depends on nothing but bytes and options: the same on every
// machine. Takes, besides the bytes, what the result takes and one character,
// and, to measure, the keys that stay and 300 bytes a bone; of clips with more
// than 32 keyframes a bone, and no more than 65,536, 1,300, and 128 a keyframe.
// Reentrant: no state, no I/O.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_CHARACTER_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_CHARACTER_H_

#include <cstdint>
#include <optional>
#include <span>

#include "actions/optimize/optimize.h"
#include "parser/m3d/reader/read_character.h"

namespace clipguard::actions {

// Nothing if the file has errors. With a tolerance of 0 only keyframes go that
// are the same as both their neighbours.
std::optional<Optimized> OptimizeCharacter(std::span<const uint8_t> bytes,
                                           const m3d::ReadOptions& read,
                                           const OptimizeOptions& options);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_CHARACTER_H_
