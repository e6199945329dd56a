// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/html/detail_writer.h"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "report/html/unpack.h"

namespace clipguard::report {
namespace {

using ::testing::MatchesRegex;

TEST(DetailWriterTest, ArraysAreDifferencesLowestBytesFirst) {
  DetailWriter json;
  json.BeginArray();
  json.Array(std::array<uint32_t, 2>{0x01020304, 0x01020303});
  json.Array(std::array{1.0F});
  json.Array(std::array<uint16_t, 2>{1, 0x0203});
  json.Array(std::array<uint8_t, 2>{0xFF, 7});
  json.Array(std::span<const uint8_t>());
  json.EndArray();
  const std::string block = json.Pack();
  EXPECT_THAT(block, MatchesRegex("[0-9]+ [A-Za-z0-9+/]+=*"));
  const std::string text =
      R"([{"u32":[2,0]},{"f32":[1,2]},{"u16":[2,0]},{"u8":[2,0]},{"u8":[0]}])";
  EXPECT_EQ(UnpackedJson(block), text);
  // 1.0F is 0x3F800000, and 0x3E7DFCFD more than the number before.
  const std::string words("\x04\xFF\xFD\x03\xFF\xFC\x02\xFF\x7D\x01\xFF\x3E",
                          12);
  const std::string others("\x01\x02\x00\x02\xFF\x07", 6);
  EXPECT_EQ(Unpacked(block)->substr(16 + text.size()), words + others);
}

TEST(DetailWriterTest, RowsBecomeColumns) {
  DetailWriter json;
  json.Array(std::array<uint32_t, 6>{1, 10, 100, 2, 20, 200}, 3);
  EXPECT_EQ(UnpackedJson(json.Pack()), R"({"u32":[2,0,2,4]})");
}

TEST(DetailWriterTest, AnArrayMayFollowItsKey) {
  DetailWriter json;
  json.BeginObject();
  json.Array("rows", std::array<uint32_t, 4>{1, 10, 2, 20}, 2);
  json.Array("bytes", std::vector<uint8_t>{1, 10, 2, 20}, 2);
  json.EndObject();
  EXPECT_EQ(UnpackedJson(json.Pack()),
            R"({"rows":{"u32":[2,0,2]},"bytes":{"u8":[2,0,2]}})");
}

TEST(DetailWriterTest, AColumnIsWrittenOnce) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  DetailWriter json;
  json.BeginArray();
  json.Array(std::vector<float>{1, 2, nan});
  json.Array(std::vector<float>{7, 1, 8, 2, 9, nan}, 2);
  // Part of another is a column of its own, and so is -0.
  json.Array(std::vector<float>{1, 2});
  json.Array(std::vector<float>{0});
  json.Array(std::vector<float>{-0.0F});
  json.EndArray();
  EXPECT_EQ(UnpackedJson(json.Pack()),
            R"([{"f32":[3,0]},{"f32":[3,3,0]},{"f32":[2,6]},)"
            R"({"f32":[1,8]},{"f32":[1,9]}])");
}

TEST(DetailWriterTest, WhatIsNotWholeIsNoBlock) {
  DetailWriter json;
  json.Array(std::vector<float>(1000, 1.5F));
  const std::string block = json.Pack();
  EXPECT_TRUE(Unpacked(block));
  EXPECT_FALSE(Unpacked(block.substr(0, block.size() - 8)));
  EXPECT_FALSE(Unpacked("1" + block));
  EXPECT_FALSE(Unpacked(block.substr(1)));
  EXPECT_FALSE(Unpacked(""));
}

}  // namespace
}  // namespace clipguard::report
