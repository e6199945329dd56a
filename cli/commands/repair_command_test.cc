// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard repair, in-process: what it writes, what it says, and that the
// original stays as it is unless it is to be replaced.

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "rapidjson/document.h"
#include "testing/sanitizers.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

size_t FilesIn(const std::string& folder) {
  return static_cast<size_t>(
      std::distance(std::filesystem::directory_iterator(folder), {}));
}

// With a presence byte of 2, which becomes 1.
std::string Mended() {
  std::string bytes = UnusualRecording();
  bytes[16] = '\x01';
  return bytes;
}

// With a name that no repair touches: one error.
std::string HalfHopeless() {
  std::string bytes = CameraRecording("st\xFFrt");
  bytes[16] = '\x02';
  return bytes;
}

// ---- Where it goes ----------------------------------------------------------

TEST(RepairCommandTest, DryRunWritesNothing) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", UnusualRecording());
  const RunResult result = RunProgram({"repair", "--dry-run", path});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out,
              AllOf(StartsWith("REPAIRED " + path), HasSubstr("hasCamera"),
                    HasSubstr("2 -> 1"), HasSubstr("0x10 - 02"),
                    HasSubstr("0x10 + 01"), HasSubstr("lost: nothing")));
  EXPECT_EQ(ReadFile(path), UnusualRecording());
  EXPECT_EQ(FilesIn(folder.path()), 1u);
}

TEST(RepairCommandTest, TheSummaryCountsWhatCannotBeRead) {
  TempFolder folder;
  const std::string good = folder.Write("good.bin", CameraRecording());
  const RunResult result =
      RunProgram({"repair", "--dry-run", good, folder / "gone.bin"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.out, "2 files: 1 UNREAD, 1 ok\n");
  EXPECT_THAT(result.err, HasSubstr("gone.bin: No such file"));
}

TEST(RepairCommandTest, ToAFile) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", UnusualRecording());
  ASSERT_EQ(chmod(path.c_str(), 0640), 0);
  const std::string out = folder / "b.bin";
  const RunResult result = RunProgram({"repair", "-o", out, path});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ReadFile(out), Mended());
  EXPECT_EQ(ReadFile(path), UnusualRecording());
  struct stat info = {};
  ASSERT_EQ(stat(out.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
}

TEST(RepairCommandTest, InPlace) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", UnusualRecording());
  ASSERT_EQ(chmod(path.c_str(), 0604), 0);
  const RunResult result = RunProgram({"repair", "--in-place", path});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ReadFile(path), Mended());
  EXPECT_EQ(FilesIn(folder.path()), 1u);
  struct stat info = {};
  ASSERT_EQ(stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0604u);
  // Nothing is left to do, and nothing is written.
  const auto written = std::filesystem::last_write_time(path);
  EXPECT_THAT(RunProgram({"repair", "--in-place", path}).out,
              StartsWith("ok "));
  EXPECT_EQ(std::filesystem::last_write_time(path), written);
}

TEST(RepairCommandTest, SoundFilesOfManyAreOnlyCounted) {
  TempFolder folder;
  folder.Write("in/a.bin", CameraRecording());
  folder.Write("in/b.bin", CameraRecording());
  folder.Write("in/c.bin", UnusualRecording());
  const std::vector<std::string> args = {"repair", "-o", folder / "out/",
                                         folder / "in"};
  const RunResult result = RunProgram(args);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(Not(HasSubstr("a.bin")), HasSubstr("c.bin"),
                                HasSubstr("3 files: 1 REPAIRED, 2 ok")));
  EXPECT_EQ(FilesIn(folder / "out"), 3u);
  EXPECT_THAT(RunProgram({"repair", "--dry-run", "-v", folder / "in"}).out,
              HasSubstr("ok       " + folder / "in/a.bin"));
}

