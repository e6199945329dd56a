// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Characters as .glb: what is written is sound, its joints move as the format's
// specification says, and what is lost is said.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "actions/convert/conversion.h"
#include "actions/convert/gltf/check/test_glb.h"
#include "actions/convert/gltf/convert_to_glb.h"
#include "actions/convert/gltf/original.h"
#include "actions/convert/rig/quaternion.h"
#include "actions/convert/test_converted.h"
#include "actions/convert/textures/dds_file.h"
#include "actions/convert/textures/dds_image.h"
#include "actions/motion/rotation_trials.h"
#include "base/numbers.h"
#include "corpus/corpus_file.h"
#include "eval/skeleton/reference.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_fields.h"
#include "parser/m3d/handedness.h"
#include "parser/m3d/reader/read_character.h"
#include "testing/sample_files.h"
#include "tiny_gltf.h"

namespace clipguard::actions {
namespace {

using gltf::Faces;
using gltf::FacesOf;
using gltf::GlbChannel;
using gltf::LoadedGlb;
using ::testing::ElementsAre;
using ::testing::Pair;

// Compares a character with its .glb.
class Comparer {
 public:
  Comparer(const m3d::Character& character, const LoadedGlb& glb)
      : c_(character), glb_(glb) {}

  // The largest difference of a number of vertices, materials, inverse bind
  // matrices and keyframes. Infinite if there are more or fewer of these, or
  // triangles are others, or a bone hangs elsewhere.
  double Compare() {
    if (!glb_.model.meshes.empty()) CompareMesh();
    const std::vector<float> inverse =
        glb_.Floats(glb_.model.skins.at(0).inverseBindMatrices);
    for (size_t b = 0; b < c_.bones(); ++b) {
      const int parent = c_.parents[b];
      if (glb_.ParentOf(glb_.Node(BoneName(b))) !=
          (parent < 0 ? "skeleton" : BoneName(static_cast<size_t>(parent)))) {
        worst_ = kInf;
      }
      // Row vectors, row by row, are column vectors, column by column.
      for (size_t k = 0; k < 16; ++k) {
        const bool turned = mirrored_ && (k % 4 == 2) != (k / 4 == 2);
        const float value = c_.bone_offsets[b][k];
        Look(turned ? -value : value, inverse.at(16 * b + k));
      }
      for (const m3d::Clip& clip : c_.clips) {
        CompareKeys(clip, b, "translation", clip.translations);
        CompareKeys(clip, b, "rotation", clip.rotations);
        CompareKeys(clip, b, "scale", clip.scales);
      }
    }
    return worst_;
  }

  // The largest difference between keys, in units or hundreds of degrees.
  double between() const { return between_; }

 private:
  static std::string BoneName(size_t bone) {
    return "Bone" + std::to_string(bone);
  }

  void Look(double wanted, double got) {
    worst_ = std::max(worst_, std::abs(wanted - got));
  }

  void Look(std::span<const float> wanted, std::span<const float> got) {
    if (wanted.size() != got.size()) worst_ = kInf;
    for (size_t i = 0; i < std::min(wanted.size(), got.size()); ++i) {
      Look(wanted[i], got[i]);
    }
  }

  // The numbers of rows, with z mirrored.
  template <typename Row>
  static std::vector<float> NumbersOf(std::span<const Row> rows,
                                      bool mirrored) {
    std::vector<float> numbers;
    for (const Row& row : rows) {
      for (const float number : m3d::RealsOf(row)) numbers.push_back(number);
    }
    constexpr size_t kWidth = sizeof(Row) / sizeof(float);
    for (size_t i = 0; mirrored && i < numbers.size(); ++i) {
      const size_t c = i % kWidth;
      if (kWidth == 4 ? c < 2 : c == 2) numbers[i] = -numbers[i];
    }
    return numbers;
  }

