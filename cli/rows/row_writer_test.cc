// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/rows/row_writer.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "cli/rows/column_choice.h"
#include "cli/rows/row_source.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

TableLayout Long(TableFormat format) {
  TableLayout layout;
  layout.format = format;
  layout.shape = TableShape::kLong;
  layout.texts.fill(true);
  layout.columns = {0, 1, kTracked};
  return layout;
}

std::string Rendered(const TableLayout& layout, const SampleRow& row) {
  const RowWriter writer(layout);
  std::string out;
  RowStart start;
  EXPECT_TRUE(writer.Append({"f", "c", row.part, row.joint}, row, start, out));
  return out;
}

constexpr std::array<float, 8> kValues = {
    1.5f, std::numeric_limits<float>::infinity(), 0, 0, 0, 0, 0, 1};
constexpr std::array<bool, 8> kThere = {true,  true,  false, false,
                                        false, false, false, true};
const SampleRow kRow{.time = 0.25f,
                     .part = "left",
                     .joint = "",
                     .first = 0,
                     .values = kValues,
                     .there = kThere};

TEST(RowWriterTest, Texts) {
  EXPECT_EQ(RowWriter(Long(TableFormat::kCsv)).Header(),
            "file,clip,time,part,joint,x,y,tracked\n");
  EXPECT_EQ(Rendered(Long(TableFormat::kCsv), kRow),
            "f,c,0.25,left,,1.5,Infinity,1\n");
  EXPECT_EQ(Rendered(Long(TableFormat::kNdjson), kRow),
            "{\"file\":\"f\",\"clip\":\"c\",\"time\":0.25,\"part\":\"left\","
            "\"joint\":null,\"x\":1.5,\"y\":\"Infinity\",\"tracked\":true}\n");
  TableLayout other = Long(TableFormat::kCsv);
  other.columns = {2};
  EXPECT_EQ(Rendered(other, kRow), "f,c,0.25,left,,\n");
}

// Programs that guess types see at once which numbers are floats.
TEST(RowWriterTest, WholeNumbersOfFloatsHaveAPoint) {
  SampleRow row = kRow;
  row.time = 2;
  constexpr std::array<float, 8> kWhole = {-0.0f, 3, 0, 0, 0, 0, 0, 1};
  row.values = kWhole;
  EXPECT_EQ(Rendered(Long(TableFormat::kCsv), row),
            "f,c,2.0,left,,-0.0,3.0,1\n");
  EXPECT_EQ(Rendered(Long(TableFormat::kNdjson), row),
            "{\"file\":\"f\",\"clip\":\"c\",\"time\":2.0,\"part\":\"left\","
            "\"joint\":null,\"x\":-0.0,\"y\":3.0,\"tracked\":true}\n");
}

TEST(RowWriterTest, SaysHowLargeATableBecomes) {
  TableLayout layout = Long(TableFormat::kNpy);
  layout.widths = {1, 1, 4, 1};
  layout.rows = 3;
  EXPECT_EQ(RowWriter(layout).Bytes(3, 5, 100),
            3 * RowWriter(layout).row_bytes());
  // For text formats the size is an estimate.
  for (const TableFormat format :
       {TableFormat::kCsv, TableFormat::kJson, TableFormat::kNdjson}) {
    const RowWriter writer(Long(format));
    const size_t written = Rendered(Long(format), kRow).size();
    const uint64_t said = writer.Bytes(1, 3, 6);
    EXPECT_GT(said, written / 2) << said;
    EXPECT_LT(said, written * 2) << said;
    EXPECT_EQ(writer.Bytes(UINT64_MAX, UINT64_MAX, 0), uint64_t{1} << 63);
  }
}

// Texts are last in an archive, and none is called as an argument of savez().
TEST(RowWriterTest, ArraysOfAnArchive) {
  TableLayout layout = Long(TableFormat::kNpz);
  layout.widths = {1, 1, 4, 1};
  const RowWriter writer(layout);
  std::vector<std::string> names;
  size_t bytes = 0;
  for (const NpzWriter::Array& array : writer.Arrays()) {
    names.push_back(array.name);
    bytes += array.row_bytes;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"time", "position", "tracked",
                                             "path", "clip", "part", "joint"}));
  EXPECT_EQ(bytes, writer.row_bytes());
  const std::string row = Rendered(layout, kRow);
  EXPECT_EQ(row.size(), bytes);
  EXPECT_EQ(row.substr(4 * 4, 4), std::string("f\0\0\0", 4));
}

