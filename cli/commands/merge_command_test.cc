// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/sanitizers.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::StartsWith;

constexpr const char* kFormats[] = {"text",   "json",   "sarif",    "junit",
                                    "github", "gitlab", "markdown", "shard"};

using Args = std::vector<std::string>;

// The shard reports of a run; their exit codes must not matter.
Args WriteShards(const TempFolder& folder, const Args& run, int count) {
  Args paths;
  for (int i = 1; i <= count; ++i) {
    paths.push_back(folder / absl::StrCat("of", count, "-", i));
    Clipguard("validate", absl::StrCat("--shard=", i, "/", count),
              "--output=shard:" + paths.back(), run);
  }
  return paths;
}

const std::vector<int> kShardCounts =
    CLIPGUARD_SANITIZED ? std::vector{3} : std::vector{1, 2, 3, 7};

// Whatever validate writes of a run, merge writes of its shards.
void ExpectSameReports(const Args& run, const Args& flags = {}) {
  const TempFolder folder;
  ReportedRun whole = RunWithReports(AsTyped("validate", flags, run), kFormats);
  for (const char* const format : {"json", "sarif", "shard"}) {
    EXPECT_NE(whole.reports[format], "") << format;
  }
  for (const int count : kShardCounts) {
    ReportedRun merged = RunWithReports(
        AsTyped("merge", flags, WriteShards(folder, run, count)), kFormats);
    EXPECT_EQ(merged.said.exit_code, whole.said.exit_code) << merged.said.err;
    EXPECT_EQ(merged.said.out, whole.said.out);
    for (const auto& [format, expected] : whole.reports) {
      const std::string& actual = merged.reports[format];
      EXPECT_TRUE(actual == expected)
          << format << " of " << count << ": " << actual.size() << " and "
          << expected.size() << " bytes";
    }
  }
}

using MergeTest = TestInFolder;

TEST_F(MergeTest, TheCorpus) {
  ExpectSameReports({"--follow-symlinks", "corpus"});
}

TEST_F(MergeTest, TheCorpusWithFlags) {
  ExpectSameReports(
      {"--follow-symlinks", "--strict", "--limit=findings-kept=2",
       "--ignore=VERTEX_UNUSED", "--unrecognised=warn", "corpus/m3d", "corpus"},
      {"--verbose", "--findings-page=https://example.org/f"});
  ExpectSameReports({"--follow-symlinks", "--fail-on=none",
                     "--resources=corpus", "corpus/forge"},
                    {"--quiet"});
}

TEST_F(MergeTest, NamesAndTextsOfAnyBytes) {
  folder.Write("a\xFF\n%41.bin", BadRecording());
  folder.Write("marker", CameraRecording("\x80\x1B[31m"));
  folder.Write("unusual", UnusualRecording());
  folder.Write("asm.json",
               "{\"parameters\": {\"p\": \"#\xC3(\", \"\xFE\": \"#q\"}}");
  folder.Write("empty", "");
  ExpectSameReports({folder.path(), folder / "gone\xFF", folder / "empty"});
}

TEST_F(MergeTest, FewFilesAndManyShards) {
  const std::string good = folder.Write("good", CameraRecording());
  ExpectSameReports({good});
  folder.Write("foreign/x.png", "\x89PNG\r\n\x1A\n");
  ExpectSameReports({folder / "foreign"});
}

TEST_F(MergeTest, SeveralReportsAtOnce) {
  const std::string bad = folder.Write("bad", BadRecording());
  const std::string json = folder / "out.json";
  const std::string sarif = folder / "out.sarif";
  const Args shards = WriteShards(folder, {bad, bad}, 2);
  Exits(1, "merge", "--output=json:" + json, "--output=sarif:" + sarif, shards);
  EXPECT_EQ(ReadFile(json), Clipguard("validate --format=json", bad, bad).out);
  EXPECT_EQ(ReadFile(sarif),
            Clipguard("validate --format=sarif", bad, bad).out);
}

