// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A character as a scene: a mesh, its skin, and its clips as animations.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_CHARACTER_SCENE_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_CHARACTER_SCENE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/handedness.h"
#include "actions/convert/gltf/scene.h"

namespace clipguard::rescue::gltf {

// A rotation of length 1, and what mirroring z makes of it: mirrored again, it
// is the same.
std::array<float, 4> MirroredRotation(const m3d::Float4& q);

// The square of a quaternion's length.
double SquareOf(const m3d::Float4& q);

// Keyframes of a bone, whose clip begins `shift` seconds after 0. Of several at
// one time the first counts at that time, the last after it, which becomes the
// next float32, and those between them never.
struct BoneKeyframes {
  std::vector<float> times;
  std::vector<uint64_t> keys;  // of the clip
};
BoneKeyframes KeyframesOf(const m3d::Clip& clip, size_t bone, float shift);

// The node of a bone, as the first clip has it first: where viewers show it
// without an animation. REQUIRES: there is a clip.
Node RestOf(const m3d::Character& character, size_t bone);

// The scene has the node "character" with the mesh, a primitive for each
// subset, and of skinned characters the node "skeleton" with "Bone0" and so on
// below it; each clip is an animation.
//
// glTF is right-handed. Of a left-handed character, as Direct3D is, z is
// mirrored; of a right-handed one nothing is. The triangles of both are turned:
// glTF's wind the other way than Direct3D's. Its matrices multiply row vectors
// and lie row by row, which is the same 16 numbers as glTF's. Positions,
// translations and scales of clips are joined by lines, rotations along the
// shorter arc, in both formats.
//
// REQUIRES: Validate() has no error to report of the character. What is lost is
// reported. InvalidArgument if a number is not finite.
absl::StatusOr<Scene> SceneOfCharacter(m3d::Character character,
                                       m3d::Handedness handedness,
                                       const m3d::CharacterPlaces& places,
                                       FindingSink& losses, FindingSink& notes);

}  // namespace clipguard::rescue::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_CHARACTER_SCENE_H_
