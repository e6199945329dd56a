// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/reduce/reduce.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "actions/optimize/recording/test_recordings.h"
#include "actions/reduce/group.h"
#include "corpus/m3d/figures.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/forge/state_machine.h"
#include "parser/format_set.h"
#include "parser/m3d/checks/validate.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"

namespace clipguard::actions {
namespace {

using Bytes = std::vector<uint8_t>;

Bytes BytesOf(std::string_view text) { return {text.begin(), text.end()}; }

std::string TextOf(std::span<const uint8_t> bytes) {
  return {bytes.begin(), bytes.end()};
}

bool Has(const FindingList& findings, FindingCode code,
         std::string_view place) {
  for (const Finding& finding : findings.findings()) {
    if (finding.code == code && KindOfPlace(finding.path) == place) return true;
  }
  return false;
}

// Checks the rules for every reduction: the result is not larger, it still
// holds, and reducing it again changes nothing.
Reduced ReduceTwice(std::span<const uint8_t> bytes,
                    std::optional<Format> format,
                    absl::FunctionRef<bool(std::span<const uint8_t>)> holds) {
  const ReduceOptions options = {.max_tries = 100'000};
  const Structure structure = StructureOf(format);
  Reduced once = Reduce(bytes, structure, options, holds);
  EXPECT_TRUE(once.holds);
  EXPECT_TRUE(once.complete);
  EXPECT_LE(once.bytes.size(), bytes.size());
  EXPECT_TRUE(holds(once.bytes));
  EXPECT_EQ(Reduce(once.bytes, structure, options, holds).bytes, once.bytes);
  return once;
}

TEST(KindOfPlaceTest, IndicesAreTakenOut) {
  EXPECT_EQ(KindOfPlace("camera.position.x.keys[12].time"),
            "camera.position.x.keys[].time");
  EXPECT_EQ(KindOfPlace("a[1][2].b"), "a[][].b");
  EXPECT_EQ(KindOfPlace("a[x].b[3"), "a[x].b[3");
  EXPECT_EQ(KindOfPlace("/clips/c/0/samples/12"), "/clips/c//samples/");
  EXPECT_EQ(KindOfPlace("/0a/1/2"), "/0a//");
  EXPECT_EQ(KindOfPlace(""), "");
}

TEST(WithoutTest, CountsFollow) {
  Group group;
  group.pieces = 2;
  group.counts = {{{0, 2}, true}, {{2, 4}, false}};
  group.cuts = {{{6, 1}, 0}, {{7, 1}, 1, true}, {{8, 2}, 0}};
  const Bytes bytes = {'1', '0', 2, 0, 0, 0, 'a', 'b', 'c', 'd', 'e'};
  EXPECT_EQ(Without(bytes, group, {true, false}),
            (Bytes{'9', 1, 0, 0, 0, 'b', 'e'}));
  EXPECT_EQ(Without(bytes, group, {true, true}),
            (Bytes{'8', 0, 0, 0, 0, 0, 'e'}));
  EXPECT_EQ(Without(bytes, group, {false, false}), bytes);
}

TEST(WithoutTest, IndicesFollow) {
  Group group;
  group.pieces = 3;
  group.cuts = {{{0, 2}, 0, false, {{{1, 1}}}},
                {{2, 2}, 1, false, {{{3, 1}}}},
                {{4, 4}, 2, false, {{{5, 1}, {7, 1}}}}};
  const Bytes bytes = BytesOf("a0b1c2d1");
  EXPECT_EQ(Without(bytes, group, {true, false, false}), BytesOf("b0c1d0"));
  EXPECT_EQ(Without(bytes, group, {false, true, false}), BytesOf("a0c1d-1"));
  EXPECT_EQ(Without(bytes, group, {false, false, true}), BytesOf("a0b1"));
}

TEST(ReduceTest, BytesAlone) {
  const Bytes bytes = BytesOf("the quick brown fox jumps over the lazy dog");
  const Reduced small =
      ReduceTwice(bytes, std::nullopt, [](std::span<const uint8_t> tried) {
        const std::string text = TextOf(tried);
        const size_t q = text.find('q');
        return q != std::string::npos && text.find('z', q) != std::string::npos;
      });
  EXPECT_EQ(TextOf(small.bytes), "qz");
}

TEST(ReduceTest, BytesBecomeSimple) {
  const Reduced small = ReduceTwice(
      BytesOf("abcdef"), std::nullopt, [](std::span<const uint8_t> tried) {
        return tried.size() >= 4 && tried[2] == 'c';
      });
  EXPECT_EQ(small.bytes, (Bytes{0, 0, 'c', 0}));
}

TEST(ReduceTest, WhatDoesNotHoldStays) {
  const Bytes bytes = BytesOf("abc");
  const Reduced result = Reduce(bytes, StructureOf(std::nullopt), {},
                                [](std::span<const uint8_t>) { return false; });
  EXPECT_FALSE(result.holds);
  EXPECT_EQ(result.bytes, bytes);
  EXPECT_EQ(result.tries, 1u);
}

TEST(ReduceTest, TriesEnd) {
  uint64_t calls = 0;
  const Bytes bytes(1000, 'a');
  const Reduced result =
      Reduce(bytes, StructureOf(std::nullopt), {.max_tries = 20},
             [&](std::span<const uint8_t> tried) {
               ++calls;
               return tried.size() >= 300;
             });
  EXPECT_TRUE(result.holds);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.tries, 20u);
  EXPECT_EQ(calls, 20u);
  EXPECT_GE(result.bytes.size(), 300u);
}

bool RecordingHas(std::span<const uint8_t> bytes, FindingCode code,
                  std::string_view place) {
  FindingList findings;
  mrtk::ReadDamagedAndValidate(bytes, {}, findings);
  return Has(findings, code, place);
}

TEST(ReduceTest, RecordingKeepsOneKey) {
  mrtk::InputAnimation motion = MakeMotion({.seed = 1, .keys = 50}, true);
  motion.markers = {{0.1f, "first"}, {0.2f, "second"}};
  mrtk::Curve& curve = motion.curve(mrtk::CurveSlot::Camera(mrtk::kPositionY));
  ASSERT_GT(curve.keys.size(), 20u);
  curve.keys[17].value = std::numeric_limits<float>::infinity();
  const Bytes bytes = *mrtk::WriteInputAnimation(motion, mrtk::kRecorder11);
  const std::string_view place = "camera.position.y.keys[].value";
  ASSERT_TRUE(RecordingHas(bytes, FindingCode::kKeyValueNotFinite, place));
  const Reduced small =
      ReduceTwice(bytes, Format::kMrtk, [&](std::span<const uint8_t> tried) {
        return RecordingHas(tried, FindingCode::kKeyValueNotFinite, place);
      });
  // A header, the camera's curves with one key, and perhaps a list of markers.
  EXPECT_LE(small.bytes.size(), 19u + 7 * 12 + 8 + 4);
}

TEST(ReduceTest, RecordingKeepsOneMarker) {
  mrtk::InputAnimation motion = MakeMotion({.seed = 2, .keys = 20}, true);
  for (int i = 0; i < 9; ++i) motion.markers.push_back({0.1f, "marker"});
  motion.markers[5].time = std::numeric_limits<float>::quiet_NaN();
  const Bytes bytes = *mrtk::WriteInputAnimation(motion, mrtk::kRecorder11);
  const Reduced small =
      ReduceTwice(bytes, Format::kMrtk, [&](std::span<const uint8_t> tried) {
        return RecordingHas(tried, FindingCode::kMarkerTimeNotFinite,
                            "markers[].time");
      });
  EXPECT_EQ(small.bytes.size(), 23u + 5);
}

bool MachineHas(std::span<const uint8_t> bytes, FindingCode code,
                std::string_view place) {
  FindingList findings;
  const std::string text = TextOf(bytes);
  forge::ReadDamagedStateMachine(text, {}, findings);
  return Has(findings, code, place);
}

TEST(ReduceTest, MachineKeepsOneMember) {
  const std::string text = R"({
    "parameters": {"a": 1, "b": [1, 2, 3] /* , } */},
    "clips": {"open": "x:block/door@open", "shut": "#identity"},
    "states": ["open", "shut"],
    "transitions": {"open": "shut", "shut": "open"},
    "start_state": "none, [of] \\\" these"
  })";
  FindingList findings;
  forge::ReadDamagedStateMachine(text, {}, findings);
  ASSERT_FALSE(findings.findings().empty());
  for (const Finding& finding : findings.findings()) {
    const std::string place = KindOfPlace(finding.path);
    const Reduced small = ReduceTwice(
        BytesOf(text), Format::kForgeAsm, [&](std::span<const uint8_t> tried) {
          return MachineHas(tried, finding.code, place);
        });
    EXPECT_LT(small.bytes.size(), 80u)
        << GetCodeInfo(finding.code).name << ' ' << TextOf(small.bytes);
  }
}

