// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The JSON that IWER's player is given. tools/gltf/iwer.mjs has the player
// itself.

#include "actions/convert/rig/iwer_json.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "actions/convert/forms/test_forms.h"
#include "actions/convert/rig/quaternion.h"
#include "corpus/xrhands/captures.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/xrhands/format.h"
#include "rapidjson/document.h"

namespace clipguard::actions {
namespace {

using corpus::captures::Capture1;
using corpus::captures::CaptureBytes;
using corpus::captures::PoseOf;
using Json = rapidjson::Value;

std::string TextOfCapture(const CaptureBytes& capture) {
  return TextOf(capture.bytes());
}

rapidjson::Document Played(const std::string& capture) {
  const auto text = Become(capture, "iwer");
  EXPECT_TRUE(text.ok()) << text.status();
  rapidjson::Document json;
  json.Parse(text.value_or("").c_str());
  EXPECT_FALSE(json.HasParseError());
  return json;
}

// Seven numbers from there on.
Pose PoseAt(const Json& list, size_t at) {
  const auto number = [&](size_t i) {
    return list[static_cast<rapidjson::SizeType>(at + i)].GetDouble();
  };
  return {.turn = {number(3), number(4), number(5), number(6)},
          .place = {number(0), number(1), number(2)}};
}

// Right-handed: z of places, and x and y of turns, are negated.
void ExpectMirrored(const Pose& pose, const xrhands::Pose& from) {
  const auto& [x, y, z] = from.position;
  EXPECT_NEAR(pose.place[0], x, 1e-7);
  EXPECT_NEAR(pose.place[1], y, 1e-7);
  EXPECT_NEAR(pose.place[2], -z, 1e-7);
  const double length = Length(Turn{from.rotation[0], from.rotation[1],
                                    from.rotation[2], from.rotation[3]});
  const Turn turn = {-from.rotation[0], -from.rotation[1], from.rotation[2],
                     from.rotation[3]};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(pose.turn[i], turn[i] / length, 1e-6);
  }
}

TEST(IwerJsonTest, JointsAreBelowTheRayInWebXrsAxes) {
  const rapidjson::Document json = Played(TextOfCapture(Capture1(3)));
  const Json& frames = json["frames"];
  ASSERT_EQ(frames.Size(), 3u);
  for (unsigned i = 0; i < 3; ++i) {
    SCOPED_TRACE(i);
    const Json& frame = frames[i];
    const float time = static_cast<float>(i) / 64;
    EXPECT_EQ(frame[0].GetDouble(), 15.625 * i);
    // Version 1 has no head.
    EXPECT_EQ(PoseAt(frame, 1).place, Place{});
    EXPECT_EQ(PoseAt(frame, 1).turn, kNoTurn);
    ASSERT_EQ(frame.Size(), 8u + 2);
    for (unsigned h = 0; h < 2; ++h) {
      const Json& hand = frame[8 + h];
      EXPECT_EQ(hand[0].GetUint(), h);
      const Pose ray = PoseAt(hand, 1);
      ExpectMirrored(ray, PoseOf(h, 1, time));
      ExpectMirrored(PoseAt(hand[8], 0), PoseOf(h, 1, time));
      const Json& joints = hand[9];
      ASSERT_EQ(joints.Size(), 25u * 8);
      for (size_t joint = 0; joint < 25; ++joint) {
        // The palm is left out.
        ExpectMirrored(Below(ray, PoseAt(joints, joint * 8)),
                       PoseOf(h, joint == 0 ? 0 : joint + 1, time));
      }
    }
  }
}

TEST(IwerJsonTest, TheSchemaNamesTheJoints) {
  const rapidjson::Document json = Played(TextOfCapture(Capture1(1)));
  const Json& right = json["schema"][1][1];
  EXPECT_EQ(json["schema"][1][0].GetInt(), 1);
  EXPECT_STREQ(right["handedness"].GetString(), "right");
  const Json& names = right["jointSequence"];
  ASSERT_EQ(names.Size(), 25u);
  EXPECT_STREQ(names[0].GetString(), "wrist");
  EXPECT_STREQ(names[1].GetString(), "thumb-metacarpal");
  EXPECT_STREQ(names[24].GetString(), "pinky-finger-tip");
}

// A version 2 with a hand that is lost, and is frozen; and one that pinches.
TEST(IwerJsonTest, ALostHandIsNotThereAndPinchesAreButtons) {
  CaptureBytes bytes;
  bytes.Header2("a", 0.5f, 2);
  for (int i = 0; i < 2; ++i) {
    const float time = 0.5f * static_cast<float>(i);
    bytes.Frame2(time, xrhands::kHasSnapshot * 3 + xrhands::kHasGestures * 2,
                 15);
    bytes.Snapshot(0, time, i == 0 ? 3 : 1);
    bytes.Snapshot(1, time);
    bytes.Put(int32_t{2});
    bytes.Put(int32_t{1} << xrhands::kPinchTouched);
    bytes.Put(i == 1);
  }
  const rapidjson::Document json = Played(TextOfCapture(bytes));
  const Json& frames = json["frames"];
  ASSERT_EQ(frames.Size(), 2u);
  ASSERT_EQ(frames[0].Size(), 8u + 2);
  EXPECT_EQ(frames[0][9][10][0][2].GetInt(), 0);
  ASSERT_EQ(frames[1].Size(), 8u + 1);
  EXPECT_EQ(frames[1][8][0].GetInt(), 1);
  EXPECT_EQ(frames[1][8][10][0][2].GetInt(), 1);
}

TEST(IwerJsonTest, ARecordingIsAsTheCaptureItBecomes) {
  const std::string capture = TextOfCapture(Capture1(4));
  const auto recording = Become(capture, "mrtk");
  ASSERT_TRUE(recording.ok());
  FindingList losses;
  EXPECT_EQ(*Become(*recording, "iwer", losses), *Become(capture, "iwer"));
  // The name is a marker.
  ASSERT_EQ(losses.findings().size(), 1u);
  EXPECT_EQ(losses.findings()[0].path, "markers[0]");
}

// Each frame has a head: where half of it was not tracked it is between those
// that were.
TEST(IwerJsonTest, HalvesOfTheHeadGoOn) {
  const std::string capture =
      TextOfCapture(corpus::captures::CaptureOfHalves());
  const auto recording = Become(capture, "mrtk");
  ASSERT_TRUE(recording.ok());
  for (const std::string& source : {capture, *recording}) {
    const rapidjson::Document json = Played(source);
    ASSERT_EQ(json["frames"].Size(), 6u);
    for (unsigned i = 0; i < 6; ++i) {
      SCOPED_TRACE(i);
      const float time = static_cast<float>(std::min(i, 4u)) / 64;
      ExpectMirrored(PoseAt(json["frames"][i], 1),
                     corpus::captures::HeadAt(time));
    }
  }
}

TEST(IwerJsonTest, FramesOfOneTimeAreOneAndNoneIsRefused) {
  CaptureBytes twice;
  twice.Header1("a", 0, 2);
  twice.Frame1(0, true, false);
  twice.Frame1(0, false, true);
  const rapidjson::Document json = Played(TextOfCapture(twice));
  ASSERT_EQ(json["frames"].Size(), 1u);
  EXPECT_EQ(json["frames"][0][8][0].GetInt(), 1);
  EXPECT_FALSE(Become(TextOfCapture(Capture1(0)), "iwer").ok());
}

TEST(IwerJsonTest, AHandWithoutRotationsIsSaid) {
  CaptureBytes bytes;
  bytes.Header1("a", 0, 1);
  const size_t joints = bytes.Frame1(0, true, true) + 8;
  for (size_t joint = 0; joint < xrhands::kJointCount; ++joint) {
    bytes.Set(joints + joint * sizeof(xrhands::Pose) + 12,
              std::array<float, 4>{});
  }
  FindingList losses;
  ASSERT_TRUE(Become(TextOfCapture(bytes), "iwer", losses).ok());
  ASSERT_EQ(losses.findings().size(), 1u);
  EXPECT_EQ(losses.findings()[0].path, "frames[0].left.joints");
  EXPECT_EQ(losses.findings()[0].bytes.offset, joints);
}

TEST(IwerJsonTest, TimesAreFromTheFirstFrameOn) {
  CaptureBytes late;
  late.Header1("a", 4, 2);
  late.Frame1(3, true, false);
  late.Frame1(4, true, false);
  const rapidjson::Document json = Played(TextOfCapture(late));
  EXPECT_EQ(json["frames"][0][0].GetDouble(), 0);
  EXPECT_EQ(json["frames"][1][0].GetDouble(), 1000);
  FindingList losses;
  ASSERT_TRUE(Become(TextOfCapture(late), "iwer", losses).ok());
  ASSERT_EQ(losses.findings().size(), 1u);
  EXPECT_EQ(losses.findings()[0].message,
            "iwer cannot hold a capture that begins at 3 s: it is moved to 0");
}

}  // namespace
}  // namespace clipguard::actions
