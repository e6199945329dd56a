// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/diff/glb/recording_glb.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "actions/convert/conversion.h"
#include "actions/convert/gltf/convert_to_glb.h"
#include "actions/diff/comparison.h"
#include "actions/diff/glb/edited_glb.h"
#include "actions/diff/glb/test_glb.h"
#include "actions/diff/recordings.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "testing/allocation_counter.h"
#include "testing/temp_folder.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::InputAnimation;
using ::testing::HasSubstr;

namespace fs = std::filesystem;
using Bytes = std::vector<uint8_t>;

std::vector<std::string> Paths(const Comparison& comparison) {
  std::vector<std::string> paths;
  for (const Difference& difference : comparison.differences()) {
    if (difference.meaning) paths.push_back(difference.path);
  }
  return paths;
}

TEST(RecordingGlbTest, WhatLosesNothingIsTheSame) {
  size_t files = 0;
  for (const auto& entry : fs::directory_iterator("corpus/mrtk/valid")) {
    const Bytes bytes = ReadBytes(entry.path());
    FindingList losses;
    const Bytes glb = GlbOf(bytes, {}, losses);
    if (!losses.empty()) continue;
    ++files;
    for (const Comparison& c : {Compare(bytes, glb), Compare(glb, bytes)}) {
      EXPECT_FALSE(c.differs())
          << entry.path() << " " << (Paths(c).empty() ? "" : Paths(c)[0]);
      EXPECT_EQ(c.gap_count(), 0U) << entry.path();
    }
  }
  EXPECT_GT(files, 10U);
}

// Curves that repeat, and keys at 0 of which the last is played.
TEST(RecordingGlbTest, WhatIsNotPlayedIsNoDifference) {
  constexpr auto kPingPong = static_cast<int32_t>(mrtk::WrapMode::kPingPong);
  InputAnimation repeats = Scene();
  for (mrtk::Curve& curve : repeats.curves) {
    curve.pre_wrap = curve.post_wrap = kPingPong;
  }
  for (size_t i = CurveSlot::kHandStates; i < CurveSlot::kJoints; ++i) {
    repeats.curves[i].keys = {{.time = 0, .value = 0},
                              {.time = 2.75F, .value = 1}};
  }
  const auto check = [](const InputAnimation& animation) {
    FindingList losses;
    const Bytes bytes = Written(animation);
    const Bytes glb = GlbOf(bytes, {}, losses);
    EXPECT_TRUE(losses.empty());
    for (const Comparison& c : {Compare(bytes, glb), Compare(glb, bytes)}) {
      EXPECT_FALSE(c.differs()) << TextOf(c);
      EXPECT_EQ(c.gap_count(), 0U) << TextOf(c);
    }
  };
  check(repeats);
  InputAnimation jumps = Scene();
  auto& keys = jumps.curve(CurveSlot::Camera(mrtk::kPositionX)).keys;
  keys.insert(keys.begin(), mrtk::Keyframe{.time = 0, .value = 7});
  check(jumps);
}

TEST(RecordingGlbTest, RepetitionsThatAreLostAreADifference) {
  constexpr auto kLoop = static_cast<int32_t>(mrtk::WrapMode::kLoop);
  for (const CurveSlot slot :
       {CurveSlot::Camera(mrtk::kPositionY), CurveSlot(CurveSlot::kGaze),
        CurveSlot::Pinch(mrtk::Handedness::kLeft)}) {
    InputAnimation scene = Scene();
    mrtk::Curve& curve = scene.curve(slot);
    curve.keys.resize(std::min<size_t>(curve.keys.size(), 5));
    curve.keys.front().value = 1;
    curve.pre_wrap = curve.post_wrap = kLoop;
    const Bytes bytes = Written(scene);
    FindingList losses;
    const Bytes glb = GlbOf(bytes, {}, losses);
    EXPECT_FALSE(losses.empty());
    EXPECT_TRUE(Compare(bytes, glb).differs()) << slot.Path();
    EXPECT_TRUE(Compare(glb, bytes).differs()) << slot.Path();
  }
}

