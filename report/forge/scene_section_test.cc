// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/forge/scene_section.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/memory/work_counter.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "rapidjson/document.h"

namespace clipguard::report {
namespace {

struct Section {
  rapidjson::Document json;
  std::vector<std::string> left_out;
  uint64_t text = 0;
  uint64_t taken = 0;
};

Section SceneOf(std::string_view text, uint64_t bytes = 20'000'000) {
  FindingList findings;
  const auto armature = forge::ReadDamagedArmature(text, {}, findings);
  EXPECT_TRUE(armature.has_value());
  Budget budget(bytes);
  DetailWriter json;
  json.BeginObject();
  WriteScene(*armature, budget, json);
  json.EndObject();
  Section section;
  section.text = json.unpacked_size();
  const std::string written = json.Take();
  section.json.Parse(written.c_str());
  EXPECT_FALSE(section.json.HasParseError());
  section.taken = bytes - budget.left();
  section.left_out = budget.left_out();
  return section;
}

constexpr std::string_view kDoor = R"({
  "joints": {"lid": {"0": [1.0]}, "base": {"1": [1.0]}},
  "clips": {"open": {"loop": false, "joint_clips": {
    "lid": [{"variable": "angle", "type": "uniform", "interpolation": "linear",
             "samples": [0, 90]},
            {"variable": "axis_x", "type": "uniform",
             "interpolation": "nearest", "samples": [1, 1, 1]}],
    "hinge": [{"variable": "offset_y", "type": "uniform",
               "interpolation": "linear", "samples": [0, 1]}]}, "events": {}}}})";

TEST(SceneSection, JointsAndClips) {
  const Section section = SceneOf(kDoor);
  const auto& scene = section.json["scene"];
  EXPECT_STREQ(scene["kind"].GetString(), "armature");
  EXPECT_EQ(scene["listed"].GetUint(), 2U);
  ASSERT_EQ(scene["joints"].Size(), 3U);
  EXPECT_STREQ(scene["joints"][2].GetString(), "hinge");
  ASSERT_EQ(scene["clips"].Size(), 1U);
  EXPECT_STREQ(scene["clips"][0]["name"].GetString(), "open");
  EXPECT_FALSE(scene["clips"][0]["loop"].GetBool());
  EXPECT_EQ(scene["clips"][0]["duration"].GetDouble(), 1);
  EXPECT_TRUE(section.left_out.empty());
  EXPECT_LE(section.text, section.taken + 2);
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
  FindingList findings;
  const auto armature = forge::ReadDamagedArmature(text, {}, findings);
  ASSERT_TRUE(armature.has_value());
  Budget budget(20'000'000);
  DetailWriter json;
  json.BeginObject();
  const uint64_t before = WorkDone();
  WriteScene(*armature, budget, json);
  EXPECT_LE(WorkDone() - before, 2 * text.size());
  json.EndObject();
}

TEST(SceneSection, LittleRoomIsSaid) {
  const Section less = SceneOf(kDoor, SceneOf(kDoor).taken - 1);
  ASSERT_TRUE(less.json.HasMember("scene"));
  EXPECT_EQ(less.json["scene"]["clips"].Size(), 0U);
  EXPECT_EQ(less.left_out.size(), 1U);
  const Section none = SceneOf(kDoor, 50);
  EXPECT_FALSE(none.json.HasMember("scene"));
  EXPECT_EQ(none.left_out.size(), 1U);
}

}  // namespace
}  // namespace clipguard::report