  void CompareMesh() {
    const m3d::Vertices& v = c_.vertices;
    const auto floats = [&](const std::string& name) {
      const auto& primitive = glb_.model.meshes[0].primitives.at(0);
      return glb_.Floats(primitive.attributes.at(name));
    };
    Look(NumbersOf(std::span(v.positions), mirrored_), floats("POSITION"));
    std::vector<float> normals = NumbersOf(std::span(v.normals), mirrored_);
    for (size_t i = 0; i < normals.size(); i += 3) {
      const Place unit =
          UnitOr(Place{normals[i], normals[i + 1], normals[i + 2]}, {});
      for (size_t c = 0; c < 3; ++c) {
        normals[i + c] = static_cast<float>(unit[c]);
      }
    }
    Look(normals, floats("NORMAL"));
    Look(NumbersOf(std::span(v.tex_coords), false), floats("TEXCOORD_0"));
    const std::vector<float> weights = floats("WEIGHTS_0");
    const std::vector<uint32_t> bones = glb_.Integers(
        glb_.model.meshes[0].primitives[0].attributes.at("JOINTS_0"));
    for (size_t i = 0; i < v.blend_weights.size(); ++i) {
      const m3d::Float4& w = v.blend_weights[i];
      const std::array<float, 4> used = {w.x, w.y, w.z, 1 - w.x - w.y - w.z};
      // A bone that is named several times stands where it is first.
      double of_first = 0;
      double sum = 0;
      for (size_t c = 0; c < 4; ++c) {
        if (v.blend_indices[i][c] == v.blend_indices[i][0]) of_first += used[c];
        const float weight = weights.at(4 * i + c);
        sum += weight;
        if (weight != 0) Look(v.blend_indices[i][c], bones.at(4 * i + c));
      }
      Look(of_first, weights[4 * i]);
      Look(1, sum);
    }
    CompareTriangles();
    for (size_t i = 0; i < c_.materials.size(); ++i) {
      const m3d::Material& wanted = c_.materials[i];
      const tinygltf::Material& got = glb_.model.materials.at(i);
      for (size_t c = 0; c < 3; ++c) {
        Look(std::clamp(wanted.diffuse[c], 0.0f, 1.0f),
             got.pbrMetallicRoughness.baseColorFactor.at(c));
      }
      Look(wanted.alpha_clip, got.alphaMode == "MASK");
    }
  }

  // Triangles are turned; they stand by subset.
  void CompareTriangles() {
    using Triangle = std::array<uint32_t, 3>;
    std::vector<Triangle> wanted;
    for (const Triangle& t : c_.triangles) wanted.push_back({t[0], t[2], t[1]});
    std::vector<Triangle> got;
    for (const auto& primitive : glb_.model.meshes[0].primitives) {
      const std::vector<uint32_t> corners = glb_.Integers(primitive.indices);
      for (size_t i = 0; i + 3 <= corners.size(); i += 3) {
        got.push_back({corners[i], corners[i + 1], corners[i + 2]});
      }
    }
    std::ranges::sort(wanted);
    std::ranges::sort(got);
    if (wanted != got) worst_ = kInf;
  }

  template <typename Row>
  void CompareKeys(const m3d::Clip& clip, size_t bone, std::string_view path,
                   const m3d::Array<Row>& rows) {
    const size_t first = clip.first_key[bone];
    const size_t count = clip.first_key[bone + 1] - first;
    if (count == 0) return;
    const std::vector<float> wanted =
        NumbersOf(std::span<const Row>(rows).subspan(first, count),
                  mirrored_ && path != "scale");
    for (const GlbChannel& channel : glb_.channels) {
      if (channel.animation != clip.name || channel.node != BoneName(bone) ||
          channel.path != path) {
        continue;
      }
      CompareAtKeys(std::span(clip.times).subspan(first, count), wanted,
                    channel);
      CompareBetweenKeys(clip, bone, channel);
      return;
    }
    // It stands as the node does.
    const auto& node = glb_.model.nodes[glb_.Node(BoneName(bone))];
    const std::vector<double>& still = path == "translation" ? node.translation
                                       : path == "rotation"  ? node.rotation
                                                             : node.scale;
    for (size_t i = 0; i < wanted.size(); ++i) {
      Look(wanted[i], still.at(i % still.size()));
    }
  }

