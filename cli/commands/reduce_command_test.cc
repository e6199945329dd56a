// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard reduce, in-process: what it keeps, what it writes, what it says.

#include <sys/stat.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "testing/sanitizers.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::AllOf;
using ::testing::StartsWith;

using ReduceCommandTest = TestInFolder;

TEST_F(ReduceCommandTest, KeepsAFinding) {
  const std::string path = folder.Write("a.bin", BadRecording());
  ASSERT_EQ(chmod(path.c_str(), 0640), 0);
  const std::string out = folder / "b.bin";
  EXPECT_THAT(
      Exits(0, "reduce --finding=KEY_TIME_NOT_FINITE -o", out, path).out,
      AllOf(StartsWith("REDUCED   " + path),
            Has(" tries", "KEY_TIME_NOT_FINITE at camera.position.",
                "keys[].time")));
  EXPECT_EQ(ReadFile(path), BadRecording());
  EXPECT_LT(ReadFile(out).size(), BadRecording().size());
  struct stat info = {};
  ASSERT_EQ(stat(out.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
  EXPECT_THAT(Clipguard("validate", out).out, Has("KEY_TIME_NOT_FINITE"));
  const RunResult again = Exits(0, "reduce --finding=KEY_TIME_NOT_FINITE -o",
                                folder / "c.bin", out);
  EXPECT_THAT(again.out, StartsWith("SMALLEST  " + out));
  EXPECT_EQ(ReadFile(folder / "c.bin"), ReadFile(out));
}

// A result has another name, which may not say the format.
TEST_F(ReduceCommandTest, KeepsWhatSaysTheFormat) {
  const std::string path = "corpus/xrhands/invalid/trailing-bytes.handsbin";
  for (const std::string name : {"b.handsbin", "b.bin"}) {
    const std::string out = folder / name;
    Exits(0, "reduce --finding=TRAILING_BYTES -o", out, path);
    EXPECT_LT(ReadFile(out).size(), ReadFile(path).size());
    EXPECT_THAT(Clipguard("validate", out).out, Has("TRAILING_BYTES"));
  }
}

TEST_F(ReduceCommandTest, NoSuchFinding) {
  const std::string path = folder.Write("a.bin", CameraRecording());
  const std::string out = folder / "b.bin";
  const RunResult result =
      Exits(1, "reduce --finding=KEY_TIME_NOT_FINITE -o", out, path);
  EXPECT_THAT(result.err, Has("no KEY_TIME_NOT_FINITE"));
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(ReduceCommandTest, StandardStreams) {
  const RunResult result = PipedExits(
      0, BadRecording(), "reduce --finding=KEY_TIME_NOT_FINITE -o - -");
  EXPECT_LT(result.out.size(), BadRecording().size());
  EXPECT_THAT(result.err, Has("REDUCED"));
}

// The report of a run as JSON, on one line.
rapidjson::Document JsonOf(const RunResult& result, int exit_code) {
  EXPECT_EQ(result.exit_code, exit_code) << result.err;
  EXPECT_EQ(Lines(result.out).size(), 1u) << result.out;
  return Json(result.out);
}

TEST_F(ReduceCommandTest, JsonOfAFinding) {
  const std::string path = folder.Write("a.bin", BadRecording());
  const std::string out = folder / "b.bin";
  const std::string reduce =
      "reduce --finding=KEY_TIME_NOT_FINITE --format=json -o";
  const rapidjson::Document said = JsonOf(Clipguard(reduce, out, path), 0);
  EXPECT_EQ(said["file"].GetString(), path);
  EXPECT_STREQ(said["format"].GetString(), "mrtk");
  EXPECT_EQ(said["bytesBefore"].GetUint64(), BadRecording().size());
  EXPECT_EQ(said["bytes"].GetUint64(), ReadFile(out).size());
  EXPECT_FALSE(said["valid"].GetBool());
  EXPECT_EQ(said["output"].GetString(), out);
  EXPECT_TRUE(said["shown"].GetBool());
  EXPECT_TRUE(said["reduced"].GetBool());
  EXPECT_TRUE(said["smallest"].GetBool());
  EXPECT_GT(said["tries"].GetUint64(), 1u);
  EXPECT_STREQ(said["code"].GetString(), "KEY_TIME_NOT_FINITE");
  EXPECT_THAT(said["path"].GetString(), Has(".keys[].time"));
  // The finding is that of the result, as validate says it.
  const rapidjson::Document of_result =
      Json(Clipguard("validate --format=json", out).out);
  size_t there = 0;
  for (const rapidjson::Value& finding : of_result["findings"].GetArray()) {
    if (finding["code"] == "KEY_TIME_NOT_FINITE" && there++ == 0) {
      EXPECT_EQ(said["finding"], finding);
    }
  }
  EXPECT_GT(there, 0u);
  EXPECT_EQ(said["errors"], of_result["errors"]);

  // Nothing is left to take away.
  const rapidjson::Document same =
      JsonOf(Clipguard(reduce, folder / "c.bin", out), 0);
  EXPECT_FALSE(same["reduced"].GetBool());
  EXPECT_TRUE(same["smallest"].GetBool());
  EXPECT_EQ(same["bytesBefore"], same["bytes"]);
}

TEST_F(ReduceCommandTest, JsonOfTooFewTries) {
  const std::string path = folder.Write("a.bin", BadRecording());
  const rapidjson::Document said = JsonOf(
      Clipguard(
          "reduce --finding=KEY_TIME_NOT_FINITE --format=json --max-tries=2 -o",
          folder / "b.bin", path),
      0);
  EXPECT_TRUE(said["shown"].GetBool());
  EXPECT_FALSE(said["smallest"].GetBool());
  EXPECT_EQ(said["tries"].GetUint64(), 2u);
  EXPECT_THAT(Clipguard("reduce --finding=KEY_TIME_NOT_FINITE --max-tries=1 -o",
                        folder / "c.bin", path)
                  .out,
              StartsWith("STOPPED   " + path));
}

TEST_F(ReduceCommandTest, JsonOfWhatIsNotShown) {
  const std::string path = folder.Write("a.bin", CameraRecording());
  const std::string out = folder / "b.bin";
  const RunResult result = Clipguard(
      "reduce --finding=KEY_TIME_NOT_FINITE --format=json -o", out, path);
  const rapidjson::Document said = JsonOf(result, 1);
  EXPECT_EQ(result.err, "");
  EXPECT_FALSE(said["shown"].GetBool());
  EXPECT_FALSE(said["reduced"].GetBool());
  EXPECT_FALSE(said["smallest"].GetBool());
  EXPECT_TRUE(said["valid"].GetBool());
  EXPECT_EQ(said["bytes"].GetUint64(), CameraRecording().size());
  EXPECT_STREQ(said["code"].GetString(), "KEY_TIME_NOT_FINITE");
  for (const char* const field : {"output", "path", "finding"}) {
    EXPECT_TRUE(said[field].IsNull()) << field;
  }
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(ReduceCommandTest, JsonBesideAResultOnStandardOutput) {
  const RunResult result =
      PipedExits(0, BadRecording(),
                 "reduce --finding=KEY_TIME_NOT_FINITE --format=json -o - -");
  const rapidjson::Document said = Json(result.err);
  EXPECT_EQ(said["bytes"].GetUint64(), result.out.size());
  EXPECT_STREQ(said["output"].GetString(), "-");
}

TEST_F(ReduceCommandTest, JsonOfWhatCannotBeRead) {
  const rapidjson::Document said =
      JsonOf(Clipguard("reduce --finding=KEY_TIME_NOT_FINITE --format=json -o",
                       folder / "b", folder / "none"),
             3);
  EXPECT_STREQ(said["error"]["code"].GetString(), "FILE_UNREADABLE");
}

TEST_F(ReduceCommandTest, WrongUsage) {
  const std::string path = folder.Write("a.bin", BadRecording());
  const std::string out = folder / "b.bin";
  const std::string reduce = "reduce --finding=KEY_TIME_NOT_FINITE";
  Exits(2, "reduce -o", out, path);
  Exits(2, reduce, path);
  Exits(2, reduce, "-o", path, path);
  Exits(2, "reduce --finding=KEY_TIME_NOT_FINIT -o", out, path);
  for (const char* flag : {"--max-tries=0", "--max-tries= 5", "--format=xml"}) {
    Exits(2, reduce, flag, "-o", out, path);
  }
  Exits(2, reduce, "-o", out, path, path);
  Exits(2, reduce, "-o", out);
  EXPECT_EQ(ReadFile(path), BadRecording());
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(ReduceCommandTest, RemovedFlagsSayWhatToUseInstead) {
  const std::string path = folder.Write("a.bin", BadRecording());
  const std::string out = folder / "b.bin";
  for (const std::string flag : {"--crash=touch {}", "--timeout=1",
                                 "--max-memory=1G", "--max-file=1M"}) {
    const RunResult result = Exits(2, "reduce", flag, "-o", out, path);
    EXPECT_THAT(result.err, Has(" was removed: ", "--finding=CODE"));
  }
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(ReduceCommandTest, WhatCannotBeReadOrWritten) {
  const std::string path = folder.Write("a.bin", BadRecording());
  const std::string finding = "--finding=KEY_TIME_NOT_FINITE";
  Exits(3, "reduce", finding, "-o", folder / "b", folder / "none");
  Exits(3, "reduce", finding, "-o", path + "/b", path);
  Exits(3, "reduce", finding, "-o", "/dev/full", path);
}

// The first finding that validate names, of some files of the corpus: all of
// them take minutes.
TEST_F(ReduceCommandTest, KeepsFindingsOfTheCorpus) {
  constexpr size_t kEvery = CLIPGUARD_SANITIZED ? 12 : 4;
  size_t reduced = 0;
  for (const char* const family : {"mrtk", "m3d", "forge"}) {
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(
             std::string("corpus/") + family + "/invalid")) {
      if (entry.is_directory()) continue;
      if (entry.file_size() < 20'000) paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    for (size_t i = 0; i < paths.size(); i += kEvery) {
      const rapidjson::Document report =
          Json(Clipguard("validate --format=json", paths[i]).out);
      if (!report.HasMember("findings") || report["findings"].Empty()) continue;
      const std::string code = report["findings"][0]["code"].GetString();
      const std::string out = folder / "out";
      Exits(0, "reduce", "--finding=" + code, "--max-tries=300", "-o", out,
            paths[i]);
      EXPECT_LE(std::filesystem::file_size(out),
                std::filesystem::file_size(paths[i]));
      EXPECT_THAT(Clipguard("validate -v", out).out, Has(code)) << paths[i];
      ++reduced;
    }
  }
  EXPECT_GT(reduced, 240 / kEvery);
}

}  // namespace
}  // namespace clipguard::cli
