// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Each code alone, at its place, is the corpus' part (corpus/corpus_test.cc).
// Here: tolerances, what is no fault, and places in long files.

#include "parser/m3d/checks/validate.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/test_files.h"
#include "parser/m3d/write_character.h"

namespace clipguard::m3d {
namespace {

using enum FindingCode;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;

std::vector<FindingCode> Codes(std::string_view text) {
  std::vector<FindingCode> codes;
  for (const Seen& seen : AllFindings(text)) codes.push_back(seen.code);
  return codes;
}

TEST(Validate, Tolerances) {
  struct Case {
    std::string_view from;
    std::string_view near;  // within
    std::string_view far;   // beyond
    FindingCode code;
  };
  for (const Case& c : {Case{"Normal: 0 0 -1", "Normal: 0 0 -1.0049",
                             "Normal: 0 0 -1.0051", kNormalNotUnit},
                        Case{"Normal: 0 0 -1", "Normal: 0 0 -0.9951",
                             "Normal: 0 0 -0.9949", kNormalNotUnit},
                        Case{"Tangent: 1 0 0 1", "Tangent: 1.0049 0 0 -1",
                             "Tangent: 1.0051 0 0 -1", kTangentNotUnit},
                        Case{"Tangent: 1 0 0 1", "Tangent: 1 0 0 -1",
                             "Tangent: 1 0 0 0.999", kTangentSignUnusual},
                        Case{"0.75 0.25 0 0", "0.7509 0.25 0 0",
                             "0.7511 0.25 0 0", kBlendWeightsNotOne},
                        Case{"0.75 0.25 0 0", "0 1 0 0", "-0.0001 1 0 0",
                             kBlendWeightOutOfRange},
                        Case{"Quat: 0 0 0 1", "Quat: 0 0 0 -1.0049",
                             "Quat: 0 0 0 1.0051", kRotationNotUnit},
                        Case{"Scale: 1 1 1", "Scale: 1 1.0049 0.9951",
                             "Scale: 1 1 1.0051", kScaleNotOne},
                        Case{"1.25 Pos: 0 0.5", "1.2491 Pos: 0 0.5",
                             "1.2489 Pos: 0 0.5", kClipEndsApart}}) {
    EXPECT_THAT(Codes(Replaced(Arm(), c.from, c.near)), IsEmpty()) << c.near;
    EXPECT_THAT(Codes(Replaced(Arm(), c.from, c.far)), ElementsAre(c.code))
        << c.far;
  }
}

// A clip may begin after 0, but all of its bones with it.
TEST(Validate, BonesBeginTogether) {
  const std::string later =
      Replaced(Replaced(Arm(), "Time: 0 Pos: 0 0 0", "Time: 0.5 Pos: 0 0 0"),
               "Time: 0 Pos: 0 1.5 0", "Time: 0.5 Pos: 0 1.5 0");
  EXPECT_THAT(Codes(later), IsEmpty());
  EXPECT_THAT(
      Codes(Replaced(later, "Time: 0.5 Pos: 0 0 0", "Time: 0.6 Pos: 0 0 0")),
      ElementsAre(kClipEndsApart));
}

TEST(Validate, ScalesAreForOffsetsThatScale) {
  // The bind pose is twice as large: keyframes may scale.
  std::string text = Replaced(Arm(), "Scale: 1 1 1", "Scale: 2 2 2");
  text = Replaced(text, "BoneOffset0 1 0 0 0 0 1 0 0 0 0 1",
                  "BoneOffset0 0.5 0 0 0 0 0.5 0 0 0 0 0.5");
  EXPECT_THAT(Codes(text), IsEmpty());
}

TEST(Validate, TheFourthBoneGetsWhatTheOthersLeave) {
  // Bone 1 is used by the fourth index alone, with a stated weight of 0.
  std::string text = Replaced(Arm(), "BlendWeights: 0 1 0 0\nBlendIndices: 0 1",
                              "BlendWeights: 1 0 0 0\nBlendIndices: 0 0");
  text = Replaced(text, "0.75 0.25 0 0\nBlendIndices: 0 1 0 0",
                  "0.75 0 0 0.25\nBlendIndices: 0 0 0 1");
  EXPECT_THAT(Codes(text), IsEmpty());
}

TEST(Validate, AParentIsUsedByItsChildren) {
  const std::string text = Replaced(
      Replaced(Replaced(Arm(), "BlendWeights: 1 0 0 0\nBlendIndices: 0",
                        "BlendWeights: 1 0 0 0\nBlendIndices: 1"),
               "0.75 0.25 0 0", "0 1 0 0"),
      "BlendWeights: 0 1 0 0\nBlendIndices: 0 1 0 0",
      "BlendWeights: 1 0 0 0\nBlendIndices: 1 1 0 0", "Position: 1 1.5 0");
  EXPECT_THAT(Codes(text), IsEmpty());
}

TEST(Validate, ErrorsOfTheTextAreEnough) {
  // Consequences of a malformed number are not reported.
  const std::string text = Replaced(Arm(), "Normal: 0 0 -1", "Normal: 0 0 x");
  EXPECT_THAT(Codes(text), ElementsAre(kNumberMalformed));
}

TEST(Validate, PlacesInLongFiles) {
  // 200 triangles; now and then a normal, a tangent, a triangle is wrong.
  Character c;
  for (uint32_t i = 0; i < 600; ++i) {
    const auto x = static_cast<float>(i);
    c.vertices.positions.push_back({x, x * x, 0});
    c.vertices.normals.push_back({0, 0, i % 70 == 33 ? 3.0f : 1.0f});
    c.vertices.tangents.push_back({i == 401 ? 7.0f : 1.0f, 0, 0, 1});
    c.vertices.tex_coords.push_back({0, 0});
  }
  for (uint32_t i = 0; i < 200; ++i) {
    c.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  c.triangles.push_back({9, 9, 9});
  Material material;
  material.name = material.type = material.diffuse_map = "a";
  material.normal_map = "a";
  c.materials = {material};
  c.subsets = {{0, 0, 600, 0, 201}};
  const std::string text = *WriteCharacter(c);

  FindingList list;
  EXPECT_TRUE(ReadAndValidate(BytesOf(text), {}, list));
  ASSERT_EQ(list.findings().size(), 3u);
  const Finding& normal = list.findings()[0];
  EXPECT_EQ(normal.code, kNormalNotUnit);
  EXPECT_EQ(normal.path, "vertices[33].normal");
  EXPECT_EQ(text.substr(normal.bytes.offset, normal.bytes.length), "0 0 3");
  EXPECT_EQ(normal.count, 9u);
  EXPECT_THAT(normal.message, HasSubstr("length 3"));
  const Finding& tangent = list.findings()[1];
  EXPECT_EQ(tangent.path, "vertices[401].tangent");
  EXPECT_THAT(tangent.message, HasSubstr("length 7"));
  EXPECT_EQ(text.substr(tangent.bytes.offset, tangent.bytes.length), "7 0 0");
  const Finding& triangle = list.findings()[2];
  EXPECT_EQ(triangle.path, "triangles[200]");
  EXPECT_EQ(text.substr(triangle.bytes.offset, triangle.bytes.length), "9 9 9");
}

TEST(Validate, OverlapsNameTheSubsetThatReachesFurthest) {
  const std::string triangle = StaticTriangle(Dialect::kD3D12);
  Character c = MustRead(triangle);
  c.triangles.resize(10, {0, 1, 2});
  c.materials.resize(4, c.materials[0]);
  // Listed in no order; 1 covers 0 to 7, 2 lies in it, 0 begins in it.
  c.subsets = {
      {0, 0, 3, 6, 4}, {1, 0, 0, 0, 8}, {2, 0, 0, 2, 1}, {3, 0, 0, 9, 0}};
  const std::string text = *WriteCharacter(c);
  FindingList list;
  EXPECT_FALSE(ReadAndValidate(BytesOf(text), {}, list));
  const Finding* overlap = nullptr;
  for (const Finding& f : list.findings()) {
    if (f.code == kSubsetsOverlap) overlap = &f;
  }
  ASSERT_NE(overlap, nullptr);
  EXPECT_EQ(overlap->path, "subsets[0].faceStart");
  EXPECT_EQ(overlap->count, 2u);
  EXPECT_EQ(overlap->message,
            "the subset shares triangles 6 to 7 with subset 1");
}

TEST(Validate, IndicesThatNeedMoreThan16Bits) {
  constexpr uint32_t kVertices = 65'538;
  const std::string triangle = StaticTriangle(Dialect::kD3D12);
  Character c = MustRead(triangle);
  c.vertices.positions.clear();
  for (uint32_t i = 0; i < kVertices; ++i) {
    const auto x = static_cast<float>(i);
    c.vertices.positions.push_back({x, i % 2 == 0 ? x : 0, 0});
  }
  c.vertices.normals.assign(kVertices, {0, 0, 1});
  c.vertices.tangents.assign(kVertices, {1, 0, 0, 1});
  c.vertices.tex_coords.assign(kVertices, {0, 0});
  c.triangles.clear();
  for (uint32_t i = 0; i + 2 <= 65'535; ++i) {
    // Every other triangle of a strip begins with its second corner.
    c.triangles.push_back({i + i % 2, i + 1 - i % 2, i + 2});
  }
  const auto last = static_cast<uint32_t>(c.triangles.size());
  c.subsets = {{0, 0, kVertices, 0, last}};
  std::string text = *WriteCharacter(c);
  EXPECT_THAT(Codes(text), ElementsAre(kVertexUnused));

  c.triangles.push_back({0, 65'536, 65'537});
  c.subsets = {{0, 0, kVertices, 0, last + 1}};
  text = *WriteCharacter(c);
  FindingList list;
  EXPECT_FALSE(ReadAndValidate(BytesOf(text), {}, list));
  ASSERT_EQ(list.findings().size(), 1u);
  const Finding& wide = list.findings()[0];
  EXPECT_EQ(wide.code, kVertexIndexAbove16Bits);
  EXPECT_EQ(wide.severity(), Severity::kError);
  EXPECT_EQ(wide.path, "triangles[" + std::to_string(last) + "]");
  EXPECT_EQ(text.substr(wide.bytes.offset, wide.bytes.length), "65536");
  EXPECT_EQ(wide.count, 2u);
}

TEST(Validate, OverflowsOfABoneAndThoseBelowAreOneFinding) {
  std::string text = Replaced(Arm(), "Pos: 0 0.5 0", "Pos: 3e38 3e38 0");
  text = Replaced(text, "Pos: 0 0 0", "Pos: 3e38 0 3e38");
  EXPECT_THAT(
      AllFindings(text),
      ElementsAre(SeenAt(kTransformOverflows, text, "", "clips.wave.bones[0]",
                         "Bone0 #Keyframes: 2\n\t{")));
  FindingList list;
  EXPECT_TRUE(ReadAndValidate(BytesOf(text), {}, list));
  EXPECT_EQ(list.findings()[0].count, 2u);
  EXPECT_EQ(Places(list.findings()[0]), "bones 0-1");
}

// A tangent of zeros gives no finding of its own about the fourth number.
TEST(Validate, TangentsOfFourZerosAreZeros) {
  const std::string text = Arm();  // the character's names are parts of it
  Character c = MustRead(text);
  for (Float4& rotation : c.clips[0].rotations) rotation = {};
  for (Float3& scale : c.clips[0].scales) scale = {};
  for (Float4& tangent : c.vertices.tangents) tangent = {};
  EXPECT_THAT(Codes(*WriteCharacter(c)), ElementsAre(kOnlyZeros));
}

TEST(Validate, WhatHasErrorsIsNotHandedOut) {
  const std::string text =
      Replaced(Arm(), "ParentIndexOfBone1: 0", "ParentIndexOfBone1: -1");
  FindingList list;
  EXPECT_TRUE(ReadCharacter(BytesOf(text), {}, list));
  EXPECT_FALSE(ReadAndValidate(BytesOf(text), {}, list));
}

std::vector<FindingCode> CodesOfPart(const std::string& text) {
  FindingList list;
  ReadPart part;
  EXPECT_FALSE(ReadCharacter(BytesOf(text), {}, list, nullptr, &part));
  Validate(BytesOf(text), part, list);
  std::vector<FindingCode> codes;
  for (const Finding& f : list.findings()) codes.push_back(f.code);
  return codes;
}

TEST(ValidatePart, SectionsBeforeTheErrorAreChecked) {
  std::string text = Replaced(Arm(), "FaceCount: 1", "FaceCount: 3");
  text = Replaced(text, "Normal: 0 0.6 -0.8", "Normal: 0 0 0");
  const std::string cut = text.substr(0, text.find("Bone1 #Keyframes"));
  EXPECT_THAT(CodesOfPart(cut),
              ElementsAre(kTextEndsEarly, kNormalNotUnit, kSubsetOutOfRange));
  // The triangles may be fewer because they were cut.
  const std::string early = text.substr(0, text.find("BoneOffset0"));
  EXPECT_THAT(CodesOfPart(early.substr(0, early.rfind("***************Bone"))),
              ElementsAre(kTextEndsEarly, kNormalNotUnit));
  // Nothing is said of what is not there.
  EXPECT_THAT(CodesOfPart(text.substr(0, text.find("Tangent:"))),
              ElementsAre(kCountTooLarge));
  EXPECT_THAT(CodesOfPart(""), ElementsAre(kTextEndsEarly));
}

// However many the header says: those before the error are vertices.
TEST(ValidatePart, VerticesAreCheckedAfterAWrongCount) {
  const std::string text = Replaced(Arm(), "0.75 0.25 0 0", "0.50 0.25 0 0");
  const auto check = [&](std::string_view count, FindingCode code,
                         size_t whole) {
    const std::string wrong = Replaced(text, "#Vertices 3", count);
    EXPECT_THAT(CodesOfPart(wrong), IsSupersetOf({code, kBlendWeightsNotOne}));
    FindingList list;
    ReadPart part;
    EXPECT_FALSE(ReadCharacter(BytesOf(wrong), {}, list, nullptr, &part));
    EXPECT_EQ(part.character.vertices.positions.size(), whole);
    Validate(BytesOf(wrong), part, list);
    EXPECT_EQ(list.findings().back().bytes.offset, text.find("0.50 0.25"));
  };
  check("#Vertices 4", kElementsMissing, 3);
  check("#Vertices 2", kElementsSurplus, 2);
}

// Rows have weights though the file ends before its bones, and places are
// right.
TEST(ValidatePart, WeightsAreCheckedWithoutBones) {
  const std::string text = Replaced(Arm(), "0.75 0.25 0 0", "-0.75 0.25 0 0");
  const std::string cut = text.substr(0, text.find("BoneOffset0"));
  FindingList list;
  ReadPart part;
  EXPECT_FALSE(ReadCharacter(BytesOf(cut), {}, list, nullptr, &part));
  Validate(BytesOf(cut), part, list);
  ASSERT_EQ(list.findings().size(), 3u);
  EXPECT_EQ(list.findings()[0].code, kTextEndsEarly);
  EXPECT_EQ(list.findings()[1].code, kBlendWeightOutOfRange);
  EXPECT_EQ(list.findings()[1].bytes.offset, text.find("-0.75 0.25"));
  EXPECT_EQ(list.findings()[2].code, kBlendWeightsNotOne);
}

}  // namespace
}  // namespace clipguard::m3d
