// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/mrtk/scene_section.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/numbers.h"
#include "corpus/mrtk/motion.h"
#include "corpus/mrtk/recording.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
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

// Only the camera's x, from these keys.
Recording CameraX(std::vector<mrtk::Keyframe> keys) {
  Recording recording;
  recording.keys = mrtk::KeyLayout::kFull;
  recording.curve(CurveSlot::Camera(mrtk::kPositionX)).keys = std::move(keys);
  return recording;
}

// How many of the numbers of its .glb are none.
size_t CountNan(const WrittenSection& section) {
  return static_cast<size_t>(
      std::ranges::count_if(section.floats, [](float x) { return x != x; }));
}

TEST(SceneSection, IsTheGlbAndHasNoGhostWithoutFindings) {
  const WrittenSection section = SceneOf(Hands());
  const auto& scene = section.json["scene"];
  EXPECT_STREQ(scene["kind"].GetString(), "recording");
  EXPECT_EQ(scene["jointNames"].Size(), mrtk::kJointCount);
  EXPECT_EQ(scene["begin"].GetDouble(), 0);
  // Its head, and times and values of 52 joints that move and turn at least.
  EXPECT_GT(scene["glb"].Size(), 1U + 2 * 52);
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
  EXPECT_EQ(ghost["glb"].Size(), section.json["scene"]["glb"].Size());
  EXPECT_LE(section.size, section.taken);
}

TEST(SceneSection, RepairsThatMoveNothingAreNoGhost) {
  Recording recording = Hands();
  recording.presence[0] = 2;
  const WrittenSection section = SceneOf(recording);
  EXPECT_TRUE(section.json["scene"]["ghost"].IsNull());
}

TEST(SceneSection, NoKeysNoScene) {
  Recording recording;
  recording.presence = {1, 1, 1};
  const WrittenSection section = SceneOf(recording);
  EXPECT_FALSE(section.json.HasMember("scene"));
  EXPECT_TRUE(section.left_out.empty());
}

TEST(SceneSection, WhatIsNotFiniteIsAGap) {
  const WrittenSection section = SceneOf(CameraX({{.time = 0, .value = 1},
                                                  {.time = 1, .value = kNan},
                                                  {.time = 2, .value = 1},
                                                  {.time = 3, .value = 1}}));
  // From 0 to 2 s, 60 times a second.
  EXPECT_NEAR(static_cast<double>(CountNan(section)), 120, 4);
  // The repaired one has no gap.
  EXPECT_TRUE(section.json["scene"]["ghost"].IsObject());
}

TEST(SceneSection, TimesThatAreWrongAreSampled) {
  for (const float time : {0.5F, kNan, kInfinity, -kInfinity}) {
    const WrittenSection section = SceneOf(CameraX({{.time = 0, .value = 1},
                                                    {.time = 1, .value = 2},
                                                    {.time = time, .value = 7},
                                                    {.time = 3, .value = 1}}));
    ASSERT_TRUE(section.json.HasMember("scene")) << time;
    EXPECT_GT(section.floats.size(), 3U * 60) << time;
  }
}

TEST(SceneSection, BeginsBeforeZero) {
  const WrittenSection section =
      SceneOf(CameraX({{.time = -2, .value = 1}, {.time = 1, .value = 2}}));
  EXPECT_EQ(section.json["scene"]["begin"].GetDouble(), -2);
  EXPECT_EQ(section.json["scene"]["duration"].GetDouble(), 1);
}

// Samples are as many as there is room for, however long it takes.
TEST(SceneSection, ALongTimeCostsNothing) {
  for (const float end : {1e9F, 3e38F}) {
    const WrittenSection section = SceneOf(
        CameraX({{.time = 0, .value = kNan}, {.time = end, .value = 2}}));
    ASSERT_TRUE(section.json.HasMember("scene"));
    EXPECT_LT(section.work, 5'000'000U);
  }
}

// A curve that repeats every microsecond for an hour.
TEST(SceneSection, CurvesThatRepeatForEverAreSampledAndSaidToBe) {
  Recording recording = CameraX({{.time = 0, .value = 0, .out_tangent = 9e6F},
                                 {.time = 1e-6F, .value = 1}});
  recording.curve(CurveSlot::Camera(mrtk::kPositionX)).post_wrap =
      static_cast<int32_t>(mrtk::WrapMode::kLoop);
  recording.curve(CurveSlot::Camera(mrtk::kPositionY)).keys = {{.time = 0},
                                                               {.time = 3600}};
  const WrittenSection section = SceneOf(recording);
  EXPECT_TRUE(section.json.HasMember("scene"));
  EXPECT_EQ(section.left_out.size(), 1U);
  EXPECT_LT(section.work, 20'000'000U);
}

TEST(SceneSection, LittleRoomIsSaid) {
  const WrittenSection none = SceneOf(Hands(), 5000);
  EXPECT_FALSE(none.json.HasMember("scene"));
  EXPECT_EQ(none.left_out.size(), 1U);
  EXPECT_EQ(none.taken, 0U);

  const WrittenSection some = SceneOf(Hands(), 150'000);
  ASSERT_TRUE(some.json.HasMember("scene"));
  EXPECT_EQ(some.left_out.size(), 1U);
  EXPECT_LE(some.size, some.taken);
}

}  // namespace
}  // namespace clipguard::report
