// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "rescue/diff/character_glb.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/corpus_file.h"
#include "corpus/m3d/corpus.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "parser/limits.h"
#include "parser/m3d/character.h"
#include "parser/m3d/read_character.h"
#include "parser/m3d/validate.h"
#include "rescue/conversion/conversion.h"
#include "rescue/diff/comparison.h"
#include "rescue/diff/edited_glb.h"
#include "rescue/diff/glb_edits.h"
#include "rescue/gltf/character_reader.h"
#include "testing/allocation_counter.h"

namespace clipguard::rescue {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

using Bytes = std::vector<uint8_t>;
namespace fs = std::filesystem;

Bytes Read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::optional<m3d::Character> CharacterOf(const Bytes& bytes) {
  FindingList findings;
  return m3d::ReadAndValidate(bytes, {}, findings);
}

// A character, as a file, and its .glb.
class Pair {
 public:
  explicit Pair(const Bytes& bytes) : bytes_(bytes) {
    character_ = CharacterOf(bytes_);
    if (character_) glb_ = ConvertedGlb(bytes_, Format::kM3d, losses_);
  }

  bool sound() const { return character_.has_value(); }
  const FindingList& losses() const { return losses_; }
  const Bytes& glb() const { return glb_; }

  std::string Differences(const Bytes& glb,
                          const CompareOptions& options = {}) const {
    const auto comparison =
        CompareCharacterWithGlb(*character_, glb, {}, options);
    return comparison.ok() ? TextOf(*comparison)
                           : std::string(comparison.status().message());
  }
  Comparison Compared(const Bytes& glb) const {
    auto comparison = CompareCharacterWithGlb(*character_, glb, {}, {});
    EXPECT_TRUE(comparison.ok()) << comparison.status();
    return comparison.ok() ? *comparison : Comparison();
  }

 private:
  Bytes bytes_;
  std::optional<m3d::Character> character_;
  FindingList losses_;
  Bytes glb_;
};

Pair Arm() { return Pair(Read("corpus/m3d/valid/arm.m3d")); }
Pair Biped() { return Pair(Read("corpus/m3d/valid/biped.m3d")); }

// What loses nothing is the same, and what was lost is a difference.
TEST(CharacterGlbDiffTest, EachFileOfTheCorpus) {
  size_t same = 0;
  size_t lossy = 0;
  for (const corpus::CorpusFile& file : corpus::kM3dCorpus.generate()) {
    const Pair pair(file.bytes);
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

TEST(CharacterGlbDiffTest, EachRealFile) {
  const char* const data = std::getenv("CLIPGUARD_DATA");
  if (data == nullptr) GTEST_SKIP() << "CLIPGUARD_DATA is not set";
  size_t files = 0;
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path(data) / "m3d")) {
    if (entry.path().extension() != ".m3d") continue;
    const Pair pair(Read(entry.path()));
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
  const Bytes arm = Read("corpus/m3d/valid/arm.m3d");
  FindingList losses;
  const Bytes kept =
      ConvertedGlb(arm, Format::kM3d, losses, {.keep_original = true});
  EXPECT_EQ(Arm().Differences(kept), "");
  EXPECT_THAT(Arm().Differences(WithFloats(kept, {0, 1.5F, 0}, {0, 1.75F, 0})),
              HasSubstr("POSITION"));
}

TEST(CharacterGlbDiffTest, MaterialsDiffer) {
  const Pair arm = Arm();
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
          "\"normalTexture\":{\"index\":0},\"pbrMetallicRoughness\":{"
          "\"baseColorTexture\":[0],")),
      AllOf(HasSubstr("materials[0].alphaClip (.glb: materials[0].alphaMode)"),
            HasSubstr("materials[0].doubleSided"),
            HasSubstr("materials[0].alphaCutoff"),
            HasSubstr("materials[0].normalTexture"),
            HasSubstr("materials[0].baseColorTexture")));
  EXPECT_THAT(arm.Differences(WithJson(arm.glb(), "\"pbrMetallicRoughness\":{",
                                       "\"alphaMode\":\"BLEND\","
                                       "\"pbrMetallicRoughness\":{")),
              HasSubstr("materials[0].alphaMode"));
  EXPECT_THAT(
      arm.Differences(WithJson(arm.glb(), "\"material\":0", "\"mode\":4")),
      HasSubstr("subset subsets[0] (.glb: meshes[0].primitives[0])"));
}

