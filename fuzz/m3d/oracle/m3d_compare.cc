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
#include <type_traits>
#include <variant>
#include <vector>

#include "fuzz/shared/check.h"
#include "parser/m3d/character_fields.h"
#include "parser/m3d/field_names.h"
#include "parser/m3d/schema.h"

namespace clipguard::fuzz {
namespace {

using m3d::Character;

// What a character says, in the order of the file, and nothing of how it is
// kept. Lists begin with their lengths.
struct Flat {
  std::vector<std::string> names;
  std::vector<uint64_t> indices;
  std::vector<uint32_t> numbers;  // bits

  void Add(std::string_view name) { names.emplace_back(name); }
  void Add(float number) { numbers.push_back(std::bit_cast<uint32_t>(number)); }
  void Add(std::span<const float> list) {
    for (float number : list) Add(number);
  }
  void AddIndex(uint64_t index) { indices.push_back(index); }
  template <typename List>
  void AddIndices(const List& list) {
    for (auto index : list) AddIndex(static_cast<uint64_t>(index));
  }
};

// What a row of the file says.
template <const auto& kRow, size_t kEnd = m3d::FieldsIn(kRow), typename Members,
          typename Get>
void AddRow(Flat& flat, const Members& members, Get get) {
  m3d::ForEachField<kRow, 0, kEnd>(members, get, [&](auto, const auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (m3d::ValueTraits<Value>::kKind == m3d::Kind::kReal) {
      flat.Add(m3d::RealsOf(value));
    } else if constexpr (m3d::ValueTraits<Value>::kWords > 1) {
      flat.AddIndices(value);
    } else if constexpr (std::is_same_v<Value, std::string_view>) {
      flat.Add(value);
    } else {
      flat.AddIndex(static_cast<uint64_t>(value));
    }
    return true;
  });
}

void Add(Flat& flat, const m3d::Material& material) {
  const auto* d3d12 = std::get_if<m3d::D3D12Look>(&material.look);
  flat.AddIndex(d3d12 != nullptr && d3d12->says_shininess ? 1 : 0);
  const auto members = m3d::MaterialMembersOf(material);
  if (d3d12 != nullptr) {
    AddRow<m3d::kD3D12MaterialRow>(flat, m3d::kD3D12MaterialMembers, members);
  } else if (std::holds_alternative<m3d::D3D11Look>(material.look)) {
    flat.Add(material.name);
    AddRow<m3d::kD3D11MaterialRow>(flat, m3d::kD3D11MaterialMembers, members);
  } else {
    const auto& look = std::get<m3d::D3D10Look>(material.look);
    flat.Add(look.reflectivity);
    for (const std::string_view name :
         {look.specular_map, material.name, material.type, material.diffuse_map,
          material.normal_map}) {
      flat.Add(name);
    }
    flat.AddIndex(material.alpha_clip ? 1 : 0);
  }
}

void Add(Flat& flat, const m3d::Vertices& vertices) {
  const size_t size = vertices.positions.size();
  const bool blended = !vertices.blend_weights.empty();
  m3d::ForEachNamed(m3d::kVertexArrays, vertices,
                    [&](std::string_view name, const auto& array) {
                      const bool is_there =
                          blended || !name.starts_with("blend");
                      CLIPGUARD_CHECK(array.size() == (is_there ? size : 0));
                    });
  flat.AddIndex(size);
  for (size_t i = 0; i < size; ++i) {
    const auto elements = m3d::ElementsOf(vertices, i);
    if (blended) {
      AddRow<m3d::kVertexRow>(flat, m3d::kVertexMembers, elements);
    } else {
      AddRow<m3d::kVertexRow, m3d::kStaticVertexFields>(
          flat, m3d::kVertexMembers, elements);
    }
  }
}

void Add(Flat& flat, const m3d::Clip& clip) {
  flat.Add(clip.name);
  CLIPGUARD_CHECK(!clip.first_key.empty() && clip.first_key[0] == 0);
  CLIPGUARD_CHECK(clip.first_key.back() == clip.keys());
  m3d::ForEachNamed(
      m3d::kClipArrays, clip, [&](std::string_view name, const auto& array) {
        CLIPGUARD_CHECK(name == "firstKeys" || array.size() == clip.keys());
      });
  flat.AddIndex(clip.first_key.size() - 1);
  for (size_t bone = 0; bone + 1 < clip.first_key.size(); ++bone) {
    flat.AddIndex(clip.first_key[bone + 1] - clip.first_key[bone]);
  }
  for (size_t i = 0; i < clip.keys(); ++i) {
    AddRow<m3d::kKeyRow>(flat, m3d::kKeyMembers, m3d::ElementsOf(clip, i));
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
    AddRow<m3d::kSubsetRow>(flat, m3d::kSubsetMembers, m3d::MembersOf(subset));
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
    flat.AddIndex(material.says_shininess ? 1 : 0);
    flat.Add(material.numbers);
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
