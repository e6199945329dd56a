// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Names of a Character's fields outside of its text. JSON's reader and writer
// walk through all of these lists, in their order; `diff` and glTF's extras
// through those of materials; digests through those of vertices and keyframes.
// docs/model.schema.json has the names as well. The order and the labels of the
// text are schema.h's.
//
//   ForEachNamed(kClipArrays, clip,
//                [&](std::string_view name, const auto& array) { ... });

#ifndef CLIPGUARD_PARSER_M3D_FIELD_NAMES_H_
#define CLIPGUARD_PARSER_M3D_FIELD_NAMES_H_

#include <tuple>
#include <variant>

#include "base/named_fields.h"
#include "parser/m3d/character.h"

namespace clipguard::m3d {

inline constexpr std::tuple kMaterialFields = {
    Named{"name", &Material::name},
    Named{"diffuse", &Material::diffuse},
    Named{"alphaClip", &Material::alpha_clip},
    Named{"type", &Material::type},
    Named{"diffuseMap", &Material::diffuse_map},
    Named{"normalMap", &Material::normal_map}};

inline constexpr std::tuple kRoughLookFields = {
    Named{"fresnel0", &D3D12Look::fresnel0},
    Named{"roughness", &D3D12Look::roughness}};
inline constexpr std::tuple kShinyLookFields = {
    Named{"fresnel0", &D3D12Look::fresnel0},
    Named{"shininess", &D3D12Look::roughness}};
inline constexpr std::tuple kD3D11LookFields = {
    Named{"ambient", &D3D11Look::ambient},
    Named{"specular", &D3D11Look::specular},
    Named{"specPower", &D3D11Look::spec_power},
    Named{"reflectivity", &D3D11Look::reflectivity}};
inline constexpr std::tuple kD3D10LookFields = {
    Named{"specularMap", &D3D10Look::specular_map},
    Named{"reflectivity", &D3D10Look::reflectivity}};

constexpr const auto& LookFields(const D3D12Look& look) {
  return look.says_shininess ? kShinyLookFields : kRoughLookFields;
}
constexpr const auto& LookFields(const D3D11Look&) { return kD3D11LookFields; }
constexpr const auto& LookFields(const D3D10Look&) { return kD3D10LookFields; }

// Arrays of vertices, of the rest of the mesh and the skeleton, and of
// keyframes.
inline constexpr std::tuple kVertexArrays = {
    Named{"positions", &Vertices::positions},
    Named{"tangents", &Vertices::tangents},
    Named{"normals", &Vertices::normals},
    Named{"texCoords", &Vertices::tex_coords},
    Named{"blendWeights", &Vertices::blend_weights},
    Named{"blendIndices", &Vertices::blend_indices}};
inline constexpr std::tuple kCharacterArrays = {
    Named{"triangles", &Character::triangles},
    Named{"boneOffsets", &Character::bone_offsets},
    Named{"parents", &Character::parents}};
inline constexpr std::tuple kClipArrays = {
    Named{"firstKeys", &Clip::first_key}, Named{"times", &Clip::times},
    Named{"translations", &Clip::translations}, Named{"scales", &Clip::scales},
    Named{"rotations", &Clip::rotations}};

template <typename AnyMaterial, typename Visit>
constexpr void ForEachLookField(AnyMaterial& material, Visit visit) {
  std::visit([&](auto& look) { ForEachNamed(LookFields(look), look, visit); },
             material.look);
}

// The fields of a material, then those of its look.
template <typename AnyMaterial, typename Visit>
constexpr void ForEachMaterialField(AnyMaterial& material, Visit visit) {
  ForEachNamed(kMaterialFields, material, visit);
  ForEachLookField(material, visit);
}

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_FIELD_NAMES_H_