TEST(CharacterGlbDiffTest, VerticesDiffer) {
  const Pair arm = Arm();
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
  const Pair arm = Arm();
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
  const Pair arm = Arm();
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
  const Pair biped = Biped();
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
  const Pair arm = Arm();
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

// ---- Files of strangers
// ------------------------------------------------------

std::string WhyNot(const Bytes& glb, const Limits& limits = {}) {
  const auto read = gltf::ReadCharacterGlb(glb, limits);
  return read.ok() ? "" : std::string(read.status().message());
}

TEST(CharacterReaderTest, WhatIsNotOfACharacterIsRefused) {
  const Bytes glb = Arm().glb();
  EXPECT_EQ(WhyNot(glb), "");
  const struct {
    std::string_view from;
    std::string_view to;
    std::string_view why;
  } kCases[] = {
      {"\"source\":\"m3d\"", "\"source\":\"mine\"", "of a character"},
      {"\"asset\":{", "\"extensionsRequired\":[],\"asset\":{", "extensions"},
      {"\"LINEAR\"", "\"CUBICSPLINE\"", "numbers of times"},
      {"\"LINEAR\"", "\"CURVE\"", "interpolation"},
      {"\"path\":\"rotation\"", "\"path\":\"weights\"", "moves no"},
      {"\"path\":\"rotation\"", "\"path\":\"scale\"", "another type"},
      {"\"name\":\"skeleton\"", "\"name\":\"skeleton\",\"scale\":[1,1,2]",
       "does not stand"},
      {"\"name\":\"character\",\"mesh\"",
       "\"name\":\"character\",\"matrix\":[],\"mesh\"", "matrix"},
      {"\"name\":\"character\",\"mesh\"",
       "\"name\":\"character\",\"translation\":[1,2,3],\"mesh\"",
       "shows a mesh"},
      {"\"name\":\"character\",\"mesh\"", "\"name\":\"figure\",\"mesh\"",
       "shows a mesh"},
      {"\"name\":\"character\",\"mesh\"", "\"mesh\"", "name"},
      {"\"name\":\"character\",\"mesh\"", "\"name\":\"\",\"mesh\"", "no name"},
      {"\"mesh\":0", "\"mesh\":1", "not there"},
      {"\"translation\":[", "\"translation\":[1,", "no proper translation"},
      {"\"name\":\"Bone1\"", "\"name\":\"Bone0\"", "two nodes are Bone0"},
      {"\"name\":\"Bone0\"", "\"name\":\"Bone2\"", "hangs neither"},
      {"\"children\":[", "\"children\":[3,", "hangs in two places"},
      {"\"JOINTS_0\":", "\"JOINTS_1\":", "unknown attributes"},
      {"\"POSITION\":", "\"TANGENT\":", "not two"},
      {"\"primitives\":[{", "\"primitives\":[{\"mode\":1,", "triangles"},
      {"\"primitives\":[{", "\"primitives\":[{\"targets\":[],", "morph"},
      {"\"primitives\":[{", "\"weights\":[0],\"primitives\":[{", "morph"},
      {"\"indices\":", "\"indexes\":", "no indices"},
      {"\"componentType\":5123", "\"componentType\":5121", "indices has"},
      {"\"componentType\":5121", "\"componentType\":5123", "beyond"},
      {"\"componentType\":5121", "\"componentType\":5120", "does not write"},
      {"\"type\":\"VEC2\"", "\"type\":\"MAT2\"", "does not write"},
      {"\"type\":\"MAT4\"", "\"type\":\"VEC4\"", "one for each joint"},
      {"\"joints\":[", "\"joints\":[0,", "which is no bone"},
      {"\"baseColorFactor\":[", "\"baseColorFactor\":[1,", "four numbers"},
      {"\"count\":", "\"sparse\":{},\"count\":", "sparse"},
      {"\"count\":", "\"normalized\":true,\"count\":", "normalized"},
      {"\"byteLength\":", "\"byteStride\":20,\"byteLength\":", "side by side"},
      {"\"buffers\":[{", "\"buffers\":[{\"uri\":\"x\",", "another file"},
  };
  for (const auto& c : kCases) {
    EXPECT_THAT(WhyNot(WithJson(glb, c.from, c.to)), HasSubstr(c.why))
        << c.from << " -> " << c.to;
  }
  EXPECT_THAT(WhyNot(glb, {.json_bytes = 100}), HasSubstr("json-bytes"));
  EXPECT_THAT(WhyNot(WithFloats(glb, {0, 1.25F}, {1.25F, 0})),
              HasSubstr("do not ascend"));
  EXPECT_THAT(WhyNot(WithFloats(glb, {0, 1.5F, 0}, {0, NAN, 0})),
              HasSubstr("not finite"));
  EXPECT_THAT(WhyNot({'g', 'l', 'T', 'F'}), HasSubstr("glTF 2.0"));
}

// Whatever of it is changed, it is not the same.
TEST(CharacterReaderTest, EachEditIsFoundOrRefused) {
  const Pair arm = Arm();
  size_t tried = 0;
  for (const GlbEdit& edit : kGlbEdits) {
    const auto edited = ReplacedInJson(arm.glb(), edit.from, edit.to);
    if (!edited) continue;
    ++tried;
    const std::string differences = arm.Differences(*edited);
    if (edit.is_seen) {
      EXPECT_NE(differences, "") << edit.from << edit.to;
    }
  }
  EXPECT_GT(tried, 40U);
}

// A thousand primitives of the same indices.
TEST(CharacterReaderTest, WhatSharesMuchIsBounded) {
  const Bytes arm = Arm().glb();
  std::string json(arm.begin() + 20, arm.end());
  const size_t begin = json.find("\"primitives\":[{") + 14;
  const size_t end = json.find('}', json.find('}', begin) + 1) + 1;
  const std::string one = json.substr(begin, end - begin);
  std::string many = one;
  for (size_t i = 0; i < 1000; ++i) many += "," + one;
  const Bytes glb = WithJson(arm, one, many);
  EXPECT_EQ(WhyNot(glb), "");
  EXPECT_THAT(WhyNot(WithJson(arm, one, many), {.result_bytes = 0}), "");
  const int64_t start = StartPeak();
  EXPECT_EQ(WhyNot(glb), "");
  EXPECT_LE(PeakBytesSince(start), 96 * glb.size() + (4 << 20));
}

// Any one byte may be another.
TEST(CharacterReaderTest, MutatedBytesAreComparedOrRefused) {
  const Pair arm = Arm();
  std::mt19937 random(7);
  for (size_t i = 0; i < 3000; ++i) {
    Bytes glb = arm.glb();
    for (size_t k = 0; k <= i % 3; ++k) {
      glb[random() % glb.size()] = static_cast<uint8_t>(random());
    }
    arm.Differences(glb);
  }
}

}  // namespace
}  // namespace clipguard::rescue
