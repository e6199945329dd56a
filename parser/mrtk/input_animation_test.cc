// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/mrtk/input_animation.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "parser/mrtk/test_files.h"

namespace clipguard::mrtk {
namespace {

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

// All layouts that files have.
std::vector<FileLayout> AllLayouts() {
  std::vector<FileLayout> layouts;
  for (bool markers : {true, false}) {
    layouts.push_back({{1, 1}, KeyLayout::kCompact, markers});
    layouts.push_back({{1, 1}, KeyLayout::kFull, markers});
    layouts.push_back({{1, 0}, KeyLayout::kFull, markers});
  }
  return layouts;
}

std::optional<InputAnimationView> ReadSound(std::span<const uint8_t> bytes) {
  FindingList findings;
  auto view = ReadInputAnimation(bytes, {}, findings);
  EXPECT_EQ(findings.errors(), 0u);
  return view;
}

// A recording that fills the layout: keys with tangents where they have a
// place, markers where there is a list, gaze in 1.1.
InputAnimation Filled(const FileLayout& layout) {
  InputAnimation animation =
      MakeRecording({.camera = true,
                     .hands = true,
                     .gaze = layout.version.minor == 1,
                     .keys = 3,
                     .markers = layout.marker_list ? 2u : 0u});
  int n = 0;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    Curve& curve = animation.curves[i];
    curve.pre_wrap = n % 2 == 0 ? 2 : 4;
    curve.post_wrap = n % 3 == 0 ? 1 : 8;
    for (Keyframe& key : curve.keys) {
      ++n;
      if (layout.keys == KeyLayout::kCompact || CurveSlot(i).is_boolean()) {
        continue;
      }
      key.in_tangent = static_cast<float>(n);
      key.out_tangent = -static_cast<float>(n) / 2;
      key.in_weight = 0.25f;
      key.out_weight = 0.75f;
      key.weighted_mode = n % 4;
    }
  }
  return animation;
}

TEST(WriteTest, WritesWhatTheRecorderDoesUnlessToldOtherwise) {
  const InputAnimation animation =
      MakeRecording({.camera = true, .markers = 2});
  const std::vector<uint8_t> bytes =
      MustWrite(animation, {{1, 1}, KeyLayout::kCompact, true});
  EXPECT_EQ(MustWrite(animation, {}), bytes);
  EXPECT_EQ(MustWrite(animation, {.version = {1, 1}}), bytes);
}

TEST(WriteTest, RoundTripsInEveryLayout) {
  for (const FileLayout& layout : AllLayouts()) {
    const InputAnimation animation = Filled(layout);
    const std::vector<uint8_t> bytes = MustWrite(animation, layout);
    const auto view = ReadSound(bytes);
    ASSERT_TRUE(view.has_value());
    EXPECT_EQ(LayoutOf(*view), layout);
    EXPECT_EQ(MustWrite(CopyOf(*view), LayoutOf(*view)), bytes);
  }
}

// Writes a view, and checks that WrittenSize() is right.
std::vector<uint8_t> Written(const InputAnimationView& view,
                             const FileLayout& layout) {
  std::vector<uint8_t> bytes;
  WriteRecording(view, layout, [&](std::span<const uint8_t> piece) {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
  });
  EXPECT_EQ(WrittenSize(view, layout), bytes.size());
  return bytes;
}

TEST(WriteTest, AViewBecomesWhatItsCopyDoes) {
  for (const FileLayout& from : AllLayouts()) {
    InputAnimation animation = Filled(from);
    if (from.marker_list) animation.markers[1].name.assign(1000, 'm');
    const std::vector<uint8_t> bytes = MustWrite(animation, from);
    const auto view = ReadSound(bytes);
    ASSERT_TRUE(view.has_value());
    EXPECT_EQ(Written(*view, from), bytes);
    for (const FileLayout& to : AllLayouts()) {
      const auto copied =
          WriteInputAnimation(CopyOf(*view), to, {.allow_loss = true});
      ASSERT_TRUE(copied.ok());
      EXPECT_EQ(Written(*view, to), *copied);
    }
  }
}

TEST(WriteTest, PartsThatAreNotThereAreEmptyIn10) {
  const std::vector<uint8_t> bytes =
      MustWrite(MakeRecording({.gaze = true, .markers = 1}), kCompact11);
  const auto view = ReadSound(bytes);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(
      Written(*view, kRecorder10),
      WriteInputAnimation(CopyOf(*view), kRecorder10, {.allow_loss = true})
          .value());
}

TEST(WriteTest, WritesTheBytesOfTheFormat) {
  InputAnimation animation;
  animation.has_gaze = true;
  animation.curve(CurveSlot::Gaze(kOriginY)).keys = {{.time = 1, .value = 2}};
  animation.markers = {{3, std::string(200, 'm')}};
  FileWriter expected;
  expected.Header(1, 1).Presence(0, 0, 1).EmptyCurves(1);
  expected.CurveHeader(8, 8, 1).Float(1).Float(2);
  expected.EmptyCurves(4);
  expected.Int(1).Float(3).Bytes({0xc8, 0x01}).Text(std::string(200, 'm'));
  EXPECT_EQ(MustWrite(animation, kCompact11), expected.bytes());
}

TEST(WriteTest, OnlyTwoVersionsExist) {
  for (Version version : {Version{0, 1}, Version{1, 2}, Version{1, -1},
                          Version{2, 0}, Version{-1, 0}}) {
    const InputAnimation animation = MakeRecording({});
    EXPECT_EQ(WriteInputAnimation(animation, {version, KeyLayout::kFull, true},
                                  {true})
                  .status()
                  .code(),
              kInvalid);
  }
}

// ---- Loss -------------------------------------------------------------------

// That writing fails unless loss is allowed, and then reads back.
void ExpectLoss(const InputAnimation& animation, const FileLayout& layout) {
  EXPECT_EQ(WriteInputAnimation(animation, layout).status().code(), kInvalid);
  const auto bytes =
      WriteInputAnimation(animation, layout, {.allow_loss = true});
  ASSERT_TRUE(bytes.ok());
  const auto view = ReadSound(*bytes);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(LayoutOf(*view), layout);
}

TEST(WriteLossTest, CompactKeysHaveNoTangentsOrWeights) {
  const InputAnimation sound = MakeRecording({});
  ASSERT_TRUE(WriteInputAnimation(sound, kCompact11).ok());
  const auto with = [&](auto change) {
    InputAnimation animation = sound;
    change(animation.curve(CurveSlot::Camera(kRotationW)).keys.back());
    return animation;
  };
  ExpectLoss(with([](Keyframe& k) { k.in_tangent = 1; }), kCompact11);
  ExpectLoss(with([](Keyframe& k) { k.out_tangent = 1; }), kCompact11);
  ExpectLoss(with([](Keyframe& k) { k.in_weight = 0.5f; }), kCompact11);
  ExpectLoss(with([](Keyframe& k) { k.out_weight = 0.5f; }), kCompact11);
  ExpectLoss(with([](Keyframe& k) { k.weighted_mode = 0; }), kCompact11);
  ExpectLoss(with([](Keyframe& k) { k.in_tangent = -0.0f; }), kCompact11);
}

TEST(WriteLossTest, BooleanKeysHaveNothingToLose) {
  InputAnimation animation = MakeRecording({.camera = true, .hands = true});
  animation.curve(CurveSlot::Pinch(Handedness::kLeft)).keys[0].in_tangent = 1;
  EXPECT_TRUE(WriteInputAnimation(animation, kCompact11).ok());
  EXPECT_TRUE(WriteInputAnimation(animation, kFull10).ok());
}

TEST(WriteLossTest, MarkersNeedAList) {
  const InputAnimation animation = MakeRecording({.markers = 1});
  ExpectLoss(animation, {{1, 1}, KeyLayout::kCompact, false});
  ExpectLoss(animation, {{1, 1}, KeyLayout::kFull, false});
}

TEST(WriteLossTest, Version10HasNoGaze) {
  ExpectLoss(MakeRecording({.camera = true, .hands = true, .gaze = true}),
             kFull10);
}

TEST(WriteLossTest, Version10AlwaysHasCameraAndHands) {
  ExpectLoss(MakeRecording({.camera = true, .hands = false}), kFull10);
  ExpectLoss(MakeRecording({.camera = false, .hands = true}), kFull10);
}

TEST(WriteLossTest, PartsThatAreAbsentLoseNothing) {
  // Keys that are not written need not fit.
  InputAnimation animation = MakeRecording({});
  animation.curve(CurveSlot::Gaze(kOriginX)).keys = {{.in_tangent = 1}};
  EXPECT_TRUE(WriteInputAnimation(animation, kCompact11).ok());
}

// ---- The model --------------------------------------------------------------

TEST(CurveTest, ViewLooksAtTheKeysInPlace) {
  Curve curve;
  EXPECT_TRUE(curve.View().empty());
  curve.pre_wrap = 2;
  curve.keys = {{.time = 1, .value = 2, .out_tangent = 3}};
  const CurveView view = curve.View();
  ASSERT_EQ(view.size(), 1u);
  EXPECT_EQ(view.pre_wrap(), 2);
  EXPECT_EQ(view.post_wrap(), 8);
  EXPECT_EQ(view.key(0).out_tangent, 3.0f);
  curve.keys[0].value = 9;
  EXPECT_EQ(view.value(0), 9.0f);
}

}  // namespace
}  // namespace clipguard::mrtk
