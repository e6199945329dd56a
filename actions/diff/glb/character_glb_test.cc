// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/diff/glb/character_glb.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "actions/convert/conversion.h"
#include "actions/convert/gltf/read/character_reader.h"
#include "actions/diff/characters.h"
#include "actions/diff/comparison.h"
#include "actions/diff/glb/character_pair.h"
#include "actions/diff/glb/edited_glb.h"
#include "corpus/corpus_file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "parser/m3d/character.h"
#include "parser/m3d/handedness.h"
#include "parser/m3d/write_character.h"
#include "testing/sample_files.h"

namespace clipguard::actions {
namespace {

using ::testing::HasSubstr;

namespace fs = std::filesystem;
using Bytes = std::vector<uint8_t>;

CharacterPair Arm() { return CorpusPair("arm"); }
CharacterPair Biped() { return CorpusPair("biped"); }

// What loses nothing is the same, whatever is noted; what was lost is a
// difference.
TEST(CharacterGlbDiffTest, EachFileOfTheCorpus) {
  size_t same = 0;
  size_t lossy = 0;
  for (const corpus::CorpusFile& file : corpus::kM3dCorpus.generate()) {
    const CharacterPair pair(file.bytes);
    if (!pair.sound() || pair.glb().empty()) continue;
    SCOPED_TRACE(file.name);
    const std::string differences = pair.Differences(pair.glb());
    if (pair.losses().empty()) {
      EXPECT_EQ(differences, "");
      ++same;
    } else {
      EXPECT_NE(differences, "") << pair.losses().findings()[0].path;
      ++lossy;
    }
  }
  EXPECT_GT(same, 15U);
  EXPECT_GT(lossy, 2U);
}

using RealCharacterGlbDiffTest = RealCharactersTest;

TEST_F(RealCharacterGlbDiffTest, EachRealFile) {
  size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder())) {
    if (entry.path().extension() != ".m3d") continue;
    const CharacterPair pair(ReadBytes(entry.path()));
    if (!pair.sound()) continue;
    SCOPED_TRACE(entry.path());
    ++files;
    if (pair.losses().empty()) {
      EXPECT_EQ(pair.Differences(pair.glb()), "");
    } else {
      EXPECT_NE(pair.Differences(pair.glb()), "");
    }
  }
  EXPECT_GT(files, 1U);
}

// ---- Planted changes
// ---------------------------------------------------------

TEST(CharacterGlbDiffTest, AnOriginalThatIsKeptCountsForNothing) {
  const Bytes arm = ReadBytes("corpus/m3d/valid/arm.m3d");
  FindingList losses;
  const Bytes kept =
      ConvertedGlb(arm, Format::kM3d, losses, {.keep_original = true});
  EXPECT_EQ(Arm().Differences(kept), "");
  EXPECT_THAT(Arm().Differences(WithFloats(kept, {0, 1.5F, 0}, {0, 1.75F, 0})),
              HasSubstr("POSITION"));
}

// One without length is noted: another stands in its place, of either hand.
TEST(CharacterGlbDiffTest, TangentsWithoutLengthAreTheSame) {
  for (const char* name : {"biped", "biped-right-handed"}) {
    SCOPED_TRACE(name);
    const Bytes bytes =
        ReadBytes("corpus/m3d/valid/" + std::string(name) + ".m3d");
    std::optional<m3d::Character> character = CharacterOf(bytes);
    ASSERT_TRUE(character);
    character->vertices.tangents[1] = {0, 0, 0, 1};
    const auto text = m3d::WriteCharacter(*character);
    ASSERT_TRUE(text.ok());
    const CharacterPair pair(Bytes(text->begin(), text->end()));
    ASSERT_TRUE(pair.sound());
    EXPECT_TRUE(pair.losses().empty());
    EXPECT_EQ(pair.Differences(pair.glb()), "");
  }
}

// A .glb is compared in the hand that the character's triangles tell.
TEST(CharacterGlbDiffTest, AMirrorImageDiffers) {
  for (const char* name : {"biped", "biped-right-handed"}) {
    SCOPED_TRACE(name);
    const CharacterPair biped(
        ReadBytes("corpus/m3d/valid/" + std::string(name) + ".m3d"));
    EXPECT_EQ(biped.Differences(biped.glb()), "");
    FindingList losses;
    const bool is_right = std::string_view(name) != "biped";
    const Bytes mirrored = ConvertedGlb(
        ReadBytes("corpus/m3d/valid/" + std::string(name) + ".m3d"),
        Format::kM3d, losses,
        {.handedness =
             is_right ? m3d::Handedness::kLeft : m3d::Handedness::kRight});
    EXPECT_THAT(biped.Differences(mirrored), HasSubstr("POSITION"));
  }
}

