// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A character's vertices, triangles and materials as glTF's.

#ifndef CLIPGUARD_RESCUE_GLTF_CHARACTER_MESH_H_
#define CLIPGUARD_RESCUE_GLTF_CHARACTER_MESH_H_

#include <cstdint>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "parser/m3d/character.h"
#include "rescue/gltf/scene.h"

namespace clipguard::rescue::gltf {

// Says that something of a row is lost: which kind of loss, the section, the
// row, its field (may be empty), and what.
using SayLost =
    absl::FunctionRef<void(uint64_t kind, std::string_view rows, uint64_t row,
                           std::string_view field, std::string_view what)>;

// Adds materials and, if there are triangles, a mesh. REQUIRES: see
// SceneOfCharacter(); all numbers are finite.
void AddCharacterMesh(const m3d::Character& character, bool skinned,
                      SayLost lost, Scene& scene);

}  // namespace clipguard::rescue::gltf

#endif  // CLIPGUARD_RESCUE_GLTF_CHARACTER_MESH_H_
