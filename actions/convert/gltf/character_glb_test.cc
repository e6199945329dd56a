// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Characters as .glb: what is written is sound, its joints move as the format's
// specification says, and what is lost is said.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "actions/convert/conversion.h"
#include "actions/convert/gltf/check/glb_check.h"
#include "actions/convert/gltf/check/glb_player.h"
#include "actions/convert/gltf/convert_to_glb.h"
#include "actions/convert/textures/dds_file.h"
#include "corpus/corpus_file.h"
#include "eval/skeleton/reference.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/handedness.h"
#include "parser/m3d/reader/read_character.h"
#include "testing/sample_files.h"

namespace clipguard::actions {
namespace {

using gltf::CheckedChannel;
using gltf::CheckedGlb;
using gltf::Matrix;
using gltf::Product;
using ::testing::ElementsAre;
using ::testing::Pair;

constexpr Matrix kIdentity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

// From the bind pose to where each joint is at a time.
std::vector<Matrix> JointMatrices(const CheckedGlb& glb,
                                  const std::string& animation, double time) {
  std::vector<gltf::CheckedNode> nodes = glb.nodes;
  for (const CheckedChannel& channel : glb.channels) {
    if (channel.animation != animation) continue;
    gltf::Play(channel, time, nodes[channel.node_index]);
  }
  std::vector<Matrix> global;
  for (const gltf::CheckedNode& node : nodes) {
    // A parent comes before its children.
    global.push_back(Product(
        node.parent < 0 ? kIdentity : global[static_cast<size_t>(node.parent)],
        gltf::LocalOf(node)));
  }
  std::vector<Matrix> result;
  for (size_t j = 0; j < glb.joints.size(); ++j) {
    Matrix inverse;
    std::copy_n(
        glb.inverse_bind_matrices.begin() + static_cast<int64_t>(16 * j), 16,
        inverse.begin());
    result.push_back(Product(global[glb.joints[j]], inverse));
  }
  return result;
}

// The largest difference to what the format's specification gives, mirrored, as
// a share of the matrices' numbers.
double Difference(const m3d::Character& character, const CheckedGlb& glb) {
  const bool mirrored = m3d::HandednessOf(character) == m3d::Handedness::kLeft;
  double worst = 0;
  for (const m3d::Clip& clip : character.clips) {
    if (clip.times.empty()) continue;
    const auto [first, last] =
        std::minmax_element(clip.times.begin(), clip.times.end());
    for (int i = 0; i <= 40; ++i) {
      const double time = *first + (double{*last} - *first) * i / 40;
      const auto wanted = eval::EvaluateSkeleton(character, clip, time);
      const auto got = JointMatrices(glb, std::string(clip.name), time);
      for (size_t b = 0; b < got.size(); ++b) {
        double scale = 1;
        for (const double value : wanted.final_transforms[b]) {
          scale = std::max(scale, std::abs(value));
        }
        for (size_t k = 0; k < 16; ++k) {
          // Row vectors, row by row, are column vectors, column by column.
          const bool turned = mirrored && (k % 4 == 2) != (k / 4 == 2);
          const double value = wanted.final_transforms[b][k];
          worst = std::max(
              worst, std::abs(got[b][k] - (turned ? -value : value)) / scale);
        }
      }
    }
  }
  return worst;
}

struct Result {
  FindingList losses;
  CheckedGlb glb;
  std::optional<m3d::Character> character;
};

Result Converted(const std::vector<uint8_t>& bytes,
                 const ConversionOptions& options = {}) {
  Result result;
  const auto glb = ConvertToGlb({.bytes = bytes, .format = Format::kM3d},
                                options, result.losses);
  EXPECT_TRUE(glb.ok()) << glb.status();
  if (!glb.ok()) return result;
  result.glb = gltf::CheckGlb(gltf::BytesOf(**glb));
  EXPECT_EQ(result.glb.fault, "");
  FindingList findings;
  result.character = m3d::ReadCharacter(bytes, {}, findings);
  return result;
}

TEST(CharacterGlbTest, CorpusMovesAsItShould) {
  std::map<std::string, std::vector<std::string>> lost;
  size_t moving = 0;
  for (const corpus::CorpusFile& file : corpus::kM3dCorpus.generate()) {
    if (corpus::HasErrors(file) || file.target) continue;
    SCOPED_TRACE(file.name);
    const Result result = Converted(file.bytes);
    for (const Finding& finding : result.losses.findings()) {
      lost[file.name].push_back(finding.path);
    }
    if (!result.losses.empty() || result.glb.joints.empty()) continue;
    ++moving;
    EXPECT_LE(Difference(*result.character, result.glb), 1e-5);
  }
  EXPECT_GE(moving, 11u);
  EXPECT_THAT(
      lost,
      ElementsAre(Pair("m3d/valid/arm-no-clips.m3d", ElementsAre("bones")),
                  Pair("m3d/warnings/blend-weight-out-of-range.m3d",
                       ElementsAre("vertices[1].blendWeights")),
                  Pair("m3d/warnings/bone-offset-not-affine.m3d",
                       ElementsAre("bones[1].offset")),
                  Pair("m3d/warnings/only-zeros.m3d",
                       ElementsAre("clips[0].bones[1].keys[0].quat")),
                  Pair("m3d/warnings/only-zeros.tangents.m3d",
                       ElementsAre("clips[0].bones[1].keys[0].quat")),
                  Pair("m3d/warnings/rotation-not-unit.m3d",
                       ElementsAre("clips[0].bones[1].keys[1].quat")),
                  Pair("m3d/warnings/tangent-not-unit.m3d",
                       ElementsAre("vertices[0].tangent"))));
}

TEST(CharacterGlbTest, FrontsAreOnTheSideOfTheNormals) {
  for (const std::string name : {"biped", "biped-right-handed"}) {
    for (const auto handedness :
         {m3d::Handedness::kLeft, m3d::Handedness::kRight}) {
      SCOPED_TRACE(name);
      const corpus::CorpusFile* file = nullptr;
      const auto files = corpus::kM3dCorpus.generate();
      for (const corpus::CorpusFile& f : files) {
        if (f.name == "m3d/valid/" + name + ".m3d") file = &f;
      }
      ASSERT_NE(file, nullptr);
      const CheckedGlb told = Converted(file->bytes).glb;
      EXPECT_EQ(told.faces_with_normals, 240U);
      EXPECT_EQ(told.faces_against_normals, 0U);
      // Said to be of the other hand, it is inside out.
      const bool is_right = name != "biped";
      const bool said_right = handedness == m3d::Handedness::kRight;
      const CheckedGlb said =
          Converted(file->bytes, {.handedness = handedness}).glb;
      EXPECT_EQ(said.faces_with_normals, is_right == said_right ? 240U : 0U);
    }
  }
}

// Files whose bytes are the same, and which are asked for by their names.
class FakeFiles : public NamedFiles {
 public:
  absl::Status Read(std::string_view name, Use use) const override {
    asked.emplace_back(name);
    if (name == "legs.dds") return absl::NotFoundError("not here");
    const std::string dds =
        textures::DdsFile{.width = 1, .height = 1, .format = 49}.With("\x80@");
    const absl::Status status =
        use("one place",
            {reinterpret_cast<const uint8_t*>(dds.data()), dds.size()});
    EXPECT_TRUE(status.ok()) << status;
    return name == "legs_nmap.dds" ? absl::UnavailableError("it changed")
                                   : status;
  }