TEST_F(MergeTest, ExitCodes) {
  const std::string bad = folder.Write("bad", BadRecording());
  const std::string unusual = folder.Write("unusual", UnusualRecording());
  const Args errors = WriteShards(folder, {bad}, 1);
  Exits(1, "merge", errors);
  Exits(0, "merge --fail-on=none", errors);
  const Args none = WriteShards(folder, {"--fail-on=none", bad}, 1);
  Exits(0, "merge", none);
  Exits(1, "merge --fail-on=error", none);
  const Args warned = WriteShards(folder, {unusual}, 1);
  Exits(0, "merge", warned);
  EXPECT_EQ(Exits(1, "merge --strict", warned).out,
            Clipguard("validate --strict", unusual).out);
  Exits(2, "merge");
  Exits(2, "merge - -");
  Exits(2, "merge --strict --fail-on=none x");
  Exits(3, "merge", folder / "none");
}

TEST_F(MergeTest, UnreadableFilesAreNamed) {
  const Args shards = WriteShards(folder, {folder / "gone"}, 1);
  EXPECT_THAT(Exits(3, "merge --format=json", shards).err,
              Has("gone: No such file"));
}

TEST_F(MergeTest, ShardsThatDoNotFit) {
  const std::string good = folder.Write("good", CameraRecording());
  const Args run = {good, good, good};
  const Args shards = WriteShards(folder, run, 3);
  const auto expect = [](const Args& args, int code, const char* message) {
    EXPECT_THAT(Refusal(code, "merge", args), Has(message));
  };
  expect({shards[0], shards[2]}, 3, "shard 2 of 3 is missing");
  expect({shards[0], shards[1], shards[1]}, 2, "are both shard 2 of 3");
  // Other flags, another list.
  for (const Args& other :
       {Args{"--strict", good, good, good}, Args{good, good}}) {
    const TempFolder elsewhere;
    const Args others = WriteShards(elsewhere, other, 3);
    expect({shards[0], others[1], shards[2]}, 2, "are of different runs");
  }
  const std::string whole = ReadFile(shards[1]);
  const std::string torn =
      folder.Write("torn", whole.substr(0, whole.size() - 5));
  expect({shards[0], torn, shards[2]}, 3, "its last line is missing");
  expect({good}, 2, "this is no report");
  expect({folder.Write("a.json", "{\"a\":1}")}, 2, "this is no report");
  const std::string sarif = folder / "b.sarif";
  Clipguard("validate", "--output=sarif:" + sarif, good);
  expect({sarif}, 2, "this is no report");
}

TEST_F(MergeTest, ReportsOfJson) {
  const std::string bad = folder.Write("bad", BadRecording());
  const std::string unusual = folder.Write("unusual", UnusualRecording());
  const std::string a =
      folder.Write("a.ndjson", Clipguard("validate --format=json", bad).out);
  const std::string b = folder.Write(
      "b.ndjson", Clipguard("validate --format=json", unusual).out);
  // These formats need nothing that JSON reports lack.
  for (const std::string format : {"json", "junit", "gitlab", "markdown"}) {
    const RunResult merged = Clipguard("merge", "--format=" + format, a, b);
    EXPECT_EQ(merged.out,
              Clipguard("validate", "--format=" + format, bad, unusual).out);
    EXPECT_EQ(merged.exit_code, 1);
    EXPECT_THAT(merged.err, Has("a.ndjson and 1 more", "--output=shard:FILE"));
  }
  const RunResult text = Clipguard("merge", a, b);
  EXPECT_THAT(text.err, Has("summaries and excerpts (text)"));
  EXPECT_THAT(text.out, Has("KEY_TIME_NOT_FINITE"));
  EXPECT_THAT(Clipguard("merge --format=shard", a).err,
              Has("lacks what a shard report has"));
  // A line that somebody edited.
  std::string edited = ReadFile(a);
  edited.replace(edited.find("\"bytes\":"), 8, "\"bytes\": ");
  EXPECT_THAT(Exits(3, "merge --format=json", folder.Write("c", edited)).err,
              Has("c:1: it is not as this version"));
}

TEST_F(MergeTest, FromStandardInput) {
  const std::string bad = folder.Write("bad", BadRecording());
  const RunResult shard = Clipguard("validate --format=shard", bad);
  EXPECT_THAT(shard.out, StartsWith("{\"clipguard\":\"shard\""));
  EXPECT_EQ(Piped(shard.out, "merge --format=json -").out,
            Clipguard("validate --format=json", bad).out);
}

}  // namespace
}  // namespace clipguard::cli
