// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard sample of one file of each kind, of files that cannot be read, that
// change or are called strangely, and of large ones.

#include <sys/stat.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cli/test_util.h"
#include "corpus/m3d/figures.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

namespace fs = std::filesystem;

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(SampleShapesTest, OneFileIsAsItWas) {
  TempFolder folder;
  const std::string file = folder.Write("f", CameraRecording());
  const std::vector<std::string> times = {"sample", "--times=0,1", file};
  std::vector<std::string> csv = times;
  csv.push_back("--format=csv");
  const std::string out = RunProgram(csv).out;
  EXPECT_THAT(Lines(out),
              ElementsAre("time,camera.position.x,camera.position.y,"
                          "camera.position.z,camera.rotation.x,"
                          "camera.rotation.y,camera.rotation.z,"
                          "camera.rotation.w",
                          "0,0,1,0,0,0,0,1", "1,0,1.5,0,0,0,0,1"));
  for (const char* name : {"t.csv", "t.json"}) {
    std::vector<std::string> to = times;
    to.insert(to.end(), {"-o", folder / name});
    const RunResult made = RunProgram(to);
    EXPECT_EQ(made.exit_code, 0) << made.err;
    EXPECT_EQ(made.out, "");
  }
  EXPECT_EQ(ReadFile(folder / "t.csv"), out);
  EXPECT_EQ(ReadFile(folder / "t.json"), RunProgram(times).out);
  EXPECT_EQ(RunProgram({"sample", "--times=0", "-o", folder / "t.xyz", file})
                .exit_code,
            2);
  EXPECT_EQ(
      RunProgram({"sample", "--times=0", "-o", file, "--format=csv", file})
          .exit_code,
      2);
  EXPECT_EQ(RunProgram({"sample", "--times=0", "--format=npz", file}).exit_code,
            2);
}

TEST(SampleShapesTest, CharactersHaveAllClips) {
  TempFolder folder;
  const std::string file =
      folder.Write("f.m3d", corpus::TextOf(corpus::Biped()));
  const std::vector<std::string> lines = Lines(
      RunProgram({"sample", "--fps=2", "--shape=long", "--format=csv", file})
          .out);
  ASSERT_GT(lines.size(), 1u);
  EXPECT_THAT(lines[0], StartsWith("file,clip,time,part,joint,x,y,z,qx,"));
  EXPECT_THAT(lines[1], HasSubstr(",bones,0,"));
  // Wide, several files have a column for the clip.
  const std::vector<std::string> wide =
      Lines(RunProgram({"sample", "--fps=2", "--shape=wide", file, file}).out);
  EXPECT_THAT(wide[0], StartsWith("file,clip,time,joint,m00,"));
}

// What does not move has no rows: in a folder that is no fault.
TEST(SampleShapesTest, WhatDoesNotMove) {
  const std::string crate = "corpus/m3d/valid/crate.m3d";
  const std::string biped = "corpus/m3d/valid/biped.m3d";
  TempFolder folder;
  for (const std::string& out : {folder / "t.csv", folder / "tables/"}) {
    const RunResult result =
        RunProgram({"sample", "--times=0", "-o", out, crate, biped});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("1 of 2 files"));
    EXPECT_THAT(result.out, HasSubstr("1 without what is asked for"));
  }
  EXPECT_TRUE(fs::exists(folder / "tables/biped.csv"));
  EXPECT_FALSE(fs::exists(folder / "tables/crate.csv"));
}

TEST(SampleShapesTest, ArmaturesAndStateMachines) {
  TempFolder folder;
  const std::string armature = folder.Write("a.json", R"({"joints": {
    "lid,\"\u202e\u0000": {"0": [1.0]}}, "clips": {"open": {"loop": false,
    "joint_clips": {"lid,\"\u202e\u0000": [{"variable": "offset_x",
    "type": "uniform", "interpolation": "linear", "samples": [0, 2]}]},
    "events": {}}}})");
  const RunResult rows = RunProgram(
      {"sample", "--times=0.5", "--format=ndjson", armature, armature});
  ASSERT_EQ(rows.exit_code, 0) << rows.err;
  const rapidjson::Document row = Json(Lines(rows.out)[0]);
  EXPECT_STREQ(row["clip"].GetString(), "open");
  EXPECT_EQ(row["x"].GetDouble(), 1);
  EXPECT_EQ(row["qw"].GetDouble(), 1);
  EXPECT_EQ(row["joint"].GetStringLength(), 9u);
  EXPECT_THAT(rows.out, HasSubstr("lid,\\\"\\u202E\\u0000"));
  const std::string machine = folder.Write(
      "m.json",
      R"({"parameters": {"t": ["*", 2]}, "clips": {"s": "#identity"},
      "states": ["s"], "transitions": {}, "start_state": "s"})");
  const RunResult both =
      RunProgram({"sample", "--times=0.5", machine, armature});
  EXPECT_EQ(both.exit_code, 0) << both.err;
  EXPECT_EQ(Lines(both.out).size(), 2u);
  EXPECT_THAT(both.err, HasSubstr("1 without rows (state machines)"));
  EXPECT_THAT(
      RunProgram({"sample", "--times=0.5", "--shape=long", machine}).err,
      HasSubstr("a state machine has values and no joints"));
}

