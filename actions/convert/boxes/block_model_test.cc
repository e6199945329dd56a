// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Boxes of block models, hostile ones included.

#include "actions/convert/boxes/block_model.h"

#include <array>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/limits.h"

namespace clipguard::actions {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatNear;

constexpr float kNear = 1e-6f;

BlockModel Read(std::string_view text) {
  const auto model = ReadBlockModel(text, {});
  EXPECT_TRUE(model.ok()) << model.status();
  return model.value_or(BlockModel());
}

auto Near(float x, float y, float z) {
  return ElementsAre(FloatNear(x, kNear), FloatNear(y, kNear),
                     FloatNear(z, kNear));
}

TEST(BlockModelTest, SixteenthsOfABlock) {
  const BlockModel model = Read(R"({"parent": "block/block", "elements": [
      {"from": [0, 0, 0], "to": [16, 8, 4]},
      {"from": [8, 8, 24], "to": [-8, 8, 8]}]})");
  EXPECT_EQ(model.parent, "block/block");
  EXPECT_TRUE(model.has_elements);
  ASSERT_EQ(model.boxes.size(), 2u);
  EXPECT_THAT(model.boxes[0].middle, Near(0.5f, 0.25f, 0.125f));
  EXPECT_THAT(model.boxes[0].size, Near(1, 0.5f, 0.25f));
  EXPECT_THAT(model.boxes[0].turn, ElementsAre(0, 0, 0, 1));
  EXPECT_EQ(model.boxes[1].element, 1u);
  EXPECT_THAT(model.boxes[1].middle, Near(0, 0.5f, 1));
  // Flat boxes are thin.
  EXPECT_THAT(model.boxes[1].size, Near(1, 0.001f, 1));
}

TEST(BlockModelTest, TurnedAboutAPlaceAndLarger) {
  const BlockModel model = Read(R"({"elements": [
      {"from": [16, 0, 0], "to": [32, 16, 16], "rotation": {
        "origin": [8, 8, 8], "axis": "y", "angle": 90}},
      {"from": [16, 0, 0], "to": [32, 16, 16], "rotation": {
        "origin": [8, 8, 8], "axis": "y", "angle": 45, "rescale": true}},
      {"from": [0, 0, 0], "to": [16, 16, 16], "rotation": {
        "origin": [8, 8, 8], "axis": "w", "angle": 45}}]})");
  ASSERT_EQ(model.boxes.size(), 3u);
  // About y, +x goes to -z.
  EXPECT_THAT(model.boxes[0].middle, Near(0.5f, 0.5f, -0.5f));
  EXPECT_THAT(model.boxes[1].middle, Near(1.5f, 0.5f, -0.5f));
  const float larger = 1.41421356f;
  EXPECT_THAT(model.boxes[1].size, Near(larger, 1, larger));
  EXPECT_THAT(model.boxes[2].turn, ElementsAre(0, 0, 0, 1));
}

TEST(BlockModelTest, WhatIsNoBoxIsCounted) {
  const BlockModel model = Read(R"({"elements": [
      {"from": [0, 0, 1e308], "to": [16, 8, 4]},
      {"from": [0, 0, 1e999], "to": [16, 8, 4]},
      {"from": [0, 0, 160001], "to": [16, 8, 4]},
      {"from": [0, 0], "to": [16, 8, 4]},
      {"from": [0, 0, 0, 0], "to": [16, 8, 4]},
      {"from": [0, 0, "NaN"], "to": [16, 8, 4]},
      {"from": [0, 0, 0]}, {}, [], null, 7, "box",
      {"from": [0, 0, 0], "to": [16, 8, 4], "rotation": {
        "origin": [8, 8, 8], "axis": "y", "angle": 1e308}}]})");
  ASSERT_EQ(model.boxes.size(), 1u);
  EXPECT_EQ(model.boxes[0].element, 12u);
  EXPECT_EQ(model.left_out, 12u);
}

TEST(BlockModelTest, ManyElementsAreCut) {
  std::string text = R"({"elements": [)";
  for (size_t i = 0; i < 100'000; ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ",",
                    R"({"from":[0,0,0],"to":[1,1,1]})");
  }
  const BlockModel model = Read(text + "]}");
  EXPECT_EQ(model.boxes.size(), kMostBoxes);
  EXPECT_EQ(model.left_out, 100'000 - kMostBoxes);
}

TEST(BlockModelTest, WhatIsNoModel) {
  EXPECT_FALSE(ReadBlockModel("", {}).ok());
  EXPECT_FALSE(ReadBlockModel("[]", {}).ok());
  EXPECT_FALSE(ReadBlockModel("{", {}).ok());
  EXPECT_FALSE(ReadBlockModel(std::string(5000, '['), {}).ok());
  Limits small;
  small.json_bytes = 3;
  EXPECT_FALSE(ReadBlockModel("{  }", small).ok());
  EXPECT_FALSE(Read("{}").has_elements);
  EXPECT_FALSE(Read(R"({"elements": {}, "parent": 3})").has_elements);
}

}  // namespace
}  // namespace clipguard::actions
