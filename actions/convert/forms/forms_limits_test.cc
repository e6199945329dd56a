// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests the memory that conversions to other forms take, and the limits on
// results that are large for a small file.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "actions/convert/conversion.h"
#include "actions/convert/forms/test_forms.h"
#include "actions/convert/targets/conversion_targets.h"
#include "base/piece_writer.h"
#include "base/text_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/test_armatures.h"
#include "parser/format_set.h"
#include "parser/limits.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/test_files.h"
#include "testing/allocation_counter.h"
#include "testing/sample_files.h"
#include "testing/sanitizers.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::InputAnimation;
using ::testing::HasSubstr;

// ---- Memory -----------------------------------------------------------------

// A recording of 4 MB or so, under sanitizers 2, as compact keys.
std::string Long() {
  constexpr int kKeys = CLIPGUARD_SANITIZED ? 700 : 1500;
  InputAnimation animation;
  animation.has_camera = true;
  animation.has_hands = true;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    for (int k = 0; k < kKeys; ++k) {
      const float time = static_cast<float>(k) / 90;
      animation.curves[i].keys.push_back(
          {.time = time, .value = CurveSlot(i).is_boolean() ? 1 : time / 3});
    }
  }
  return TextOf(*mrtk::WriteInputAnimation(animation, mrtk::kRecorder11));
}

// Neither the recording's model nor the result is ever in memory as a whole.
TEST(FormsLimitsTest, RecordingsAreWrittenInPieces) {
  const std::string compact = Long();
  const std::string full = Become(compact, "mrtk-full").value();
  constexpr uint64_t kMost = 1'000'000;
  for (const std::string& source : {compact, full}) {
    for (const char* target :
         {"mrtk", "mrtk-full", "mrtk-1.0", "json", "csv"}) {
      const int64_t start = StartPeak();
      FindingList losses;
      const auto converted = FindConversionTarget(target)->convert(
          Parsed(BytesOf(source), Format::kMrtk), {}, losses);
      ASSERT_TRUE(converted.ok());
      uint64_t written = 0;
      (*converted)->WriteTo([&](std::span<const uint8_t> piece) {
        written += piece.size();
      });
      EXPECT_LT(PeakBytesSince(start), kMost) << target;
      EXPECT_GT(written, 2 * kMost) << target;
    }
  }
}

// JSON that is read back becomes the file, which is judged before it is
// written: besides the text there are that and where its values are. Four bytes
// are asked for of each byte of text, and used as far as there are values.
constexpr int64_t kRoomForPlaces = 4;

TEST(FormsLimitsTest, JsonOfARecordingTakesItsValues) {
  const std::string source = Long();
  for (const char* const layout : {"mrtk", "mrtk-full"}) {
    const std::string file = Become(source, layout).value();
    const std::string json = Become(file, "json").value();
    const int64_t start = StartPeak();
    FindingList losses;
    const auto converted = FindConversionTarget("mrtk")->convert(
        Parsed(BytesOf(json)), {}, losses);
    ASSERT_TRUE(converted.ok()) << converted.status();
    EXPECT_EQ((*converted)->size(), file.size());
    (*converted)->WriteTo([](std::span<const uint8_t>) {});
    const auto size = static_cast<int64_t>(json.size());
    EXPECT_LE(PeakBytesSince(start), kRoomForPlaces * size + size / 4 +
                                         static_cast<int64_t>(file.size()))
        << layout;
  }
}

