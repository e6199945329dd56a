// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/armature/armature.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "actions/optimize/armature/armature_check.h"
#include "actions/optimize/optimize.h"
#include "base/memory/work_counter.h"
#include "base/text_of.h"
#include "gtest/gtest.h"
#include "testing/allocation_counter.h"
#include "testing/sample_files.h"

namespace clipguard::actions {
namespace {

// A clip that moves one joint by one variable.
std::string Lid(std::string_view variable, std::string_view samples,
                bool loop = false, std::string_view interpolation = "linear") {
  return absl::StrFormat(
      "{ \"joints\": { \"lid\": { \"0\": [1] } },\n"
      "  \"clips\": { \"open\": { \"loop\": %s,\n"
      "    \"joint_clips\": { \"lid\": [ { \"variable\": \"%s\",\n"
      "      \"type\": \"uniform\", \"interpolation\": \"%s\",\n"
      "      \"samples\": [%s] } ] },\n"
      "    \"events\": { \"0.5\": \"creak\" } } } }\n",
      loop ? "true" : "false", variable, interpolation, samples);
}

Optimized Checked(std::string_view text, const OptimizeOptions& options) {
  const auto result = OptimizeArmature(BytesOf(text), {}, options);
  EXPECT_TRUE(result.has_value());
  if (!result) return {};
  EXPECT_EQ(WhatDoesNotHoldOfArmature(BytesOf(text), options, *result, 200),
            "");
  return *result;
}

// The text that is left; empty if nothing changed.
std::string Left(std::string_view text, const OptimizeOptions& options = {}) {
  const Optimized result = Checked(text, options);
  return {result.bytes.begin(), result.bytes.end()};
}

TEST(OptimizeArmatureTest, WhatIsOnALineGoesAndAllElseStays) {
  EXPECT_EQ(Left(Lid("offset_x", "0.0, 0.25 ,0.5,\n  0.75, 1e0")),
            Lid("offset_x", "0.0, 1e0"));
  EXPECT_EQ(Left(Lid("offset_x", "0, 1, 2, /* top */ 1, 0")),
            Lid("offset_x", "0, 2, /* top */ 0"));
  // Of three stretches none can go by itself.
  EXPECT_EQ(Left(Lid("offset_x", "0, 1, 2, 0")), "");
}

TEST(OptimizeArmatureTest, ALoopGoesBackToItsFirstSample) {
  EXPECT_EQ(Left(Lid("scale", "1, 2, 3, 2", true)), Lid("scale", "1, 3", true));
  // From 4 back to 1 it is not the line through all.
  EXPECT_EQ(Left(Lid("scale", "1, 2, 3, 4", true)), "");
  EXPECT_EQ(Left(Lid("scale", "7, 7, 7", true)), Lid("scale", "7", true));
}

TEST(OptimizeArmatureTest, TheToleranceIsThatOfTheVariable) {
  const OptimizeOptions options{.tolerance = 0.01, .angle_tolerance = 2};
  EXPECT_EQ(Left(Lid("offset_y", "0, 0.509, 1"), options),
            Lid("offset_y", "0, 1"));
  EXPECT_EQ(Left(Lid("offset_y", "0, 0.511, 1"), options), "");
  EXPECT_EQ(Left(Lid("angle", "0, 11.9, 20"), options), Lid("angle", "0, 20"));
  EXPECT_EQ(Left(Lid("angle", "0, 12.1, 20"), options), "");
  // An axis is exact.
  EXPECT_EQ(Left(Lid("axis_x", "0, 0.5, 1"), options), "");
  EXPECT_EQ(Left(Lid("axis_x", "1, 1, 1"), options), Lid("axis_x", "1, 1"));
}

TEST(OptimizeArmatureTest, AnglesGoTheirWay) {
  // Over the top: 350, 0, 10.
  EXPECT_EQ(Left(Lid("angle", "350, 0, 10")), Lid("angle", "350, 10"));
  EXPECT_EQ(Left(Lid("angle", "-10, 720, 10")), Lid("angle", "-10, 10"));
  // 240 degrees: with one stretch it would be 120 the other way.
  EXPECT_EQ(Left(Lid("angle", "0, 60, 120, 180, 240")),
            Lid("angle", "0, 120, 240"));
  // Half a turn has no short way.
  EXPECT_EQ(Left(Lid("angle", "0, 90, 180")), "");
  EXPECT_EQ(Left(Lid("angle", "0, 180, 360")), "");
}

TEST(OptimizeArmatureTest, StepsStay) {
  EXPECT_EQ(
      Left(Lid("offset_x", "0, 0.25, 0.5", false, "nearest"), {.tolerance = 1}),
      "");
  EXPECT_EQ(Left(Lid("offset_x", "2, 2, 2", false, "nearest")),
            Lid("offset_x", "2, 2", false, "nearest"));
}

TEST(OptimizeArmatureTest, WithoutToleranceOnlyWhatIsTheSameGoes) {
  const OptimizeOptions options{.tolerance = 0, .angle_tolerance = 0};
  EXPECT_EQ(Left(Lid("angle", "0, 1, 2"), options), "");
  EXPECT_EQ(Left(Lid("angle", "5, 5, 5"), options), Lid("angle", "5, 5"));
}

TEST(OptimizeArmatureTest, WhatIsSaidTwiceStays) {
  std::string text = Lid("offset_x", "0, 1, 2");
  const size_t at = text.find("\"samples\"");
  text.insert(at, "\"samples\": [3, 3, 3], ");
  const Optimized result = Checked(text, {});
  EXPECT_FALSE(result.changed());
  ASSERT_EQ(result.kept.size(), 1u);
  EXPECT_EQ(result.kept[0].reason, "its text says things twice");
}

TEST(OptimizeArmatureTest, SamplesThatAreNoNumbersStay) {
  for (const char* odd : {"\"NaN\"", "\"Infinity\"", "\"-Infinity\""}) {
    for (const char* variable : {"offset_x", "scale", "angle"}) {
      for (const bool loop : {false, true}) {
        // It would go, or stay at an end.
        for (const char* samples :
             {"0, %s, 0, 0, 0", "0, 0, %s, 0, 0", "%s, 0, 0, 0, 0",
              "0, 0, 0, 0, %s", "%s, %s, %s, %s, %s"}) {
          const std::string text =
              Lid(variable, absl::StrReplaceAll(samples, {{"%s", odd}}), loop);
          EXPECT_EQ(Left(text, {.tolerance = 1, .angle_tolerance = 90}), "");
        }
      }
    }
  }
}

// The check of what is promised sees it where a sample is lost that was not a
// number.
TEST(OptimizeArmatureTest, ALostSampleThatIsNoNumberIsSeen) {
  const std::string text = Lid("offset_x", "0, \"NaN\", 0, 0, 0");
  Optimized result = Checked(text, {});
  const std::string lost = Lid("offset_x", "0, 0");
  result.bytes.assign(lost.begin(), lost.end());
  EXPECT_NE(WhatDoesNotHoldOfArmature(BytesOf(text), {}, result, 16), "");
}

TEST(OptimizeArmatureTest, ClipsBesideThatOfAnOddSampleGetSmaller) {
  const auto clips = [](const std::string& weight, std::string_view a,
                        std::string_view b, std::string_view c) {
    const auto clip = [](std::string_view name, std::string_view samples) {
      return absl::StrFormat(
          "\"%s\": { \"loop\": false, \"joint_clips\": { \"lid\": [ {\n"
          "  \"variable\": \"offset_x\", \"interpolation\": \"linear\",\n"
          "  \"samples\": [%s] } ] }, \"events\": {} }",
          name, samples);
    };
    return absl::StrCat("{ \"joints\": { \"lid\": { \"0\": [", weight,
                        "] } },\n \"clips\": { ", clip("a", a), ",\n",
                        clip("b", b), ",\n", clip("c", c), " } }\n");
  };
  for (const std::string weight : {"1.0", "\"NaN\""}) {
    const std::string text = clips(
        weight, "0, 1, 2, 3, 4", "0, 0, \"NaN\", 0, 0", "\"NaN\", 0, 0, 0, 5");
    const Optimized result = Checked(text, {});
    EXPECT_EQ(
        std::string(result.bytes.begin(), result.bytes.end()),
        clips(weight, "0, 4", "0, 0, \"NaN\", 0, 0", "\"NaN\", 0, 0, 0, 5"));
    EXPECT_TRUE(result.kept.empty());
    ASSERT_EQ(result.parts.size(), 3u);
    EXPECT_EQ(result.parts[0].keys_after, 2u);
    EXPECT_EQ(result.parts[1].keys_after, 5u);
    EXPECT_EQ(result.parts[1].bytes_after, result.parts[1].bytes_before);
    EXPECT_FALSE(result.parts[0].is_measured);
  }
}

TEST(OptimizeArmatureTest, HugeValuesAreNoDanger) {
  for (const char* samples :
       {"3e38, -3e38, 3e38", "1e-45, 0, 1e-45", "1e30, 1e30, 1e30"}) {
    for (const char* variable : {"angle", "offset_x", "scale"}) {
      for (const bool loop : {false, true}) {
        const std::string text = Lid(variable, samples, loop);
        for (const double tolerance : {0.0, 1e-4, 1e6}) {
          const OptimizeOptions options{.tolerance = tolerance};
          const auto result = OptimizeArmature(BytesOf(text), {}, options);
          if (!result) continue;
          EXPECT_EQ(
              WhatDoesNotHoldOfArmature(BytesOf(text), options, *result, 50),
              "");
        }
      }
    }
  }
}

TEST(OptimizeArmatureTest, FilesWithErrorsAreRefused) {
  EXPECT_FALSE(OptimizeArmature(BytesOf(Lid("offset_x", "")), {}, {}));
  EXPECT_FALSE(OptimizeArmature(BytesOf("{"), {}, {}));
}

std::string Wave(size_t samples, bool angle) {
  std::string list;
  for (size_t i = 0; i < samples; ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(samples);
    absl::StrAppendFormat(&list, "%s%.5f", i == 0 ? "" : ", ",
                          (angle ? 300 : 1) * std::sin(6 * t));
  }
  return list;
}

TEST(OptimizeArmatureTest, WavesKeepTheirBounds) {
  for (const size_t samples : {size_t{60}, size_t{61}, size_t{961}}) {
    for (const double tolerance : {1e-3, 1e-2, 0.3}) {
      const OptimizeOptions options{.tolerance = tolerance,
                                    .angle_tolerance = 300 * tolerance};
      for (const bool loop : {false, true}) {
        Checked(Lid("offset_z", Wave(samples, false), loop), options);
        Checked(Lid("angle", Wave(samples, true), loop), options);
      }
    }
  }
  const OptimizeOptions options{.tolerance = 1e-2};
  EXPECT_EQ(
      Checked(Lid("offset_z", Wave(961, false)), options).parts[0].keys_after,
      25u);
}

TEST(OptimizeArmatureTest, TimeAndMemoryFollowTheFile) {
  for (const size_t samples : {size_t{720}, size_t{50400}}) {
    const std::string text = Lid("offset_x", Wave(samples + 1, false));
    for (const double tolerance : {1e-9, 1e-2}) {
      const uint64_t work = WorkDone();
      const int64_t start = StartPeak();
      EXPECT_TRUE(
          OptimizeArmature(BytesOf(text), {}, {.tolerance = tolerance}));
      EXPECT_LE(PeakBytesSince(start), 6 * text.size() + (1u << 20));
      const uint64_t done = WorkDone() - work;
      std::printf("%zu samples: %.2f operations a byte\n", samples,
                  static_cast<double>(done) / static_cast<double>(text.size()));
      EXPECT_LE(done, 20 * text.size());
    }
  }
}

using RealArmaturesTest = RealForgeTest;

TEST_F(RealArmaturesTest, KeepTheirBounds) {
  size_t armatures = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(folder())) {
    if (entry.path().extension() != ".json") continue;
    const std::string text = ReadFile(entry.path());
    for (const double tolerance : {1e-6, 1e-2, 0.5}) {
      const OptimizeOptions options{.tolerance = tolerance};
      const auto result = OptimizeArmature(BytesOf(text), {}, options);
      if (!result) continue;
      ++armatures;
      EXPECT_EQ(WhatDoesNotHoldOfArmature(BytesOf(text), options, *result, 30),
                "")
          << entry.path();
    }
  }
  EXPECT_GT(armatures, 0u);
}

}  // namespace
}  // namespace clipguard::actions
