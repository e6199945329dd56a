// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/read/character_reader.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "actions/diff/glb/character_glb.h"
#include "actions/diff/glb/character_pair.h"
#include "actions/diff/glb/edited_glb.h"
#include "actions/diff/glb/glb_edits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/limits.h"
#include "testing/allocation_counter.h"

namespace clipguard::actions {
namespace {

using ::testing::HasSubstr;

using Bytes = std::vector<uint8_t>;

CharacterPair Arm() { return CorpusPair("arm"); }

std::string WhyNoCharacter(const Bytes& glb, const Limits& limits = {}) {
  const auto read = gltf::ReadCharacterGlb(glb, limits);
  return read.ok() ? "" : std::string(read.status().message());
}

TEST(CharacterReaderTest, WhatIsNotOfACharacterIsRefused) {
  const Bytes glb = Arm().glb();
  EXPECT_EQ(WhyNoCharacter(glb), "");
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
    EXPECT_THAT(WhyNoCharacter(WithJson(glb, c.from, c.to)), HasSubstr(c.why))
        << c.from << " -> " << c.to;
  }
  EXPECT_THAT(WhyNoCharacter(glb, {.json_bytes = 100}),
              HasSubstr("json-bytes"));
  EXPECT_THAT(WhyNoCharacter(WithFloats(glb, {0, 1.25F}, {1.25F, 0})),
              HasSubstr("do not ascend"));
  EXPECT_THAT(WhyNoCharacter(WithFloats(glb, {0, 1.5F, 0}, {0, NAN, 0})),
              HasSubstr("not finite"));
  EXPECT_THAT(WhyNoCharacter({'g', 'l', 'T', 'F'}), HasSubstr("glTF 2.0"));
}

TEST(CharacterReaderTest, EachEditIsFoundOrRefused) {
  ExpectEachEditIsFoundOrRefused(Arm(), 41);
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
  EXPECT_EQ(WhyNoCharacter(glb), "");
  EXPECT_THAT(WhyNoCharacter(WithJson(arm, one, many), {.result_bytes = 0}),
              "");
  const int64_t start = StartPeak();
  EXPECT_EQ(WhyNoCharacter(glb), "");
  EXPECT_LE(PeakBytesSince(start), 96 * glb.size() + (4 << 20));
}

// glTF has no such numbers; readers that are lenient make them white or black.
TEST(CharacterReaderTest, AMaterialsNumberThatIsNotFiniteIsRefused) {
  const Bytes glb = Arm().glb();
  const struct {
    std::string_view from;
    std::string_view to;
  } kCases[] = {
      {"\"baseColorFactor\":[1.0", "\"baseColorFactor\":[\"NaN\""},
      {"\"baseColorFactor\":[1.0", "\"baseColorFactor\":[\"-Infinity\""},
      {"\"roughnessFactor\":0.5", "\"roughnessFactor\":\"NaN\""},
      {"\"roughnessFactor\":0.5", "\"roughnessFactor\":\"Infinity\""},
      {"\"metallicFactor\":0.0", "\"metallicFactor\":\"NaN:ffc00000\""},
  };
  for (const auto& c : kCases) {
    EXPECT_THAT(WhyNoCharacter(WithJson(glb, c.from, c.to)),
                HasSubstr("not finite"))
        << c.to;
  }
}

// The last of several would hide the matrices of the others.
TEST(CharacterReaderTest, AJointThatStandsTwiceInTheSkinIsRefused) {
  const Bytes glb = Arm().glb();
  EXPECT_THAT(
      WhyNoCharacter(WithJson(glb, "\"joints\":[2,3", "\"joints\":[2,2")),
      HasSubstr("the joint Bone0 twice"));
}

// They say in other words than a mesh's what is shown.
TEST(CharacterReaderTest, ExtensionsAreRefusedWhereverTheyAreRead) {
  const Bytes glb = Arm().glb();
  constexpr std::string_view kExtension = "\"extensions\":{\"EXT_x\":{}},";
  for (const std::string_view begin :
       {"{\"asset\":", "{\"name\":\"Bone1\"",
        "{\"name\":\"character\",\"mesh\"", "{\"name\":\"wave\"",
        "{\"sampler\":", "{\"node\":", "{\"input\":", "{\"attributes\":",
        "{\"bufferView\":", "{\"buffer\":", "{\"byteLength\":"}) {
    const std::string to =
        "{" + std::string(kExtension) + std::string(begin.substr(1));
    EXPECT_THAT(WhyNoCharacter(WithJson(glb, begin, to)),
                HasSubstr("extensions"))
        << begin;
  }
  for (const std::string_view list : {"scenes", "meshes", "skins"}) {
    const std::string from = "\"" + std::string(list) + "\":[{";
    EXPECT_THAT(
        WhyNoCharacter(WithJson(glb, from, from + std::string(kExtension))),
        HasSubstr("extensions"))
        << list;
  }
  EXPECT_THAT(
      WhyNoCharacter(WithJson(glb, "\"asset\":{",
                              "\"extensionsUsed\":[\"KHR_node_visibility\"],"
                              "\"asset\":{")),
      HasSubstr("it uses extensions"));
}

// Many small things take many times their bytes in memory.
TEST(CharacterReaderTest, ManyMaterialsAndAnimationsAreBounded) {
  const Bytes crate = CorpusPair("crate").glb();
  const auto many = [&](std::string_view key, std::string_view one) {
    constexpr size_t kBytes = 900'000;
    std::string list = "\"" + std::string(key) + "\":[" + std::string(one);
    while (list.size() < kBytes) list += "," + std::string(one);
    list += "],\"asset\":{";
    Bytes glb = crate;
    if (auto other = ReplacedInJson(
            glb, "\"" + std::string(key) + "\":", "\"others\":")) {
      glb = *other;
    }
    return WithJson(glb, "\"asset\":{", list);
  };
  const CharacterPair pair = CorpusPair("crate");
  const Bytes file = ReadBytes("corpus/m3d/valid/crate.m3d");
  for (const Bytes& glb :
       {many("materials", "{}"),
        many("materials", "{\"a\":0,\"b\":0,\"c\":0,\"d\":0,\"e\":0}"),
        many("animations", "{\"samplers\":[],\"channels\":[]}")}) {
    Limits limits;
    limits.result_bytes = uint64_t{1} << 18;
    const auto character = CharacterOf(file);
    ASSERT_TRUE(character);
    const int64_t start = StartPeak();
    const auto comparison =
        CompareCharacterWithGlb(*character, glb, limits, {});
    EXPECT_LE(PeakBytesSince(start), 40 * glb.size() + (4 << 20));
    if (!comparison.ok()) {
      EXPECT_THAT(std::string(comparison.status().message()),
                  HasSubstr("result-bytes"));
    }
  }
}

// A thousand of them say enough.
TEST(CharacterReaderTest, WhatNoM3dCanSayIsCounted) {
  const CharacterPair arm = Arm();
  std::string members;
  for (size_t i = 0; i < 3000; ++i) {
    members += "\"x" + std::to_string(i) + "\":0,";
  }
  const Bytes glb = WithJson(arm.glb(), "\"pbrMetallicRoughness\":{",
                             members + "\"pbrMetallicRoughness\":{");
  const auto played = gltf::ReadCharacterGlb(glb);
  ASSERT_TRUE(played.ok()) << played.status();
  EXPECT_EQ(played->beyond.size(), 1000U);
  EXPECT_EQ(played->beyond_more, 2000U);
  EXPECT_THAT(arm.Compared(glb).count(), 1001U);
}

// Readers take the first of two, or the last.
TEST(CharacterReaderTest, ChunksThatRepeatAreRefused) {
  const Bytes glb = Arm().glb();
  const auto with = [&](std::string_view type) {
    Bytes more = glb;
    more.insert(more.end(), {4, 0, 0, 0});
    more.insert(more.end(), type.begin(), type.end());
    more.insert(more.end(), {' ', ' ', ' ', ' '});
    const auto size = static_cast<uint32_t>(more.size());
    std::memcpy(more.data() + 8, &size, sizeof(size));
    return more;
  };
  EXPECT_THAT(WhyNoCharacter(with(std::string_view("BIN\0", 4))),
              HasSubstr("two"));
  EXPECT_THAT(WhyNoCharacter(with("JSON")), HasSubstr("two"));
  // glTF says that others are passed over.
  EXPECT_EQ(WhyNoCharacter(with("MINE")), "");
  Bytes torn = with("MINE");
  torn[torn.size() - 12] = 5;
  EXPECT_THAT(WhyNoCharacter(torn), HasSubstr("lengths"));
}

TEST(CharacterReaderTest, ABufferThatIsNotAsLongAsItsChunkIsRefused) {
  const Bytes glb = Arm().glb();
  const std::string all(glb.begin(), glb.end());
  constexpr std::string_view kBuffers = "\"buffers\":[{\"byteLength\":";
  const size_t at = all.find(kBuffers);
  ASSERT_NE(at, std::string::npos);
  const size_t begin = at + kBuffers.size();
  const std::string digits = all.substr(begin, all.find('}', begin) - begin);
  const size_t length = std::stoul(digits);
  const std::string buffers(kBuffers);
  const auto with = [&](size_t other) {
    return WhyNoCharacter(
        WithJson(glb, buffers + digits, buffers + std::to_string(other)));
  };
  EXPECT_EQ(with(length), "");
  EXPECT_EQ(with(length - 3), "");
  EXPECT_THAT(with(length - 4), HasSubstr("as long as"));
  EXPECT_THAT(with(length + 1), HasSubstr("as long as"));
}

TEST(CharacterReaderTest, MutatedBytesAreComparedOrRefused) {
  CompareWithMutatedBytes(Arm());
}

}  // namespace
}  // namespace clipguard::actions
