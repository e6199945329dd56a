// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Character: an .m3d file as a structure of arrays. docs/formats/m3d.md
// describes the file.
//
//   FindingList findings;
//   auto character = m3d::ReadAndValidate(bytes, {}, findings);  // validate.h
//   if (character) ...
//
// Names are views into the file's bytes: a Character must not outlive them.
// Numbers are the float32 nearest to what the file says. A plain value;
// thread-compatible.

#ifndef CLIPGUARD_PARSER_M3D_CHARACTER_H_
#define CLIPGUARD_PARSER_M3D_CHARACTER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/matrix.h"
#include "parser/m3d/format.h"

namespace clipguard::m3d {

struct Float2 {
  float x = 0;
  float y = 0;

  friend bool operator==(const Float2&, const Float2&) = default;
};

struct Float3 {
  float x = 0;
  float y = 0;
  float z = 0;

  friend bool operator==(const Float3&, const Float3&) = default;
};

struct Float4 {
  float x = 0;
  float y = 0;
  float z = 0;
  float w = 0;

  friend bool operator==(const Float4&, const Float4&) = default;
};

using Matrix = RowVectorMatrix<float>;

// Leaves new elements of plain types as they are: what is read next overwrites
// them, and clearing memory first would cost as much as reading some of it.
template <typename T>
class UninitializedAllocator : public std::allocator<T> {
 public:
  template <typename U>
  struct rebind {
    using other = UninitializedAllocator<U>;
  };
  UninitializedAllocator() = default;
  template <typename U>
  explicit UninitializedAllocator(const UninitializedAllocator<U>&) {}

  template <typename U>
  void construct(U* p) {
    ::new (static_cast<void*>(p)) U;
  }
  template <typename U, typename... Args>
  void construct(U* p, Args&&... args) {
    ::new (static_cast<void*>(p)) U(std::forward<Args>(args)...);
  }
};

// A vector whose elements are not set to 0 when it is resized.
template <typename T>
using Array = std::vector<T, UninitializedAllocator<T>>;

// Appearance of a D3D12 material.
struct D3D12Look {
  std::array<float, 3> fresnel0 = {};
  float roughness = 0;
  // "Shininess:" instead of "Roughness:", as some writers have it. The number
  // is read as it is: whether it means the opposite, the file does not say.
  bool says_shininess = false;

  friend bool operator==(const D3D12Look&, const D3D12Look&) = default;
};

// Appearance of a D3D11 material.
struct D3D11Look {
  std::array<float, 3> ambient = {};
  std::array<float, 3> specular = {};
  float spec_power = 0;
  std::array<float, 3> reflectivity = {};

  friend bool operator==(const D3D11Look&, const D3D11Look&) = default;
};

// Appearance of a D3D10 material: its colours are those of its maps.
struct D3D10Look {
  std::string_view specular_map;
  std::array<float, 3> reflectivity = {};

  friend bool operator==(const D3D10Look&, const D3D10Look&) = default;
};

struct Material {
  std::string_view name;              // empty but in D3D12 files
  std::array<float, 3> diffuse = {};  // white in D3D10 files
  std::variant<D3D12Look, D3D11Look, D3D10Look> look;
  bool alpha_clip = false;
  // "MaterialTypeName:", in D3D11 files "Effect:", in D3D10 files empty.
  std::string_view type;
  std::string_view diffuse_map;
  std::string_view normal_map;

  friend bool operator==(const Material&, const Material&) = default;
};

// The part of the mesh that one material covers. D3D10 files have no table of
// them: their triangles say their material, are put in the order of the
// materials as the book's program does, and one subset is made for each.
struct Subset {
  uint32_t id = 0;  // of the material
  uint32_t vertex_start = 0;
  uint32_t vertex_count = 0;
  uint32_t face_start = 0;  // triangles
  uint32_t face_count = 0;

  friend bool operator==(const Subset&, const Subset&) = default;
};

// One array an attribute, one element a vertex. The last two are empty in
// static files.
struct Vertices {
  Array<Float3> positions;
  Array<Float4> tangents;  // w: the bitangent's sign
  Array<Float3> normals;
  Array<Float2> tex_coords;
  Array<Float4> blend_weights;
  Array<std::array<uint8_t, 4>> blend_indices;  // of bones

  friend bool operator==(const Vertices&, const Vertices&) = default;
};

// One animation. The keyframes of all bones, one after the other, one array an
// attribute: bone b has keyframes first_key[b] up to first_key[b + 1].
struct Clip {
  std::string_view name;
  std::vector<uint64_t> first_key;  // bones + 1
  Array<float> times;               // seconds
  Array<Float3> translations;
  Array<Float3> scales;
  Array<Float4> rotations;  // quaternions x y z w, not normalised

  size_t keys() const { return times.size(); }

  friend bool operator==(const Clip&, const Clip&) = default;
};

struct Character {
  Dialect dialect = Dialect::kD3D12;
  std::vector<Material> materials;
  std::vector<Subset> subsets;
  Vertices vertices;
  Array<std::array<uint32_t, 3>> triangles;  // vertex indices
  // One element a bone; empty in static files.
  Array<Matrix> bone_offsets;  // inverse bind matrices
  Array<int32_t> parents;      // -1, or an earlier bone
  std::vector<Clip> clips;

  size_t bones() const { return parents.size(); }
  bool is_skinned() const { return !parents.empty(); }

  friend bool operator==(const Character&, const Character&) = default;
};

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_CHARACTER_H_
