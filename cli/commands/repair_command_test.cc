// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard repair, in-process: what it writes, what it says, and that the
// original stays as it is unless it is to be replaced.

#include <sys/stat.h>

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
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::AllOf;
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

using RepairCommandTest = TestInFolder;

TEST_F(RepairCommandTest, DryRunWritesNothing) {
  const std::string path = folder.Write("a.bin", UnusualRecording());
  const RunResult result = Exits(0, "repair --dry-run", path);
  EXPECT_THAT(result.out, AllOf(StartsWith("REPAIRED " + path),
                                Has("hasCamera", "2 -> 1", "0x10 - 02",
                                    "0x10 + 01", "lost: nothing")));
  EXPECT_EQ(ReadFile(path), UnusualRecording());
  EXPECT_EQ(FilesIn(folder.path()), 1u);
}

TEST_F(RepairCommandTest, TheSummaryCountsWhatCannotBeRead) {
  const std::string good = folder.Write("good.bin", CameraRecording());
  const RunResult result =
      Exits(3, "repair --dry-run", good, folder / "gone.bin");
  EXPECT_EQ(result.out, "2 files: 1 UNREAD, 1 ok\n");
  EXPECT_THAT(result.err, Has("gone.bin: No such file"));
}

TEST_F(RepairCommandTest, ToAFile) {
  const std::string path = folder.Write("a.bin", UnusualRecording());
  ASSERT_EQ(chmod(path.c_str(), 0640), 0);
  const std::string out = folder / "b.bin";
  Exits(0, "repair -o", out, path);
  EXPECT_EQ(ReadFile(out), Mended());
  EXPECT_EQ(ReadFile(path), UnusualRecording());
  struct stat info = {};
  ASSERT_EQ(stat(out.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
}

TEST_F(RepairCommandTest, InPlace) {
  const std::string path = folder.Write("a.bin", UnusualRecording());
  ASSERT_EQ(chmod(path.c_str(), 0604), 0);
  Exits(0, "repair --in-place", path);
  EXPECT_EQ(ReadFile(path), Mended());
  EXPECT_EQ(FilesIn(folder.path()), 1u);
  struct stat info = {};
  ASSERT_EQ(stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0604u);
  // Nothing is left to do, and nothing is written.
  const auto written = std::filesystem::last_write_time(path);
  EXPECT_THAT(Clipguard("repair --in-place", path).out, StartsWith("ok "));
  EXPECT_EQ(std::filesystem::last_write_time(path), written);
}

TEST_F(RepairCommandTest, SoundFilesOfManyAreOnlyCounted) {
  folder.Write("in/a.bin", CameraRecording());
  folder.Write("in/b.bin", CameraRecording());
  folder.Write("in/c.bin", UnusualRecording());
  EXPECT_THAT(
      Exits(0, "repair -o", folder / "out/", folder / "in").out,
      AllOf(Not(Has("a.bin")), Has("c.bin", "3 files: 1 REPAIRED, 2 ok")));
  EXPECT_EQ(FilesIn(folder / "out"), 3u);
  EXPECT_THAT(Clipguard("repair --dry-run -v", folder / "in").out,
              Has("ok       " + folder / "in/a.bin"));
}

TEST_F(RepairCommandTest, AFolderKeepsItsPaths) {
  folder.Write("in/a.bin", UnusualRecording());
  folder.Write("in/x/b.bin", CameraRecording());
  folder.Write("in/readme.txt", "text");
  Exits(0, "repair -o", folder / "out/", folder / "in");
  EXPECT_EQ(ReadFile(folder / "out/a.bin"), Mended());
  EXPECT_EQ(ReadFile(folder / "out/x/b.bin"), CameraRecording());
  EXPECT_FALSE(std::filesystem::exists(folder / "out/readme.txt"));
}

// Files that still have errors are not written among the repaired ones.
TEST_F(RepairCommandTest, AFolderHasNoFilesWithErrorsUnlessAskedFor) {
  folder.Write("in/a.bin", UnusualRecording());
  folder.Write("in/b.bin", BadRecording());
  folder.Write("in/c.bin", HalfHopeless());
  const RunResult result =
      Exits(1, "repair -o", folder / "out/", folder / "in");
  EXPECT_TRUE(std::filesystem::exists(folder / "out/a.bin"));
  EXPECT_FALSE(std::filesystem::exists(folder / "out/c.bin"));
  EXPECT_THAT(result.out, Has("; not written (--copy-unrepaired)", "3 files: ",
                              "  PRESENCE_BYTE_UNUSUAL: 2, 2 mended\n",
                              "  MARKER_NAME_NOT_UTF8: 1, 1 left\n"));
  for (const char* jobs : {"--jobs=1", "--jobs=3"}) {
    EXPECT_EQ(
        Clipguard("repair", jobs, "-o", folder / "out/", folder / "in").out,
        result.out);
  }
  const RunResult quiet =
      Clipguard("repair --dry-run -q --stats", folder / "in");
  EXPECT_THAT(quiet.out, Not(Has("a.bin")));
  EXPECT_THAT(quiet.out, Has("c.bin"));
  EXPECT_THAT(quiet.err, Has("3 files, "));
  Exits(1, "repair --copy-unrepaired -o", folder / "out/", folder / "in");
  EXPECT_TRUE(std::filesystem::exists(folder / "out/c.bin"));
}

TEST_F(RepairCommandTest, StandardStreams) {
  const RunResult result = PipedExits(0, UnusualRecording(), "repair -o - -");
  EXPECT_EQ(result.out, Mended());
  EXPECT_THAT(result.err, Has("REPAIRED -"));
}

TEST_F(RepairCommandTest, WrongUsage) {
  const std::string path = folder.Write("a.bin", UnusualRecording());
  const std::string other = folder.Write("b.bin", UnusualRecording());
  Exits(2, "repair", path);
  Exits(2, "repair --in-place -o", folder / "c.bin", path);
  Exits(2, "repair -o", path, path);
  Exits(2, "repair -o", folder / "c.bin", path, other);
  Exits(2, "repair -o -", path, other);
  Exits(2, "repair --in-place -");
  Exits(2, "repair --dry-run --format=sarif", path);
  Exits(2, "repair --dry-run");
  EXPECT_EQ(ReadFile(path), UnusualRecording());
  EXPECT_EQ(FilesIn(folder.path()), 2u);
}

// Nobody writes into the pipe: to open it would take forever.
TEST_F(RepairCommandTest, InPlaceIsForFiles) {
  const std::string path = folder / "pipe.bin";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const RunResult result = Exits(2, "repair --in-place", path);
  EXPECT_THAT(result.err, Has("--in-place takes files and folders"));
}

// ---- What is said -----------------------------------------------------------

TEST_F(RepairCommandTest, WhatIsLeftIsSaid) {
  const std::string path = folder.Write("a.bin", HalfHopeless());
  const RunResult result = Exits(1, "repair --in-place", path);
  EXPECT_THAT(result.out, AllOf(StartsWith("PARTLY "),
                                Has("left     MARKER_NAME_NOT_UTF8")));
  EXPECT_EQ(ReadFile(path)[16], '\x01');
}

TEST_F(RepairCommandTest, WhatIsLeftOfACutFile) {
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
  const std::string cut = folder.Write("cut.bin", whole.substr(0, 600));
  const std::string out = folder / "out.bin";
  const RunResult repaired = Exits(0, "repair -o", out, cut);
  EXPECT_THAT(repaired.out, StartsWith("SALVAGED " + cut));
  EXPECT_THAT(repaired.out, Has(" of 382 curves are left; 1 change"));
  const rapidjson::Document json =
      Json(Clipguard("repair --dry-run --format=json", cut).out);
  EXPECT_EQ(json["salvage"]["curves"].GetUint(), 382u);
  const unsigned left = json["salvage"]["curvesLeft"].GetUint();
  EXPECT_GT(left, 0u);
  EXPECT_LT(left, 20u);
  // The result has a finding for its empty curves, with the same number.
  EXPECT_THAT(
      Clipguard("validate", out).out,
      Has("RECORDING_MOSTLY_EMPTY", std::to_string(left) + " of 382 curves"));
  // A file that was not cut.
  const std::string odd = folder.Write("odd.bin", UnusualRecording());
  EXPECT_THAT(Clipguard("repair --dry-run --format=json", odd).out,
              Has("\"salvage\":null"));
  EXPECT_THAT(Clipguard("repair --dry-run", cut, odd).out,
              Has("2 files: 1 REPAIRED, 1 SALVAGED\n"));
}

TEST_F(RepairCommandTest, OfNoFormat) {
  const std::string path = folder.Write("a.bin", "what is this");
  EXPECT_THAT(Unwrapped(Exits(1, "repair --dry-run", path).out),
              Has("nothing was done: this is not a file that "
                  "clipguard reads: text",
                  "; --as=FORMAT says what it is", "FORMAT_UNKNOWN"));
}

TEST_F(RepairCommandTest, OfSingleQuotesTheFormatIsAskedFor) {
  const std::string armature =
      folder.Write("a/q.json", "{ 'joints': {'a': {'0': [1]}}, 'clips': {} }");
  const std::string machine = folder.Write(
      "b/q.json", "{ 'clips': {'a': '#identity'}, 'start_state': 'a' }");
  const auto said = [](const std::string& path) {
    const RunResult result = Clipguard("repair --dry-run", path);
    return Unwrapped(result.out + result.err);
  };
  for (const std::string& path : {armature, folder / "a"}) {
    EXPECT_THAT(said(path), AllOf(Has("which --as=forge-armature reads"),
                                  Not(Has("--as=FORMAT"))));
  }
  for (const std::string& path : {machine, folder / "b"}) {
    EXPECT_THAT(said(path), Has("which --as=forge-asm reads"));
  }
  Exits(0, "repair --as=forge-armature -o", folder / "fixed/", armature);
}

TEST_F(RepairCommandTest, GuessesAreMadeIfAsked) {
  const std::string name = {'a', '\0', 'b'};
  const std::string path = folder.Write("a.bin", CameraRecording(name));
  EXPECT_THAT(Exits(0, "repair --dry-run", path).out,
              AllOf(StartsWith("ok "), Has("--unsafe MARKER_NAME_HAS_NUL")));
  Exits(0, "repair --in-place --unsafe", path);
  EXPECT_EQ(ReadFile(path), CameraRecording("ab"));
}

TEST_F(RepairCommandTest, Json) {
  const std::string path = folder.Write("a.bin", UnusualRecording());
  EXPECT_THAT(Clipguard("repair --dry-run --format=json", path).out,
              Has(R"("valid":true)",
                  R"("output":null,"supported":true,"repaired":true,)",
                  R"("changes":[{"code":"PRESENCE_BYTE_UNUSUAL","safe":true,)"
                  R"("offset":16,"length":1,"path":"hasCamera","before":"2",)"
                  R"("after":"1","lost":null,)"));
}

TEST_F(RepairCommandTest, TextIsShownByLines) {
  const std::string path = folder.Write(
      "a.json",
      "{\"joints\": {},\n \"clips\": {\"a\": {\"loop\": \"true\",\n"
      "  \"joint_clips\": {}, \"events\": {},}}}\n");
  EXPECT_THAT(Exits(0, "repair -o", folder / "b.json", path).out,
              Has("safe     JSON_SYNTAX",
                  "3 -   \"joint_clips\": {}, \"events\": {},}}}\n",
                  "3 +   \"joint_clips\": {}, \"events\": {}}}}\n"));
  EXPECT_EQ(ReadFile(folder / "b.json"),
            "{\"joints\": {},\n \"clips\": {\"a\": {\"loop\": true,\n"
            "  \"joint_clips\": {}, \"events\": {}}}}\n");
}

TEST_F(RepairCommandTest, SarifHasFixes) {
  folder.Write("a.bin", UnusualRecording());
  folder.Write("b.json",
               "{\"joints\": {},\n \"clips\": {\"\xC3\xA4\": "
               "{\"joint_clips\": {}, \"events\": {}, }}}");
  EXPECT_THAT(Clipguard("validate --format=sarif", folder.path()).out,
              Has("\"replacements\":[{\"deletedRegion\":{\"byteOffset\":16,"
                  "\"byteLength\":1},\"insertedContent\":{\"binary\":"
                  "\"AQ==\"}}]",
                  "\"deletedRegion\":{\"startLine\":2,\"startColumn\":"
                  "49,\"endLine\":2,\"endColumn\":50,\"byteOffset\":64,"
                  "\"byteLength\":1}}]"));
}

TEST_F(RepairCommandTest, CharactersAreRepaired) {
  const std::string path = folder.Write(
      "a.m3d", "***************m3d-File-Header***************\n#Materials x");
  const RunResult result = Exits(1, "repair -o", folder / "b.m3d", path);
  EXPECT_THAT(result.out, Has("not      COUNT_MALFORMED"));
  EXPECT_EQ(FilesIn(folder.path()), 2u);
}

TEST_F(RepairCommandTest, WhatCannotBeReadOrWritten) {
  const std::string path = folder.Write("a.bin", UnusualRecording());
  const RunResult missing = Exits(3, "repair --dry-run", folder / "none", path);
  EXPECT_THAT(missing.out, Has("REPAIRED"));
  const RunResult full = Exits(3, "repair -o /dev/full", path);
  EXPECT_THAT(full.err, Has("No space left on device"));
  EXPECT_THAT(full.out, Not(Has("REPAIRED")));
  Exits(3, "repair -o", path + "/b/", path);
  EXPECT_EQ(ReadFile(path), UnusualRecording());
}

}  // namespace
}  // namespace clipguard::cli
