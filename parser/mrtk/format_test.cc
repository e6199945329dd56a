// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/mrtk/format.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace clipguard::mrtk {
namespace {

TEST(MrtkFormatTest, MagicIsTheDocumentedNumber) {
  int64_t magic;
  std::memcpy(&magic, kMagicBytes.data(), sizeof(magic));
  EXPECT_EQ(magic, 0x6a8faf6e0f9e42c6);
}

TEST(MrtkFormatTest, SizesAddUpToTheSmallestFiles) {
  EXPECT_EQ(kFullKeySize, 28u);
  EXPECT_EQ(kCompactKeySize, 8u);
  // 1.1 with nothing; 1.1 with every part but no keys; 1.0 without keys.
  EXPECT_EQ(kHeaderSize + kPresenceSize + 4, 23u);
  EXPECT_EQ(kHeaderSize + kPresenceSize + 395 * kCurveHeaderSize + 4, 4763u);
  EXPECT_EQ(kHeaderSize + 389 * kCurveHeaderSize + 4, 4688u);
}

TEST(MrtkFormatTest, WrapModesAreThoseOfTheTable) {
  const std::vector<std::pair<int32_t, std::string_view>> modes = {
      {0, "Default"},
      {1, "Once"},
      {2, "Loop"},
      {4, "PingPong"},
      {8, "ClampForever"}};
  for (const auto& [value, name] : modes) {
    EXPECT_TRUE(IsWrapMode(value)) << value;
    EXPECT_EQ(WrapModeName(value), name);
  }
  for (int32_t value :
       {-1, 3, 5, 6, 7, 9, 16, 256, std::numeric_limits<int32_t>::min(),
        std::numeric_limits<int32_t>::max()}) {
    EXPECT_FALSE(IsWrapMode(value)) << value;
    EXPECT_EQ(WrapModeName(value), "?");
  }
}

TEST(MrtkFormatTest, UnusedWeightsAreTheBitsOfTheMode) {
  const bool used[4][2] = {
      {false, false}, {true, false}, {false, true}, {true, true}};
  for (int32_t mode = 0; mode < 4; ++mode) {
    const Keyframe key{.weighted_mode = mode};
    EXPECT_EQ(key.in_weight_used(), used[mode][0]) << mode;
    EXPECT_EQ(key.out_weight_used(), used[mode][1]) << mode;
  }
}

TEST(MrtkFormatTest, JointsAreInFileOrder) {
  ASSERT_EQ(kJointNames.size(), 27u);
  EXPECT_EQ(kJointNames.front(), "None");
  EXPECT_EQ(kJointNames[1], "Wrist");
  EXPECT_EQ(kJointNames[6], "ThumbTip");
  EXPECT_EQ(kJointNames[11], "IndexTip");
  EXPECT_EQ(kJointNames[16], "MiddleTip");
  EXPECT_EQ(kJointNames[21], "RingTip");
  EXPECT_EQ(kJointNames.back(), "PinkyTip");
}

// ---- Slots ------------------------------------------------------------------

TEST(CurveSlotTest, AreNumberedInFileOrder) {
  // The body of the format's page, part after part.
  std::vector<CurveSlot> slots;
  for (int c = 0; c < 7; ++c) {
    slots.push_back(CurveSlot::Camera(static_cast<PoseComponent>(c)));
  }
  slots.push_back(CurveSlot::Tracked(Handedness::kLeft));
  slots.push_back(CurveSlot::Tracked(Handedness::kRight));
  slots.push_back(CurveSlot::Pinch(Handedness::kLeft));
  slots.push_back(CurveSlot::Pinch(Handedness::kRight));
  for (Handedness hand : {Handedness::kLeft, Handedness::kRight}) {
    for (size_t joint = 0; joint < 27; ++joint) {
      for (int c = 0; c < 7; ++c) {
        slots.push_back(
            CurveSlot::Joint(hand, joint, static_cast<PoseComponent>(c)));
      }
    }
  }
  EXPECT_EQ(slots.size(), 389u);  // of a 1.0 file
  for (int c = 0; c < 6; ++c) {
    slots.push_back(CurveSlot::Gaze(static_cast<RayComponent>(c)));
  }
  ASSERT_EQ(slots.size(), CurveSlot::kCount);
  for (size_t i = 0; i < slots.size(); ++i) EXPECT_EQ(slots[i].index(), i);
}

TEST(CurveSlotTest, EachBelongsToOnePart) {
  size_t camera = 0, hand = 0, gaze = 0, boolean = 0;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    EXPECT_EQ(slot.is_camera() + slot.is_hand() + slot.is_gaze(), 1) << i;
    camera += slot.is_camera();
    hand += slot.is_hand();
    gaze += slot.is_gaze();
    boolean += slot.is_boolean();
    EXPECT_TRUE(!slot.is_boolean() || slot.is_hand()) << i;
  }
  EXPECT_EQ(camera, 7u);
  EXPECT_EQ(hand, 4u + 2 * 27 * 7);
  EXPECT_EQ(gaze, 6u);
  EXPECT_EQ(boolean, 4u);
}

TEST(CurveSlotTest, AllPathsAreUniqueAndFollowTheFileOrder) {
  const std::string pose[7] = {"position.x", "position.y", "position.z",
                               "rotation.x", "rotation.y", "rotation.z",
                               "rotation.w"};
  const std::string ray[6] = {"origin.x",    "origin.y",    "origin.z",
                              "direction.x", "direction.y", "direction.z"};
  std::vector<std::string> expected;
  for (const auto& c : pose) expected.push_back("camera." + c);
  for (const char* state : {"tracked", "pinch"}) {
    for (const char* hand : {"left", "right"}) {
      expected.push_back(std::string("hands.") + hand + "." + state);
    }
  }
  for (const char* hand : {"left", "right"}) {
    for (std::string_view joint : kJointNames) {
      for (const auto& c : pose) {
        expected.push_back(std::string("hands.") + hand + "." +
                           std::string(joint) + "." + c);
      }
    }
  }
  for (const auto& c : ray) expected.push_back("gaze." + c);
  std::vector<std::string> paths;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    paths.push_back(CurveSlot(i).Path());
  }
  EXPECT_EQ(paths, expected);
  EXPECT_EQ(std::set<std::string>(paths.begin(), paths.end()).size(), 395u);
}

}  // namespace
}  // namespace clipguard::mrtk
