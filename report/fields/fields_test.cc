// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The fields of each format, and the parts of a file that are shown.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "report/fields/bytes_section.h"
#include "report/fields/field_list.h"
#include "report/fields/json_fields.h"
#include "report/fields/m3d_fields.h"
#include "report/fields/mrtk_fields.h"
#include "report/html/detail_writer.h"
#include "report/html/section.h"

namespace clipguard::report {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr uint64_t kPlenty = 1'000'000;

// Each as "path=text".
std::vector<std::string> Named(const FieldList& fields, std::string_view text) {
  std::vector<std::string> out;
  for (const Field& field : fields.fields()) {
    out.push_back(
        field.path + "=" +
        std::string(text.substr(field.bytes.offset, field.bytes.length)));
  }
  return out;
}

TEST(FieldListTest, OnlyWhatIsShownIsWanted) {
  FieldList fields({{10, 5}, {100, 10}}, 3, kPlenty);
  EXPECT_FALSE(fields.Wants({0, 10}));
  EXPECT_TRUE(fields.Wants({0, 11}));
  EXPECT_TRUE(fields.Wants({14, 1}));
  EXPECT_FALSE(fields.Wants({15, 85}));
  EXPECT_TRUE(fields.Wants({15, 86}));
  EXPECT_FALSE(fields.Wants({110, 5}));
  EXPECT_FALSE(fields.Wants({12, 0}));
  EXPECT_EQ(fields.end(), 110u);
  for (int i = 0; i < 5; ++i) {
    fields.Add({12, 1}, FieldType::kUint8, [] { return std::string("x"); });
  }
  EXPECT_EQ(fields.fields().size(), 3u);
  EXPECT_TRUE(fields.full());
}

TEST(FieldListTest, PathsTakeNoMoreThanTheyMay) {
  FieldList fields({{0, 100}}, 100, 1000);
  for (int i = 0; i < 50; ++i) {
    fields.Add({12, 1}, FieldType::kUint8, [] { return std::string(20, '<'); });
    fields.AddRun({.offset = 3,
                   .stride = 4,
                   .count = 5,
                   .before = "a",
                   .after = "b",
                   .parts = {}});
  }
  EXPECT_EQ(fields.fields().size(), 4u);
  EXPECT_EQ(fields.runs().size(), 4u);
  EXPECT_LE(fields.bytes(), 1000u);
  EXPECT_TRUE(fields.full());
}

// Each of 120,000 numbers has a name of 1,800 bytes.
TEST(JsonFieldsTest, LongNamesOfManyFieldsAreNotMade) {
  const std::string name(900, 'k');
  std::string text = "{\"" + name + "\":{\"" + name + "\":[0";
  for (int i = 1; i < 120'000; ++i) text += ",0";
  text += "]}}";
  FieldList fields({{0, text.size()}}, 100'000, kPlenty);
  ListJsonFields(text, {}, fields);
  EXPECT_TRUE(fields.full());
  uint64_t bytes = 0;
  for (const Field& field : fields.fields()) {
    bytes += sizeof(field) + field.path.capacity();
  }
  EXPECT_GT(fields.fields().size(), 500u);
  EXPECT_LE(bytes, 2 * kPlenty);

  // The same in a page: no more than a section's share of it.
  Budget budget(8 * kPlenty);
  DetailWriter json;
  json.BeginObject();
  WriteBytes(
      {.bytes = BytesOf(text), .findings = {}, .limits = {}},
      /*is_text=*/true,
      [&](FieldList& list) { ListJsonFields(text, {}, list); }, budget, json);
  json.EndObject();
  EXPECT_LE(json.unpacked_size(), 8 * kPlenty - budget.left() + 200);
  EXPECT_LE(json.unpacked_size(), 2 * kPlenty);
  ASSERT_EQ(budget.left_out().size(), 1u);
}

TEST(JsonFieldsTest, PointersOfKeysAndValues) {
  constexpr std::string_view kText = R"({"a/b": [1, {"c": null}], "d": "e"})";
  FieldList fields({{0, kText.size()}}, 100, kPlenty);
  ListJsonFields(kText, {}, fields);
  EXPECT_THAT(Named(fields, kText),
              ElementsAre("/a~1b=\"a/b\"", "/a~1b/0=1", "/a~1b/1/c=\"c\"",
                          "/a~1b/1/c=null", "/d=\"d\"", "/d=\"e\""));
}

TEST(JsonFieldsTest, DeepTextsAndWhatIsNoJson) {
  const std::string deep = std::string(900, '[') + std::string(900, ']');
  FieldList fields({{0, deep.size()}}, 100, kPlenty);
  ListJsonFields(deep, {}, fields);
  ListJsonFields("{", {}, fields);
  EXPECT_THAT(fields.fields(), IsEmpty());
}

TEST(M3dFieldsTest, SectionsRowsAndWords) {
  constexpr std::string_view kText =
      "***m3d-File-Header***\n#Materials 1\n"
      "***Vertices***\nPosition: 1 2 3\nNormal: 0 1 0\nPosition: 4 5 6\n"
      "***Triangles***\n0 1 2\n2 1 0\n"
      "***AnimationClips***\nAnimationClip walk\n{\nBone0 #Keyframes: 1\n{\n"
      "Time: 0.5 Pos: 1 1 1\n}\n}\n";
  FieldList fields({{0, kText.size()}}, 100, kPlenty);
  ListM3dFields(BytesOf(kText), fields);
  std::vector<std::string> values;
  for (const Field& field : fields.fields()) {
    if (field.type != FieldType::kWord) continue;
    values.push_back(
        field.path + "=" +
        std::string(kText.substr(field.bytes.offset, field.bytes.length)));
  }
  EXPECT_THAT(
      values,
      ElementsAre("#Materials=1", "vertices[0].position=1 2 3",
                  "vertices[0].normal=0 1 0", "vertices[1].position=4 5 6",
                  "triangles[0]=0 1 2", "triangles[1]=2 1 0",
                  "clips.walk.name=walk", "clips.walk.bones[0].keyframes=1",
                  "clips.walk.bones[0].keyframes[0].time=0.5",
                  "clips.walk.bones[0].keyframes[0].translation=1 1 1"));
}

TEST(MrtkFieldsTest, TheHeaderIsNamedWhateverFollows) {
  const std::string text("\xc6\x42\x9e\x0f\x6e\xaf\x8f\x6a\1\0\0\0\1\0\0\0\1",
                         17);
  FieldList fields({{0, text.size()}}, 100, kPlenty);
  ListMrtkFields(BytesOf(text), nullptr, fields);
  std::vector<std::string> paths;
  for (const Field& field : fields.fields()) paths.push_back(field.path);
  EXPECT_THAT(paths, ElementsAre("header.magic", "header.majorVersion",
                                 "header.minorVersion", "hasCamera"));
}

Finding FindingAt(uint64_t offset, uint64_t length) {
  Finding finding;
  finding.bytes = {offset, length};
  return finding;
}

TEST(WindowsTest, SmallFilesAreShownWhole) {
  EXPECT_THAT(WindowsOf(1000, {}, 1000), ElementsAre(ByteRange{0, 1000}));
  EXPECT_THAT(WindowsOf(0, {}, 1000), IsEmpty());
}

TEST(WindowsTest, OfLargeOnesWhatIsAroundFindings) {
  const std::vector<Finding> findings = {FindingAt(100'000, 4),
                                         FindingAt(100'900, 1'000'000'000'000),
                                         FindingAt(10'000'000'000, 1)};
  EXPECT_THAT(WindowsOf(1'000'000, findings, 20'000),
              ElementsAre(ByteRange{0, 4096}, ByteRange{99'488, 2436},
                          ByteRange{999'488, 512}));
  // No more than is allowed.
  uint64_t sum = 0;
  for (const ByteRange& window : WindowsOf(1'000'000, findings, 4200)) {
    sum += window.length;
  }
  EXPECT_LE(sum, 4200u);
}

}  // namespace
}  // namespace clipguard::report
