// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/diff/glb/recording_glb.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
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
#include "actions/convert/conversion.h"
#include "actions/convert/gltf/convert_to_glb.h"
#include "actions/convert/gltf/read/recording_reader.h"
#include "actions/diff/comparison.h"
#include "actions/diff/glb/edited_glb.h"
#include "actions/diff/glb/test_glb.h"
#include "actions/diff/recordings.h"
#include "base/memory/work_counter.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "parser/limits.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "testing/allocation_counter.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::InputAnimation;
using ::testing::HasSubstr;

namespace fs = std::filesystem;
using Bytes = std::vector<uint8_t>;

Bytes Read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
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
  keys.insert(keys.begin(), {.time = 0, .value = 7});
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

Bytes GlbWith(std::string json, size_t binary) {
  json.append((4 - json.size() % 4) % 4, ' ');
  Bytes glb;
  Append(0x46546C67, glb);
  Append(2, glb);
  Append(static_cast<uint32_t>(28 + json.size() + binary), glb);
  Append(static_cast<uint32_t>(json.size()), glb);
  Append(0x4E4F534A, glb);
  glb.insert(glb.end(), json.begin(), json.end());
  Append(static_cast<uint32_t>(binary), glb);
  Append(0x004E4942, glb);
  glb.resize(glb.size() + binary);
  return glb;
}

// What stands in each object of `Shared`, with a comma before it.
struct Extra {
  std::string sampler = {};
  std::string times = {};
  std::string values = {};
  std::string view = {};
  std::string buffer = {};
  std::string buffers = {};  // more of them
};

// Rotations of all joints that share one list of keyframes.
Bytes Shared(size_t keys, const Extra& extra = {}) {
  std::string nodes;
  std::string channels;
  std::string children[2];
  size_t node = 0;
  for (const std::string_view joint : mrtk::kJointNames) {
    for (size_t hand = 0; hand < 2; ++hand) {
      const char* comma = node == 0 ? "" : ",";
      nodes += absl::StrFormat(R"(,{"name":"hand.%s.%s"})",
                               hand == 0 ? "left" : "right", joint);
      children[hand] +=
          absl::StrFormat("%s%d", children[hand].empty() ? "" : ",", node + 3);
      channels += absl::StrFormat(
          R"(%s{"sampler":0,"target":{"node":%d,"path":"rotation"}})", comma,
          node + 3);
      ++node;
    }
  }
  return GlbWith(
      absl::StrFormat(
          R"({"asset":{"extras":{"clipguard":{"source":"mrtk"}}},)"
          R"("scenes":[{"nodes":[0]}],"buffers":[{"byteLength":%d%s}%s],)"
          R"("nodes":[{"name":"recording","children":[1,2]},)"
          R"({"name":"hand.left","children":[%s]},)"
          R"({"name":"hand.right","children":[%s]}%s],)"
          R"("accessors":[{"bufferView":0,"componentType":5126,"count":%d,)"
          R"("type":"SCALAR"%s},{"bufferView":0,"componentType":5126,)"
          R"("count":%d,"type":"VEC4"%s}],)"
          R"("bufferViews":[{"buffer":0,"byteLength":%d%s}],)"
          R"("animations":[{"channels":[%s],)"
          R"("samplers":[{"input":0,"output":1%s}]}]})",
          16 * keys, extra.buffer, extra.buffers, children[0], children[1],
          nodes, keys, extra.times, keys, extra.values, 16 * keys, extra.view,
          channels, extra.sampler),
      16 * keys);
}

// They say in other words what is played.
TEST(RecordingReaderTest, ExtensionsAreRefused) {
  const Bytes glb = Shared(1);
  ASSERT_EQ(WhyNot(glb), "");
  constexpr std::string_view kExtension = R"("extensions":{},)";
  for (const std::string_view begin :
       {R"({"asset":)", R"({"name":"hand.left")", R"({"nodes":[0])",
        R"({"sampler":)", R"({"node":)", R"({"input":)", R"({"channels":)",
        R"({"bufferView":)", R"({"buffer":)", R"({"byteLength":)"}) {
    const std::string to =
        "{" + std::string(kExtension) + std::string(begin.substr(1));
    EXPECT_THAT(WhyNot(WithJson(glb, begin, to)), HasSubstr("extensions"))
        << begin;
  }
  EXPECT_THAT(
      WhyNot(WithJson(glb, R"("asset":{)", R"("extensionsUsed":[],"asset":{)")),
      HasSubstr("it uses extensions"));
}

