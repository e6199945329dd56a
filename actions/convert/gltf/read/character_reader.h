// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A .glb of a character as a character again: what a viewer shows and plays of
// it, in the terms of an .m3d file. z is mirrored back, triangles are turned
// back, matrices are of row vectors. Nothing is taken from extras.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_READ_CHARACTER_READER_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_READ_CHARACTER_READER_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "parser/limits.h"
#include "parser/m3d/character.h"

namespace clipguard::actions::gltf {

struct PlayedCharacter {
  // Materials have a name, a diffuse colour, a roughness and alpha clip, which
  // are those of the .glb. A subset is a primitive: a material's number, or
  // kNoMaterial, and triangles, one subset's after the other's. Weights are
  // four numbers as they stand, for bones of `character`. Bones without a
  // matrix have 0 in all its places. Keys at one time are a jump. No number is
  // -0.
  m3d::Character character;
  // What the names in it look into.
  std::deque<std::string> names;
  // Which number the .glb gives each bone of `character`; ascending. Of a .glb
  // as it was written: 0, 1, 2 ...
  std::vector<uint32_t> bone_numbers;
  // How each of them stands without an animation: a key at 0 of each.
  m3d::Clip rest;
  // What a viewer shows and no .m3d can say: where, in the .glb's words.
  struct Beyond {
    std::string_view subject;  // "material" ...
    std::string path;
    std::string text;
  };
  // The first thousand, and how many more there are.
  std::vector<Beyond> beyond;
  uint64_t beyond_more = 0;
  // Rotations of which glTF does not say how they go: GltfReader::unclear().
  uint64_t unclear = 0;
};

// The bytes may be anybody's. InvalidArgument, with a reason for people, if
// they are no .glb, not of a character, or not as clipguard writes them: the
// nodes "character" and "skeleton", bones below that, each below one of a lower
// number, one mesh, whose primitives share their vertices; lines and steps.
// ResourceExhausted if the JSON has more than `json_bytes`, or if keys,
// triangles, clips and materials would be more than `result_bytes` and 16 for
// each of the .glb's bytes. Memory is a small multiple of the bytes.
absl::StatusOr<PlayedCharacter> ReadCharacterGlb(std::span<const uint8_t> glb,
                                                 const Limits& limits = {});

// Two keys of neighbouring times become two of one, which is how an .m3d file
// jumps. REQUIRES: they are ascending.
void JoinJumps(std::span<float> times);

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_READ_CHARACTER_READER_H_
