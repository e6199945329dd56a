// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/write_character.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>

#include "absl/status/status.h"
#include "base/numbers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/m3d/character.h"
#include "parser/m3d/test_files.h"

namespace clipguard::m3d {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string MustWrite(const Character& character) {
  auto text = WriteCharacter(character);
  EXPECT_TRUE(text.ok()) << text.status();
  return text.ok() ? *text : std::string();
}

TEST(WriteCharacter, WritesWhatIsReadAgain) {
  const std::string arm = Arm();
  const Character c = MustRead(arm);
  const std::string text = MustWrite(c);
  EXPECT_THAT(AllFindings(text), IsEmpty());
  EXPECT_EQ(MustRead(text), c);
  EXPECT_EQ(MustWrite(MustRead(text)), text);
}

TEST(WriteCharacter, CanonicalText) {
  // The arm is written as the D3D12 book's exporter would, but for a line.
  EXPECT_EQ(MustWrite(MustRead(Arm())), Arm() + "\n");
}

TEST(WriteCharacter, ShortestNumbers) {
  std::string arm = Arm();
  arm = Replaced(arm, "Position: 0 0 0", "Position: 0.10000000149 -0 1e-45");
  arm = Replaced(arm, "Tex-Coords: 0 1", "Tex-Coords: 16777216 3.4028235e38");
  const std::string text = MustWrite(MustRead(arm));
  EXPECT_THAT(text, HasSubstr("Position: 0.1 -0 1e-45\n"));
  EXPECT_EQ(MustRead(text), MustRead(arm));
}

TEST(WriteCharacter, KeepsShininess) {
  const std::string before = StaticTriangle(Dialect::kD3D12);
  const Character c = MustRead(before);
  const std::string text = MustWrite(c);
  EXPECT_THAT(text, HasSubstr("Shininess: 0.5\n"));
  EXPECT_EQ(MustRead(text), c);
}

TEST(WriteCharacter, ConvertsD3D11Materials) {
  for (const Dialect dialect : {Dialect::kD3D11, Dialect::kDashed}) {
    const std::string old = StaticTriangle(dialect);
    const Character before = MustRead(old);
    const std::string text = MustWrite(before);
    EXPECT_THAT(AllFindings(text), IsEmpty());
    const Character after = MustRead(text);
    EXPECT_EQ(after.dialect, Dialect::kD3D12);
    EXPECT_EQ(after.vertices, before.vertices);
    EXPECT_EQ(after.triangles, before.triangles);
    const Material& m = after.materials[0];
    EXPECT_EQ(m.name, "material0");
    EXPECT_EQ(m.type, "Normal");
    EXPECT_EQ(m.diffuse, before.materials[0].diffuse);
    EXPECT_EQ(m.diffuse_map, "stones.dds");
    EXPECT_TRUE(m.alpha_clip);
    const auto& look = std::get<D3D12Look>(m.look);
    EXPECT_THAT(look.fresnel0, ElementsAre(0.05f, 0.05f, 0.05f));
    EXPECT_EQ(look.roughness, 1 - 32 / 256.0f);
  }
}

std::string MustWriteAs(const Character& character, Dialect dialect) {
  auto text = WriteCharacter(character, dialect);
  EXPECT_TRUE(text.ok()) << text.status();
  return text.ok() ? *text : std::string();
}

TEST(WriteCharacter, WritesEachDialectAsItIs) {
  for (const Dialect dialect : {Dialect::kD3D11, Dialect::kDashed}) {
    const std::string source = StaticTriangle(dialect);
    const Character c = MustRead(source);
    const std::string text = MustWriteAs(c, dialect);
    EXPECT_THAT(AllFindings(text), IsEmpty());
    EXPECT_EQ(MustRead(text), c);
    // The other dialect, and back.
    const Dialect other =
        dialect == Dialect::kD3D11 ? Dialect::kDashed : Dialect::kD3D11;
    const std::string others = MustWriteAs(c, other);
    EXPECT_THAT(AllFindings(others), IsEmpty());
    EXPECT_EQ(MustRead(others).dialect, other);
    EXPECT_EQ(MustWriteAs(MustRead(others), dialect), text);
  }
  const std::string dashed = StaticTriangle(Dialect::kDashed);
  EXPECT_THAT(MustWriteAs(MustRead(dashed), Dialect::kDashed),
              HasSubstr("\nTriangles 1\nBones 0\n"));
}

TEST(WriteCharacter, SkeletonsInEachDialect) {
  const std::string source = Arm();
  const Character arm = MustRead(source);
  for (const Dialect dialect : {Dialect::kD3D11, Dialect::kDashed}) {
    const std::string text = MustWriteAs(arm, dialect);
    EXPECT_THAT(AllFindings(text), IsEmpty());
    const Character c = MustRead(text);
    EXPECT_EQ(c.dialect, dialect);
    EXPECT_EQ(c.vertices, arm.vertices);
    EXPECT_EQ(c.bone_offsets, arm.bone_offsets);
    EXPECT_EQ(c.clips, arm.clips);
    EXPECT_EQ(MustWriteAs(c, dialect), text);
    const bool is_short = dialect == Dialect::kDashed;
    EXPECT_THAT(text, HasSubstr(is_short ? "\nW: " : "\nBlendWeights: "));
    EXPECT_THAT(text, HasSubstr(is_short ? "\nB1: " : "\nBoneOffset1 "));
    EXPECT_THAT(text,
                HasSubstr(is_short ? "\nP1: 0" : "\nParentIndexOfBone1:"));
    EXPECT_THAT(text,
                HasSubstr(is_short ? "B1 #K: 2\n" : "Bone1 #Keyframes: 2"));
    EXPECT_THAT(text, HasSubstr(is_short ? " Q: 0 0 0 1" : " Quat: 0 0 0 1"));
  }
}

TEST(WriteCharacter, ConvertsD3D12Materials) {
  std::string text =
      Replaced(Arm(), "Fresnel0: 0.05 0.05 0.05", "Fresnel0: 0.05 0.25 0.05");
  text = Replaced(text, "Roughness: 0.5", "Roughness: 0.75");
  const Character before = MustRead(text);
  const std::string d3d11 = MustWriteAs(before, Dialect::kD3D11);
  const Character after = MustRead(d3d11);
  const Material& m = after.materials[0];
  const auto& look = std::get<D3D11Look>(m.look);
  EXPECT_EQ(look.ambient, before.materials[0].diffuse);
  EXPECT_EQ(m.diffuse, before.materials[0].diffuse);
  EXPECT_THAT(look.specular, ElementsAre(0.05f, 0.25f, 0.05f));
  EXPECT_THAT(look.reflectivity, ElementsAre(0.05f, 0.25f, 0.05f));
  EXPECT_EQ(look.spec_power, 64);
  EXPECT_EQ(m.type, before.materials[0].type);
  // And back: only the name is another one.
  const std::string d3d12 = MustWrite(after);
  Material back = MustRead(d3d12).materials[0];
  back.name = before.materials[0].name;
  EXPECT_EQ(back, before.materials[0]);
}

TEST(WriteCharacter, ANormalMapNamedLikeALabel) {
  const std::string source = Arm();
  Character c = MustRead(source);
  c.materials[0].normal_map = "Ambient:";
  EXPECT_TRUE(WriteCharacter(c).ok());
  EXPECT_FALSE(WriteCharacter(c, Dialect::kD3D11).ok());
  c.materials[0].normal_map = "Name:";
  EXPECT_FALSE(WriteCharacter(c).ok());
  EXPECT_TRUE(WriteCharacter(c, Dialect::kDashed).ok());
}

TEST(WriteCharacter, ConvertsMirrorsAndKeepsRoughnessInRange) {
  const std::string old = StaticTriangle(Dialect::kD3D11);
  std::string text =
      Replaced(old, "Reflectivity: 0 0 0", "Reflectivity: 0 0.25 0.5");
  text = Replaced(text, "SpecPower: 32", "SpecPower: 1000");
  const std::string written = MustWrite(MustRead(text));
  EXPECT_THAT(written, HasSubstr("Fresnel0: 0 0.25 0.5\nRoughness: 0\n"));
  text = Replaced(old, "SpecPower: 32", "SpecPower: -5");
  EXPECT_THAT(MustWrite(MustRead(text)), HasSubstr("Roughness: 1\n"));
}

TEST(WriteCharacter, RefusesWhatCouldNotBeRead) {
  const std::string arm = Arm();
  const std::function<void(Character&)> damages[] = {
      [](Character& c) { c.materials[0].name = ""; },
      [](Character& c) { c.materials[0].name = "a b"; },
      [](Character& c) { c.materials[0].name = "Diffuse:"; },
      [](Character& c) { c.materials[0].type = ""; },
      [](Character& c) { c.materials[0].type = "DiffuseMap:"; },
      [](Character& c) { c.materials[0].diffuse_map = "NormalMap:"; },
      [](Character& c) { c.materials[0].normal_map = "Name:"; },
      [](Character& c) { c.materials[0].diffuse_map = "a\tb"; },
      [](Character& c) { c.materials[0].normal_map = "a\n"; },
      [](Character& c) { c.materials[0].diffuse[1] = kNan; },
      [](Character& c) {
        std::get<D3D12Look>(c.materials[0].look).roughness = kInfinity;
      },
      [](Character& c) {
        D3D11Look look;
        look.spec_power = kNan;
        c.materials[0].look = look;
      },
      [](Character& c) { c.subsets.clear(); },
      [](Character& c) { c.vertices.normals.pop_back(); },
      [](Character& c) { c.vertices.blend_weights.clear(); },
      [](Character& c) { c.vertices.positions[1].y = kNan; },
      [](Character& c) { c.vertices.tangents[1].w = kInfinity; },
      [](Character& c) { c.vertices.blend_indices[0][3] = 2; },
      [](Character& c) { c.triangles[0][2] = 3; },
      [](Character& c) { c.bone_offsets.pop_back(); },
      [](Character& c) { c.bone_offsets[1][7] = -kInfinity; },
      [](Character& c) { c.parents[1] = 1; },
      [](Character& c) { c.parents[0] = -2; },
      [](Character& c) { c.clips[0].name = ""; },
      [](Character& c) { c.clips[0].first_key.pop_back(); },
      [](Character& c) { c.clips[0].first_key[1] = 5; },
      [](Character& c) { c.clips[0].first_key[0] = 1; },
      [](Character& c) { c.clips[0].times.pop_back(); },
      [](Character& c) { c.clips[0].scales.pop_back(); },
      [](Character& c) { c.clips[0].times[2] = kNan; },
      [](Character& c) { c.clips[0].rotations[0].x = kInfinity; },
      [](Character& c) {
        c.parents.clear();
        c.bone_offsets.clear();
        c.vertices.blend_weights.clear();
        c.vertices.blend_indices.clear();
      },
  };
  int number = 0;
  for (const auto& damage : damages) {
    Character c = MustRead(arm);
    damage(c);
    EXPECT_EQ(WriteCharacter(c).status().code(),
              absl::StatusCode::kInvalidArgument)
        << number;
    ++number;
  }
}

TEST(WriteCharacter, Direct3D10BecomesALaterDialect) {
  const std::string header =
      "***m3d-File-Header***\n#Materials 2\n#Vertices 6\n#Triangles 2\n"
      "***Subsets***\na.dds b.dds c.dds Reflectivity 0 0.5 0\n"
      "d.dds e.dds f.dds Reflectivity 0 0 0\n***Vertices***\n";
  std::string vertices;
  for (int i = 0; i < 6; ++i) {
    vertices += "Position: 0 0 " + std::to_string(i) +
                " Tangent: 1 0 0 Normal: 0 1 0 Tex-Coords: 0 0\n";
  }
  const std::string apart =
      header + vertices + "***Triangles***\n3 4 5 1\n0 1 2 0\n";
  const Character c = MustRead(apart);
  for (const Dialect dialect :
       {Dialect::kD3D12, Dialect::kD3D11, Dialect::kDashed}) {
    const auto text = WriteCharacter(c, dialect);
    ASSERT_TRUE(text.ok()) << text.status();
    const Character again = MustRead(*text);
    EXPECT_EQ(again.dialect, dialect);
    EXPECT_EQ(again.vertices, c.vertices);
    EXPECT_EQ(again.triangles, c.triangles);
    EXPECT_EQ(again.subsets, c.subsets);
    EXPECT_EQ(again.materials[0].diffuse_map, "a.dds");
  }
  const std::string shared =
      header + vertices + "***Triangles***\n3 4 5 1\n0 1 3 0\n";
  // D3D10 text says whose each triangle is.
  for (const std::string& file : {apart, shared}) {
    const Character read = MustRead(file);
    const auto text = WriteCharacter(read, Dialect::kD3D10);
    ASSERT_TRUE(text.ok()) << text.status();
    EXPECT_TRUE(MustRead(*text) == read);
    EXPECT_EQ(WriteCharacter(MustRead(*text), Dialect::kD3D10).value(), *text);
  }
  EXPECT_FALSE(WriteCharacter(MustRead(shared), Dialect::kD3D11).ok());
}

}  // namespace
}  // namespace clipguard::m3d