// Nobody looked at all times: that is not "same".
TEST(RecordingGlbTest, WhatIsNotProvenIsAGap) {
  InputAnimation scene = Scene();
  auto& keys = scene.curve(CurveSlot::Camera(mrtk::kPositionX)).keys;
  keys[3].weighted_mode = 3;
  keys[3].out_weight = 1.25F;
  InputAnimation moved = scene;
  auto& moved_keys = moved.curve(CurveSlot::Camera(mrtk::kPositionX)).keys;
  moved_keys[3].out_tangent = std::nextafter(keys[3].out_tangent, 2.0F);
  const Bytes a = Written(scene);
  const Bytes b = Written(moved);
  FindingList findings;
  const auto of_a = mrtk::ReadInputAnimation(a, {}, findings);
  const auto of_b = mrtk::ReadInputAnimation(b, {}, findings);
  ASSERT_TRUE(of_a && of_b);
  EXPECT_EQ(CompareRecordings(*of_a, *of_a).gap_count(), 0U);
  EXPECT_TRUE(CompareRecordings(*of_a, *of_b).differs());
  const Comparison close =
      CompareRecordings(*of_a, *of_b, {.units = 0.001, .degrees = 0.1});
  EXPECT_FALSE(close.differs());
  ASSERT_EQ(close.gap_count(), 1U);
  EXPECT_EQ(close.gaps()[0].path, "camera");
  EXPECT_THAT(close.gaps()[0].reason, HasSubstr("nothing is proven of its"));
}

TEST(RecordingGlbTest, AChangeIsFoundInWhatIsPlayed) {
  const Bytes before = Written(Scene());
  const Bytes glb = GlbOf(before);
  EXPECT_FALSE(Compare(before, glb).differs());
  InputAnimation moved = Scene();
  moved.curve(CurveSlot::Camera(mrtk::kPositionZ)).keys[5].value += 0.01F;
  EXPECT_THAT(Paths(Compare(Written(moved), glb)),
              testing::ElementsAre("camera"));
  moved = Scene();
  moved.curve(CurveSlot::Pinch(mrtk::Handedness::kLeft)).keys[1].time += 0.1F;
  EXPECT_THAT(Paths(Compare(Written(moved), glb)),
              testing::ElementsAre("hands.left.pinch"));
  moved = Scene();
  moved.markers[0].name = "end";
  EXPECT_EQ(Compare(Written(moved), glb).count(), 2U);
  // A hand without gaze.
  moved = Scene();
  moved.has_gaze = false;
  EXPECT_THAT(Paths(Compare(Written(moved), glb)),
              testing::ElementsAre("gaze"));
}

// The measure that is found is the recording's own: z is mirrored back.
TEST(RecordingGlbTest, SignsComeBack) {
  InputAnimation moved = Scene();
  for (mrtk::Keyframe& key :
       moved.curve(CurveSlot::Camera(mrtk::kPositionZ)).keys) {
    key.value += 0.5F;
  }
  const Comparison c = Compare(Written(moved), GlbOf(Written(Scene())));
  ASSERT_TRUE(c.differs());
  const Difference& pose = c.differences().front();
  EXPECT_EQ(pose.path, "camera");
  EXPECT_NEAR(pose.measures[1].found, 0.5, 1e-3);
  EXPECT_LT(pose.measures[2].bound, kGlbDegrees);
}

const Difference* Original(const Comparison& c) {
  for (const Difference& difference : c.differences()) {
    if (difference.subject == "original") return &difference;
  }
  return nullptr;
}

TEST(RecordingGlbTest, TheOriginalIsComparedToo) {
  const Bytes recording = Written(Scene());
  const Bytes kept = GlbOf(recording, {.keep_original = true});
  const Comparison same = Compare(recording, kept);
  EXPECT_FALSE(same.differs());
  ASSERT_NE(Original(same), nullptr);
  EXPECT_EQ(Original(same)->after, "the same bytes");
  EXPECT_FALSE(Original(same)->meaning);
  EXPECT_EQ(Original(Compare(recording, GlbOf(recording))), nullptr);
  // Another layout means the same.
  InputAnimation lines = Scene();
  for (mrtk::Curve& curve : lines.curves) {
    for (mrtk::Keyframe& key : curve.keys) {
      key = {.time = key.time, .value = key.value};
    }
  }
  const Bytes compact =
      mrtk::WriteInputAnimation(lines, mrtk::kRecorder11).value();
  const Comparison layouts =
      Compare(Written(lines), GlbOf(compact, {.keep_original = true}));
  EXPECT_FALSE(layouts.differs());
  EXPECT_THAT(Original(layouts)->after, HasSubstr("mean the same"));
  // Another recording does not, whatever is played.
  lines.markers[0].time += 1;
  const Comparison other =
      Compare(Written(lines), GlbOf(compact, {.keep_original = true}));
  EXPECT_THAT(Original(other)->after, HasSubstr("mean something else"));
  EXPECT_TRUE(Original(other)->meaning);
}