// However many channels share an object, it is read once.
TEST(RecordingReaderTest, SharedObjectsTakeTheTimeOfOne) {
  std::string many;
  for (int i = 0; i < 50'000; ++i) many += R"(,"\n":0)";
  for (const Extra& extra : {Extra{.sampler = many}, Extra{.times = many},
                             Extra{.values = many}, Extra{.view = many}}) {
    const Bytes glb = Shared(1, extra);
    const uint64_t before = WorkDone();
    EXPECT_EQ(WhyNot(glb), "");
    EXPECT_LE(WorkDone() - before, 10 * glb.size());
  }
}

TEST(RecordingReaderTest, KeyframesThatLieElsewhereAreRefused) {
  EXPECT_EQ(WhyNot(Shared(1, {.values = R"(,"normalized":false)"})), "");
  EXPECT_THAT(WhyNot(Shared(1, {.values = R"(,"normalized":true)"})),
              HasSubstr("normalized"));
  EXPECT_THAT(WhyNot(Shared(1, {.times = R"(,"sparse":{"count":1})"})),
              HasSubstr("sparse"));
  EXPECT_THAT(WhyNot(Shared(1, {.view = R"(,"byteStride":16)"})),
              HasSubstr("side by side"));
  EXPECT_THAT(WhyNot(Shared(1, {.view = R"(,"byteOffset":1)"})),
              HasSubstr("beyond its buffer"));
  EXPECT_THAT(WhyNot(Shared(1, {.values = R"(,"byteOffset":4)"})),
              HasSubstr("beyond its buffer"));
  const Bytes glb = Shared(1);
  EXPECT_THAT(WhyNot(With(glb, R"("buffer":0)", R"("buffer":1)")),
              HasSubstr("not there"));
  EXPECT_THAT(WhyNot(Shared(1, {.buffer = R"(,"uri":"a.bin")"})),
              HasSubstr("another file"));
  const Bytes two = Shared(1, {.buffers = ",{}"});
  EXPECT_EQ(WhyNot(two), "");
  EXPECT_THAT(WhyNot(With(two, R"("buffer":0)", R"("buffer":1)")),
              HasSubstr("another buffer"));
}

// A recording's nodes, one of which is with something.
Bytes Nodes(std::string_view recording, std::string_view camera,
            std::string_view more = "", std::string_view scene = "0") {
  return GlbWith(
      absl::StrFormat(
          R"({"asset":{"extras":{"clipguard":{"source":"mrtk"}}},)"
          R"("scenes":[{"nodes":[%s]}],"nodes":[{"name":"recording"%s},)"
          R"({"name":"camera"%s}%s]})",
          scene, recording, camera, more),
      0);
}

TEST(RecordingReaderTest, NodesThatStandElsewhereAreRefused) {
  constexpr const char* kChild = R"(,"children":[1])";
  EXPECT_EQ(WhyNot(Nodes(kChild, "")), "");
  EXPECT_EQ(WhyNot(Nodes(kChild, "", R"(,{"name":"mine"},{})")), "");
  for (const char* place :
       {R"(,"translation":[1,0,0])", R"(,"rotation":[1,0,0,0])",
        R"(,"scale":[2,2,2])", R"(,"matrix":[])"}) {
    const std::string root = std::string(kChild).append(place);
    EXPECT_THAT(WhyNot(Nodes(root, "")), HasSubstr("recording is moved"));
    const std::string other = std::string(",{\"a\":0").append(place) + "}";
    EXPECT_THAT(WhyNot(Nodes(kChild, "", other)), HasSubstr("a node is moved"));
  }
  EXPECT_THAT(WhyNot(Nodes(kChild, R"(,"translation":[1,0,0])")),
              HasSubstr("camera.position.x has a value, but no keyframes"));
  EXPECT_THAT(WhyNot(Nodes(kChild, R"(,"rotation":[1,0,0,0])")),
              HasSubstr("camera.rotation.x has a value, but no keyframes"));
  EXPECT_THAT(WhyNot(Nodes(kChild, R"(,"scale":[2,2,2])")),
              HasSubstr("camera is moved, turned or scaled otherwise"));
}

TEST(RecordingReaderTest, NodesThatHangElsewhereAreRefused) {
  constexpr const char* kChild = R"(,"children":[1])";
  constexpr const char* kElsewhere = "camera does not hang where";
  EXPECT_THAT(WhyNot(Nodes("", "")), HasSubstr(kElsewhere));
  EXPECT_THAT(WhyNot(Nodes("", "", "", "0,1")), HasSubstr(kElsewhere));
  EXPECT_THAT(WhyNot(Nodes("", "", R"(,{"children":[1]})")),
              HasSubstr(kElsewhere));
  EXPECT_THAT(WhyNot(Nodes(R"(,"children":[1,1])", "")), HasSubstr(kElsewhere));
  EXPECT_THAT(WhyNot(Nodes(kChild, R"(,"children":[1])")),
              HasSubstr(kElsewhere));
  EXPECT_THAT(WhyNot(Nodes(kChild, R"(,"children":[0])")),
              HasSubstr("recording does not hang"));
  EXPECT_THAT(WhyNot(Nodes(kChild, "", "", "")),
              HasSubstr("does not show a node"));
  EXPECT_THAT(WhyNot(Nodes(R"(,"children":[2])", "")), HasSubstr("not there"));
  EXPECT_THAT(WhyNot(Nodes(kChild, "", R"(,{"name":"camera"})")),
              HasSubstr("two nodes are camera"));
  EXPECT_THAT(
      WhyNot(Nodes(R"(,"children":[1,2])", "", R"(,{"name":"hand.right"})")),
      HasSubstr("one hand"));
}

// A byte for each node, besides the JSON's own tree.
TEST(RecordingReaderTest, NodesTakeLittle) {
  std::string nodes;
  for (int i = 0; i < 500'000; ++i) nodes += ",{}";
  const Bytes glb = Nodes(R"(,"children":[1])", "", nodes);
  const int64_t start = StartPeak();
  EXPECT_EQ(WhyNot(glb), "");
  EXPECT_LE(PeakBytesSince(start), 8 * glb.size());
}

// A channel that moves all.
TEST(RecordingReaderTest, ChannelsOfOtherNodesAreRefused) {
  const Bytes glb = Shared(1);
  EXPECT_THAT(WhyNot(With(glb, R"("node":3,)", R"("node":0,)")),
              HasSubstr("moves recording, which is no part"));
  EXPECT_THAT(WhyNot(With(glb, R"("node":3,)", R"("node":1,)")),
              HasSubstr("moves hand.left, which is no part"));
  EXPECT_THAT(WhyNot(With(glb, R"("node":3,)", R"("node":4,)")),
              HasSubstr("two channels"));
}

TEST(RecordingReaderTest, ALimitBoundsTheResult) {
  const Bytes glb = Shared(2000);
  EXPECT_EQ(WhyNot(glb), "");
  EXPECT_THAT(WhyNot(glb, {.result_bytes = 0}), HasSubstr("result-bytes"));
  EXPECT_THAT(WhyNot(Shared(100'000)),
              HasSubstr("its keyframes as a recording's would be"));
  EXPECT_THAT(WhyNot(Shared(100'000)), HasSubstr("limit result-bytes allows"));
  // Keys that are made between keyframes count, too.
  Bytes turns = Shared(2000);
  for (size_t i = 0; i < 2000; ++i) {
    const std::array<float, 4> q = {i % 2 != 0 ? 1.0F : 0.0F, 0, 0,
                                    i % 2 != 0 ? 0.0F : 1.0F};
    std::memcpy(turns.data() + turns.size() - (2000 - i) * sizeof(q), q.data(),
                sizeof(q));
  }
  EXPECT_THAT(WhyNot(turns), HasSubstr("result-bytes"));
  EXPECT_EQ(WhyNot(turns, {.result_bytes = 100'000'000}), "");
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
        CompareWithGlb({.bytes = recording}, {.bytes = glb}, {}, kGlbOptions));
    glb[i] ^= 0x11;
  }
}

}  // namespace
}  // namespace clipguard::actions
