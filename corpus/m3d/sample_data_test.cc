// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Compares what is read from real .m3d files with what the format's own loaders
// read from them, bit by bit: checksums of every number, in the order of the
// file. Needs the folder of sample data in the environment variable
// CLIPGUARD_DATA.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gtest/gtest.h"
#include "parser/detect/format.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/reader/read_character.h"
#include "simdjson.h"
#include "testing/sample_files.h"

namespace clipguard::m3d {
namespace {

namespace dom = simdjson::dom;
namespace fs = std::filesystem;

// FNV-1a, 64 bits, as the tables write it.
class Checksum {
 public:
  void Add(const void* data, size_t size) {
    for (size_t i = 0; i < size; ++i) {
      hash_ ^= static_cast<const uint8_t*>(data)[i];
      hash_ *= 1099511628211u;
    }
  }
  std::string Text() const {
    char text[17];
    std::snprintf(text, sizeof(text), "%016llx",
                  static_cast<unsigned long long>(hash_));
    return text;
  }

 private:
  uint64_t hash_ = 14695981039346656037u;
};

// Compares statistics of the first `taken` of every `stride` floats.
void ExpectNumbers(dom::element stats, const float* numbers, size_t rows,
                   size_t stride) {
  const dom::array sums = stats["sum"];
  const size_t taken = sums.size();
  ASSERT_LE(taken, stride);
  Checksum checksum;
  std::vector<double> sum(taken);
  for (size_t i = 0; i < rows; ++i) {
    checksum.Add(numbers + i * stride, taken * sizeof(float));
    for (size_t k = 0; k < taken; ++k) {
      sum[k] += static_cast<double>(numbers[i * stride + k]);
    }
  }
  EXPECT_EQ(checksum.Text(), std::string_view(stats["fnv1a64_of_f32le"]));
  size_t k = 0;
  for (dom::element expected : sums) {
    EXPECT_DOUBLE_EQ(sum[k++], static_cast<double>(expected));
  }
}

void ExpectFloats(dom::element expected, std::span<const float> got) {
  size_t k = 0;
  for (dom::element number : dom::array(expected)) {
    if (k == got.size()) break;  // a fourth number of colours, always 1
    EXPECT_EQ(got[k++], static_cast<float>(static_cast<double>(number)));
  }
}

void ExpectMaterials(dom::element golden, const Character& c) {
  size_t i = 0;
  for (dom::element expected : dom::array(golden)) {
    ASSERT_LT(i, c.materials.size());
    SCOPED_TRACE(i);
    const Material& m = c.materials[i++];
    ExpectFloats(expected["Diffuse"], m.diffuse);
    EXPECT_EQ(m.alpha_clip, static_cast<bool>(expected["AlphaClip"]));
    EXPECT_EQ(m.diffuse_map, std::string_view(expected["DiffuseMap"]));
    EXPECT_EQ(m.normal_map, std::string_view(expected["NormalMap"]));
    if (const auto* look = std::get_if<D3D12Look>(&m.look)) {
      EXPECT_EQ(m.name, std::string_view(expected["Name"]));
      EXPECT_EQ(m.type, std::string_view(expected["MaterialTypeName"]));
      ExpectFloats(expected["Fresnel0"], look->fresnel0);
      EXPECT_EQ(look->roughness,
                static_cast<float>(static_cast<double>(expected["Roughness"])));
    } else {
      const auto& old = std::get<D3D11Look>(m.look);
      EXPECT_EQ(m.type, std::string_view(expected["Effect"]));
      ExpectFloats(expected["Ambient"], old.ambient);
      ExpectFloats(expected["Specular"], old.specular);
      ExpectFloats(expected["Reflectivity"], old.reflectivity);
      EXPECT_EQ(old.spec_power,
                static_cast<float>(static_cast<double>(expected["SpecPower"])));
    }
  }
  EXPECT_EQ(i, c.materials.size());
}

void ExpectMesh(const dom::element& golden, const Character& c) {
  size_t i = 0;
  for (dom::element expected : dom::array(golden["subsets"])) {
    const auto number = [&](const char* key) {
      return static_cast<uint32_t>(static_cast<uint64_t>(expected[key]));
    };
    EXPECT_EQ(
        c.subsets.at(i++),
        (Subset{number("Id"), number("VertexStart"), number("VertexCount"),
                number("FaceStart"), number("FaceCount")}));
  }
  EXPECT_EQ(i, c.subsets.size());

  const Vertices& v = c.vertices;
  const size_t count = v.positions.size();
  size_t seen = 0;
  for (const auto& [name, stats] : dom::object(golden["vertex_stats"])) {
    SCOPED_TRACE(name);
    ++seen;
    if (name == "Position") {
      ExpectNumbers(stats, &v.positions[0].x, count, 3);
    } else if (name == "Normal") {
      ExpectNumbers(stats, &v.normals[0].x, count, 3);
    } else if (name == "TexC") {
      ExpectNumbers(stats, &v.tex_coords[0].x, count, 2);
    } else if (name == "Tangent" || name == "TangentXYZ") {
      ExpectNumbers(stats, &v.tangents[0].x, count, 4);
    } else if (name == "BoneWeightsXYZ") {
      ExpectNumbers(stats, &v.blend_weights[0].x, count, 4);
    } else if (name == "BoneIndices") {
      Checksum checksum;
      checksum.Add(v.blend_indices.data(), 4 * v.blend_indices.size());
      EXPECT_EQ(checksum.Text(), std::string_view(stats["fnv1a64_of_u8"]));
    } else {
      --seen;  // computed from others
    }
  }
  EXPECT_GE(seen, c.is_skinned() ? 6u : 4u);

  // The loaders keep triangles as 16-bit numbers.
  Checksum checksum;
  uint64_t sum = 0;
  for (const auto& triangle : c.triangles) {
    for (const uint32_t index : triangle) {
      const auto word = static_cast<uint16_t>(index);
      checksum.Add(&word, sizeof(word));
      sum += index;
    }
  }
  EXPECT_EQ(checksum.Text(),
            std::string_view(golden["triangles"]["fnv1a64_of_u16le"]));
  EXPECT_EQ(sum, static_cast<uint64_t>(golden["triangles"]["index_sum"]));
}

void ExpectSkeleton(const dom::element& golden, const Character& c) {
  size_t i = 0;
  for (dom::element expected : dom::array(golden["bone_offsets"])) {
    ExpectFloats(expected, c.bone_offsets.at(i++));
  }
  EXPECT_EQ(i, c.bones());
  i = 0;
  for (dom::element expected : dom::array(golden["bone_hierarchy"])) {
    EXPECT_EQ(c.parents.at(i++), static_cast<int64_t>(expected));
  }
  EXPECT_EQ(i, c.bones());

  EXPECT_EQ(dom::array(golden["clips"]).size(), c.clips.size());
  for (dom::element expected : dom::array(golden["clips"])) {
    const std::string_view name = expected["name"];
    SCOPED_TRACE(name);
    // The tables have them in another order.
    const Clip* clip = nullptr;
    for (const Clip& candidate : c.clips) {
      if (candidate.name == name) clip = &candidate;
    }
    ASSERT_NE(clip, nullptr);
    i = 0;
    for (dom::element keys : dom::array(expected["keyframe_counts"])) {
      EXPECT_EQ(clip->first_key.at(i + 1) - clip->first_key.at(i),
                static_cast<uint64_t>(keys));
      ++i;
    }
    EXPECT_EQ(i, c.bones());
    const dom::element stats = expected["keyframe_stats"];
    ExpectNumbers(stats["TimePos"], clip->times.data(), clip->keys(), 1);
    ExpectNumbers(stats["Translation"], &clip->translations[0].x, clip->keys(),
                  3);
    ExpectNumbers(stats["Scale"], &clip->scales[0].x, clip->keys(), 3);
    ExpectNumbers(stats["RotationQuat"], &clip->rotations[0].x, clip->keys(),
                  4);
  }
}

class M3dSampleDataTest : public RealCharactersTest {
 protected:
  // The file that a table is about.
  fs::path FileOf(const std::string& table) const {
    const fs::path real = folder() / "real" / (table + ".m3d");
    return fs::exists(real) ? real : folder() / "golden" / (table + ".m3d");
  }
};

TEST_F(M3dSampleDataTest, NumbersAreThoseOfTheOriginalLoaders) {
  size_t tables = 0;
  for (const auto& entry : fs::directory_iterator(folder() / "golden")) {
    const std::string table = entry.path().stem();
    if (entry.path().extension() != ".json" || table.ends_with("_transforms")) {
      continue;
    }
    dom::parser parser;
    dom::element golden;
    ASSERT_EQ(parser.load(entry.path().string()).get(golden),
              simdjson::SUCCESS);
    const std::vector<uint8_t> bytes = ReadBytes(FileOf(table));
    EXPECT_EQ(DetectFormat(bytes), Format::kM3d);
    SCOPED_TRACE(table);
    FindingList findings;
    const auto read = ReadAndValidate(bytes, {}, findings);
    ASSERT_TRUE(read.has_value());
    const Character& c = *read;
    ExpectMaterials(golden["materials"], c);
    ExpectMesh(golden, c);
    if (c.is_skinned()) ExpectSkeleton(golden, c);
    ++tables;
  }
  EXPECT_EQ(tables, 6u + 1u);
  std::printf("%zu tables\n", tables);
}

TEST_F(M3dSampleDataTest, Verdicts) {
  for (const auto& entry : fs::directory_iterator(folder() / "real")) {
    if (entry.path().extension() != ".m3d") continue;
    const std::vector<uint8_t> bytes = ReadBytes(entry.path());
    FindingList findings;
    const bool ok = ReadAndValidate(bytes, {}, findings).has_value();
    EXPECT_TRUE(ok) << entry.path();
    // The warnings were counted by hand: three tangents of the soldier are
    // zero, and four of its bones end early.
    EXPECT_EQ(findings.warnings(), entry.path().stem() == "soldier" ? 7u : 0u)
        << entry.path();
  }
}

}  // namespace
}  // namespace clipguard::m3d
