// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/character_fields.h"

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "gtest/gtest.h"
#include "parser/m3d/character.h"
#include "parser/m3d/schema.h"

namespace clipguard::m3d {
namespace {

TEST(CharacterFieldsTest, FieldsComeInTheirOrder) {
  const Subset subset = {1, 2, 3, 4, 5};
  std::vector<std::string> seen;
  EXPECT_TRUE(ForEachField<kSubsetRow>(
      kSubsetMembers, MembersOf(subset), [&](auto field, uint32_t value) {
        seen.push_back(kSubsetRow[field].name + std::to_string(value));
        return true;
      }));
  EXPECT_EQ(seen,
            (std::vector<std::string>{"id1", "vertexStart2", "vertexCount3",
                                      "faceStart4", "faceCount5"}));
}

TEST(CharacterFieldsTest, EndsWhenToldTo) {
  const Subset subset = {1, 2, 3, 4, 5};
  uint32_t sum = 0;
  const auto add = [&](auto, uint32_t value) {
    sum += value;
    return value < 3;
  };
  EXPECT_FALSE(
      ForEachField<kSubsetRow>(kSubsetMembers, MembersOf(subset), add));
  EXPECT_EQ(sum, 1u + 2 + 3);
  sum = 0;
  EXPECT_TRUE(
      (ForEachField<kSubsetRow, 1, 2>(kSubsetMembers, MembersOf(subset), add)));
  EXPECT_EQ(sum, 2u);
}

TEST(CharacterFieldsTest, AMaterialsFieldsAreInItsLook) {
  Material material;
  material.look.emplace<D3D11Look>();
  float number = 0;
  ForEachField<kD3D11MaterialRow>(
      kD3D11MaterialMembers, MaterialMembersOf(material),
      [&](auto, auto& value) {
        if constexpr (requires { RealsOf(value); }) {
          for (float& x : RealsOf(value)) x = ++number;
        }
        return true;
      });
  const auto& look = std::get<D3D11Look>(material.look);
  EXPECT_EQ(look.ambient, (std::array<float, 3>{1, 2, 3}));
  EXPECT_EQ(material.diffuse, (std::array<float, 3>{4, 5, 6}));
  EXPECT_EQ(look.spec_power, 10);
  EXPECT_EQ(look.reflectivity, (std::array<float, 3>{11, 12, 13}));
}

TEST(CharacterFieldsTest, ElementsAreThoseOfTheRow) {
  Clip clip;
  clip.times = {0, 1};
  clip.translations.resize(2);
  clip.scales.resize(2);
  clip.rotations.resize(2);
  clip.rotations[1] = {1, 2, 3, 4};
  ForEachField<kKeyRow>(kKeyMembers, ElementsOf(clip, 1),
                        [](auto, auto& value) {
                          value = {};
                          return true;
                        });
  EXPECT_EQ(clip.times[1], 0);
  EXPECT_EQ(clip.rotations[1], Float4());
}

}  // namespace
}  // namespace clipguard::m3d