TEST(CharacterGlbDiffTest, MaterialsDiffer) {
  const CharacterPair arm = Arm();
  EXPECT_EQ(arm.Differences(WithJson(arm.glb(), "\"baseColorFactor\":[1.0",
                                     "\"baseColorFactor\":[0.5")),
            "changed material materials[0].diffuse (.glb: "
            "materials[0].pbrMetallicRoughness.baseColorFactor)\n");
  EXPECT_THAT(arm.Differences(WithJson(arm.glb(), "\"roughnessFactor\":0.5",
                                       "\"roughnessFactor\":0.25")),
              HasSubstr("materials[0].roughness (.glb: "));
  EXPECT_THAT(arm.Differences(WithJson(arm.glb(), "\"metallicFactor\":0.0",
                                       "\"metallicFactor\":1")),
              HasSubstr("added material .glb: materials[0].metallicFactor"));
  EXPECT_THAT(arm.Differences(WithJson(arm.glb(), "\"name\":\"skin\",\"pbr",
                                       "\"name\":\"cloth\",\"pbr")),
              HasSubstr("removed material materials[0]"));
  EXPECT_THAT(
      arm.Differences(WithJson(
          arm.glb(), "\"pbrMetallicRoughness\":{",
          "\"alphaMode\":\"MASK\",\"doubleSided\":true,\"alphaCutoff\":0.25,"
          "\"occlusionTexture\":{\"index\":0},\"pbrMetallicRoughness\":{"
          "\"metallicRoughnessTexture\":[0],")),
      AllOf(HasSubstr("materials[0].alphaClip (.glb: materials[0].alphaMode)"),
            HasSubstr("materials[0].doubleSided"),
            HasSubstr("materials[0].alphaCutoff"),
            HasSubstr("materials[0].occlusionTexture"),
            HasSubstr("materials[0].metallicRoughnessTexture")));
  // Textures may be in it or not.
  EXPECT_EQ(arm.Differences(WithJson(
                arm.glb(), "\"pbrMetallicRoughness\":{",
                "\"normalTexture\":{\"index\":1},\"pbrMetallicRoughness\":{"
                "\"baseColorTexture\":{\"index\":0},")),
            arm.Differences(arm.glb()));
  EXPECT_THAT(arm.Differences(WithJson(arm.glb(), "\"pbrMetallicRoughness\":{",
                                       "\"alphaMode\":\"BLEND\","
                                       "\"pbrMetallicRoughness\":{")),
              HasSubstr("materials[0].alphaMode"));
  EXPECT_THAT(
      arm.Differences(WithJson(arm.glb(), "\"material\":0", "\"mode\":4")),
      HasSubstr("subset subsets[0] (.glb: meshes[0].primitives[0])"));
}

TEST(CharacterGlbDiffTest, VerticesDiffer) {
  const CharacterPair arm = Arm();
  const Comparison moved =
      arm.Compared(WithFloats(arm.glb(), {0, 1.5F, 0}, {0, 1.75F, 0}));
  ASSERT_TRUE(moved.differs());
  EXPECT_EQ(moved.differences()[0].path,
            "vertices[1].position (.glb: POSITION[1])");
  EXPECT_EQ(moved.differences()[0].measures[0].bound, 0.25);
  EXPECT_THAT(
      arm.Differences(WithFloats(arm.glb(), {0, 0.6F, 0.8F}, {0, 0.8F, 0.6F})),
      HasSubstr("vertices[2].normal (.glb: NORMAL[2])"));
  EXPECT_THAT(
      arm.Differences(WithFloats(arm.glb(), {0.75F, 0.125F}, {0.5F, 0.125F})),
      HasSubstr("vertices[2].texCoord (.glb: TEXCOORD_0[2])"));
  EXPECT_THAT(arm.Differences(WithFloats(arm.glb(), {0.75F, 0.25F, 0, 0},
                                         {0.5F, 0.5F, 0, 0})),
              HasSubstr("vertices[1].blendWeights (.glb: WEIGHTS_0[1])"));
  // The fourth stands there, and is not what is left to 1.
  EXPECT_THAT(arm.Differences(WithFloats(arm.glb(), {0.75F, 0.25F, 0, 0},
                                         {0.75F, 0.25F, 0, 0.5F})),
              HasSubstr("vertices[1].blendWeights"));
  EXPECT_THAT(
      arm.Differences(WithFloats(arm.glb(), {-1, 0, 0, -1}, {-1, 0, 0, 1})),
      HasSubstr("tangent"));
}