TEST(RepairCommandTest, AFolderKeepsItsPaths) {
  TempFolder folder;
  folder.Write("in/a.bin", UnusualRecording());
  folder.Write("in/x/b.bin", CameraRecording());
  folder.Write("in/readme.txt", "text");
  const RunResult result =
      RunProgram({"repair", "-o", folder / "out/", folder / "in"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ReadFile(folder / "out/a.bin"), Mended());
  EXPECT_EQ(ReadFile(folder / "out/x/b.bin"), CameraRecording());
  EXPECT_FALSE(std::filesystem::exists(folder / "out/readme.txt"));
}

// Files that still have errors are not written among the repaired ones.
TEST(RepairCommandTest, AFolderHasNoFilesWithErrorsUnlessAskedFor) {
  TempFolder folder;
  folder.Write("in/a.bin", UnusualRecording());
  folder.Write("in/b.bin", BadRecording());
  folder.Write("in/c.bin", HalfHopeless());
  std::vector<std::string> args = {"repair", "-o", folder / "out/",
                                   folder / "in"};
  const RunResult result = RunProgram(args);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_TRUE(std::filesystem::exists(folder / "out/a.bin"));
  EXPECT_FALSE(std::filesystem::exists(folder / "out/c.bin"));
  EXPECT_THAT(result.out, HasSubstr("; not written (--copy-unrepaired)"));
  EXPECT_THAT(result.out, HasSubstr("3 files: "));
  EXPECT_THAT(result.out, HasSubstr("  PRESENCE_BYTE_UNUSUAL: 2, 2 mended\n"));
  EXPECT_THAT(result.out, HasSubstr("  MARKER_NAME_NOT_UTF8: 1, 1 left\n"));
  for (const char* jobs : {"--jobs=1", "--jobs=3"}) {
    args.push_back(jobs);
    EXPECT_EQ(RunProgram(args).out, result.out);
  }
  const RunResult quiet =
      RunProgram({"repair", "--dry-run", "-q", "--stats", folder / "in"});
  EXPECT_THAT(quiet.out, Not(HasSubstr("a.bin")));
  EXPECT_THAT(quiet.out, HasSubstr("c.bin"));
  EXPECT_THAT(quiet.err, HasSubstr("3 files, "));
  args.push_back("--copy-unrepaired");
  EXPECT_EQ(RunProgram(args).exit_code, 1);
  EXPECT_TRUE(std::filesystem::exists(folder / "out/c.bin"));
}

TEST(RepairCommandTest, StandardStreams) {
  const RunResult result =
      RunProgram({"repair", "-o", "-", "-"}, UnusualRecording());
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, Mended());
  EXPECT_THAT(result.err, HasSubstr("REPAIRED -"));
}

TEST(RepairCommandTest, WrongUsage) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", UnusualRecording());
  const std::string other = folder.Write("b.bin", UnusualRecording());
  const std::vector<std::vector<std::string>> wrong = {
      {"repair", path},
      {"repair", "--in-place", "-o", folder / "c.bin", path},
      {"repair", "-o", path, path},
      {"repair", "-o", folder / "c.bin", path, other},
      {"repair", "-o", "-", path, other},
      {"repair", "--in-place", "-"},
      {"repair", "--dry-run", "--format=sarif", path},
      {"repair", "--dry-run"}};
  for (const auto& args : wrong) {
    EXPECT_EQ(RunProgram(args).exit_code, 2) << args[1];
  }
  EXPECT_EQ(ReadFile(path), UnusualRecording());
  EXPECT_EQ(FilesIn(folder.path()), 2u);
}

// Nobody writes into the pipe: to open it would take forever.
TEST(RepairCommandTest, InPlaceIsForFiles) {
  TempFolder folder;
  const std::string path = folder / "pipe.bin";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const RunResult result = RunProgram({"repair", "--in-place", path});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("--in-place takes files and folders"));
}

// ---- What is said -----------------------------------------------------------

TEST(RepairCommandTest, WhatIsLeftIsSaid) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", HalfHopeless());
  const RunResult result = RunProgram({"repair", "--in-place", path});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, AllOf(StartsWith("PARTLY "),
                                HasSubstr("left     MARKER_NAME_NOT_UTF8")));
  EXPECT_EQ(ReadFile(path)[16], '\x01');
}

