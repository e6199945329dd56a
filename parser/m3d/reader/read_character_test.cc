// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/reader/read_character.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/limits.h"
#include "parser/m3d/character.h"
#include "parser/m3d/test_files.h"

namespace clipguard::m3d {
namespace {

using enum FindingCode;
using testing::ElementsAre;
using testing::IsEmpty;

// ---- What is read -----------------------------------------------------------

TEST(ReadCharacter, Arm) {
  const std::string text = Arm();
  ASSERT_THAT(ReadFindings(text), IsEmpty());
  const Character c = MustRead(text);
  EXPECT_EQ(c.dialect, Dialect::kD3D12);
  ASSERT_EQ(c.materials.size(), 1u);
  const Material& m = c.materials[0];
  EXPECT_EQ(m.name, "skin");
  EXPECT_THAT(m.diffuse, ElementsAre(1, 0.8f, 0.6f));
  const auto& look = std::get<D3D12Look>(m.look);
  EXPECT_THAT(look.fresnel0, ElementsAre(0.05f, 0.05f, 0.05f));
  EXPECT_EQ(look.roughness, 0.5f);
  EXPECT_FALSE(look.says_shininess);
  EXPECT_FALSE(m.alpha_clip);
  EXPECT_EQ(m.type, "Skinned");
  EXPECT_EQ(m.diffuse_map, "skin.dds");
  EXPECT_EQ(m.normal_map, "skin_nmap.dds");
  EXPECT_THAT(c.subsets, ElementsAre(Subset{0, 0, 3, 0, 1}));
  EXPECT_THAT(
      c.vertices.positions,
      ElementsAre(Float3{0, 0, 0}, Float3{0, 1.5, 0}, Float3{1, 1.5, 0}));
  EXPECT_EQ(c.vertices.tangents[2], (Float4{1, 0, 0, -1}));
  EXPECT_EQ(c.vertices.normals[2], (Float3{0, 0.6f, -0.8f}));
  EXPECT_EQ(c.vertices.tex_coords[1], (Float2{0, 0.25}));
  EXPECT_EQ(c.vertices.blend_weights[1], (Float4{0.75, 0.25, 0, 0}));
  EXPECT_THAT(c.vertices.blend_indices[1], ElementsAre(0, 1, 0, 0));
  EXPECT_THAT(c.triangles, ElementsAre(ElementsAre(0, 1, 2)));
  EXPECT_EQ(c.bone_offsets[1][13], -1.5f);
  EXPECT_THAT(c.parents, ElementsAre(-1, 0));
  ASSERT_EQ(c.clips.size(), 1u);
  EXPECT_EQ(c.clips[0].name, "wave");
  EXPECT_THAT(c.clips[0].first_key, ElementsAre(0, 2, 4));
  EXPECT_THAT(c.clips[0].times, ElementsAre(0, 1.25, 0, 1.25));
  EXPECT_EQ(c.clips[0].translations[1], (Float3{0, 0.5, 0}));
  EXPECT_EQ(c.clips[0].rotations[3], (Float4{0, 0, 0.6f, 0.8f}));
}

TEST(ReadCharacter, StaticFilesOfEveryDialect) {
  for (const Dialect dialect :
       {Dialect::kD3D12, Dialect::kD3D11, Dialect::kDashed}) {
    const std::string text = StaticTriangle(dialect);
    ASSERT_THAT(AllFindings(text), IsEmpty()) << DialectName(dialect);
    const Character c = MustRead(text);
    EXPECT_EQ(c.dialect, dialect);
    EXPECT_FALSE(c.is_skinned());
    EXPECT_EQ(c.vertices.positions[2], (Float3{1, 1, 0.5}));
    EXPECT_THAT(c.vertices.blend_weights, IsEmpty());
    EXPECT_TRUE(c.materials[0].alpha_clip);
    if (dialect == Dialect::kD3D12) {
      EXPECT_TRUE(std::get<D3D12Look>(c.materials[0].look).says_shininess);
    } else {
      EXPECT_EQ(std::get<D3D11Look>(c.materials[0].look).spec_power, 32);
      EXPECT_EQ(c.materials[0].type, "Normal");
    }
  }
}

TEST(ReadCharacter, WhiteSpaceDoesNotMatter) {
  const std::string text = Arm();
  const Character expected = MustRead(text);
  for (const std::string_view space : {"\r\n", "\r", "\t", " ", "\v\f  \n\n"}) {
    std::string other;
    for (const char c : text) {
      if (c == '\n') {
        other += space;
      } else {
        other += c;
      }
    }
    ASSERT_THAT(ReadFindings(other), IsEmpty());
    EXPECT_EQ(MustRead(other), expected);
  }
  // Nor does it need any at the end.
  const std::string tight = text.substr(0, text.size() - 1);
  EXPECT_EQ(MustRead(tight), expected);
}

TEST(ReadCharacter, PlacesAreThoseOfTheParts) {
  const std::string text = Arm();
  FindingList list;
  CharacterPlaces places;
  const auto read = ReadCharacter(BytesOf(text), {}, list, &places);
  ASSERT_TRUE(read.has_value());
  const auto at = [&](uint64_t offset) {
    return std::string_view(text).substr(offset);
  };
  ASSERT_EQ(places.rows[static_cast<size_t>(Section::kVertices)].size(), 1u);
  EXPECT_TRUE(at(places.rows[static_cast<size_t>(Section::kVertices)][0])
                  .starts_with("Position: 0 0 0\n"));
  EXPECT_TRUE(at(places.clip_names[0].offset).starts_with("wave\n"));
  EXPECT_EQ(places.clip_names[0].length, 4u);
  ASSERT_EQ(places.keyframes.size(), 2u);
  EXPECT_TRUE(at(places.keyframes[1]).starts_with("\n\t\tTime: 0 Pos: 0 1.5"));
}

// ---- Going on ---------------------------------------------------------------

TEST(ReadCharacter, ReportsFaultsOfSeveralSections) {
  std::string text = Replaced(Arm(), "Roughness: 0.5", "Roughness: 0,5");
  text = Replaced(text, "Tex-Coords: 0 0.25", "TexCoords: 0 0.25");
  text = Replaced(text, "0 1 2\n", "0 1 7\n");
  text = Replaced(text, "Quat: 0 0 0.6 0.8", "Quat: 0 0 0.6 nan");
  std::vector<FindingCode> codes;
  for (const Seen& seen : ReadFindings(text)) codes.push_back(seen.code);
  EXPECT_THAT(codes, ElementsAre(kNumberMalformed, kLabelMismatch,
                                 kVertexIndexOutOfRange, kNumberMalformed));
}

TEST(ReadCharacter, TheSameFaultInManyRowsIsOneFinding) {
  std::string text = Arm();
  for (size_t at = 0; (at = text.find("Normal: 0", at)) != std::string::npos;
       ++at) {
    text.replace(at, 9, "Normal: x");
  }
  FindingList list;
  EXPECT_FALSE(ReadCharacter(BytesOf(text), {}, list));
  ASSERT_EQ(list.findings().size(), 1u);
  EXPECT_EQ(list.findings()[0].count, 3u);
  EXPECT_EQ(Places(list.findings()[0]), "vertices 0-2");
}

TEST(ReadCharacter, BonesAreToldApartWithoutAHierarchy) {
  // The section is missing, and numbers of both bones are none.
  std::string text = Arm();
  const size_t banner = text.find("***************BoneHierarchy");
  const size_t clips = text.find("***************AnimationClips");
  text.erase(banner, clips - banner);
  text = Replaced(text, "Time: 1.25", "Time: x");
  text = Replaced(text, "Time: 1.25", "Time: y");
  FindingList list;
  EXPECT_FALSE(ReadCharacter(BytesOf(text), {}, list));
  std::vector<std::string> paths;
  for (const Finding& f : list.findings()) {
    if (f.code == kNumberMalformed) paths.push_back(f.path);
  }
  EXPECT_THAT(paths, ElementsAre("clips.wave.bones[0].keyframes[1].time",
                                 "clips.wave.bones[1].keyframes[1].time"));
}

// Two materials, whose triangles do not lie side by side.
constexpr std::string_view kD3D10 =
    "***m3d-File-Header***\n#Materials 2\n#Vertices 4\n#Triangles 3\n"
    "***Subsets***\na.dds b.dds c.dds Reflectivity 0 0.5 0\n"
    "d.dds e.dds f.dds Reflectivity 0 0 0\n"
    "***Vertices***\n"
    "Position: 0 0 0 Tangent: 1 0 0 Normal: 0 1 0 Tex-Coords: 0 0.5\n"
    "Position: 1 0 0 Tangent: 1 0 0 Normal: 0 1 0 Tex-Coords: 0 0\n"
    "Position: 0 0 1 Tangent: 1 0 0 Normal: 0 1 0 Tex-Coords: 0 0\n"
    "Position: 1 0 1 Tangent: 1 0 0 Normal: 0 1 0 Tex-Coords: 1 0\n"
    "***Triangles***\n0 1 2 0\n1 2 3 1\n2 1 0 0\n";

TEST(ReadCharacter, Direct3D10) {
  const std::string text(kD3D10);
  ASSERT_THAT(ReadFindings(text), IsEmpty());
  const Character c = MustRead(text);
  EXPECT_EQ(c.dialect, Dialect::kD3D10);
  EXPECT_FALSE(c.is_skinned());
  ASSERT_EQ(c.materials.size(), 2u);
  EXPECT_EQ(c.materials[0].diffuse_map, "a.dds");
  EXPECT_EQ(c.materials[0].normal_map, "c.dds");
  const auto& look = std::get<D3D10Look>(c.materials[0].look);
  EXPECT_EQ(look.specular_map, "b.dds");
  EXPECT_THAT(look.reflectivity, ElementsAre(0, 0.5f, 0));
  EXPECT_EQ(c.vertices.tangents[3], (Float4{1, 0, 0, 1}));
  EXPECT_EQ(c.vertices.tex_coords[0], (Float2{0, 0.5}));
  EXPECT_THAT(c.triangles,
              ElementsAre(ElementsAre(0, 1, 2), ElementsAre(2, 1, 0),
                          ElementsAre(1, 2, 3)));
  EXPECT_THAT(c.subsets,
              ElementsAre(Subset{0, 0, 3, 0, 2}, Subset{1, 1, 3, 2, 1}));
  FindingList list;
  CharacterPlaces places;
  ASSERT_TRUE(ReadCharacter(BytesOf(text), {}, list, &places));
  EXPECT_THAT(places.triangles, ElementsAre(0, 2, 1));
}

TEST(ReadCharacter, Direct3D10SaysWhichFieldIsWrong) {
  const auto path_of = [](std::string_view old, std::string_view with) {
    const std::string text = Replaced(std::string(kD3D10), old, with);
    FindingList list;
    EXPECT_FALSE(ReadCharacter(BytesOf(text), {}, list));
    EXPECT_EQ(list.findings().size(), 1u);
    return list.findings().empty() ? "" : list.findings()[0].path;
  };
  EXPECT_EQ(path_of("0 0.5 0", "0 x 0"), "materials[0].reflectivity");
  EXPECT_EQ(path_of("f.dds Reflectivity", "f.dds Shine"),
            "materials[1].reflectivity");
  EXPECT_EQ(path_of("Tex-Coords: 0 0.5", "Tex-Coords: 0 x"),
            "vertices[0].texCoords");
  EXPECT_EQ(path_of("0 1 2 0", "0 x 2 0"), "triangles[0]");
}

TEST(ReadCharacter, Direct3D10IsCutAnywhere) {
  const size_t end = kD3D10.size() - 1;
  for (size_t size = 0; size < end; ++size) {
    FindingList list;
    const std::string text(kD3D10.substr(0, size));
    // The last number may be cut without a trace.
    EXPECT_EQ(ReadCharacter(BytesOf(text), {}, list).has_value(), false)
        << size;
  }
}

TEST(ReadCharacter, NothingIsLeftOfAFileThatCannotBeRead) {
  const std::string arm = Arm();
  const size_t end = arm.find_last_not_of('\n') + 1;
  FindingList list;
  CharacterPlaces places;
  for (size_t size = 0; size < end; ++size) {
    // Into places that have something in them.
    ASSERT_TRUE(ReadCharacter(BytesOf(arm), {}, list, &places));
    const std::string_view cut = std::string_view(arm).substr(0, size);
    ASSERT_FALSE(ReadCharacter(BytesOf(cut), {}, list, &places)) << size;
    for (const auto& rows : places.rows) EXPECT_THAT(rows, IsEmpty());
    EXPECT_THAT(places.clip_names, IsEmpty());
    EXPECT_THAT(places.keyframes, IsEmpty());
  }
}

}  // namespace
}  // namespace clipguard::m3d
