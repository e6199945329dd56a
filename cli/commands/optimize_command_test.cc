// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard optimize, in-process: what it writes, what it says, and that the
// original stays as it is unless it is to be replaced.

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "actions/optimize/character/test_characters.h"
#include "actions/optimize/recording/test_recordings.h"
#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/mrtk/input_animation.h"
#include "rapidjson/document.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string Motion() {
  const auto bytes = mrtk::WriteInputAnimation(
      actions::MakeMotion({.seed = 1, .keys = 100}, true), mrtk::kRecorder11);
  return {bytes->begin(), bytes->end()};
}

TEST(OptimizeCommandTest, DryRunWritesNothing) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", Motion());
  const RunResult result =
      RunProgram({"optimize", "--tolerance=0.001", "--dry-run", path});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out,
              AllOf(StartsWith("SMALLER   " + path), HasSubstr("keys before"),
                    HasSubstr("hands.left"), HasSubstr("worst error")));
  EXPECT_EQ(ReadFile(path), Motion());
}

TEST(OptimizeCommandTest, ToAFileAndOnce) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", Motion());
  ASSERT_EQ(chmod(path.c_str(), 0640), 0);
  const std::string out = folder / "b.bin";
  const RunResult result =
      RunProgram({"optimize", "--tolerance=0.001", "-o", out, path});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ReadFile(path), Motion());
  EXPECT_LT(ReadFile(out).size(), Motion().size() / 2);
  struct stat info = {};
  ASSERT_EQ(stat(out.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
  EXPECT_EQ(RunProgram({"validate", out}).exit_code, 0);
}

TEST(OptimizeCommandTest, InPlaceOnlyWhatGetsSmaller) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", CameraRecording());
  const auto written = std::filesystem::last_write_time(path);
  const std::string motion = folder.Write("b.bin", Motion());
  const RunResult result =
      RunProgram({"optimize", "--tolerance=1e-3", "--in-place", folder.path()});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(std::filesystem::last_write_time(path), written);
  EXPECT_LT(ReadFile(motion).size(), Motion().size());
}

TEST(OptimizeCommandTest, ACharactersClips) {
  TempFolder folder;
  const std::string dancer = actions::MakeDancer({.clips = 2});
  const std::string path = folder.Write("a.m3d", dancer);
  const std::string out = folder / "b.m3d";
  const RunResult result = RunProgram(
      {"optimize", "--tolerance=0.05", "--degrees=2", "-o", out, path});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out,
              AllOf(StartsWith("SMALLER   " + path), HasSubstr("clips.dance1"),
                    HasSubstr("distance, units"), HasSubstr("1 off joint")));
  EXPECT_LT(ReadFile(out).size(), dancer.size() / 2);
  EXPECT_EQ(RunProgram({"validate", out}).exit_code, 0);
  EXPECT_EQ(RunProgram({"diff", "--tolerance=0.05", "--degrees=2", path, out})
                .exit_code,
            0);
  const RunResult json = RunProgram(
      {"optimize", "--tolerance=0.05", "--dry-run", "--format=json", path});
  EXPECT_THAT(json.out, AllOf(HasSubstr("\"unit\":\"own\",\"reach\":1,"),
                              HasSubstr("\"part\":\"clips.dance0\"")));
}

TEST(OptimizeCommandTest, AnArmaturesClips) {
  TempFolder folder;
  const std::string lid =
      R"({"joints": {"lid": {"0": [1]}}, "clips": {"open": {"loop": false,
"joint_clips": {"lid": [{"variable": "angle", "type": "uniform",
"interpolation": "linear", "samples": [0, 30, 60]}]}, "events": {}}}})";
  const std::string path = folder.Write("a.json", lid);
  const std::string out = folder / "b.json";
  const RunResult result =
      RunProgram({"optimize", "--tolerance=0.001", "-o", out, path});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out,
              AllOf(StartsWith("SMALLER   " + path), HasSubstr("/clips/open"),
                    HasSubstr("distance, blocks"), Not(HasSubstr("off joint")),
                    ContainsRegex("/clips/open +[0-9.e-]+ +- +[0-9.]+ +-\n")));
  EXPECT_THAT(ReadFile(out), HasSubstr("[0, 60]"));
  const RunResult json = RunProgram(
      {"optimize", "--tolerance=0.001", "--dry-run", "--format=json", path});
  EXPECT_THAT(json.out, AllOf(HasSubstr("\"unit\":\"blocks\",\"reach\":0,"),
                              HasSubstr("\"measured\":null}")));
}

