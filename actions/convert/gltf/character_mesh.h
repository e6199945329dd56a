// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A character's vertices, triangles and materials as glTF's.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_CHARACTER_MESH_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_CHARACTER_MESH_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "parser/m3d/character.h"
#include "actions/convert/gltf/scene.h"

namespace clipguard::rescue::gltf {

// Says that something of a row is lost: which kind of loss, the section, the
// row, its field (may be empty), and what.
using SayLost =
    absl::FunctionRef<void(uint64_t kind, std::string_view rows, uint64_t row,
                           std::string_view field, std::string_view what)>;

// What viewers show of a material; the numbers as they were are in the extras.
Material MaterialOf(const m3d::Material& material, size_t index);

// One weight a bone, none below 0, a sum of 1; bone 0 where there is none.
void NormaliseWeights(std::array<float, 4>& weights,
                      std::array<uint8_t, 4>& bones);

// The four weights of a vertex as they are used: the fourth is what is left to
// 1.
std::array<float, 4> WeightsAsUsed(const m3d::Float4& weights);

// Whether a weight is further below 0 than rounding makes it.
bool HasWeightBelowZero(const std::array<float, 4>& weights);

// Of length 1; nothing if it has no length to speak of.
std::optional<m3d::Float3> UnitOf(float x, float y, float z);

// Adds materials and, if there are triangles, a mesh. REQUIRES: see
// SceneOfCharacter(); all numbers are finite.
void AddCharacterMesh(const m3d::Character& character, bool skinned,
                      SayLost lost, Scene& scene);

}  // namespace clipguard::rescue::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_CHARACTER_MESH_H_