  mutable std::vector<std::string> asked;
};

TEST(CharacterGlbTest, AFileIsThereOnceForColoursAndOnceForNormals) {
  const FakeFiles files;
  for (const corpus::CorpusFile& file : corpus::kM3dCorpus.generate()) {
    if (file.name != "m3d/valid/biped.m3d") continue;
    const Result result =
        Converted(file.bytes, {.textures = &files, .keep_original = true});
    EXPECT_THAT(files.asked, ElementsAre("body.dds", "body_nmap.dds",
                                         "legs.dds", "legs_nmap.dds"));
    ASSERT_EQ(result.glb.images.size(), 2u);
    EXPECT_NE(result.glb.images[0], result.glb.images[1]);
    ASSERT_EQ(result.losses.findings().size(), 2u);
    EXPECT_EQ(result.losses.findings()[0].path, "materials[1].diffuseMap");
    EXPECT_EQ(result.losses.findings()[1].message,
              "glb cannot hold the texture 'legs_nmap.dds': it changed");
    const ByteRange bytes = result.losses.findings()[0].bytes;
    EXPECT_EQ(std::string(file.bytes.begin() + static_cast<int>(bytes.offset),
                          file.bytes.begin() +
                              static_cast<int>(bytes.offset + bytes.length)),
              "legs.dds");
  }
  EXPECT_FALSE(files.asked.empty());
}

using RealCharacterGlbTest = RealCharactersTest;

// Characters of the format's books, where they are.
TEST_F(RealCharacterGlbTest, RealCharacters) {
  const std::vector<uint8_t> bytes = ReadBytes(folder() / "real/soldier.m3d");
  const Result result = Converted(bytes);
  EXPECT_EQ(result.glb.joints.size(), 58u);
  // Its quaternions have six digits, and are normalised.
  EXPECT_LE(Difference(*result.character, result.glb), 1e-4);
  // It is right-handed: 31 of its triangles face the other way there, too.
  EXPECT_EQ(result.glb.faces_with_normals, 22'476U);
  EXPECT_EQ(result.glb.faces_against_normals, 31U);
  // Three vertices have tangents without length.
  ASSERT_EQ(result.losses.findings().size(), 1u);
  EXPECT_EQ(result.losses.findings()[0].count, 3u);
}

}  // namespace
}  // namespace clipguard::actions
