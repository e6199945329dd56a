// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A character as a scene: a mesh, its skin, and its clips as animations.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_CHARACTER_SCENE_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_CHARACTER_SCENE_H_

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "actions/convert/gltf/scene.h"
#include "actions/convert/result_budget.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/handedness.h"

namespace clipguard::actions::gltf {

// The scene has the node "character" with the mesh, a primitive for each
// subset, and of skinned characters the node "skeleton" with "Bone0" and so on
// below it; each clip is an animation.
//
// glTF is right-handed. The z of a left-handed character, as Direct3D's are, is
// mirrored; a right-handed one stays as it is. The triangles of both are
// turned: glTF's wind the other way than Direct3D's. Its matrices multiply row
// vectors and lie row by row, which is the same 16 numbers as glTF's.
// Positions, translations and scales of clips are joined by lines, rotations
// along the shorter arc, in both formats; keyframes are as few as the tolerance
// allows.
//
// REQUIRES: Validate() has no error to report of the character. Losses are
// reported, at their places in the file's bytes. InvalidArgument if a number is
// not finite; ResourceExhausted if the keyframes are more than the budget
// allows.
absl::StatusOr<Scene> SceneOfCharacter(m3d::Character character,
                                       m3d::Handedness handedness,
                                       std::span<const uint8_t> bytes,
                                       const m3d::CharacterPlaces& places,
                                       const ConversionOptions& options,
                                       ResultBudget budget, FindingSink& losses,
                                       std::vector<ConversionFact>& facts);

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_CHARACTER_SCENE_H_