  // Between keys, in each player: by a sixteenth of the default bounds, as the
  // page has it.
  void CompareBetweenKeys(const m3d::Clip& clip, size_t bone,
                          const GlbChannel& channel) {
    for (const float time : channel.Places()) {
      const eval::BonePose pose = eval::EvaluateBone(clip, bone, double{time});
      const auto& [x, y, z, w] = pose.rotation;
      const auto& place =
          channel.path == "scale" ? pose.scale : pose.translation;
      const bool is_turn = channel.path == "rotation";
      Turn wanted =
          is_turn ? Turn{x, y, z, w} : Turn{place.x, place.y, place.z, 0};
      const bool mirrored = mirrored_ && channel.path != "scale";
      for (size_t c = 0; mirrored && c < 3; ++c) {
        if ((c == 2) != is_turn) wanted[c] = -wanted[c];
      }
      for (const gltf::Player player : gltf::kPlayers) {
        const Turn got = channel.At(time, player);
        const double off = is_turn ? DegreesBetween(got, wanted) / 100
                                   : Length(Minus(got, wanted));
        between_ = std::max(between_, off / std::max(1.0, Length(wanted)));
      }
    }
  }

  // If several keys have one time, the first counts at that time, the last at
  // the next float32, and no other.
  void CompareAtKeys(std::span<const float> times,
                     std::span<const float> wanted, const GlbChannel& channel) {
    const size_t size = channel.components();
    for (size_t i = 0; i < times.size(); ++i) {
      const bool is_first = i == 0 || times[i - 1] != times[i];
      const bool is_last = i + 1 == times.size() || times[i + 1] != times[i];
      if (!is_first && !is_last) continue;
      const Turn got =
          channel.At(is_first ? times[i] : std::nextafter(times[i], 1e30f));
      double dot = 0;
      for (size_t c = 0; c < size; ++c) dot += got[c] * wanted[size * i + c];
      const double sign = size == 4 && dot < 0 ? -1 : 1;
      for (size_t c = 0; c < size; ++c) {
        Look(wanted[size * i + c], sign * got[c]);
      }
    }
  }

