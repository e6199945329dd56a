// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Recordings as .glb: what is written is sound, and no farther from the curves
// than it says.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "actions/convert/conversion.h"
#include "actions/convert/gltf/check/test_glb.h"
#include "actions/convert/gltf/convert_to_glb.h"
#include "actions/convert/test_converted.h"
#include "actions/motion/random_keys.h"
#include "base/numbers.h"
#include "eval/curve/reference.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/mrtk/test_files.h"
#include "testing/sample_files.h"
#include "testing/sanitizers.h"

namespace clipguard::actions {
namespace {

using gltf::LoadedGlb;
using mrtk::CurveSlot;
using mrtk::kCompact11;
using mrtk::Keyframe;
using mrtk::kFull11;
using mrtk::MustWrite;
using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Result {
  std::vector<uint8_t> bytes;
  LoadedGlb glb;
  FindingList losses;
  std::string differs;
};

// Converts, checks, and compares if nothing was lost.
Result Converted(const std::vector<uint8_t>& bytes,
                 const ConversionOptions& options = {}) {
  Result result;
  const auto converted =
      ConvertToGlb(Parsed(bytes, Format::kMrtk), options, result.losses);
  EXPECT_TRUE(converted.ok()) << converted.status();
  if (!converted.ok()) return result;
  result.bytes = WrittenBytes(**converted);
  EXPECT_EQ(result.bytes.size(), (*converted)->size());
  result.glb = gltf::LoadGlb(result.bytes);
  EXPECT_EQ(result.glb.fault, "");
  if (!result.losses.empty() || options.fps > 0) return result;
  FindingList findings;
  const auto view = mrtk::ReadInputAnimation(bytes, {}, findings);
  result.differs = gltf::WhatDiffers(*view, result.glb);
  return result;
}

mrtk::InputAnimation Empty() {
  mrtk::InputAnimation animation;
  animation.has_camera = true;
  animation.has_hands = true;
  animation.has_gaze = true;
  return animation;
}

// Some keys in each curve of the camera, the first at 0; rotations near unit
// length.
mrtk::InputAnimation Random(RandomKeys& random) {
  mrtk::InputAnimation animation = Empty();
  for (size_t c = 0; c < mrtk::kPoseCurves; ++c) {
    auto& keys =
        animation.curve(CurveSlot::Camera(static_cast<mrtk::PoseComponent>(c)))
            .keys;
    float time = c == 0 ? 0 : static_cast<float>(random.Uniform(0, 0.5));
    for (uint32_t i = random.Below(6) + (c == 0 ? 1 : 0); i-- != 0;) {
      Keyframe key = random.Key(time);
      if (random.Below(3) == 0) {
        key.in_weight = key.out_weight = 0;
        key.weighted_mode = 3;
      }
      if (random.Below(9) == 0) {
        key.out_tangent = std::numeric_limits<float>::infinity();
      }
      keys.push_back(key);
      if (random.Below(7) != 0) {
        time += static_cast<float>(random.Uniform(0.01, 1));
      }
    }
  }
  return animation;
}

TEST(RecordingGlbTest, RandomCurvesKeepTheirBounds) {
  RandomKeys random(7);
  size_t lossless = 0;
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(i);
    const Result result = Converted(MustWrite(Random(random), kFull11),
                                    {.tolerance = i % 2 == 0 ? 1e-4 : 1e-2,
                                     .degrees = i % 3 == 0 ? 1 : 0.01});
    EXPECT_EQ(result.differs, "");
    if (result.losses.empty()) ++lossless;
  }
  EXPECT_GE(lossless, 100u);
}

TEST(RecordingGlbTest, WhatIsAskedForIsKept) {
  RandomKeys random(8);
  for (int i = 0; i < 50; ++i) {
    mrtk::InputAnimation animation = Random(random);
    // Far from 0 0 0 0.
    animation.curve(CurveSlot::Camera(mrtk::kRotationW)).keys = {
        {.time = 0, .value = 60}};
    const Result result = Converted(MustWrite(animation, kFull11));
    EXPECT_EQ(result.differs, "");
    EXPECT_LE(result.glb.Claim("largestError"), 1e-4);
    EXPECT_LE(result.glb.Claim("largestErrorDegrees"), 0.01);
  }
}

// A curve that float32 cannot hold as closely as was asked for is a loss.
TEST(RecordingGlbTest, LessThanIsAskedForIsALoss) {
  mrtk::InputAnimation animation = Empty();
  auto& keys = animation.curve(CurveSlot::Camera(mrtk::kPositionY)).keys;
  keys = {{.time = 0, .value = 1, .out_tangent = 3, .out_weight = 0.2f},
          {.time = 1, .value = 2, .in_tangent = -1, .in_weight = 0.7f}};
  for (Keyframe& key : keys) key.weighted_mode = 3;
  EXPECT_TRUE(Converted(MustWrite(animation, kFull11)).losses.empty());
  const Result finer =
      Converted(MustWrite(animation, kFull11), {.tolerance = 1e-9});
  ASSERT_EQ(finer.losses.findings().size(), 1u);
  EXPECT_EQ(finer.losses.findings()[0].path, "camera.position.y");
  EXPECT_THAT(finer.losses.findings()[0].message,
              HasSubstr("this curve within 1e-09 m, only within "));
  keys[0].out_tangent = 1e9f;
  keys[1].in_tangent = -1e9f;
  const Result steep = Converted(MustWrite(animation, kFull11));
  ASSERT_EQ(steep.losses.findings().size(), 1u);
  EXPECT_EQ(steep.losses.findings()[0].path, "camera.position.y");
  EXPECT_GT(steep.glb.Claim("largestError"), 1);
  // Lines are exact, however large.
  keys = {{.time = 0, .value = -3e38f}, {.time = 1, .value = 3e38f}};
  EXPECT_TRUE(Converted(MustWrite(animation, kCompact11)).losses.empty());
}

// Keyframes are lines to all players; --cubic keeps what is exact.
TEST(RecordingGlbTest, CompactKeysAreLines) {
  mrtk::InputAnimation animation = Empty();
  for (size_t c = 0; c < mrtk::kPoseCurves; ++c) {
    auto& keys =
        animation.curve(CurveSlot::Camera(static_cast<mrtk::PoseComponent>(c)))
            .keys;
    for (int i = 0; i < 50; ++i) {
      keys.push_back({.time = static_cast<float>(i) / 60,
                      .value = static_cast<float>(
                          std::cos(i * 0.3 + static_cast<double>(c)))});
    }
  }
  const std::vector<uint8_t> bytes = MustWrite(animation, kCompact11);
  const Result lines = Converted(bytes);
  EXPECT_EQ(lines.differs, "");
  ASSERT_EQ(lines.glb.channels.size(), 2u);
  EXPECT_EQ(lines.glb.channels[0].interpolation, "LINEAR");
  EXPECT_EQ(lines.glb.channels[1].interpolation, "LINEAR");
  EXPECT_LE(lines.glb.Claim("largestError"), 1e-4);
  EXPECT_LE(lines.glb.Claim("largestErrorDegrees"), 0.01);
  const Result cubic = Converted(bytes, {.cubic = true});
  EXPECT_EQ(cubic.differs, "");
  ASSERT_EQ(cubic.glb.channels.size(), 2u);
  EXPECT_EQ(cubic.glb.channels[0].interpolation, "LINEAR");
  EXPECT_EQ(cubic.glb.channels[1].interpolation, "CUBICSPLINE");
  EXPECT_LE(cubic.glb.Claim("largestError"), 1e-14);
  EXPECT_LE(cubic.glb.Claim("largestErrorDegrees"), 1e-3);
}

// A quaternion that changes its sign between two keys.
TEST(RecordingGlbTest, ThroughZeroIsALoss) {
  mrtk::InputAnimation animation = Empty();
  animation.curve(CurveSlot::Camera(mrtk::kRotationW)).keys = {
      {.time = 0, .value = 1}, {.time = 1, .value = -1}};
  const Result result = Converted(MustWrite(animation, kFull11));
  ASSERT_EQ(result.losses.findings().size(), 1u);
  EXPECT_EQ(result.losses.findings()[0].path, "camera.rotation.x");
  EXPECT_THAT(result.losses.findings()[0].message,
              HasSubstr("a rotation of 0 0 0 0"));
  // That many pieces, and no more, whatever the times are.
  animation.curve(CurveSlot::Camera(mrtk::kRotationW)).keys[1].time = 3e38f;
  EXPECT_LE(Converted(MustWrite(animation, kFull11)).bytes.size(), 100'000u);
}

// Samples follow what repeats, and end where the recording does.
TEST(RecordingGlbTest, SamplesAreWhatCurvesGive) {
  mrtk::InputAnimation animation = Empty();
  auto& x = animation.curve(CurveSlot::Camera(mrtk::kPositionX));
  x.keys = {{.time = 0, .value = 0}, {.time = 1, .value = 1}};
  x.post_wrap = static_cast<int32_t>(mrtk::WrapMode::kPingPong);
  animation.curve(CurveSlot::Camera(mrtk::kRotationW)).keys = {
      {.time = 0, .value = 1}, {.time = 2.25f, .value = 3}};
  EXPECT_FALSE(Converted(MustWrite(animation, kFull11)).losses.empty());
  const Result result = Converted(MustWrite(animation, kFull11), {.fps = 2});
  EXPECT_TRUE(result.losses.empty());
  ASSERT_EQ(result.glb.channels.size(), 2u);
  EXPECT_EQ(result.glb.channels[0].interpolation, "LINEAR");
  EXPECT_THAT(result.glb.channels[0].times,
              testing::ElementsAre(0, 0.5f, 1, 1.5f, 2, 2.25f));
  EXPECT_THAT(result.glb.channels[0].values,
              testing::ElementsAre(0, 0, 0, 0.5f, 0, 0, 1, 0, 0, 0.5f, 0, 0, 0,
                                   0, 0, 0.25f, 0, 0));
  EXPECT_EQ(result.glb.channels[1].values[7], 1);
}

TEST(RecordingGlbTest, TooManySamplesAreRefused) {
  mrtk::InputAnimation animation = Empty();
  animation.curve(CurveSlot::Camera(mrtk::kPositionX)).keys = {
      {.time = 0, .value = 0}, {.time = 1e9f, .value = 1}};
  FindingList losses;
  const std::vector<uint8_t> bytes = MustWrite(animation, kFull11);
  EXPECT_EQ(ConvertToGlb(Parsed(bytes, Format::kMrtk), {.fps = 60}, losses)
                .status()
                .code(),
            absl::StatusCode::kResourceExhausted);
}

TEST(RecordingGlbTest, HandednessIsMirrored) {
  mrtk::InputAnimation animation = Empty();
  const float values[] = {1, 2, 3, 0.5f, -0.5f, 0.5f, 0.5f};
  for (size_t c = 0; c < mrtk::kPoseCurves; ++c) {
    animation.curve(CurveSlot::Camera(static_cast<mrtk::PoseComponent>(c)))
        .keys = {{.time = 0, .value = values[c]}};
  }
  const Result result = Converted(MustWrite(animation, kFull11));
  ASSERT_EQ(result.glb.channels.size(), 2u);
  EXPECT_THAT(result.glb.channels[0].values, testing::ElementsAre(1, 2, -3));
  EXPECT_THAT(result.glb.channels[1].values,
              testing::ElementsAre(-0.5f, 0.5f, 0.5f, 0.5f));
}

TEST(RecordingGlbTest, StatesAndMarkers) {
  mrtk::InputAnimation animation = Empty();
  animation.curve(CurveSlot::Tracked(mrtk::Handedness::kLeft)).keys = {
      {.time = 0, .value = 1},
      {.time = 1, .value = 0},
      {.time = 1, .value = 1}};
  animation.markers = {{.time = 0.25f, .name = "gr\xC3\xBC\xC3\x9F \"dich\""}};
  const Result result = Converted(MustWrite(animation, kFull11));
  ASSERT_EQ(result.glb.channels.size(), 1u);
  EXPECT_EQ(result.glb.channels[0].node, "hand_left_tracked");
  EXPECT_THAT(result.glb.channels[0].times, testing::ElementsAre(0, 1));
  EXPECT_THAT(std::string(result.bytes.begin(), result.bytes.end()),
              HasSubstr(R"("markers":[{"time":0.25,"name":"grüß \"dich\""}])"));
}

// Joints of a plain conversion are siblings, as WebXR's hand models have them.
// "None", for which WebXR has no name, keeps the other one.
TEST(RecordingGlbTest, NamesOfWebXr) {
  mrtk::InputAnimation animation = Empty();
  for (size_t joint = 0; joint < 3; ++joint) {
    animation
        .curve(
            CurveSlot::Joint(mrtk::Handedness::kRight, joint, mrtk::kPositionX))
        .keys = {{.time = 0, .value = 1}};
  }
  const LoadedGlb glb =
      Converted(MustWrite(animation, kFull11), {.webxr_names = true}).glb;
  for (const char* name : {"hand_right_None", "wrist", "palm"}) {
    EXPECT_EQ(glb.ParentOf(glb.Node(name)), "hand_right");
  }
}

// A pose without keys has no node: it would stand at the origin.
TEST(RecordingGlbTest, NoNodesForWhatHasNoKeys) {
  mrtk::InputAnimation animation = Empty();
  animation
      .curve(CurveSlot::Joint(mrtk::Handedness::kLeft, 1, mrtk::kPositionX))
      .keys = {{.time = 0, .value = 1}};
  animation.curve(CurveSlot::Gaze(mrtk::kOriginX)).keys = {
      {.time = 0, .value = 1}};
  std::vector<std::string> names;
  for (const auto& node :
       Converted(MustWrite(animation, kFull11)).glb.model.nodes) {
    names.push_back(node.name);
  }
  EXPECT_THAT(names,
              testing::ElementsAre("recording", "hand_left", "hand_left_Wrist",
                                   "hand_right", "gaze"));
}

// Repeated times are rounded to float32: the bounds count that.
TEST(RecordingGlbTest, BoundsHoldWhereCurvesRepeat) {
  constexpr auto kPingPong = static_cast<int32_t>(mrtk::WrapMode::kPingPong);
  constexpr float kEnd = 100;
  const CurveSlot x = CurveSlot::Camera(mrtk::kPositionX);
  mrtk::InputAnimation animation = Empty();
  for (const CurveSlot slot : {x, CurveSlot::Camera(mrtk::kRotationX)}) {
    animation.curve(slot) = {
        .post_wrap = kPingPong,
        .keys = {{.time = 0, .value = 0}, {.time = 0.0137f, .value = 0.1f}}};
  }
  animation.curve(CurveSlot::Camera(mrtk::kRotationW)).keys = {
      {.time = 0, .value = 1}};
  animation.curve(CurveSlot::Camera(mrtk::kPositionY)).keys = {
      {.time = 0, .value = 1}, {.time = kEnd, .value = 1}};
  const auto bytes = MustWrite(animation, kCompact11);
  FindingList findings;
  const auto view = mrtk::ReadInputAnimation(bytes, {}, findings);
  FindingList notes;
  const auto converted =
      ConvertToGlb(Parsed(bytes, Format::kMrtk), {.notes = &notes}, findings);
  ASSERT_TRUE(converted.ok());
  EXPECT_TRUE(findings.empty());
  const LoadedGlb glb = gltf::LoadGlb(WrittenBytes(**converted));
  const gltf::GlbChannel* const places = glb.Find("camera", "translation");
  const gltf::GlbChannel* const turns = glb.Find("camera", "rotation");
  double metres = 0;
  double degrees = 0;
  for (float time = kEnd - 1; time < kEnd; time += 0.000377f) {
    const double right = eval::EvaluateCurve(view->curve(x), time);
    const Turn turn = turns->At(time);
    metres = std::max(metres, std::abs(places->At(time)[0] - right));
    degrees = std::max(
        degrees, std::abs(std::atan(-turn[0] / turn[3]) - std::atan(right)) *
                     2 * kDegrees);
  }
  EXPECT_GT(metres, 1e-5);
  EXPECT_LE(metres, glb.Claim("largestError"));
  EXPECT_GT(degrees, 1e-3);
  EXPECT_LE(degrees, glb.Claim("largestErrorDegrees"));
  const Result beyond =
      Converted(bytes, {.tolerance = 1e-5, .degrees = 0.001, .notes = &notes});
  ASSERT_EQ(beyond.losses.findings().size(), 2u);
  EXPECT_THAT(beyond.losses.findings()[0].message,
              HasSubstr("this curve within 1e-05 m, only within "));
  EXPECT_THAT(beyond.losses.findings()[1].message,
              HasSubstr("this rotation within 0.001 degrees, only within "));
}

// Lines whose values are so large that double's rounding matters.
TEST(RecordingGlbTest, WhatIsPublishedIsWhatIsTested) {
  mrtk::InputAnimation animation = Empty();
  animation.curve(CurveSlot::Camera(mrtk::kPositionX)).keys = {
      {.time = 0, .value = 1e21f}, {.time = 1, .value = -2.4e20f}};
  animation.curve(CurveSlot::Camera(mrtk::kPositionY)).keys = {
      {.time = 0.5f, .value = 1}};
  const std::vector<uint8_t> bytes = MustWrite(animation, kCompact11);
  FindingList losses;
  const auto converted = ConvertToGlb(Parsed(bytes, Format::kMrtk), {}, losses);
  ASSERT_TRUE(converted.ok()) << converted.status();
  for (const ConversionFact& fact : (*converted)->facts()) {
    if (fact.name != "largestError") continue;
    EXPECT_GT(fact.value, 1000);
  }
  ASSERT_EQ(losses.findings().size(), 1u);
  EXPECT_EQ(losses.findings()[0].path, "camera.position.x");
}

TEST(RecordingGlbTest, NothingAtAll) {
  mrtk::InputAnimation animation;
  const Result result = Converted(MustWrite(animation, kFull11));
  EXPECT_TRUE(result.glb.channels.empty());
  EXPECT_TRUE(result.losses.empty());
}

using GlbOfRealRecordingsTest = RealRecordingsTest;

TEST_F(GlbOfRealRecordingsTest, KeepsItsBound) {
  size_t lossless = 0;
  for (const auto& path : Recordings()) {
    SCOPED_TRACE(path);
    const Result result = Converted(ReadBytes(path));
    EXPECT_EQ(result.differs, "");
    if (result.losses.empty()) ++lossless;
  }
  EXPECT_GE(lossless, CLIPGUARD_SANITIZED ? 4u : 10u);
}

}  // namespace
}  // namespace clipguard::actions
