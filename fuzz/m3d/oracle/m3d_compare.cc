// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/m3d/oracle/m3d_compare.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fuzz/shared/check.h"

namespace clipguard::fuzz {
namespace {

using m3d::Character;

// The content of a character, in the order of the file, without its
// representation in memory. Lists begin with their lengths.
struct Flat {
  std::vector<std::string> names;
  std::vector<uint64_t> indices;
  std::vector<uint32_t> numbers;  // bits

  void Add(std::string_view name) { names.emplace_back(name); }
  void Add(float number) { numbers.push_back(std::bit_cast<uint32_t>(number)); }
  void Add(std::span<const float> list) {
    for (float number : list) Add(number);
  }
  void Add(const m3d::Float2& v) { Add(std::array{v.x, v.y}); }
  void Add(const m3d::Float3& v) { Add(std::array{v.x, v.y, v.z}); }
  void Add(const m3d::Float4& v) { Add(std::array{v.x, v.y, v.z, v.w}); }
  void AddIndex(uint64_t index) { indices.push_back(index); }
  template <typename List>
  void AddIndices(const List& list) {
    for (auto index : list) AddIndex(static_cast<uint64_t>(index));
  }
};

void Add(Flat& flat, const m3d::Material& material) {
  if (const auto* look = std::get_if<m3d::D3D12Look>(&material.look)) {
    flat.Add(material.diffuse);
    flat.Add(look->fresnel0);
    flat.Add(look->roughness);
    flat.AddIndex(look->says_shininess ? 1 : 0);
  } else if (const auto* d3d11 = std::get_if<m3d::D3D11Look>(&material.look)) {
    flat.Add(d3d11->ambient);
    flat.Add(material.diffuse);
    flat.Add(d3d11->specular);
    flat.Add(d3d11->spec_power);
    flat.Add(d3d11->reflectivity);
    flat.AddIndex(0);
  } else {
    const auto& d3d10 = std::get<m3d::D3D10Look>(material.look);
    flat.Add(d3d10.reflectivity);
    flat.AddIndex(0);
    flat.Add(d3d10.specular_map);
  }
  flat.AddIndex(material.alpha_clip ? 1 : 0);
  for (std::string_view name : {material.name, material.type,
                                material.diffuse_map, material.normal_map}) {
    flat.Add(name);
  }
}

void Add(Flat& flat, const m3d::Vertices& vertices) {
  const size_t size = vertices.positions.size();
  CLIPGUARD_CHECK(vertices.tangents.size() == size);
  CLIPGUARD_CHECK(vertices.normals.size() == size);
  CLIPGUARD_CHECK(vertices.tex_coords.size() == size);
  const bool blended = !vertices.blend_weights.empty();
  CLIPGUARD_CHECK(!blended || vertices.blend_weights.size() == size);
  CLIPGUARD_CHECK(vertices.blend_indices.size() ==
                  vertices.blend_weights.size());
  flat.AddIndex(size);
  for (size_t i = 0; i < size; ++i) {
    flat.Add(vertices.positions[i]);
    flat.Add(vertices.tangents[i]);
    flat.Add(vertices.normals[i]);
    flat.Add(vertices.tex_coords[i]);
    if (!blended) continue;
    flat.Add(vertices.blend_weights[i]);
    flat.AddIndices(vertices.blend_indices[i]);
  }
}

void Add(Flat& flat, const m3d::Clip& clip) {
  flat.Add(clip.name);
  CLIPGUARD_CHECK(!clip.first_key.empty() && clip.first_key[0] == 0);
  CLIPGUARD_CHECK(clip.first_key.back() == clip.keys());
  CLIPGUARD_CHECK(clip.translations.size() == clip.keys());
  CLIPGUARD_CHECK(clip.scales.size() == clip.keys());
  CLIPGUARD_CHECK(clip.rotations.size() == clip.keys());
  flat.AddIndex(clip.first_key.size() - 1);
  for (size_t bone = 0; bone + 1 < clip.first_key.size(); ++bone) {
    flat.AddIndex(clip.first_key[bone + 1] - clip.first_key[bone]);
  }
  for (size_t i = 0; i < clip.keys(); ++i) {
    flat.Add(clip.times[i]);
    flat.Add(clip.translations[i]);
    flat.Add(clip.scales[i]);
    flat.Add(clip.rotations[i]);
  }
}

Flat Flatten(const Character& character) {
  Flat flat;
  flat.AddIndex(static_cast<uint64_t>(character.dialect));
  flat.AddIndex(character.materials.size());
  for (const m3d::Material& material : character.materials) {
    Add(flat, material);
  }
  flat.AddIndex(character.subsets.size());
  for (const m3d::Subset& subset : character.subsets) {
    flat.AddIndices(std::array{subset.id, subset.vertex_start,
                               subset.vertex_count, subset.face_start,
                               subset.face_count});
  }
  Add(flat, character.vertices);
  flat.AddIndex(character.triangles.size());
  for (const auto& triangle : character.triangles) flat.AddIndices(triangle);
  flat.AddIndex(character.bone_offsets.size());
  for (const m3d::Matrix& offset : character.bone_offsets) flat.Add(offset);
  flat.AddIndices(character.parents);
  flat.AddIndex(character.clips.size());
  for (const m3d::Clip& clip : character.clips) Add(flat, clip);
  return flat;
}

Flat Flatten(const NaiveCharacter& naive) {
  Flat flat;
  flat.AddIndex(static_cast<uint64_t>(naive.dialect));
  flat.AddIndex(naive.materials.size());
  for (const NaiveMaterial& material : naive.materials) {
    flat.Add(material.numbers);
    flat.AddIndex(material.says_shininess ? 1 : 0);
    if (naive.dialect == NaiveDialect::kD3D10) flat.Add(material.specular_map);
    flat.AddIndex(material.alpha_clip ? 1 : 0);
    for (const std::string& name :
         {material.name, material.type, material.diffuse_map,
          material.normal_map}) {
      flat.Add(name);
    }
  }
  flat.AddIndex(naive.subsets.size());
  for (const auto& subset : naive.subsets) flat.AddIndices(subset);
  flat.AddIndex(naive.vertices.size());
  for (const NaiveVertex& vertex : naive.vertices) {
    flat.Add(vertex.numbers);
    flat.AddIndices(vertex.blend_indices);
  }
  flat.AddIndex(naive.triangles.size());
  for (const auto& triangle : naive.triangles) flat.AddIndices(triangle);
  flat.AddIndex(naive.bone_offsets.size());
  for (const auto& offset : naive.bone_offsets) flat.Add(offset);
  flat.AddIndices(naive.parents);
  flat.AddIndex(naive.clips.size());
  for (const NaiveClip& clip : naive.clips) {
    flat.Add(clip.name);
    flat.AddIndex(clip.bones.size());
    for (const auto& keys : clip.bones) flat.AddIndex(keys.size());
    for (const auto& keys : clip.bones) {
      for (const auto& key : keys) flat.Add(key);
    }
  }
  return flat;
}

}  // namespace

bool SameBits(const Character& a, const Character& b) {
  const Flat flat_a = Flatten(a);
  const Flat flat_b = Flatten(b);
  return flat_a.names == flat_b.names && flat_a.indices == flat_b.indices &&
         flat_a.numbers == flat_b.numbers;
}

bool SameBits(const std::optional<Character>& a,
              const std::optional<Character>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return SameBits(*a, *b);
}

bool IsLabelInD3D12(const m3d::Character& character) {
  return character.dialect != m3d::Dialect::kD3D12 &&
         std::ranges::any_of(character.materials, [](const m3d::Material& m) {
           return m.normal_map == "Name:";
         });
}

void CheckSame(const Character& character, const NaiveCharacter& naive) {
  const Flat ours = Flatten(character);
  const Flat theirs = Flatten(naive);
  CLIPGUARD_CHECK(ours.names == theirs.names);
  CLIPGUARD_CHECK(ours.indices == theirs.indices);
  CLIPGUARD_CHECK(ours.numbers == theirs.numbers);
}

}  // namespace clipguard::fuzz
