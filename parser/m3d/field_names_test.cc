// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/field_names.h"

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "absl/strings/str_join.h"
#include "base/named_fields.h"
#include "gtest/gtest.h"
#include "parser/m3d/character.h"

namespace clipguard::m3d {
namespace {

std::string NamesIn(const Material& material) {
  std::vector<std::string> names;
  ForEachMaterialField(material, [&](std::string_view name, const auto&) {
    names.emplace_back(name);
  });
  return absl::StrJoin(names, " ");
}

std::string NamesWithLook(const decltype(Material::look)& look) {
  Material material;
  material.look = look;
  return NamesIn(material);
}

TEST(FieldNamesTest, MaterialsHaveThoseOfTheirLook) {
  const std::string common = "name diffuse alphaClip type diffuseMap normalMap";
  EXPECT_EQ(NamesWithLook(D3D12Look()), common + " fresnel0 roughness");
  EXPECT_EQ(NamesWithLook(D3D12Look{{}, 0, true}),
            common + " fresnel0 shininess");
  EXPECT_EQ(NamesWithLook(D3D11Look()),
            common + " ambient specular specPower reflectivity");
  EXPECT_EQ(NamesWithLook(D3D10Look()), common + " specularMap reflectivity");
}

TEST(FieldNamesTest, ListsAreNamedAfterOthers) {
  constexpr auto kNames = NamesWith({"a", "b"}, kClipArrays, kD3D10LookFields);
  const std::vector<std::string> names(kNames.begin(), kNames.end());
  EXPECT_EQ(absl::StrJoin(names, " "),
            "a b firstKeys times translations scales rotations specularMap "
            "reflectivity");
}

TEST(FieldNamesTest, ValuesCanBeSet) {
  Clip clip;
  ForEachNamed(kClipArrays, clip, [](std::string_view name, auto& array) {
    array.resize(name.size());
  });
  EXPECT_EQ(clip.times.size(), 5u);
  EXPECT_EQ(clip.rotations.size(), 9u);
}

// Does not compile when a structure gets another member: then its list in
// field_names.h needs one, too.
TEST(FieldNamesTest, NoMemberIsForgotten) {
  const Character character;
  [[maybe_unused]] const auto& [dialect, materials, subsets, vertices,
                                triangles, offsets, parents, clips] = character;
  EXPECT_EQ(std::tuple_size_v<decltype(kCharacterArrays)>, 3u);
  [[maybe_unused]] const auto& [positions, tangents, normals, tex_coords,
                                weights, indices] = vertices;
  EXPECT_EQ(std::tuple_size_v<decltype(kVertexArrays)>, 6u);
  const Clip clip;
  [[maybe_unused]] const auto& [name, first, times, translations, scales,
                                rotations] = clip;
  EXPECT_EQ(std::tuple_size_v<decltype(kClipArrays)>, 6u - 1);
  const Material material;
  [[maybe_unused]] const auto& [called, diffuse, look, alpha, type, map,
                                normal] = material;
  EXPECT_EQ(std::tuple_size_v<decltype(kMaterialFields)>, 7u - 1);
  const D3D12Look d3d12;
  [[maybe_unused]] const auto& [fresnel0, roughness, shininess] = d3d12;
  EXPECT_EQ(std::tuple_size_v<decltype(kRoughLookFields)>, 3u - 1);
  const D3D11Look d3d11;
  [[maybe_unused]] const auto& [ambient, specular, power, reflectivity] = d3d11;
  EXPECT_EQ(std::tuple_size_v<decltype(kD3D11LookFields)>, 4u);
  const D3D10Look d3d10;
  [[maybe_unused]] const auto& [specular_map, reflected] = d3d10;
  EXPECT_EQ(std::tuple_size_v<decltype(kD3D10LookFields)>, 2u);
}

}  // namespace
}  // namespace clipguard::m3d