TEST(RecordingGlbTest, ADamagedOriginalIsADifference) {
  const Bytes recording = Written(Scene());
  const Bytes glb = GlbOf(recording);
  const Bytes kept = GlbOf(recording, {.keep_original = true});
  Bytes damaged = kept;
  // The last byte of the original, which is padded to 4 bytes.
  damaged[damaged.size() - 1 - (4 - recording.size() % 4) % 4] ^= 1;
  const Comparison of_recording = Compare(recording, damaged);
  EXPECT_TRUE(of_recording.differs());
  ASSERT_NE(Original(of_recording), nullptr);
  EXPECT_TRUE(Original(of_recording)->meaning);
  EXPECT_THAT(Original(of_recording)->before, HasSubstr("bytes"));
  EXPECT_EQ(Original(of_recording)->after, "damaged");
  EXPECT_TRUE(Compare(damaged, kept).differs());
  const Comparison of_plain = Compare(damaged, glb);
  EXPECT_TRUE(of_plain.differs());
  EXPECT_EQ(Original(of_plain)->before, "damaged");
  EXPECT_EQ(Original(of_plain)->after, "none");
  // A file is the same as itself, and that is noted.
  const Comparison itself = Compare(damaged, damaged);
  EXPECT_FALSE(itself.differs());
  ASSERT_NE(Original(itself), nullptr);
}

TEST(RecordingGlbTest, AnOriginalThatNobodyCanCompareIsAGap) {
  InputAnimation out_of_order;
  out_of_order.has_camera = true;
  out_of_order.curves[0].keys = {
      {.time = 0}, {.time = 2}, {.time = 1}, {.time = 2}};
  InputAnimation other = out_of_order;
  other.curves[0].keys = {{.time = 0}, {.time = 1, .value = 5}, {.time = 2}};
  const Comparison c = Compare(
      Written(other), GlbOf(Written(out_of_order), {.keep_original = true}));
  EXPECT_NE(c.gap_count(), 0U);
  ASSERT_NE(Original(c), nullptr);
  EXPECT_THAT(Original(c)->after, HasSubstr("not all of which"));
}

// Keys at neighbouring float32 times, each of which could be a jump.
TEST(RecordingGlbTest, KeysThatAreAsCloseAsFloatsAreCompared) {
  const auto recording = [](float size) {
    InputAnimation scene;
    scene.has_camera = true;
    std::vector<mrtk::Keyframe>& keys = scene.curves[0].keys;
    for (float at = 1 << 18; keys.size() < 320; at = std::nextafter(at, 1e9F)) {
      const bool inner = !keys.empty() && keys.size() < 319;
      keys.push_back({.time = at, .value = inner ? size : 0});
    }
    return Written(scene);
  };
  const Bytes still = recording(0);
  EXPECT_FALSE(Compare(still, GlbOf(still)).differs());
  EXPECT_TRUE(Compare(still, GlbOf(recording(3))).differs());
  EXPECT_TRUE(Compare(GlbOf(still), GlbOf(recording(3))).differs());
}

// ---- Memory -----------------------------------------------------------------

// Recordings with many keys, as recorders write them.
Bytes Long(size_t keys, bool hands) {
  InputAnimation scene;
  scene.has_camera = true;
  scene.has_hands = hands;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    if (CurveSlot(i).is_gaze() || (i >= mrtk::kPoseCurves && !hands)) continue;
    for (size_t k = 0; k < keys; ++k) {
      const float time = static_cast<float>(k) / 64;
      const float value = CurveSlot(i).is_boolean()
                              ? 0
                              : std::sin(time + static_cast<float>(i));
      scene.curves[i].keys.push_back({.time = time, .value = value});
    }
  }
  return mrtk::WriteInputAnimation(scene, mrtk::kRecorder11).value();
}

// Besides the recording there is the .glb, which is not much larger, and
// nothing of its size.
TEST(RecordingGlbTest, ToConvertTakesTheResult) {
  const Bytes recording = Long(40'000, /*hands=*/false);
  const int64_t start = StartPeak();
  FindingList losses;
  const auto glb =
      ConvertToGlb({.bytes = recording, .format = Format::kMrtk}, {}, losses);
  ASSERT_TRUE(glb.ok());
  EXPECT_LE((*glb)->size(), recording.size() * 6 / 5);
  EXPECT_LE(PeakBytesSince(start), (*glb)->size() * 11 / 10);
}

// Besides the files there is a pose at a time.
TEST(RecordingGlbTest, ToCompareTakesAPose) {
  const Bytes hands = Long(1000, /*hands=*/true);
  const Bytes camera = Long(40'000, /*hands=*/false);
  for (const bool one : {false, true}) {
    const Bytes& recording = one ? camera : hands;
    const Bytes glb = GlbOf(recording);
    const int64_t start = StartPeak();
    EXPECT_FALSE(Compare(recording, glb).differs());
    // Of a camera alone, 136 bytes a frame, where the .glb has 64.
    EXPECT_LE(PeakBytesSince(start), one ? glb.size() * 11 / 5 : glb.size() / 4)
        << one;
  }
}

}  // namespace
}  // namespace clipguard::actions
