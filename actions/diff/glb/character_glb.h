// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Compares a character with a .glb of one: with what a viewer shows and plays.
// What the .glb keeps in extras counts for nothing.
//
// As characters.h, with what convert makes of a character on the character's
// side: weights that are normalised, normals and quaternions of unit length,
// colours as viewers show them. What a .glb cannot hold, and convert says is
// lost, is a difference: that is not made. Takes the memory of two characters.
// Reentrant: no state, no I/O.

#ifndef CLIPGUARD_ACTIONS_DIFF_GLB_CHARACTER_GLB_H_
#define CLIPGUARD_ACTIONS_DIFF_GLB_CHARACTER_GLB_H_

#include <cstdint>
#include <span>

#include "absl/status/statusor.h"
#include "actions/diff/comparison.h"
#include "parser/limits.h"
#include "parser/m3d/character.h"

namespace clipguard::actions {

// Of the character (A) with the .glb (B). REQUIRES: the character comes from
// ReadAndValidate() without errors. InvalidArgument or ResourceExhausted, with
// a reason for people, if the .glb cannot be read as a character:
// gltf::ReadCharacterGlb() says when.
absl::StatusOr<Comparison> CompareCharacterWithGlb(
    const m3d::Character& character, std::span<const uint8_t> glb,
    const Limits& limits, const CompareOptions& options);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_DIFF_GLB_CHARACTER_GLB_H_
