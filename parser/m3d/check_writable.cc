// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_fields.h"
#include "parser/m3d/format.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/write_character.h"

namespace clipguard::m3d {
namespace {

absl::Status Refuse(std::string_view what, size_t index, std::string_view why) {
  return absl::InvalidArgumentError(
      absl::StrFormat("%s %d cannot be written: %s", what, index, why));
}

// Whether a reader takes the name for one: no banner, and no more than a token.
bool IsToken(std::string_view name) {
  return !name.empty() && !LooksLikeBanner(name) && !IsOnlyMarks(name) &&
         std::none_of(name.begin(), name.end(),
                      [](char c) { return IsSpace(static_cast<uint8_t>(c)); });
}

bool AreFinite(std::span<const float> numbers) {
  return std::all_of(numbers.begin(), numbers.end(),
                     [](float x) { return std::isfinite(x); });
}

// Whether all numbers of an array are.
template <typename T>
bool AreAllFinite(const Array<T>& array) {
  return std::all_of(array.begin(), array.end(),
                     [](const T& value) { return AreFinite(RealsOf(value)); });
}

// The same of all arrays of real numbers that a row's members are.
template <const auto& kRow, typename Members, typename Arrays>
bool AreAllFinite(const Members& members, const Arrays& arrays) {
  return ForEachField<kRow>(members, MembersOf(arrays),
                            [](auto field, const auto& array) {
                              if constexpr (kRow[field].kind == Kind::kReal) {
                                return AreAllFinite(array);
                              } else {
                                return true;
                              }
                            });
}

// Whether the label after a field stands in the place of its word. A normal map
// is followed by the next material; in a file of another dialect, that may be
// its name.
template <const auto& kRow, size_t kField>
bool IsNextLabel(std::string_view name) {
  constexpr size_t kNext = (kField + 1) % FieldsIn(kRow);
  return name == kRow[kNext].label;
}

// Whether one of a material's names is the label that follows it in kRow.
template <const auto& kRow, size_t kType>
bool HasALabel(const Material& m) {
  return IsNextLabel<kRow, kType>(m.type) ||
         IsNextLabel<kRow, FieldOf(kRow, "diffuseMap")>(m.diffuse_map) ||
         IsNextLabel<kRow, FieldOf(kRow, "normalMap")>(m.normal_map);
}

bool HasALabel(const Material& m, Dialect dialect) {
  if (dialect == Dialect::kD3D10) {
    // Its names have no labels: only the last one is followed by one, but the
    // reader stops there wherever it is.
    constexpr const Field& kLast =
        kD3D10MaterialRow[FieldOf(kD3D10MaterialRow, "reflectivity")];
    return m.diffuse_map == kLast.label || m.normal_map == kLast.label;
  }
  if (dialect != Dialect::kD3D12) {
    return HasALabel<kD3D11MaterialRow, FieldOf(kD3D11MaterialRow, "effect")>(
        m);
  }
  return HasALabel<kD3D12MaterialRow,
                   FieldOf(kD3D12MaterialRow, "materialTypeName")>(m);
}

absl::Status CheckMaterial(const Material& m, size_t i, Dialect dialect) {
  constexpr size_t kName = FieldOf(kD3D12MaterialRow, "name");
  const auto* d3d10 = std::get_if<D3D10Look>(&m.look);
  // Those of D3D10 have none, and get one.
  const std::string_view type = d3d10 != nullptr ? "none" : m.type;
  for (const std::string_view name : {type, m.diffuse_map, m.normal_map}) {
    if (!IsToken(name)) return Refuse("material", i, "a name is no token");
  }
  if (HasALabel(m, dialect)) {
    return Refuse("material", i, "a name is the label that follows it");
  }
  bool finite = AreFinite(m.diffuse);
  if (const auto* look = std::get_if<D3D12Look>(&m.look)) {
    if (dialect == Dialect::kD3D12 &&
        (!IsToken(m.name) || IsNextLabel<kD3D12MaterialRow, kName>(m.name))) {
      return Refuse("material", i, "its name is no token, or a label");
    }
    finite &= AreFinite(look->fresnel0) && std::isfinite(look->roughness);
  } else if (d3d10 != nullptr) {
    finite &= AreFinite(d3d10->reflectivity);
    if (dialect == Dialect::kD3D10 &&
        (!IsToken(d3d10->specular_map) ||
         IsNextLabel<kD3D10MaterialRow,
                     FieldOf(kD3D10MaterialRow, "normalMap")>(
             d3d10->specular_map))) {
      return Refuse("material", i, "its specular map is no token, or a label");
    }
  } else {
    const auto& old = std::get<D3D11Look>(m.look);
    finite &= AreFinite(old.reflectivity) && std::isfinite(old.spec_power);
    if (dialect != Dialect::kD3D12) {
      finite &= AreFinite(old.ambient) && AreFinite(old.specular);
    }
  }
  if (!finite) return Refuse("material", i, "a number is not finite");
  return absl::OkStatus();
}

// Whether the vertices of D3D10 materials lie apart, as those of subsets do.
absl::Status CheckApart(const Character& c) {
  std::vector<Subset> order(c.subsets.begin(), c.subsets.end());
  std::ranges::sort(order, {}, &Subset::vertex_start);
  uint64_t end = 0;
  for (const Subset& subset : order) {
    if (subset.vertex_count == 0) continue;
    if (subset.vertex_start < end) {
      return Refuse("material", subset.id,
                    "its triangles share vertices with those of another, or "
                    "lie among them: other dialects want them apart");
    }
    end = uint64_t{subset.vertex_start} + subset.vertex_count;
  }
  return absl::OkStatus();
}

absl::Status CheckMesh(const Character& c) {
  const Vertices& v = c.vertices;
  const size_t vertices = v.positions.size();
  const size_t blended = c.is_skinned() ? vertices : 0;
  if (c.subsets.size() != c.materials.size()) {
    return absl::InvalidArgumentError("each material needs one subset");
  }
  if (v.tangents.size() != vertices || v.normals.size() != vertices ||
      v.tex_coords.size() != vertices || v.blend_weights.size() != blended ||
      v.blend_indices.size() != blended) {
    return absl::InvalidArgumentError(
        "the vertices' arrays differ in their sizes");
  }
  if (!AreAllFinite<kVertexRow>(kVertexMembers, v)) {
    return absl::InvalidArgumentError("a number of a vertex is not finite");
  }
  for (size_t i = 0; i < v.blend_indices.size(); ++i) {
    for (const uint8_t index : v.blend_indices[i]) {
      if (index >= c.bones()) return Refuse("vertex", i, "a bone is missing");
    }
  }
  for (size_t i = 0; i < c.triangles.size(); ++i) {
    for (const uint32_t index : c.triangles[i]) {
      if (index >= vertices) {
        return Refuse("triangle", i, "a vertex is missing");
      }
    }
  }
  constexpr size_t kMost = std::numeric_limits<uint32_t>::max();
  if (std::max({c.materials.size(), vertices, c.triangles.size(), c.bones(),
                c.clips.size()}) > kMost) {
    return absl::InvalidArgumentError("more elements than a count can say");
  }
  return absl::OkStatus();
}

// The vertices from the first to the last one of some triangles.
Subset VerticesOf(std::span<const std::array<uint32_t, 3>> triangles) {
  Subset subset;
  if (triangles.empty()) return subset;
  uint32_t first = std::numeric_limits<uint32_t>::max();
  uint32_t last = 0;
  for (const auto& triangle : triangles) {
    const auto [low, high] = std::ranges::minmax(triangle);
    first = std::min(first, low);
    last = std::max(last, high);
  }
  subset.vertex_start = first;
  subset.vertex_count = last - first + 1;
  return subset;
}

// Whether a character is as a D3D10 file is read. REQUIRES: CheckMesh().
absl::Status CheckD3D10(const Character& c) {
  const auto lacks = [](std::string_view what) {
    return absl::InvalidArgumentError(
        absl::StrFormat("D3D10 files have no %s", what));
  };
  if (c.dialect != Dialect::kD3D10) {
    return lacks("materials of other dialects: only D3D10 files become such");
  }
  if (c.is_skinned()) return lacks("bones");
  for (const Material& m : c.materials) {
    const auto is_1 = [](float x) { return x == 1; };
    if (!std::holds_alternative<D3D10Look>(m.look) || !m.name.empty() ||
        !m.type.empty() || m.alpha_clip ||
        !std::ranges::all_of(m.diffuse, is_1)) {
      return lacks(
          "names, types, alpha clipping and colours of materials: no name, no "
          "type and white are expected");
    }
  }
  for (const Float4& tangent : c.vertices.tangents) {
    if (tangent.w != 1) return lacks("sign of the bitangent: 1 is expected");
  }
  uint64_t start = 0;
  for (size_t i = 0; i < c.subsets.size(); ++i) {
    const Subset& s = c.subsets[i];
    const bool fits =
        s.face_start == start && s.face_count <= c.triangles.size() - start;
    Subset all =
        fits ? VerticesOf(std::span(c.triangles).subspan(start, s.face_count))
             : Subset();
    all.id = static_cast<uint32_t>(i);
    all.face_start = s.face_start;
    all.face_count = s.face_count;
    if (!fits || s != all) {
      return Refuse("subset", i,
                    "in D3D10 files it is all triangles of its material, after "
                    "those of the materials before");
    }
    start += s.face_count;
  }
  if (start != c.triangles.size()) return lacks("triangles without a material");
  return absl::OkStatus();
}

absl::Status CheckSkeleton(const Character& c) {
  if (c.bone_offsets.size() != c.bones()) {
    return absl::InvalidArgumentError("each bone needs one offset");
  }
  if (!c.is_skinned() && !c.clips.empty()) {
    return absl::InvalidArgumentError("clips without bones");
  }
  for (size_t i = 0; i < c.bones(); ++i) {
    if (!AreFinite(c.bone_offsets[i])) {
      return Refuse("bone", i, "its offset is not finite");
    }
    if (c.parents[i] < -1 || c.parents[i] >= static_cast<int64_t>(i)) {
      return Refuse("bone", i, "its parent does not precede it");
    }
  }
  for (size_t i = 0; i < c.clips.size(); ++i) {
    const Clip& clip = c.clips[i];
    if (!IsToken(clip.name)) return Refuse("clip", i, "its name is no token");
    if (clip.first_key.size() != c.bones() + 1 || clip.first_key[0] != 0 ||
        !std::is_sorted(clip.first_key.begin(), clip.first_key.end()) ||
        clip.first_key.back() != clip.keys() ||
        clip.translations.size() != clip.keys() ||
        clip.scales.size() != clip.keys() ||
        clip.rotations.size() != clip.keys()) {
      return Refuse("clip", i, "its arrays do not fit each other");
    }
    if (!AreAllFinite<kKeyRow>(kKeyMembers, clip)) {
      return Refuse("clip", i, "a number is not finite");
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckWritable(const Character& character, Dialect dialect) {
  for (size_t i = 0; i < character.materials.size(); ++i) {
    if (absl::Status s = CheckMaterial(character.materials[i], i, dialect);
        !s.ok()) {
      return s;
    }
  }
  if (absl::Status s = CheckMesh(character); !s.ok()) return s;
  if (dialect == Dialect::kD3D10) {
    if (absl::Status s = CheckD3D10(character); !s.ok()) return s;
  } else if (character.dialect == Dialect::kD3D10) {
    if (absl::Status s = CheckApart(character); !s.ok()) return s;
  }
  return CheckSkeleton(character);
}

}  // namespace clipguard::m3d