TEST(RepairCommandTest, WhatIsLeftOfACutFile) {
  using mrtk::CurveSlot;
  mrtk::InputAnimation animation;
  animation.has_hands = true;
  animation.curve(CurveSlot::Tracked(mrtk::Handedness::kLeft)).keys = {
      {.time = 0, .value = 1}};
  for (const mrtk::Handedness hand : mrtk::kHands) {
    for (size_t joint = 1; joint < mrtk::kJointCount; ++joint) {
      for (size_t c = 0; c < 3; ++c) {
        const auto component = static_cast<mrtk::PoseComponent>(c);
        animation.curve(CurveSlot::Joint(hand, joint, component)).keys = {
            {.time = 0, .value = 0}, {.time = 1, .value = 1}};
      }
    }
  }
  const std::string whole = Encoded(animation);
  TempFolder folder;
  const std::string cut = folder.Write("cut.bin", whole.substr(0, 600));
  const std::string out = folder / "out.bin";
  const RunResult repaired = RunProgram({"repair", "-o", out, cut});
  EXPECT_EQ(repaired.exit_code, 0) << repaired.out;
  EXPECT_THAT(repaired.out, StartsWith("SALVAGED " + cut));
  EXPECT_THAT(repaired.out, HasSubstr(" of 382 curves are left; 1 change"));
  const rapidjson::Document json =
      Json(RunProgram({"repair", "--dry-run", "--format=json", cut}).out);
  EXPECT_EQ(json["salvage"]["curves"].GetUint(), 382u);
  const unsigned left = json["salvage"]["curvesLeft"].GetUint();
  EXPECT_GT(left, 0u);
  EXPECT_LT(left, 20u);
  // The result has a finding for its empty curves, with the same number.
  EXPECT_THAT(RunProgram({"validate", out}).out,
              AllOf(HasSubstr("RECORDING_MOSTLY_EMPTY"),
                    HasSubstr(std::to_string(left) + " of 382 curves")));
  // A file that was not cut.
  const std::string odd = folder.Write("odd.bin", UnusualRecording());
  EXPECT_THAT(RunProgram({"repair", "--dry-run", "--format=json", odd}).out,
              HasSubstr("\"salvage\":null"));
  EXPECT_THAT(RunProgram({"repair", "--dry-run", cut, odd}).out,
              HasSubstr("2 files: 1 REPAIRED, 1 SALVAGED\n"));
}

TEST(RepairCommandTest, OfNoFormat) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", "what is this");
  const RunResult result = RunProgram({"repair", "--dry-run", path});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(Unwrapped(result.out),
              AllOf(HasSubstr("nothing was done: this is not a file that "
                              "clipguard reads: text"),
                    HasSubstr("; --as=FORMAT says what it is"),
                    HasSubstr("FORMAT_UNKNOWN")));
}

TEST(RepairCommandTest, OfSingleQuotesTheFormatIsAskedFor) {
  TempFolder folder;
  const std::string armature =
      folder.Write("a/q.json", "{ 'joints': {'a': {'0': [1]}}, 'clips': {} }");
  const std::string machine = folder.Write(
      "b/q.json", "{ 'clips': {'a': '#identity'}, 'start_state': 'a' }");
  const auto said = [](const std::string& path) {
    const RunResult result = RunProgram({"repair", "--dry-run", path});
    return Unwrapped(result.out + result.err);
  };
  for (const std::string& path : {armature, folder / "a"}) {
    EXPECT_THAT(said(path), AllOf(HasSubstr("which --as=forge-armature reads"),
                                  Not(HasSubstr("--as=FORMAT"))));
  }
  for (const std::string& path : {machine, folder / "b"}) {
    EXPECT_THAT(said(path), HasSubstr("which --as=forge-asm reads"));
  }
  const RunResult mended = RunProgram(
      {"repair", "--as=forge-armature", "-o", folder / "fixed/", armature});
  EXPECT_EQ(mended.exit_code, 0) << mended.out;
}

TEST(RepairCommandTest, GuessesAreMadeIfAsked) {
  TempFolder folder;
  const std::string name = {'a', '\0', 'b'};
  const std::string path = folder.Write("a.bin", CameraRecording(name));
  const RunResult safe = RunProgram({"repair", "--dry-run", path});
  EXPECT_EQ(safe.exit_code, 0);
  EXPECT_THAT(safe.out, AllOf(StartsWith("ok "),
                              HasSubstr("--unsafe MARKER_NAME_HAS_NUL")));
  EXPECT_EQ(RunProgram({"repair", "--in-place", "--unsafe", path}).exit_code,
            0);
  EXPECT_EQ(ReadFile(path), CameraRecording("ab"));
}

TEST(RepairCommandTest, Json) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", UnusualRecording());
  const RunResult result =
      RunProgram({"repair", "--dry-run", "--format=json", path});
  const rapidjson::Document json = Json(result.out);
  EXPECT_TRUE(json["repaired"].GetBool());
  EXPECT_TRUE(json["valid"].GetBool());
  EXPECT_TRUE(json["output"].IsNull());
  ASSERT_EQ(json["changes"].Size(), 1u);
  const auto& change = json["changes"][0];
  EXPECT_STREQ(change["code"].GetString(), "PRESENCE_BYTE_UNUSUAL");
  EXPECT_TRUE(change["safe"].GetBool());
  EXPECT_EQ(change["offset"].GetUint64(), 16u);
  EXPECT_EQ(change["length"].GetUint64(), 1u);
  EXPECT_STREQ(change["before"].GetString(), "2");
  EXPECT_TRUE(change["lost"].IsNull());
}

