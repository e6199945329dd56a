// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Recordings of strangers, as .glb files.

#include "actions/convert/gltf/read/recording_reader.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "actions/diff/comparison.h"
#include "actions/diff/glb/edited_glb.h"
#include "actions/diff/glb/glb_edits.h"
#include "actions/diff/glb/recording_glb.h"
#include "actions/diff/glb/test_glb.h"
#include "base/memory/work_counter.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/limits.h"
#include "parser/mrtk/format.h"
#include "testing/allocation_counter.h"

namespace clipguard::actions {
namespace {

using ::testing::HasSubstr;

using Bytes = std::vector<uint8_t>;

std::string WhyNot(const Bytes& glb, const Limits& limits = {}) {
  const auto read = gltf::ReadRecording(glb, limits);
  return read.ok() ? "" : std::string(read.status().message());
}

TEST(RecordingReaderTest, WhatIsNotOfARecordingIsRefused) {
  const Bytes glb = GlbOf(Written(Scene()));
  EXPECT_EQ(WhyNot(glb), "");
  EXPECT_THAT(
      WhyNot(WithJson(glb, "\"source\":\"mrtk\"", "\"source\":\"mine\"")),
      HasSubstr("of a recording"));
  EXPECT_THAT(WhyNot(WithJson(glb, "\"STEP\"", "\"STOP\"")),
              HasSubstr("interpolation"));
  EXPECT_THAT(
      WhyNot(WithJson(glb, "\"path\":\"rotation\"", "\"path\":\"weights_\"")),
      HasSubstr("more than move"));
  EXPECT_THAT(WhyNot(WithJson(glb, "\"input\":", "\"inqut\":")),
              HasSubstr("input"));
  EXPECT_THAT(
      WhyNot(WithJson(glb, "\"componentType\":5126", "\"componentType\":5125")),
      HasSubstr("another type"));
  EXPECT_THAT(WhyNot(glb, {.json_bytes = 100}), HasSubstr("json-bytes"));
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
      std::string(16 * keys, 0));
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
  EXPECT_THAT(WhyNot(WithJson(glb, R"("buffer":0)", R"("buffer":1)")),
              HasSubstr("not there"));
  EXPECT_THAT(WhyNot(Shared(1, {.buffer = R"(,"uri":"a.bin")"})),
              HasSubstr("another file"));
  const Bytes two = Shared(1, {.buffers = ",{}"});
  EXPECT_EQ(WhyNot(two), "");
  EXPECT_THAT(WhyNot(WithJson(two, R"("buffer":0)", R"("buffer":1)")),
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
      "");
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
  EXPECT_THAT(WhyNot(WithJson(glb, R"("node":3,)", R"("node":0,)")),
              HasSubstr("moves recording, which is no part"));
  EXPECT_THAT(WhyNot(WithJson(glb, R"("node":3,)", R"("node":1,)")),
              HasSubstr("moves hand.left, which is no part"));
  EXPECT_THAT(WhyNot(WithJson(glb, R"("node":3,)", R"("node":4,)")),
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
