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
using ::testing::HasSubstr;
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

TEST(OptimizeCommandTest, OtherFilesAreRefusedWithAdvice) {
  TempFolder folder;
  const std::string out = folder / "out/";
  for (const std::string file :
       {"m3d/valid/biped.m3d", "forge/valid/chest.armature.json",
        "forge/valid/chest.asm.json"}) {
    const std::string path = "corpus/" + file;
    const RunResult result = RunProgram({"optimize", "-o", out, path});
    EXPECT_EQ(result.exit_code, 1) << file;
    EXPECT_THAT(
        Unwrapped(result.out),
        AllOf(StartsWith("REFUSED " + path), HasSubstr("convert --to=glb"),
              HasSubstr("gltfpack"), HasSubstr("-af 0 -ac -kn -ke"),
              HasSubstr("resample({tolerance: 1e-6})"),
              HasSubstr("prune({keepLeaves: true})")));
    EXPECT_FALSE(std::filesystem::exists(
        out + std::filesystem::path(path).filename().string()));
  }
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
  const RunResult result = RunProgram(
      {"optimize", "--tolerance=0.001", "--dry-run", "--format=json", "-"},
      Motion());
  rapidjson::Document json;
  json.Parse(result.out.c_str());
  ASSERT_TRUE(json.IsObject());
  for (const auto& part : json["parts"].GetArray()) {
    for (const char* error : {"distance", "angle", "shell"}) {
      EXPECT_LE(part["measured"][error].GetDouble(),
                part["proven"][error].GetDouble());
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