TEST(CharacterGlbDiffTest, TrianglesDiffer) {
  const CharacterPair arm = Arm();
  Bytes glb = arm.glb();
  const Bytes indices = {0, 0, 2, 0, 1, 0};
  const auto at =
      std::search(glb.begin(), glb.end(), indices.begin(), indices.end());
  ASSERT_NE(at, glb.end());
  std::swap(at[2], at[4]);
  EXPECT_EQ(arm.Differences(glb),
            "changed triangles triangles[0] (.glb: indices[0])\n");
  at[2] = 7;
  EXPECT_THAT(arm.Differences(glb), HasSubstr("a vertex that is not there"));
}

TEST(CharacterGlbDiffTest, BonesDiffer) {
  const CharacterPair arm = Arm();
  // The inverse bind matrix of the second bone.
  EXPECT_THAT(
      arm.Differences(WithFloats(arm.glb(), {0, -1.5F, 0, 1}, {0, -2, 0, 1})),
      HasSubstr("boneOffsets[1] (.glb: inverse bind matrix of Bone1)"));
  const std::string removed = arm.Differences(
      WithJson(arm.glb(), "\"name\":\"Bone1\"", "\"name\":\"Bone7\""));
  EXPECT_THAT(removed,
              AllOf(HasSubstr("removed bone hierarchy[1] (.glb: node Bone1)"),
                    HasSubstr("added bone hierarchy[7] (.glb: node Bone7)")));
  EXPECT_THAT(arm.Differences(WithJson(arm.glb(), "\"skin\":0", "\"skin\":9")),
              HasSubstr("not there"));
  EXPECT_THAT(
      arm.Differences(WithJson(arm.glb(), ",\"skin\":0", "")),
      AllOf(HasSubstr(".glb: nodes.character.skin"), HasSubstr("boneOffsets")));
  EXPECT_THAT(arm.Differences(WithJson(arm.glb(), "\"name\":\"Bone1\"",
                                       "\"name\":\"other\"")),
              HasSubstr("which is no bone"));
}

TEST(CharacterGlbDiffTest, AMovedKeyIsFoundWithItsBone) {
  const CharacterPair biped = Biped();
  ASSERT_EQ(biped.Differences(biped.glb()), "");
  const auto played = gltf::ReadCharacterGlb(biped.glb());
  ASSERT_TRUE(played.ok()) << played.status();
  const m3d::Clip& clip = played->character.clips.at(0);
  size_t found = 0;
  for (size_t bone = 0; bone < played->character.bones(); ++bone) {
    const size_t first = clip.first_key[bone];
    const size_t end = clip.first_key[bone + 1];
    if (end - first < 3) continue;
    const m3d::Float4 q = clip.rotations[first + 1];
    const m3d::Float4 before = clip.rotations[first];
    if (q == before) continue;
    // As it stands in the .glb, after the key before it.
    const Bytes glb = WithFloats(
        biped.glb(),
        {-before.x, -before.y, before.z, before.w, -q.x, -q.y, q.z, q.w},
        {-before.x, -before.y, before.z, before.w, 0, 0, 0, 1});
    const Comparison comparison = biped.Compared(glb);
    if (!comparison.differs()) continue;
    ++found;
    const Difference& worst = comparison.differences()[0];
    EXPECT_THAT(worst.path, HasSubstr(".bones["));
    EXPECT_THAT(worst.path, HasSubstr("node Bone"));
    for (const Measure& measure : worst.measures) {
      EXPECT_LE(measure.found, measure.bound) << measure.what;
      if (measure.what != "rotation") continue;
      EXPECT_LT(measure.bound, measure.found * 2 + 1e-6);
    }
  }
  EXPECT_GT(found, 0U);
}

