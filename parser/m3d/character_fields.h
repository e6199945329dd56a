// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Where in a Character the fields of each row of schema.h are: field i of
// kVertexRow is member i of kVertexMembers, and so on. It does not compile
// unless each member holds what the schema says of its field.
//
// ForEachField() walks through the fields of one row, in their order:
//
//   ForEachField<kSubsetRow>(kSubsetMembers, MembersOf(subset),
//                            [&](auto field, const uint32_t& value) {
//     std::printf("%s %u\n", kSubsetRow[field].label, value);
//     return true;
//   });

#ifndef CLIPGUARD_PARSER_M3D_CHARACTER_FIELDS_H_
#define CLIPGUARD_PARSER_M3D_CHARACTER_FIELDS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "parser/m3d/character.h"
#include "parser/m3d/schema.h"

namespace clipguard::m3d {

// ---- Members ----------------------------------------------------------------

// Counts that the header declares.
struct Counts {
  uint64_t materials = 0;  // and as many subsets
  uint64_t vertices = 0;
  uint64_t triangles = 0;
  uint64_t bones = 0;
  uint64_t clips = 0;

  bool is_skinned() const { return bones != 0; }
};
inline constexpr std::array kCountMembers = {
    &Counts::materials, &Counts::vertices, &Counts::triangles, &Counts::bones,
    &Counts::clips};
static_assert(kCountMembers.size() == FieldsIn(kHeaderRow));

inline constexpr std::tuple kD3D12MaterialMembers = {
    &Material::name,        &Material::diffuse,    &D3D12Look::fresnel0,
    &D3D12Look::roughness,  &Material::alpha_clip, &Material::type,
    &Material::diffuse_map, &Material::normal_map};

inline constexpr std::tuple kD3D11MaterialMembers = {
    &D3D11Look::ambient,    &Material::diffuse,       &D3D11Look::specular,
    &D3D11Look::spec_power, &D3D11Look::reflectivity, &Material::alpha_clip,
    &Material::type,        &Material::diffuse_map,   &Material::normal_map};

inline constexpr std::tuple kSubsetMembers = {
    &Subset::id, &Subset::vertex_start, &Subset::vertex_count,
    &Subset::face_start, &Subset::face_count};

// Arrays, with an element a row.
inline constexpr std::tuple kVertexMembers = {
    &Vertices::positions,  &Vertices::tangents,      &Vertices::normals,
    &Vertices::tex_coords, &Vertices::blend_weights, &Vertices::blend_indices};

inline constexpr std::tuple kTriangleMembers = {&Character::triangles};
inline constexpr std::tuple kBoneOffsetMembers = {&Character::bone_offsets};
inline constexpr std::tuple kParentMembers = {&Character::parents};

inline constexpr std::tuple kKeyMembers = {&Clip::times, &Clip::translations,
                                           &Clip::scales, &Clip::rotations};

// ---- Values -----------------------------------------------------------------

// The kind and number of words of a row that fit a member's type.
template <typename T>
struct ValueTraits;
template <Kind kTheKind, uint8_t kTheWords>
struct ValueOf {
  static constexpr Kind kKind = kTheKind;
  static constexpr uint8_t kWords = kTheWords;
};
template <>
struct ValueTraits<float> : ValueOf<Kind::kReal, 1> {};
template <>
struct ValueTraits<Float2> : ValueOf<Kind::kReal, 2> {};
template <>
struct ValueTraits<Float3> : ValueOf<Kind::kReal, 3> {};
template <>
struct ValueTraits<Float4> : ValueOf<Kind::kReal, 4> {};
template <size_t N>
struct ValueTraits<std::array<float, N>> : ValueOf<Kind::kReal, N> {};
template <>
struct ValueTraits<Matrix> : ValueOf<Kind::kReal, Matrix::size()> {};
template <>
struct ValueTraits<uint32_t> : ValueOf<Kind::kWhole, 1> {};
template <>
struct ValueTraits<int32_t> : ValueOf<Kind::kIndex, 1> {};
template <size_t N>
struct ValueTraits<std::array<uint8_t, N>> : ValueOf<Kind::kIndex, N> {};
template <size_t N>
struct ValueTraits<std::array<uint32_t, N>> : ValueOf<Kind::kIndex, N> {};
template <>
struct ValueTraits<bool> : ValueOf<Kind::kFlag, 1> {};
template <>
struct ValueTraits<std::string_view> : ValueOf<Kind::kName, 1> {};
// An array has one of them for each row.
template <typename T>
struct ValueTraits<Array<T>> : ValueTraits<T> {};

// The real numbers of a value.
template <typename T>
  requires(ValueTraits<std::remove_const_t<T>>::kKind == Kind::kReal)
constexpr auto RealsOf(T& value) {
  constexpr size_t kWords = ValueTraits<std::remove_const_t<T>>::kWords;
  using Real = std::conditional_t<std::is_const_v<T>, const float, float>;
  if constexpr (std::is_same_v<std::remove_const_t<T>, float>) {
    return std::span<Real, kWords>(&value, kWords);
  } else if constexpr (requires { value.data(); }) {
    return std::span<Real, kWords>(value);
  } else {
    static_assert(sizeof(T) == kWords * sizeof(float));
    return std::span<Real, kWords>(&value.x, kWords);
  }
}

// ---- The two together -------------------------------------------------------

// Whether a member holds what a field says.
template <typename Class, typename T>
constexpr bool Holds(const Field& field, T Class::*) {
  return field.kind == ValueTraits<T>::kKind &&
         field.words == ValueTraits<T>::kWords;
}

// Whether each of them does.
template <size_t N, typename... Members>
constexpr bool Hold(const Field (&row)[N],
                    const std::tuple<Members...>& members) {
  if (sizeof...(Members) != N) return false;
  size_t field = 0;
  bool hold = true;
  const auto check = [&](auto member) {
    hold &= Holds(row[field], member);
    ++field;
  };
  std::apply([&](auto... member) { (check(member), ...); }, members);
  return hold;
}
static_assert(Hold(kD3D12MaterialRow, kD3D12MaterialMembers));
static_assert(Hold(kD3D11MaterialRow, kD3D11MaterialMembers));
static_assert(Hold(kSubsetRow, kSubsetMembers));
static_assert(Hold(kVertexRow, kVertexMembers));
static_assert(Hold(kTriangleRow, kTriangleMembers));
static_assert(Hold(kBoneOffsetRow, kBoneOffsetMembers));
static_assert(Hold(kParentRow, kParentMembers));
static_assert(Hold(kKeyRow, kKeyMembers));

// get(member) is the value of a member of a plain structure ...
template <typename Structure>
constexpr auto MembersOf(Structure& structure) {
  return [&](auto member) -> auto& { return structure.*member; };
}

// ... of a material, whose look is one of the dialect ...
template <typename AnyMaterial>
constexpr auto MaterialMembersOf(AnyMaterial& material) {
  return [&]<typename Class, typename T>(T Class::* member) -> auto& {
    if constexpr (std::is_same_v<Class, Material>) {
      return material.*member;
    } else {
      return std::get<Class>(material.look).*member;
    }
  };
}

// ... and of row `row` of a structure of arrays.
template <typename Arrays>
constexpr auto ElementsOf(Arrays& arrays, uint64_t row) {
  return [&arrays, row](auto member) -> auto& { return (arrays.*member)[row]; };
}

// Calls visit(field, value) for fields [kFirst, kEnd) of a row until it returns
// false. `field` is the field's number, a std::integral_constant; the value is
// get(member). False if one of them has.
template <const auto& kRow, size_t kFirst = 0, size_t kEnd = FieldsIn(kRow),
          typename Members, typename Get, typename Visit>
constexpr bool ForEachField(const Members& members, Get get, Visit visit) {
  static_assert(std::tuple_size_v<Members> == FieldsIn(kRow));
  return [&]<size_t... kOffset>(std::index_sequence<kOffset...>) {
    return (visit(std::integral_constant<size_t, kFirst + kOffset>(),
                  get(std::get<kFirst + kOffset>(members))) &&
            ...);
  }(std::make_index_sequence<kEnd - kFirst>());
}

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_CHARACTER_FIELDS_H_
