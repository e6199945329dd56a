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
using ::testing::StartsWith;

std::string Motion() {
  const auto bytes = mrtk::WriteInputAnimation(
      actions::MakeMotion({.seed = 1, .keys = 100}, true), mrtk::kRecorder11);
  return {bytes->begin(), bytes->end()};
}

using OptimizeCommandTest = TestInFolder;

TEST_F(OptimizeCommandTest, DryRunWritesNothing) {
  const std::string path = folder.Write("a.bin", Motion());
  EXPECT_THAT(Exits(0, "optimize --tolerance=0.001 --dry-run", path).out,
              AllOf(StartsWith("SMALLER   " + path),
                    Has("keys before", "hands.left", "worst error")));
  EXPECT_EQ(ReadFile(path), Motion());
}

TEST_F(OptimizeCommandTest, ToAFileAndOnce) {
  const std::string path = folder.Write("a.bin", Motion());
  ASSERT_EQ(chmod(path.c_str(), 0640), 0);
  const std::string out = folder / "b.bin";
  Exits(0, "optimize --tolerance=0.001 -o", out, path);
  EXPECT_EQ(ReadFile(path), Motion());
  EXPECT_LT(ReadFile(out).size(), Motion().size() / 2);
  struct stat info = {};
  ASSERT_EQ(stat(out.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
  Exits(0, "validate", out);
}

TEST_F(OptimizeCommandTest, InPlaceOnlyWhatGetsSmaller) {
  const std::string path = folder.Write("a.bin", CameraRecording());
  const auto written = std::filesystem::last_write_time(path);
  const std::string motion = folder.Write("b.bin", Motion());
  Exits(0, "optimize --tolerance=1e-3 --in-place", folder.path());
  EXPECT_EQ(std::filesystem::last_write_time(path), written);
  EXPECT_LT(ReadFile(motion).size(), Motion().size());
}

TEST_F(OptimizeCommandTest, OtherFilesAreRefusedWithAdvice) {
  const std::string out = folder / "out/";
  for (const std::string file :
       {"m3d/valid/biped.m3d", "forge/valid/chest.armature.json",
        "forge/valid/chest.asm.json"}) {
    const std::string path = "corpus/" + file;
    EXPECT_THAT(
        Unwrapped(Exits(1, "optimize -o", out, path).out),
        AllOf(StartsWith("REFUSED " + path),
              Has("convert --to=glb", "gltfpack", "-af 0 -ac -kn -ke",
                  "resample({tolerance: 1e-6})", "prune({keepLeaves: true})")));
    EXPECT_FALSE(std::filesystem::exists(
        out + std::filesystem::path(path).filename().string()));
  }
}

TEST_F(OptimizeCommandTest, StandardStreams) {
  const RunResult result =
      PipedExits(0, Motion(), "optimize --tolerance=1e-3 -o - -");
  EXPECT_LT(result.out.size(), Motion().size());
  EXPECT_THAT(result.err, Has("SMALLER"));
}

TEST_F(OptimizeCommandTest, AFileWithErrorsIsRefused) {
  const std::string path = folder.Write("a.bin", BadRecording());
  const std::string out = folder / "b.bin";
  EXPECT_THAT(Exits(1, "optimize --tolerance=1e-3 -o", out, path).out,
              AllOf(StartsWith("REFUSED   " + path), Has("repair")));
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(OptimizeCommandTest, Json) {
  const std::string path = folder.Write("a.bin", Motion());
  const rapidjson::Document json = Json(
      Exits(0, "optimize --tolerance=0.001 --dry-run --format=json", path).out);
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

TEST_F(OptimizeCommandTest, WhatIsMetIsNotAboveWhatIsProven) {
  const RunResult result =
      Piped(Motion(), "optimize --tolerance=0.001 --dry-run --format=json -");
  const rapidjson::Document json = Json(result.out);
  for (const auto& part : json["parts"].GetArray()) {
    for (const char* error : {"distance", "angle", "shell"}) {
      EXPECT_LE(part["measured"][error].GetDouble(),
                part["proven"][error].GetDouble());
    }
  }
}

TEST_F(OptimizeCommandTest, ATenthOfAMillimetreUnlessGiven) {
  const RunResult result =
      PipedExits(0, Motion(), "optimize --dry-run --format=json -");
  EXPECT_THAT(result.err, Has("--tolerance=0.0001, since none is given"));
  EXPECT_THAT(result.out, Has("\"tolerance\":1e-04"));
}

TEST_F(OptimizeCommandTest, BadUsage) {
  Exits(2, "optimize --tolerance=0 --dry-run a.bin");
  Exits(2, "optimize --tolerance=-1 --dry-run a.bin");
  Exits(2, "optimize --tolerance=nan --dry-run a.bin");
  Exits(2, "optimize --tolerance=1e-3 --degrees=181 --dry-run a.bin");
  Exits(2, "optimize --tolerance=1e-3 a.bin");
  Exits(2, "optimize --tolerance=1e-3 --in-place -o x a.bin");
}

}  // namespace
}  // namespace clipguard::cli
