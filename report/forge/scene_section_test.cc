// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/forge/scene_section.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "actions/convert/boxes/block_model.h"
#include "base/text_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "report/html/test_section.h"

namespace clipguard::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Model = std::optional<absl::StatusOr<actions::BlockModel>>;

WrittenSection SceneOf(std::string_view text, uint64_t room = kTestRoom,
                       const Model& model = std::nullopt) {
  FindingList findings;
  const auto armature = forge::ReadDamagedArmature(text, {}, findings);
  EXPECT_TRUE(armature.has_value());
  return WriteSection(room, [&](Budget& budget, DetailWriter& json) {
    WriteScene(*armature, model ? &*model : nullptr,
               {.bytes = BytesOf(text), .findings = {}, .limits = {}}, budget,
               json);
  });
}

constexpr std::string_view kSceneDoor = R"({
  "joints": {"lid": {"0": [1.0]}, "base": {"1": [1.0]}},
  "clips": {"open": {"loop": false, "joint_clips": {
    "lid": [{"variable": "angle", "type": "uniform", "interpolation": "linear",
             "samples": [0, 90]},
            {"variable": "axis_x", "type": "uniform",
             "interpolation": "nearest", "samples": [1, 1, 1]}],
    "hinge": [{"variable": "offset_y", "type": "uniform",
               "interpolation": "linear", "samples": [0, 1]}]}, "events": {}}}})";

TEST(SceneSection, JointsAndClips) {
  const WrittenSection section = SceneOf(kSceneDoor);
  const auto& scene = section.json["scene"];
  EXPECT_STREQ(scene["kind"].GetString(), "armature");
  // Its head, and times and values of the root, the lid and the hinge.
  EXPECT_EQ(scene["armatures"][0]["glb"].Size(), 1U + 2 * 3);
  ASSERT_EQ(scene["clips"].Size(), 1U);
  EXPECT_STREQ(scene["clips"][0]["name"].GetString(), "open");
  EXPECT_FALSE(scene["clips"][0]["loop"].GetBool());
  EXPECT_EQ(scene["clips"][0]["duration"].GetDouble(), 1);
  EXPECT_TRUE(section.left_out.empty());
  EXPECT_LE(section.size, section.taken + 2);
}

TEST(SceneSection, WhatIsBrokenIsLeftOut) {
  const WrittenSection section = SceneOf(R"({"joints": {}, "clips": {
    "a": {"loop": false, "joint_clips": {"x": [
        {"variable": "angle", "type": "uniform", "interpolation": "none",
         "samples": [0, 9]}]}, "events": {}},
    "b": {"loop": true, "joint_clips": {"x": 3}, "events": {}},
    "c": {"loop": true, "joint_clips": {}, "events": {}}}})");
  const auto& clips = section.json["scene"]["clips"];
  ASSERT_EQ(clips.Size(), 2U);
  EXPECT_STREQ(clips[0]["name"].GetString(), "a");
  EXPECT_STREQ(clips[1]["name"].GetString(), "c");
  EXPECT_THAT(section.left_out, ElementsAre("1 of 3 clips in 3D: broken"));
}

TEST(SceneSection, Empty) {
  EXPECT_FALSE(
      SceneOf(R"({"joints": {}, "clips": {}})").json.HasMember("scene"));
}

TEST(SceneSection, TenThousandJointsCostLittle) {
  std::string text = R"({"joints": {)";
  for (int i = 0; i < 10'000; ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ",", "\"joint ", i, "\": {}");
  }
  text += R"(}, "clips": {}})";
  // Each has two nodes with names in the .glb. With asserts, absl's tables hash
  // each name once more.
  EXPECT_LE(SceneOf(text).work, 28 * text.size());
}

// Elements 1 and 2 are of joints, 0 of none; 3 is no box.
constexpr std::string_view kBoxes = R"({"elements": [
  {"from": [0, 0, 0], "to": [16, 8, 16]},
  {"from": [0, 8, 0], "to": [16, 16, 16]},
  {"from": [7, 16, 7], "to": [9, 18, 9]},
  {"from": [0, 0, 1e308], "to": [1, 1, 1]}]})";
constexpr std::string_view kShared = R"({"joints": {
  "lid": {"1": [1], "2": [0.25], "7": [1]}, "knob": {"2": [0.75]}},
  "clips": {}})";

TEST(SceneSection, BoxesThatAreMissingAreSaid) {
  EXPECT_THAT(SceneOf(kShared).left_out, IsEmpty());
  EXPECT_THAT(
      SceneOf(kShared, kTestRoom, actions::ReadBlockModel(kBoxes, {})).left_out,
      ElementsAre(HasSubstr("1 element of the model: not finite")));
  EXPECT_THAT(
      SceneOf(kShared, kTestRoom, absl::NotFoundError("there is no model x"))
          .left_out,
      ElementsAre("what the armature moves: there is no model x"));
}

TEST(SceneSection, LittleRoomIsSaid) {
  const WrittenSection all = SceneOf(kSceneDoor);
  EXPECT_TRUE(SceneOf(kSceneDoor, all.taken).left_out.empty());
  const WrittenSection less = SceneOf(kSceneDoor, all.taken - 1);
  EXPECT_FALSE(less.json.HasMember("scene"));
  EXPECT_THAT(less.left_out,
              ElementsAre("the armature in 3D, which does not fit"));
}

}  // namespace
}  // namespace clipguard::report