TEST(OptimizeCommandTest, StandardStreams) {
  const RunResult result =
      RunProgram({"optimize", "--tolerance=1e-3", "-o", "-", "-"}, Motion());
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_LT(result.out.size(), Motion().size());
  EXPECT_THAT(result.err, HasSubstr("SMALLER"));
}

TEST(OptimizeCommandTest, AFileWithErrorsIsRefused) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", BadRecording());
  const std::string out = folder / "b.bin";
  const RunResult result =
      RunProgram({"optimize", "--tolerance=1e-3", "-o", out, path});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out,
              AllOf(StartsWith("REFUSED   " + path), HasSubstr("repair")));
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST(OptimizeCommandTest, Json) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", Motion());
  const RunResult result = RunProgram(
      {"optimize", "--tolerance=0.001", "--dry-run", "--format=json", path});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  rapidjson::Document json;
  json.Parse(result.out.c_str());
  ASSERT_TRUE(json.IsObject());
  EXPECT_TRUE(json["optimized"].GetBool());
  EXPECT_FALSE(json["refused"].GetBool());
  EXPECT_EQ(json["bytes"].GetUint64(), Motion().size());
  EXPECT_LT(json["bytesAfter"].GetUint64(), Motion().size());
  ASSERT_EQ(json["parts"].Size(), 4u);
  const auto& hand = json["parts"][1];
  EXPECT_STREQ(hand["part"].GetString(), "hands.left");
  EXPECT_LE(hand["proven"]["shell"].GetDouble(), 0.0010001);
  EXPECT_GT(hand["keysBefore"].GetUint64(), hand["keysAfter"].GetUint64());
}

TEST(OptimizeCommandTest, WhatIsMetIsNotAboveWhatIsProven) {
  TempFolder folder;
  for (uint32_t seed = 1; seed <= 8; ++seed) {
    const std::string path = folder.Write(
        "a.m3d", actions::MakeDancer({.seed = seed, .keys = 12, .rate = 6000}));
    const RunResult result = RunProgram(
        {"optimize", "--tolerance=0.001", "--dry-run", "--format=json", path});
    rapidjson::Document json;
    json.Parse(result.out.c_str());
    ASSERT_TRUE(json.IsObject());
    EXPECT_TRUE(json["optimized"].GetBool());
    for (const char* error : {"distance", "angle", "shell"}) {
      EXPECT_LE(json["parts"][0]["measured"][error].GetDouble(),
                json["parts"][0]["proven"][error].GetDouble());
    }
  }
}

TEST(OptimizeCommandTest, ATenthOfAMillimetreUnlessGiven) {
  const RunResult result =
      RunProgram({"optimize", "--dry-run", "--format=json", "-"}, Motion());
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("--tolerance=0.0001, since none is given"));
  EXPECT_THAT(result.out, HasSubstr("\"tolerance\":1e-04"));
}

TEST(OptimizeCommandTest, AStateMachineIsCopied) {
  TempFolder folder;
  const std::string text =
      R"({"parameters": {}, "clips": {"a": "#identity"},
      "states": ["a"], "transitions": {}, "start_state": "a"})";
  const std::string path = folder.Write("a.json", text);
  const RunResult result = RunProgram(
      {"optimize", "--tolerance=0.001", "-o", folder / "b.json", path});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_THAT(result.out, HasSubstr("nothing to make smaller"));
  EXPECT_EQ(ReadFile(folder / "b.json"), text);
}

TEST(OptimizeCommandTest, BadUsage) {
  for (const std::vector<std::string>& flags :
       {std::vector<std::string>{"--tolerance=0", "--dry-run"},
        {"--tolerance=-1", "--dry-run"},
        {"--tolerance=nan", "--dry-run"},
        {"--tolerance=1e-3", "--degrees=181", "--dry-run"},
        {"--tolerance=1e-3"},
        {"--tolerance=1e-3", "--in-place", "-o", "x"}}) {
    std::vector<std::string> args = {"optimize"};
    args.insert(args.end(), flags.begin(), flags.end());
    args.emplace_back("a.bin");
    EXPECT_EQ(RunProgram(args).exit_code, 2) << ::testing::PrintToString(args);
  }
}

}  // namespace
}  // namespace clipguard::cli