TEST(ReduceTest, CharacterKeepsTwoKeys) {
  std::string text = corpus::TextOf(corpus::Biped());
  const size_t last = text.rfind("Time: ");
  text.insert(last + 6, "-");
  const std::string place = "clips.wave.bones[].keyframes[].time";
  const auto has = [&](std::span<const uint8_t> tried) {
    FindingList findings;
    m3d::ReadAndValidate(tried, {}, findings);
    return Has(findings, FindingCode::kKeyTimeDecreasing, place);
  };
  ASSERT_TRUE(has(BytesOf(text)));
  const Reduced small =
      Reduce(BytesOf(text), StructureOf(Format::kM3d), {}, has);
  EXPECT_TRUE(has(small.bytes));
  // The file has tens of thousands of bytes.
  EXPECT_LT(small.bytes.size(), 1000u) << TextOf(small.bytes);
}

TEST(ReduceTest, BrokenTextIsCutToo) {
  const std::string text = R"({"a": [1, 2, {"x": "}"}], "b": [3, 4 # ,
    , 5}, "c": tru })";
  const Reduced small = ReduceTwice(
      BytesOf(text), Format::kForgeAsm, [&](std::span<const uint8_t> tried) {
        return TextOf(tried).find("tru ") != std::string::npos;
      });
  EXPECT_EQ(TextOf(small.bytes), "tru ");
}

}  // namespace
}  // namespace clipguard::actions
