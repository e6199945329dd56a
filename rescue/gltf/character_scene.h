// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A character as a scene: a mesh, its skin, and its clips as animations.

#ifndef CLIPGUARD_RESCUE_GLTF_CHARACTER_SCENE_H_
#define CLIPGUARD_RESCUE_GLTF_CHARACTER_SCENE_H_

#include "absl/status/statusor.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"
#include "rescue/gltf/scene.h"

namespace clipguard::rescue::gltf {

// The scene has the node "character" with the mesh, a primitive for each
// subset, and of skinned characters the node "skeleton" with "Bone0" and so on
// below it; each clip is an animation.
//
// Direct3D is left-handed: z is mirrored, and so triangles are turned. Its
// matrices multiply row vectors and lie row by row, which is the same 16
// numbers as glTF's. Positions, translations and scales of clips are joined by
// lines, rotations along the shorter arc, in both formats.
//
// REQUIRES: Validate() has no error to report of the character. What is lost is
// reported. InvalidArgument if a number is not finite.
absl::StatusOr<Scene> SceneOfCharacter(const m3d::Character& character,
                                       const m3d::CharacterPlaces& places,
                                       FindingSink& losses);

}  // namespace clipguard::rescue::gltf

#endif  // CLIPGUARD_RESCUE_GLTF_CHARACTER_SCENE_H_