  const m3d::Character& c_;
  const LoadedGlb& glb_;
  const bool mirrored_ = m3d::HandednessOf(c_) == m3d::Handedness::kLeft;
  double worst_ = 0;
  double between_ = 0;
};

struct Result {
  FindingList losses;
  LoadedGlb glb;
  std::optional<m3d::Character> character;
};

Result Converted(const std::vector<uint8_t>& bytes,
                 const ConversionOptions& options = {}) {
  Result result;
  const auto glb =
      ConvertToGlb(Parsed(bytes, Format::kM3d), options, result.losses);
  EXPECT_TRUE(glb.ok()) << glb.status();
  if (!glb.ok()) return result;
  result.glb = gltf::LoadGlb(WrittenBytes(**glb));
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
      // A finding of validate at that path is within its bytes.
      for (const corpus::ExpectedFinding& found : file.findings) {
        if (found.path != finding.path) continue;
        EXPECT_GE(found.offset, finding.bytes.offset) << finding.path;
        EXPECT_LE(found.offset + found.length,
                  finding.bytes.offset + finding.bytes.length)
            << finding.path;
      }
    }
    // A file that validate calls sound gives notes only.
    if (file.findings.empty()) {
      FindingList notes;
      FindingList losses;
      const auto sound = ConvertToGlb(Parsed(file.bytes, Format::kM3d),
                                      {.notes = &notes}, losses);
      EXPECT_TRUE(sound.ok() && losses.empty());
    }
    if (!result.losses.empty() || result.glb.model.skins.empty()) continue;
    ++moving;
    Comparer comparer(*result.character, result.glb);
    EXPECT_LE(comparer.Compare(), 1e-5);
    EXPECT_LE(comparer.between(), 1e-4 / 16 + 1e-6);
  }
  EXPECT_GE(moving, 11u);
  EXPECT_THAT(
      lost, ElementsAre(
                Pair("m3d/valid/arm-no-clips.m3d", ElementsAre("bones")),
                Pair("m3d/warnings/blend-weight-out-of-range.m3d",
                     ElementsAre("vertices[1].blendWeights")),
                Pair("m3d/warnings/bone-offset-not-affine.m3d",
                     ElementsAre("bones[1].offset")),
                Pair("m3d/warnings/only-zeros.m3d",
                     ElementsAre("clips.wave.bones[1].keyframes[0].rotation")),
                Pair("m3d/warnings/only-zeros.tangents.m3d",
                     ElementsAre("clips.wave.bones[1].keyframes[0].rotation")),
                Pair("m3d/warnings/rotation-not-unit.m3d",
                     ElementsAre("clips.wave.bones[1].keyframes[1].rotation")),
                Pair("m3d/warnings/tangent-not-unit.m3d",
                     ElementsAre("vertices[0].tangent")),
                Pair("m3d/warnings/tangent-sign-unusual.m3d",
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
      const Faces told = FacesOf(Converted(file->bytes).glb);
      EXPECT_EQ(told.with_normals, 240U);
      EXPECT_EQ(told.against_normals, 0U);
      // Said to be of the other hand, it is inside out.
      const bool is_right = name != "biped";
      const bool said_right = handedness == m3d::Handedness::kRight;
      const Faces said =
          FacesOf(Converted(file->bytes, {.handedness = handedness}).glb);
      EXPECT_EQ(said.with_normals, is_right == said_right ? 240U : 0U);
    }
  }
}

// Files whose bytes are the same, and which are asked for by their names.
class FakeFiles : public NamedFiles {
 public:
  absl::Status Read(std::string_view name, Known known,
                    Use use) const override {
    asked.emplace_back(name);
    if (name == "legs.dds") return absl::NotFoundError("not here");
    const std::string dds =
        textures::DdsFile{.width = 1, .height = 1, .format = 49}.With("\x80@");
    const auto before = known("one place");
    const absl::Status status =
        before ? *before
               : use("one place", {reinterpret_cast<const uint8_t*>(dds.data()),
                                   dds.size()});
    EXPECT_TRUE(status.ok() || absl::IsUnimplemented(status)) << status;
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
        Converted(file.bytes, {.textures = &files,
                               .image_of = textures::ImageOf,
                               .keep_original = gltf::HashOf});
    EXPECT_THAT(files.asked, ElementsAre("body.dds", "body_nmap.dds",
                                         "legs.dds", "legs_nmap.dds"));
    const std::vector<tinygltf::Image>& images = result.glb.model.images;
    ASSERT_EQ(images.size(), 2u);
    EXPECT_NE(images[0].image, images[1].image);
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

TEST(CharacterGlbTest, WithoutADecoderDdsIsLeftOut) {
  const FakeFiles files;
  for (const corpus::CorpusFile& file : corpus::kM3dCorpus.generate()) {
    if (file.name != "m3d/valid/biped.m3d") continue;
    FindingList losses;
    const auto glb = ConvertToGlb(Parsed(file.bytes, Format::kM3d),
                                  {.textures = &files}, losses);
    ASSERT_TRUE(glb.ok()) << glb.status();
    EXPECT_TRUE(gltf::LoadGlb(WrittenBytes(**glb)).model.images.empty());
    ASSERT_GE(losses.findings().size(), 1u);
    EXPECT_EQ(losses.findings()[0].message,
              "glb cannot hold the texture 'body.dds': it is neither PNG nor "
              "JPEG");
  }
  EXPECT_FALSE(files.asked.empty());
}

using RealCharacterGlbTest = RealCharactersTest;

// Characters of the format's books, where they are.
TEST_F(RealCharacterGlbTest, RealCharacters) {
  const std::vector<uint8_t> bytes = ReadBytes(folder() / "real/soldier.m3d");
  const Result result = Converted(bytes);
  EXPECT_EQ(result.glb.model.skins.at(0).joints.size(), 58u);
  // Its quaternions have six digits, and are normalised.
  Comparer comparer(*result.character, result.glb);
  EXPECT_LE(comparer.Compare(), 1e-4);
  EXPECT_LE(comparer.between(), 1e-4);
  // It is right-handed: 31 of its triangles face the other way there, too.
  const Faces faces = FacesOf(result.glb);
  EXPECT_EQ(faces.with_normals, 22'476U);
  EXPECT_EQ(faces.against_normals, 31U);
  // Three vertices have tangents without length.
  ASSERT_EQ(result.losses.findings().size(), 1u);
  EXPECT_EQ(result.losses.findings()[0].count, 3u);
}

}  // namespace
}  // namespace clipguard::actions