TEST(SampleHostileTest, NamesOfFiles) {
  TempFolder folder;
  folder.Write("a,\"b\"\n\xE2\x80\xAE.bin", CameraRecording());
  const RunResult csv = RunProgram({"sample", "--times=0", folder.path()});
  EXPECT_EQ(csv.exit_code, 0);
  EXPECT_THAT(csv.out, HasSubstr("/a,\"\"b\"\"\n\xE2\x80\xAE.bin\",,0,camera"));
  const RunResult json =
      RunProgram({"sample", "--times=0", "--format=ndjson", folder.path()});
  EXPECT_THAT(json.out, HasSubstr("a,\\\"b\\\"\\n\\u202E.bin"));
}

TEST(SampleHostileTest, WhatCannotBeReadIsNamedAndTheRestIsThere) {
  TempFolder folder;
  const std::string file = folder.Write("f", CameraRecording());
  const RunResult result = RunProgram(
      {"sample", "--times=0", "-o", folder / "t.csv", folder / "none", file});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("none: "));
  EXPECT_EQ(Lines(ReadFile(folder / "t.csv")).size(), 2u);
  const RunResult failed =
      RunProgram({"sample", "--times=0", "-o", "/proc/none/t.csv", file, file});
  EXPECT_EQ(failed.exit_code, 3);
}

// What cannot be written is said so, and is no fault of the files.
TEST(SampleHostileTest, FullDisks) {
  TempFolder folder;
  const std::string file = folder.Write("f", CameraRecording());
  for (const char* format : {"csv", "npy", "npz"}) {
    const RunResult result =
        RunProgram({"sample", "--times=0", absl::StrCat("--format=", format),
                    "-o", "/dev/full", file, file});
    EXPECT_EQ(result.exit_code, 3) << format;
    EXPECT_THAT(result.err, HasSubstr("cannot write /dev/full: No space left"));
    EXPECT_THAT(result.err, Not(HasSubstr("changed")));
  }
}

TEST(SampleHostileTest, TooManyTimesAreRefusedBeforeAnythingIsWritten) {
  TempFolder folder;
  const std::string file = folder.Write("f", CameraRecording());
  for (const char* shape : {"long", "wide"}) {
    const RunResult result =
        RunProgram({"sample", "--fps=1e30", absl::StrCat("--shape=", shape),
                    "-o", folder / "t.csv", file, file});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, HasSubstr("samples"));
    EXPECT_FALSE(fs::exists(folder / "t.csv"));
  }
}

TEST(SampleHostileTest, AStreamIsReadOnce) {
  EXPECT_EQ(
      RunProgram({"sample", "--times=0", "--shape=wide", "-", "/dev/null"},
                 CameraRecording())
          .exit_code,
      2);
  TempFolder folder;
  const std::string file = folder.Write("f", CameraRecording());
  const RunResult both =
      RunProgram({"sample", "--times=0", "-", file}, CameraRecording());
  EXPECT_EQ(both.exit_code, 0) << both.err;
  EXPECT_EQ(Lines(both.out).size(), 3u);
}

// More rows than are held, so that the file changes while they are written.
TEST(SampleHostileTest, AFileThatChangesIsSampledAsItWasRead) {
  TempFolder folder;
  const std::string file = folder.Write("f", CameraRecording());
  const std::string other = folder.Write("g", CameraRecording());
  const std::string pipe = folder / "p";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::vector<std::string> args = {"sample",   "--fps=100000", "--format=csv",
                                   "--jobs=2", file,           other};
  const std::string expected = RunProgram(args).out;
  args.insert(args.end(), {"-o", pipe});
  RunResult result;
  std::thread program([&] { result = RunProgram(args); });
  std::ifstream in(pipe, std::ios::binary);
  std::string begun(100, ' ');
  in.read(begun.data(), static_cast<std::streamsize>(begun.size()));
  std::ofstream(file, std::ios::binary | std::ios::app) << "more";
  const std::string rest{std::istreambuf_iterator<char>(in), {}};
  program.join();
  EXPECT_GT(rest.size(), size_t{8} << 20);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(begun + rest == expected);
}

// Whatever the order in which large files are done, rows are in that of files.
TEST(SampleOrderTest, LargeFilesWaitForTheirTurn) {
  TempFolder folder;
  std::vector<std::string> args = {"sample", "--fps=120000", "--format=csv"};
  std::string expected;
  for (const char* name : {"a", "b", "c"}) {
    const std::string file = folder.Write(name, CameraRecording());
    args.push_back(file);
    const std::string one = RunProgram({"sample", "--fps=120000",
                                        "--shape=long", "--format=csv", file})
                                .out;
    expected += expected.empty() ? one : one.substr(one.find('\n') + 1);
  }
  ASSERT_GT(expected.size(), size_t{3} * 8 << 20);
  args.push_back("--jobs=2");
  EXPECT_TRUE(RunProgram(args).out == expected);
}

}  // namespace
}  // namespace clipguard::cli
