// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/mrtk/scene_section.h"

#include <cstdint>
#include <string>
#include <vector>

#include "corpus/mrtk/motion.h"
#include "corpus/mrtk/recording.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/format.h"
#include "report/html/test_section.h"

namespace clipguard::report {
namespace {

using corpus::Recording;
using mrtk::CurveSlot;

// Hands that move slowly, every frame of them.
Recording Hands() {
  Recording recording;
  recording.presence = {1, 1, 0};
  corpus::MotionOptions options;
  options.seconds = 0.5;
  options.position_tolerance = 0;
  options.rotation_tolerance = 0;
  corpus::AddMotion(options, recording);
  return recording;
}

WrittenSection SceneOf(const Recording& recording, uint64_t room = kTestRoom) {
  const std::vector<uint8_t> file = corpus::Write(recording).bytes;
  FindingList findings;
  const auto view = mrtk::ReadDamagedAndValidate(file, {}, findings);
  EXPECT_TRUE(view.has_value());
  return WriteSection(room, [&](Budget& budget, DetailWriter& json) {
    WriteScene(*view,
               {.bytes = file, .findings = findings.findings(), .limits = {}},
               budget, json);
  });
}

TEST(SceneSection, HasPartsAndNoGhostWithoutFindings) {
  const WrittenSection section = SceneOf(Hands());
  const auto& scene = section.json["scene"];
  EXPECT_STREQ(scene["kind"].GetString(), "recording");
  EXPECT_EQ(scene["jointNames"].Size(), mrtk::kJointCount);
  EXPECT_EQ(scene["hands"].Size(), 2U);
  EXPECT_EQ(scene["gaze"][0].GetInt(), -1);
  EXPECT_GE(scene["camera"][0].GetInt(), 0);
  EXPECT_TRUE(scene["ghost"].IsNull());
  EXPECT_TRUE(section.left_out.empty());
  EXPECT_LE(section.size, section.taken);
}

TEST(SceneSection, WhatIsRepairedSafelyIsThereTwice) {
  Recording recording = Hands();
  size_t lost = 0;
  for (size_t joint = 1; joint < mrtk::kJointCount; ++joint) {
    auto& w = recording.curve(
        CurveSlot::Joint(mrtk::Handedness::kLeft, joint, mrtk::kRotationW));
    if (w.keys.size() < 3) continue;
    w.keys.resize(1);
    ++lost;
  }
  ASSERT_GT(lost, 10U);
  const WrittenSection section = SceneOf(recording);
  const auto& ghost = section.json["scene"]["ghost"];
  ASSERT_TRUE(ghost.IsObject());
  EXPECT_GT(ghost["changes"].GetUint(), 5U);
  EXPECT_EQ(ghost["replaced"].Size(), 2 * ghost["changes"].GetUint());
  EXPECT_STREQ(ghost["named"][0]["code"].GetString(), "ROTATION_W_LOST");
  EXPECT_LE(section.size, section.taken);
}

TEST(SceneSection, NoKeysNoScene) {
  Recording recording;
  recording.presence = {1, 1, 1};
  EXPECT_FALSE(SceneOf(recording).json.HasMember("scene"));
}

TEST(SceneSection, LittleRoomIsSaid) {
  const WrittenSection none = SceneOf(Hands(), 5000);
  EXPECT_FALSE(none.json.HasMember("scene"));
  EXPECT_EQ(none.left_out.size(), 1U);
  EXPECT_EQ(none.taken, 0U);

  const WrittenSection some = SceneOf(Hands(), 60'000);
  ASSERT_TRUE(some.json.HasMember("scene"));
  EXPECT_GT(some.json["scene"]["fps"].GetDouble(), 0);
  EXPECT_EQ(some.left_out.size(), 1U);
  EXPECT_LE(some.size, some.taken);
}

}  // namespace
}  // namespace clipguard::report
