// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// validate --resume: the same report, whatever is in the ledger.

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/sanitizers.h"

namespace clipguard::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

using Args = std::vector<std::string>;

Args operator+(Args a, const Args& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::string Read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Validates with a ledger and without; the report must be the same. What was
// said on standard error.
std::string ExpectSame(const std::string& ledger, const Args& args) {
  const RunResult plain = RunProgram(Args{"validate"} + args);
  const RunResult resumed =
      RunProgram(Args{"validate", "--resume=" + ledger} + args);
  EXPECT_EQ(resumed.exit_code, plain.exit_code) << resumed.err;
  EXPECT_EQ(resumed.out == plain.out, true) << resumed.err;
  return resumed.err;
}

TEST(ResumeTest, TheCorpusInEveryReport) {
  const TempFolder folder;
  const std::string ledger = folder / "ledger";
  const Args corpus = {"--follow-symlinks", "corpus"};
  ExpectSame(ledger, corpus);
  for (const std::string format : {"text", "concise", "json", "sarif", "junit",
                                   "github", "gitlab", "shard"}) {
    EXPECT_THAT(ExpectSame(ledger, Args{"--format=" + format} + corpus),
                HasSubstr("verdicts were known"));
  }
}

TEST(ResumeTest, WithoutRoomForALedgerTheReportIsComplete) {
  const TempFolder folder;
  folder.Write("f/bad", BadRecording());
  folder.Write("f/good", CameraRecording());
  const std::string ledger = folder / "ledger";
  const Args args = {"--format=json", folder / "f"};
  const RunResult plain = RunProgram(Args{"validate"} + args);
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 60;  // of a header only a part
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const RunResult full =
      RunProgram(Args{"validate", "--resume=" + ledger} + args);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(full.exit_code, 3);
  EXPECT_EQ(full.out, plain.out);
  EXPECT_THAT(full.err, HasSubstr("File too large: no verdict is noted"));
  // Once there is room, it is as if nothing had been.
  ExpectSame(ledger, args);
  EXPECT_THAT(ExpectSame(ledger, args), HasSubstr("2 verdicts were known"));
}

TEST(ResumeTest, CutAnywhereTheWorkIsDoneAgain) {
  const TempFolder folder;
  folder.Write("f/bad", BadRecording());
  folder.Write("f/good", CameraRecording());
  folder.Write("f/unusual", UnusualRecording());
  const std::string ledger = folder / "ledger";
  const Args args = {"--format=json", folder / "f"};
  ExpectSame(ledger, args);
  const std::string whole = Read(ledger);
  // Each cut is six runs of the program.
  constexpr size_t kStep = CLIPGUARD_SANITIZED != 0 ? 41 : 7;
  for (size_t size = 0; size <= whole.size(); size += kStep) {
    const std::string torn = folder / "torn";
    unlink(torn.c_str());
    folder.Write("torn", whole.substr(0, size));
    ASSERT_EQ(chmod(torn.c_str(), 0600), 0);
    ExpectSame(torn, args);
    // Now it is whole again.
    EXPECT_THAT(ExpectSame(torn, args), HasSubstr("3 verdicts were known"));
  }
}

TEST(ResumeTest, WhatChangesAVerdictIsAskedAnew) {
  const TempFolder folder;
  const std::string unusual = folder.Write("unusual", UnusualRecording());
  const std::string json = folder.Write("a.json", "{\"states\": {\"s\": {}}}");
  const std::string ledger = folder / "ledger";
  const std::vector<Args> runs = {
      {unusual},
      {"--strict", unusual},
      {"--warn=PRESENCE_BYTE_NOT_BOOLEAN", "--strict", unusual},
      {"--layout=full", unusual},
      {"--layout=compact", unusual},
      {"--limit=name-bytes=1", unusual},
      {"--as=m3d", unusual},
      {"--limit=findings-kept=0", unusual},
      {json},
      {"--inputs=", json},
      {"--inputs=a", json},
      {"--resources=" + folder.path(), json},
      {"--unrecognised=ignore", json}};
  for (int twice = 0; twice < 2; ++twice) {
    for (const Args& run : runs) ExpectSame(ledger, run);
  }
}

TEST(ResumeTest, OneContentOfManyNames) {
  const TempFolder folder;
  folder.Write("f/a", BadRecording());
  folder.Write("f/b", BadRecording());
  const std::string ledger = folder / "ledger";
  EXPECT_THAT(ExpectSame(ledger, {"--jobs=1", folder / "f"}),
              HasSubstr("1 verdict was known"));
  folder.Write("f/b", CameraRecording());
  EXPECT_THAT(ExpectSame(ledger, {folder / "f"}),
              HasSubstr("1 verdict was known"));
}

TEST(ResumeTest, WithABaseline) {
  const TempFolder folder;
  const std::string bad = folder.Write("f/bad", BadRecording());
  folder.Write("f/same", BadRecording());
  const std::string baseline = folder / "baseline";
  const std::string ledger = folder / "ledger";
  ASSERT_EQ(RunProgram({"validate", "--resume=" + ledger,
                        "--write-baseline=" + baseline, folder / "f"})
                .exit_code,
            0);
  EXPECT_THAT(Read(baseline), HasSubstr("KEY_TIME_NOT_FINITE"));
  const Args args = {"--baseline=" + baseline, folder / "f"};
  EXPECT_THAT(ExpectSame(ledger, args), HasSubstr("2 verdicts were known"));
  EXPECT_EQ(RunProgram({"validate", "--resume=" + ledger,
                        "--baseline=" + baseline, bad})
                .exit_code,
            0);
}

// The armatures that a state machine's verdict depends on are other files.
TEST(ResumeTest, MachinesWithResourcesAreCheckedAnew) {
  const TempFolder folder;
  const std::string machine = folder.Write(
      "m.json",
      R"({"clips":{"c":"d:a@x"},"states":{"s":{"clip":"#c"}},"start_state":"s"})");
  folder.Write("assets/d/armatures/b.json", "{}");
  const std::string ledger = folder / "ledger";
  const Args args = {"--resources=" + (folder / "assets"), machine};
  ExpectSame(ledger, args);
  folder.Write("assets/d/armatures/a.json",
               R"({"joints":{},"clips":{"x":{}}})");
  EXPECT_THAT(ExpectSame(ledger, args), Not(HasSubstr("known")));
}

TEST(ResumeTest, TheLedgerIsNotChecked) {
  const TempFolder folder;
  folder.Write("good", CameraRecording());
  const Args args = {"--format=json", folder.path()};
  const RunResult plain = RunProgram(Args{"validate"} + args);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(
        RunProgram(Args{"validate", "--resume=" + (folder / "ledger")} + args)
            .out,
        plain.out);
  }
}

TEST(ResumeTest, RefusesWhatIsNoLedger) {
  const TempFolder folder;
  const std::string good = folder.Write("good", CameraRecording());
  const auto expect = [&](const std::string& ledger, int code,
                          const char* message) {
    const RunResult result =
        RunProgram({"validate", "--resume=" + ledger, good});
    EXPECT_EQ(result.exit_code, code);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr(message));
  };
  const std::string notes = folder.Write("notes", "do not lose this");
  ASSERT_EQ(chmod(notes.c_str(), 0600), 0);
  expect(notes, 2, "this is no ledger; it stays as it is");
  EXPECT_EQ(Read(notes), "do not lose this");
  const std::string open = folder.Write("open", "");
  ASSERT_EQ(chmod(open.c_str(), 0622), 0);
  expect(open, 2, "others may write to it");
  const std::string link = folder / "link";
  ASSERT_EQ(symlink(notes.c_str(), link.c_str()), 0);
  expect(link, 2, "it is a link");
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  expect(pipe, 2, "it is no file");
  expect(folder.path(), 3, "directory");
  expect(folder / "none/ledger", 3, "No such file");
  // Only root can give a file away, and not in every sandbox.
  const std::string theirs = folder.Write("theirs", "");
  ASSERT_EQ(chmod(theirs.c_str(), 0600), 0);
  if (chown(theirs.c_str(), 12345, 12345) == 0) {
    expect(theirs, 2, "it belongs to another user");
  }
}

TEST(ResumeTest, OneProcessAtATime) {
  const TempFolder folder;
  const std::string good = folder.Write("good", CameraRecording());
  const std::string ledger = folder / "ledger";
  ExpectSame(ledger, {good});
  const int fd = open(ledger.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(flock(fd, LOCK_EX), 0);
  const RunResult result = RunProgram({"validate", "--resume=" + ledger, good});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("another process uses it"));
  close(fd);
  ExpectSame(ledger, {good});
}

}  // namespace
}  // namespace clipguard::cli