TEST(RowWriterTest, TimesAreThoseOfTheirRows) {
  const RowWriter writer(Long(TableFormat::kCsv));
  RowStart start;
  std::string out;
  SampleRow row = kRow;
  for (const float time : {0.25f, 0.25f, 0.0f, -0.0f, 0.5f}) {
    row.time = time;
    ASSERT_TRUE(writer.Append({"f", "c", "left", "j"}, row, start, out));
  }
  EXPECT_EQ(out,
            "f,c,0.25,left,j,1.5,Infinity,1\n"
            "f,c,0.25,left,j,1.5,Infinity,1\n"
            "f,c,0.0,left,j,1.5,Infinity,1\n"
            "f,c,-0.0,left,j,1.5,Infinity,1\n"
            "f,c,0.5,left,j,1.5,Infinity,1\n");
}

TEST(RowWriterTest, RecordsHaveTheLengthThatWasSaid) {
  TableLayout layout = Long(TableFormat::kNpy);
  layout.widths = {1, 1, 4, 0};
  const RowWriter writer(layout);
  EXPECT_EQ(Rendered(layout, kRow).size(), writer.row_bytes());
  // A text that has become longer than measured is refused.
  layout.widths[kPartText] = 3;
  std::string out;
  RowStart start;
  EXPECT_FALSE(
      RowWriter(layout).Append({"f", "c", "left", ""}, kRow, start, out));
}

TEST(RowWriterTest, WidthsCountCharacters) {
  EXPECT_EQ(NumpyWidth("abc"), 3u);
  EXPECT_EQ(NumpyWidth("\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80"), 3u);
  EXPECT_EQ(NumpyWidth("\xFF"), 1u);
}

TEST(FillPoseTest, ScalesAreLeftOutAndMirrorsHaveNoRotation) {
  std::array<float, 8> values;
  std::array<bool, 8> there;
  // A quarter turn around z, with scales.
  FillPose(
      {.axes = {{{0, 2, 0}, {-3, 0, 0}, {0, 0, 0.5f}}}, .origin = {1, 2, 3}},
      values, there);
  EXPECT_TRUE(there[3]);
  EXPECT_EQ(values[0], 1);
  EXPECT_NEAR(values[5], std::sqrt(0.5f), 1e-7);
  EXPECT_NEAR(values[6], std::sqrt(0.5f), 1e-7);
  EXPECT_FALSE(there[kTracked]);
  // Half turns: w is 0.
  FillPose({.axes = {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}}, .origin = {}},
           values, there);
  EXPECT_EQ(std::abs(values[3]), 1);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const auto& x :
       {std::array<float, 3>{-1, 0, 0}, {0, 0, 0}, {1, 0.1f, 0}, {nan, 0, 0}}) {
    FillPose({.axes = {{x, {0, 1, 0}, {0, 0, 1}}}, .origin = {}}, values,
             there);
    EXPECT_TRUE(there[2]);
    EXPECT_FALSE(there[3]);
  }
}

TEST(ColumnChoiceTest, Patterns) {
  const std::vector<std::string> patterns = {"camera", "hands.right.*.position",
                                             "IndexTip"};
  const auto choice = ColumnChoice::Parse(patterns);
  ASSERT_TRUE(choice.ok());
  EXPECT_TRUE(choice->Wants("camera.position.x"));
  EXPECT_TRUE(choice->Wants("hands.right.Palm.position.z"));
  EXPECT_TRUE(choice->Wants("right.Palm.position"));
  EXPECT_FALSE(choice->Wants("hands.right.Palm.rotation.z"));
  EXPECT_FALSE(choice->Wants("hands.left.Palm.position.z"));
  EXPECT_EQ(choice->Unused(), std::vector<std::string>{"IndexTip"});
  EXPECT_TRUE(choice->Wants("hands.left.IndexTip.rotation.w"));
  EXPECT_TRUE(choice->Unused().empty());
  // The placeholder is not meant, unless it is named.
  EXPECT_FALSE(choice->WantsPlaceholder("hands.right.None.position.x"));
  const std::vector<std::string> named = {"right.None", "left.*"};
  const auto with_none = ColumnChoice::Parse(named);
  ASSERT_TRUE(with_none.ok());
  EXPECT_TRUE(with_none->WantsPlaceholder("hands.right.None.position.x"));
  EXPECT_FALSE(with_none->WantsPlaceholder("hands.left.None.position.x"));
  EXPECT_FALSE(ColumnChoice().WantsPlaceholder("hands.left.None.position.x"));
  // No name from a stranger's file breaks the matching.
  for (const char* name : {"", ".", "joints.", "joints../..//", "a/.b"}) {
    choice->Wants(name);
  }
  EXPECT_FALSE(ColumnChoice::Parse({}).ok());
}

}  // namespace
}  // namespace clipguard::cli