// The canonical text of an armature is written in pieces, too.
TEST(FormsLimitsTest, ArmaturesAreWrittenInPieces) {
  std::string samples = "0";
  for (int i = 0; i < 200'000; ++i) samples += ",0.125";
  const std::string text =
      forge::ClipText({forge::VariableText("angle", samples)});
  const int64_t start = StartPeak();
  FindingList losses;
  const auto converted = FindConversionTarget("json")->convert(
      Parsed(BytesOf(text), Format::kForgeArmature), {}, losses);
  ASSERT_TRUE(converted.ok()) << converted.status();
  uint64_t written = 0;
  (*converted)->WriteTo([&](std::span<const uint8_t> piece) {
    written += piece.size();
  });
  EXPECT_GT(written, text.size());
  const auto size = static_cast<int64_t>(text.size());
  EXPECT_LE(PeakBytesSince(start), (kRoomForPlaces + 1) * size);
}

// A character's model is in memory as a whole, and one piece of the result.
TEST(FormsLimitsTest, CharactersAreWrittenInPieces) {
  std::string text = ReadFile("corpus/m3d/valid/arm.m3d");
  const auto one = Become(text, "json");
  ASSERT_TRUE(one.ok());
  for (const char* target : {"m3d", "json", "csv"}) {
    FindingList losses;
    const auto converted = FindConversionTarget(target)->convert(
        Parsed(BytesOf(text), Format::kM3d), {}, losses);
    ASSERT_TRUE(converted.ok());
    const int64_t start = StartPeak();
    (*converted)->WriteTo([](std::span<const uint8_t>) {});
    EXPECT_LT(PeakBytesSince(start), 2 * PieceWriter::kPieceBytes) << target;
  }
}

// ---- Results that a file does not pay for -----------------------------------

// A clip in which the axis of a joint turns.
std::string Turning(const std::string& joint, const std::string& samples) {
  return forge::ClipText({forge::VariableText("axis_x", samples),
                          forge::VariableText("angle", samples),
                          forge::VariableText("origin_x", samples),
                          forge::VariableText("axis_y", "1,-3,2")},
                         {.joint = joint});
}

void ExpectRefused(const std::string& text, std::string_view target,
                   const std::string& path) {
  FindingList losses;
  Limits limits;
  limits.result_bytes = 1;
  const auto converted = FindConversionTarget(target)->convert(
      Parsed(BytesOf(text), std::nullopt, limits), {}, losses);
  EXPECT_EQ(converted.status().code(), absl::StatusCode::kResourceExhausted)
      << target;
  ASSERT_FALSE(losses.empty()) << target;
  const Finding& last = losses.findings().back();
  EXPECT_EQ(last.code, FindingCode::kLimitExceeded) << target;
  EXPECT_EQ(last.path, path) << target;
  EXPECT_THAT(last.message, HasSubstr("result-bytes"));
  // With the usual limits it is written.
  EXPECT_TRUE(Become(text, target).ok()) << target;
}

TEST(FormsLimitsTest, ResultsHaveALimit) {
  const std::string samples = "1,90,-40,2,5,3,7,9";
  std::string many = samples;
  for (int i = 0; i < 40; ++i) many += ",4";
  const std::string turning = Turning("lid", samples);
  ExpectRefused(turning, "bedrock", "/clips/c/joint_clips/lid");
  ExpectRefused(turning, "glb", "/clips/c/joint_clips/lid");
  ExpectRefused(Turning(std::string(1000, 'n'), many), "csv", "/clips");
}

// Curves that take many cubics: each key is the corner of a step that is all
// but one.
TEST(FormsLimitsTest, TracksOfARecordingHaveALimit) {
  InputAnimation animation;
  animation.has_gaze = true;
  for (int k = 0; k < 20; ++k) {
    animation.curve(CurveSlot::Gaze(mrtk::kOriginX))
        .keys.push_back({.time = static_cast<float>(k),
                         .value = static_cast<float>(1000 * (k % 2)),
                         .in_tangent = 1e4F,
                         .out_tangent = -1e4F,
                         .in_weight = 0.97F,
                         .out_weight = 0.99F,
                         .weighted_mode = 3});
  }
  ExpectRefused(TextOf(mrtk::MustWrite(animation, mrtk::kFull11)), "glb",
                "gaze.origin.x");
}

}  // namespace
}  // namespace clipguard::actions
