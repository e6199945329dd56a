// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Texts that are as unpleasant to read as can be cost no more, byte by byte,
// than others do. Operations are counted (base/memory/work_counter.h), not
// seconds.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/memory/work_counter.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/reader/read_character.h"
#include "parser/m3d/test_files.h"
#include "parser/m3d/write_character.h"
#include "testing/allocation_counter.h"
#include "testing/sanitizers.h"

namespace clipguard::m3d {
namespace {

using enum FindingCode;
using ::testing::Contains;
using ::testing::Field;

// Operations for each byte, at most.
constexpr uint64_t kMostPerByte = 12;

std::string Times(std::string_view text, size_t count) {
  std::string out;
  out.reserve(text.size() * count);
  for (size_t i = 0; i < count; ++i) out += text;
  return out;
}

// With other counts: as many as fit, so that there are rows for every word.
std::string WithCount(std::string_view text, std::string_view label,
                      uint64_t count) {
  const std::string start = std::string(label) + " ";
  const size_t from = text.find(start) + start.size();
  const size_t end = text.find('\n', from);
  return std::string(text.substr(0, from)) + std::to_string(count) +
         std::string(text.substr(end));
}

void ExpectCheap(const std::string& text, std::string_view what) {
  FindingList findings;
  const uint64_t before = WorkDone();
  ReadAndValidate(BytesOf(text), {}, findings);
  const uint64_t work = WorkDone() - before;
  EXPECT_LE(work, kMostPerByte * text.size() + 10'000)
      << what << ": " << work / std::max<size_t>(text.size(), 1) << " per byte";
}

// Words that are not what is expected anywhere.
std::vector<std::string> LongWords() {
  constexpr size_t kSize = 100'000;
  return {std::string(kSize, 'a') + ":",
          std::string(kSize, '1') + ":",
          std::string(kSize, '1') + "x",
          "-" + std::string(kSize, '0'),
          "1e" + std::string(kSize, '1') + ":",
          std::string(kSize, '*'),
          "***" + std::string(kSize, '-') + "***",
          "---" + std::string(kSize, '_'),
          Times("{", kSize),
          Times("{ ", kSize / 2),
          Times("} ", kSize / 2),
          Times("x ", kSize / 2),
          Times("Position:", kSize / 9),
          Times("Time:Pos:Scale:Quat:", kSize / 20),
          Times("Position:Tangent:Normal:Tex-Coords:", kSize / 34),
          Times("BlendWeights:BlendIndices:", kSize / 26),
          Times("Name:Diffuse:Fresnel0:Roughness:AlphaClip:", kSize / 42),
          Times("SubsetID:VertexStart:VertexCount:FaceStart:", kSize / 43),
          Times("AnimationClip ", kSize / 14),
          Times("AnimationClip a { } ", kSize / 20),
          Times("Bone0 ", kSize / 6),
          Times("Time: ", kSize / 6),
          Times("0 1 2 +0 1 2 ", kSize / 13),
          Times("\x80", kSize)};
}

TEST(Cost, OrdinaryTexts) {
  ExpectCheap(Arm(), "an arm");
  ExpectCheap(StaticTriangle(Dialect::kD3D12), "a triangle");
}

// Rows that are taken as a whole are looked at once.
TEST(Cost, QuickRows) {
  constexpr size_t kVertices = 2000;
  Character character;
  character.vertices.positions.assign(kVertices, {1.5f, -2.25f, 3.125f});
  character.vertices.normals.assign(kVertices, {0, 0, 1});
  character.vertices.tangents.assign(kVertices, {1, 0, 0, 1});
  character.vertices.tex_coords.assign(kVertices, {0.5f, 0.25f});
  const auto text = WriteCharacter(character);
  ASSERT_TRUE(text.ok()) << text.status();
  const auto work = [&](const ReadOptions& options) {
    FindingList findings;
    const uint64_t before = WorkDone();
    const auto read = ReadCharacter(BytesOf(*text), options, findings);
    const uint64_t done = WorkDone() - before;
    EXPECT_TRUE(read && read->vertices.positions.size() == kVertices);
    return done;
  };
  ReadOptions options;
  EXPECT_LE(work(options), text->size() + 1000);
  options.quick_rows = false;
  EXPECT_GT(work(options), text->size() + 1000);
}

// Bounds the wasted work of quick reading before a row is read token by token.
TEST(Cost, RowsThatAreNotQuick) {
  for (const size_t zeros : {10, 30, 100, 300, 1000}) {
    for (const size_t good : {1, 2, 5}) {
      const size_t pairs = 200'000 / (zeros + 6 * good);
      const std::string rows =
          Times(absl::StrCat(Times("0 1 2\n", good), "0 1 ",
                             std::string(zeros, '0'), "\n"),
                pairs);
      ExpectCheap(WithCount(Replaced(Arm(), "0 1 2\n", rows), "#Triangles",
                            pairs * (good + 1)),
                  absl::StrCat(zeros, " zeros in one of ", good + 1));
    }
  }
}

// Before, instead of, and glued to each word of a text that declares as many
// rows as would fit.
TEST(Cost, LongWordsInEveryPlace) {
  const std::string arm = Arm();
  const std::vector<std::string> words = LongWords();
  // Under sanitizers at every third place.
  constexpr size_t kStep = CLIPGUARD_SANITIZED ? 3 : 1;
  size_t begin = 0;
  size_t end = 0;
  for (size_t place = 0;
       (begin = arm.find_first_not_of(" \n\t", end)) != std::string::npos;
       ++place) {
    end = arm.find_first_of(" \n\t", begin);
    if (place % kStep != 0) continue;
    const std::string head = arm.substr(0, begin);
    const std::string token = arm.substr(begin, end - begin);
    // One of them a place, each of them at some.
    const std::string& word = words[begin % words.size()];
    const std::string what =
        absl::StrCat(word.substr(0, 12), " at ", token, ", ", begin);
    ExpectCheap(absl::StrCat(head, word, " ", arm.substr(begin)),
                "before: " + what);
    ExpectCheap(absl::StrCat(head, word, arm.substr(end)),
                absl::StrCat("instead: ", what));
    ExpectCheap(absl::StrCat(head, token, word, arm.substr(end)),
                absl::StrCat("glued: ", what));
    ExpectCheap(head + word, "the last: " + what);
  }
}

TEST(Cost, WrongCountsOfEverySection) {
  const std::vector<std::string> words = LongWords();
  struct Case {
    std::string_view label;   // whose count is too large
    std::string_view behind;  // where the words go
    uint64_t least;           // bytes of a row
  };
  for (const Case& c :
       {Case{"#Materials", "Materials*********************\n", 200},
        Case{"#Materials", "SubsetTable*******************\n", 200},
        Case{"#Vertices", "Vertices**********************\n", 70},
        Case{"#Triangles", "Triangles*********************\n", 6},
        Case{"#Bones", "BoneOffsets*******************\n", 120},
        Case{"#Bones", "BoneHierarchy*****************\n", 120},
        Case{"#AnimationClips", "AnimationClips****************\n", 80},
        Case{"#AnimationClips", "AnimationClip wave\n{\n", 80},
        Case{"#Keyframes:", "#Keyframes: 2\n\t{\n", 50}}) {
    for (const std::string& word : words) {
      std::string text = Arm();
      const size_t at = text.find(c.behind) + c.behind.size();
      text.insert(at, word + " ");
      text = WithCount(text, c.label, text.size() / c.least - 10);
      ExpectCheap(text, word.substr(0, 12) + " after " + std::string(c.behind));
      ExpectCheap(text.substr(0, at + word.size()),
                  absl::StrCat(word.substr(0, 12), " at the end"));
    }
  }
}

TEST(Cost, AWordThatIsNoNumberEndsTheTriangles) {
  std::string text =
      Replaced(Arm(), "0 1 2\n", std::string(30'000, 'a') + ":\n");
  text = WithCount(text, "#Triangles", 5000);
  FindingList findings;
  EXPECT_FALSE(ReadCharacter(BytesOf(text), {}, findings));
  ASSERT_EQ(findings.findings().size(), 2u);
  const Finding& number = findings.findings()[0];
  EXPECT_EQ(number.code, kNumberMalformed);
  EXPECT_EQ(number.path, "triangles[0]");
  EXPECT_EQ(number.count, 1u);
  EXPECT_LT(number.message.size(), 200u);
  const Finding& surplus = findings.findings()[1];
  EXPECT_EQ(surplus.code, kElementsSurplus);
  EXPECT_EQ(surplus.bytes, number.bytes);
}

TEST(Cost, ABannerEndsTheClips) {
  std::string text = Arm();
  text.insert(text.find("AnimationClip wave"), std::string(3000, '*') + "\n");
  text = WithCount(text, "#AnimationClips", 20);
  FindingList findings;
  EXPECT_FALSE(ReadCharacter(BytesOf(text), {}, findings));
  ASSERT_EQ(findings.findings().size(), 2u);
  EXPECT_EQ(findings.findings()[0].code, kLabelMismatch);
  EXPECT_EQ(findings.findings()[0].path, "clips[0]");
  EXPECT_EQ(findings.findings()[0].count, 1u);
  EXPECT_EQ(findings.findings()[1].code, kTrailingText);
}

// Many of everything: what is looked up, compared and reported.
TEST(Cost, ManyBonesClipsAndMaterials) {
  constexpr size_t kBones = 3000;
  constexpr size_t kClips = 2000;
  Character many;
  const std::string name(60, 'n');
  std::vector<std::string> names;
  for (size_t i = 0; i < kClips; ++i) names.push_back(absl::StrCat(name, i));
  many.vertices.positions = {{0, 0, 0}};
  many.vertices.normals = {{0, 0, 1}};
  many.vertices.tangents = {{1, 0, 0, 1}};
  many.vertices.tex_coords = {{0, 0}};
  many.vertices.blend_weights = {{1, 0, 0, 0}};
  many.vertices.blend_indices = {{0, 0, 0, 0}};
  many.materials.resize(kClips);
  many.subsets.resize(kClips);
  for (size_t i = 0; i < kClips; ++i) {
    many.materials[i].name = names[i / 2];
    many.materials[i].type = many.materials[i].diffuse_map = "a";
    many.materials[i].normal_map = "a";
    many.subsets[i].id = static_cast<uint32_t>(kClips - i);
  }
  const auto add_bones = [&](size_t bones) {
    many.parents.clear();
    many.bone_offsets.assign(
        bones,
        Matrix{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {3e38f, 0, 0, 1}});
    for (size_t i = 0; i < bones; ++i) {
      many.parents.push_back(i % 2 == 0 ? -1 : static_cast<int32_t>(i) - 1);
    }
  };
  const auto add_clips = [&](size_t clips) {
    many.clips.clear();
    for (size_t i = 0; i < clips; ++i) {
      Clip clip;
      clip.name = names[i / 2];
      clip.first_key.push_back(0);
      for (size_t b = 0; b < many.bones(); ++b) {
        clip.first_key.push_back(clip.first_key.back() + (b % 3 == 2 ? 0 : 2));
      }
      const size_t keys = clip.first_key.back();
      clip.times.assign(keys, 1);
      clip.translations.assign(keys, {3e38f, 0, 0});
      clip.scales.assign(keys, {2, 2, 2});
      clip.rotations.assign(keys, {0, 0, 0, 2});
      many.clips.push_back(clip);
    }
  };
  add_bones(1);
  add_clips(1);
  auto text = WriteCharacter(many);
  ASSERT_TRUE(text.ok()) << text.status();
  ExpectCheap(*text, "materials");
  many.materials.clear();
  many.subsets.clear();
  add_bones(kBones);
  add_clips(1);
  text = WriteCharacter(many);
  ASSERT_TRUE(text.ok()) << text.status();
  ExpectCheap(*text, "bones");
  EXPECT_THAT(AllFindings(*text),
              Contains(Field(&Seen::code, kBoneWithoutParent)));
  add_bones(1);
  add_clips(kClips);
  text = WriteCharacter(many);
  ASSERT_TRUE(text.ok()) << text.status();
  ExpectCheap(*text, "clips");
}

// Each of many clips declares as many keyframes as all that follows can hold.
TEST(Cost, KeyframesThatAreOnlyDeclaredTakeNoMemory) {
  const std::string names = Arm();  // which clips refer to
  Character arm = MustRead(names);
  ASSERT_FALSE(arm.clips.empty());
  const Clip clip = arm.clips[0];
  arm.clips.assign(100, clip);
  const auto sound = WriteCharacter(arm);
  ASSERT_TRUE(sound.ok()) << sound.status();
  constexpr std::string_view kCount = "#Keyframes: ";
  std::string text;
  for (size_t begin = 0; begin < sound->size();) {
    const size_t count = sound->find(kCount, begin);
    if (count == std::string::npos) {
      text += sound->substr(begin);
      break;
    }
    text += sound->substr(begin, count - begin);
    text += kCount;
    text += "4000";
    begin = sound->find('\n', count);
  }
  text.append(300'000, ' ');
  const int64_t start = StartPeak();
  FindingList missing;
  EXPECT_FALSE(ReadCharacter(BytesOf(text), {}, missing));
  EXPECT_LE(PeakBytesSince(start), 8 * text.size());
}

}  // namespace
}  // namespace clipguard::m3d