TEST(CharacterGlbDiffTest, ClipsDiffer) {
  const CharacterPair arm = Arm();
  EXPECT_THAT(
      arm.Differences(
          WithJson(arm.glb(), "\"name\":\"wave\"", "\"name\":\"nod\"")),
      AllOf(HasSubstr("removed clip clips."), HasSubstr("added clip clips.")));
  // The end is later.
  const Comparison longer =
      arm.Compared(WithFloats(arm.glb(), {0, 1.25F}, {0, 2.5F}));
  EXPECT_THAT(TextOf(longer), HasSubstr("changed clip clips."));
  // Another interpolation.
  EXPECT_THAT(arm.Differences(WithJson(
                  WithJson(WithJson(arm.glb(), "\"LINEAR\"", "\"STEP\""),
                           "\"LINEAR\"", "\"STEP\""),
                  "\"LINEAR\"", "\"STEP\"")),
              HasSubstr("changed pose clips.wave"));
  // No animation at all.
  EXPECT_THAT(
      arm.Differences(WithJson(arm.glb(), "\"animations\"", "\"unknown\"")),
      HasSubstr("removed clip clips."));
}

// Viewers show the nodes as they stand until somebody plays a clip.
TEST(CharacterGlbDiffTest, WhereBonesStandWithoutAClip) {
  const CharacterPair biped = Biped();
  const std::string all(biped.glb().begin(), biped.glb().end());
  const size_t bone = all.find("\"name\":\"Bone1\"");
  ASSERT_NE(bone, std::string::npos);
  const std::string node = all.substr(bone, all.find('}', bone) - bone);
  const size_t at = node.find("\"translation\":[");
  ASSERT_NE(at, std::string::npos);
  const std::string old = node.substr(at, node.find(']', at) + 1 - at);
  std::string moved = node;
  moved.replace(at, old.size(), "\"translation\":[100,200,300]");
  const Comparison comparison =
      biped.Compared(WithJson(biped.glb(), node, moved));
  ASSERT_TRUE(comparison.differs());
  EXPECT_THAT(TextOf(comparison),
              HasSubstr("changed pose bones[1] at rest (.glb: node Bone1)"));
  const auto& differences = comparison.differences();
  const auto rest = std::ranges::find_if(differences, [](const auto& d) {
    return d.path == "bones[1] at rest (.glb: node Bone1)";
  });
  ASSERT_NE(rest, differences.end());
  ASSERT_FALSE(rest->measures.empty());
  EXPECT_EQ(rest->measures[0].what, "translation");
  EXPECT_GT(rest->measures[0].found, 300);
}

TEST(CharacterGlbDiffTest, HowBonesAreTurnedAndScaledWithoutAClip) {
  const CharacterPair arm = Arm();
  const std::string node = "\"name\":\"Bone0\"";
  ASSERT_EQ(arm.Differences(arm.glb()), "");
  for (const std::string_view key : {"rotation", "scale"}) {
    const std::string from = "\"" + std::string(key) + "\":[";
    const std::string all(arm.glb().begin(), arm.glb().end());
    const size_t at = all.find(from, all.find(node));
    ASSERT_NE(at, std::string::npos);
    const std::string old = all.substr(at, all.find(']', at) + 1 - at);
    size_t nth = 0;
    for (size_t i = all.find(old); i < at; i = all.find(old, i + 1)) ++nth;
    const std::string to = from + (key == "scale" ? "2,3,4]" : "0.6,0,0,0.8]");
    const Comparison comparison =
        arm.Compared(WithJson(arm.glb(), old, to, nth));
    const auto& differences = comparison.differences();
    const auto rest = std::ranges::find_if(differences, [](const auto& d) {
      return d.path == "bones[0] at rest (.glb: node Bone0)";
    });
    ASSERT_NE(rest, differences.end()) << TextOf(comparison);
    ASSERT_FALSE(rest->measures.empty());
    EXPECT_EQ(rest->measures[0].what, key);
  }
}

// As sizes, they would be nothing, or of no one knows what.
TEST(CharacterGlbDiffTest, NumbersThatAreNotFiniteDiffer) {
  const std::vector<uint8_t> file = ReadBytes("corpus/m3d/valid/arm.m3d");
  const auto arm = CharacterOf(file);
  ASSERT_TRUE(arm);
  for (const float number : {NAN, INFINITY}) {
    m3d::Character other = *arm;
    other.materials[0].diffuse[1] = number;
    EXPECT_EQ(TextOf(CompareCharacters(*arm, other)),
              "changed material materials[0].diffuse\n");
    EXPECT_EQ(TextOf(CompareCharacters(other, other)), "");
    const m3d::Character again = other;
    other.materials[0].diffuse[2] = 0.25F;
    const Comparison comparison = CompareCharacters(again, other);
    ASSERT_TRUE(comparison.differs());
    EXPECT_EQ(comparison.differences()[0].measures.size(), 1U);
  }
}

}  // namespace
}  // namespace clipguard::actions