TEST(RepairCommandTest, TextIsShownByLines) {
  TempFolder folder;
  const std::string path = folder.Write(
      "a.json",
      "{\"joints\": {},\n \"clips\": {\"a\": {\"loop\": \"true\",\n"
      "  \"joint_clips\": {}, \"events\": {},}}}\n");
  const RunResult result =
      RunProgram({"repair", "-o", folder / "b.json", path});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("safe     JSON_SYNTAX"));
  EXPECT_THAT(result.out,
              HasSubstr("3 -   \"joint_clips\": {}, \"events\": {},}}}\n"));
  EXPECT_THAT(result.out,
              HasSubstr("3 +   \"joint_clips\": {}, \"events\": {}}}}\n"));
  EXPECT_EQ(ReadFile(folder / "b.json"),
            "{\"joints\": {},\n \"clips\": {\"a\": {\"loop\": true,\n"
            "  \"joint_clips\": {}, \"events\": {}}}}\n");
}

TEST(RepairCommandTest, SarifHasFixes) {
  TempFolder folder;
  folder.Write("a.bin", UnusualRecording());
  folder.Write("b.json",
               "{\"joints\": {},\n \"clips\": {\"\xC3\xA4\": "
               "{\"joint_clips\": {}, \"events\": {}, }}}");
  const RunResult result =
      RunProgram({"validate", "--format=sarif", folder.path()});
  EXPECT_THAT(
      result.out,
      HasSubstr("\"replacements\":[{\"deletedRegion\":{\"byteOffset\":16,"
                "\"byteLength\":1},\"insertedContent\":{\"binary\":"
                "\"AQ==\"}}]"));
  EXPECT_THAT(result.out,
              HasSubstr("\"deletedRegion\":{\"startLine\":2,\"startColumn\":"
                        "49,\"endLine\":2,\"endColumn\":50,\"byteOffset\":64,"
                        "\"byteLength\":1}}]"));
}

TEST(RepairCommandTest, CharactersAreRepaired) {
  TempFolder folder;
  const std::string path = folder.Write(
      "a.m3d", "***************m3d-File-Header***************\n#Materials x");
  const RunResult result = RunProgram({"repair", "-o", folder / "b.m3d", path});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("not      COUNT_MALFORMED"));
  EXPECT_EQ(FilesIn(folder.path()), 2u);
}

TEST(RepairCommandTest, WhatCannotBeReadOrWritten) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", UnusualRecording());
  const RunResult missing =
      RunProgram({"repair", "--dry-run", folder / "none", path});
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_THAT(missing.out, HasSubstr("REPAIRED"));
  const RunResult full = RunProgram({"repair", "-o", "/dev/full", path});
  EXPECT_EQ(full.exit_code, 3);
  EXPECT_THAT(full.err, HasSubstr("No space left on device"));
  EXPECT_THAT(full.out, Not(HasSubstr("REPAIRED")));
  EXPECT_EQ(RunProgram({"repair", "-o", path + "/b/", path}).exit_code, 3);
  EXPECT_EQ(ReadFile(path), UnusualRecording());
}

// ---- Full disks, and ends at any write --------------------------------------

// Runs the program in a process that may write no file beyond `most` bytes.
// Returns its status as of waitpid().
int RunLimited(const std::string& path, size_t most, bool is_killed) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit limit = {most, most};
    signal(SIGXFSZ, is_killed ? SIG_DFL : SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(99);
    _exit(RunProgram({"repair", "--in-place", path}).exit_code);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

TEST(RepairCommandTest, AFullDiskLeavesTheOriginal) {
  constexpr size_t kStep = CLIPGUARD_SANITIZED ? 31 : 7;
  TempFolder folder;
  const std::string path = folder.Write("a.bin", UnusualRecording());
  for (size_t most = 0; most < Mended().size(); most += kStep) {
    const int status = RunLimited(path, most, /*is_killed=*/false);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 3) << most;
    EXPECT_EQ(ReadFile(path), UnusualRecording()) << most;
    EXPECT_EQ(FilesIn(folder.path()), 1u) << most;
  }
  EXPECT_EQ(RunLimited(path, Mended().size(), false), 0);
  EXPECT_EQ(ReadFile(path), Mended());
}

TEST(RepairCommandTest, KilledWhileWritingLeavesTheOriginal) {
  TempFolder folder;
  const std::string path = folder.Write("a.bin", UnusualRecording());
  for (size_t most = 1; most < Mended().size(); most += 13) {
    const int status = RunLimited(path, most, /*is_killed=*/true);
    EXPECT_TRUE(WIFSIGNALED(status)) << most;
    EXPECT_EQ(ReadFile(path), UnusualRecording()) << most;
  }
}

}  // namespace
}  // namespace clipguard::cli
