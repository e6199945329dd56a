// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "rescue/diff/recording_glb.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "parser/limits.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "rescue/conversion/conversion.h"
#include "rescue/diff/comparison.h"
#include "rescue/gltf/convert_to_glb.h"
#include "rescue/gltf/recording_reader.h"

namespace clipguard::rescue {
namespace {

using mrtk::CurveSlot;
using mrtk::InputAnimation;
using ::testing::HasSubstr;

namespace fs = std::filesystem;
using Bytes = std::vector<uint8_t>;

constexpr CompareOptions kOptions = {.units = kGlbUnits,
                                     .degrees = kGlbDegrees};

Bytes Read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Bytes GlbOf(const Bytes& recording, const ConversionOptions& options,
            FindingList& losses) {
  const auto glb = ConvertToGlb({.bytes = recording, .format = Format::kMrtk},
                                options, losses);
  EXPECT_TRUE(glb.ok()) << glb.status();
  Bytes bytes;
  if (!glb.ok()) return bytes;
  (*glb)->WriteTo([&](std::span<const uint8_t> piece) {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
  });
  return bytes;
}

Bytes GlbOf(const Bytes& recording, const ConversionOptions& options = {}) {
  FindingList losses;
  return GlbOf(recording, options, losses);
}

Comparison Compare(const Bytes& a, const Bytes& b) {
  auto comparison =
      CompareWithGlb({.bytes = a}, {.bytes = b}, Limits{}, kOptions);
  EXPECT_TRUE(comparison.ok()) << comparison.status();
  return comparison.ok() ? *comparison : Comparison();
}

// A camera that turns, a hand that pinches, gaze and a marker, with slopes.
InputAnimation Scene() {
  InputAnimation scene;
  scene.has_camera = true;
  scene.has_hands = true;
  scene.has_gaze = true;
  const auto wave = [&](size_t slot, float size, float shift) {
    for (int k = 0; k < 12; ++k) {
      const auto at = static_cast<float>(k);
      scene.curves[slot].keys.push_back({.time = at / 4,
                                         .value = shift + size * std::sin(at),
                                         .in_tangent = size,
                                         .out_tangent = size,
                                         .in_weight = 0.3F,
                                         .out_weight = 0.6F,
                                         .weighted_mode = k % 4});
    }
  };
  for (size_t i = 0; i < mrtk::kPoseCurves; ++i) {
    wave(i, i < mrtk::kRotationX ? 0.3F : 0.02F,
         i == mrtk::kRotationW ? 1.0F : 0.0F);
  }
  for (size_t i = CurveSlot::kGaze; i < CurveSlot::kCount; ++i) {
    wave(i, 0.2F, 0.5F);
  }
  scene.curve(CurveSlot::Pinch(mrtk::Handedness::kLeft)).keys = {
      {.time = 0, .value = 0},
      {.time = 1, .value = 1},
      {.time = 2, .value = 0}};
  scene.markers = {{1, "start"}};
  return scene;
}

Bytes Written(const InputAnimation& animation) {
  return mrtk::WriteInputAnimation(animation,
                                   {{1, 1}, mrtk::KeyLayout::kFull, true})
      .value();
}

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
    const Bytes bytes = Read(entry.path());
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

TEST(RecordingGlbTest, AnOriginalThatNobodyCanCompareIsAGap) {
  InputAnimation out_of_order;
  out_of_order.has_camera = true;
  out_of_order.curves[0].keys = {{.time = 0}, {.time = 2}, {.time = 1}};
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

TEST(RecordingGlbTest, ArcsAreAGap) {
  const Bytes recording = Written(Scene());
  const Comparison c = Compare(recording, GlbOf(recording, {.fps = 2000}));
  EXPECT_EQ(c.gap_count(), 1U);
}

// ---- Files of strangers -----------------------------------------------------

std::string WhyNot(const Bytes& glb, const Limits& limits = {}) {
  const auto read = gltf::ReadRecording(glb, limits);
  return read.ok() ? "" : std::string(read.status().message());
}

// The same with other text in the JSON, of the same length.
Bytes With(Bytes glb, std::string_view from, std::string_view to) {
  EXPECT_EQ(from.size(), to.size());
  const auto at = std::search(glb.begin(), glb.end(), from.begin(), from.end());
  EXPECT_NE(at, glb.end()) << from;
  std::ranges::copy(to, at);
  return glb;
}

TEST(RecordingReaderTest, WhatIsNotOfARecordingIsRefused) {
  const Bytes glb = GlbOf(Written(Scene()));
  EXPECT_EQ(WhyNot(glb), "");
  EXPECT_THAT(WhyNot(With(glb, "\"source\":\"mrtk\"", "\"source\":\"mine\"")),
              HasSubstr("of a recording"));
  EXPECT_THAT(WhyNot(With(glb, "\"STEP\"", "\"STOP\"")),
              HasSubstr("interpolation"));
  EXPECT_THAT(
      WhyNot(With(glb, "\"path\":\"rotation\"", "\"path\":\"weights_\"")),
      HasSubstr("more than move"));
  EXPECT_THAT(WhyNot(With(glb, "\"input\":", "\"inqut\":")),
              HasSubstr("input"));
  EXPECT_THAT(
      WhyNot(With(glb, "\"componentType\":5126", "\"componentType\":5125")),
      HasSubstr("another type"));
  EXPECT_THAT(WhyNot(glb, {.json_bytes = 100}), HasSubstr("json-bytes"));
}

void Append(uint32_t value, Bytes& out) {
  for (int shift = 0; shift < 32; shift += 8) {
    out.push_back(static_cast<uint8_t>(value >> shift));
  }
}

// Rotations of all joints that share one list of keyframes.
Bytes Shared(size_t keys) {
  std::string nodes;
  std::string channels;
  size_t node = 0;
  for (const std::string_view joint : mrtk::kJointNames) {
    for (const char* hand : {"left", "right"}) {
      const char* comma = node == 0 ? "" : ",";
      nodes +=
          absl::StrFormat(R"(%s{"name":"hand.%s.%s"})", comma, hand, joint);
      channels += absl::StrFormat(
          R"(%s{"sampler":0,"target":{"node":%d,"path":"rotation"}})", comma,
          node++);
    }
  }
  std::string json = absl::StrFormat(
      R"({"asset":{"extras":{"clipguard":{"source":"mrtk"}}},"nodes":[%s],)"
      R"("accessors":[{"bufferView":0,"componentType":5126,"count":%d,)"
      R"("type":"SCALAR"},{"bufferView":0,"componentType":5126,"count":%d,)"
      R"("type":"VEC4"}],"bufferViews":[{"buffer":0,"byteLength":%d}],)"
      R"("animations":[{"channels":[%s],"samplers":[{"input":0,"output":1}]}]})",
      nodes, keys, keys, 16 * keys, channels);
  Bytes glb;
  Append(0x46546C67, glb);
  Append(2, glb);
  Append(static_cast<uint32_t>(28 + json.size() + 16 * keys), glb);
  Append(static_cast<uint32_t>(json.size()), glb);
  Append(0x4E4F534A, glb);
  glb.insert(glb.end(), json.begin(), json.end());
  Append(static_cast<uint32_t>(16 * keys), glb);
  Append(0x004E4942, glb);
  glb.resize(glb.size() + 16 * keys);
  return glb;
}

TEST(RecordingReaderTest, ALimitBoundsTheResult) {
  const Bytes glb = Shared(2000);
  EXPECT_EQ(WhyNot(glb), "");
  EXPECT_THAT(WhyNot(glb, {.result_bytes = 0}), HasSubstr("result-bytes"));
  EXPECT_THAT(WhyNot(Shared(100'000)), HasSubstr("result-bytes"));
}

TEST(RecordingReaderTest, CutAnywhereOrDamagedItIsReadOrRefused) {
  const Bytes recording = Written(Scene());
  Bytes glb = GlbOf(recording, {.keep_original = true});
  for (size_t size = 0; size < glb.size(); size += 101) {
    const Bytes cut(glb.begin(), glb.begin() + static_cast<int64_t>(size));
    EXPECT_NE(WhyNot(cut), "") << size;
  }
  for (size_t i = 0; i < glb.size(); i += 499) {
    glb[i] ^= 0x11;
    static_cast<void>(
        CompareWithGlb({.bytes = recording}, {.bytes = glb}, {}, kOptions));
    glb[i] ^= 0x11;
  }
}

}  // namespace
}  // namespace clipguard::rescue
