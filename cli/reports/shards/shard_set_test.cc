// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/shards/shard_set.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cli/reports/report_json.h"
#include "cli/reports/version.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string Line(const std::string& file,
                 JsonDetail detail = JsonDetail::kForMerge) {
  FileReport report;
  report.file = file;
  report.problem = "gone";
  return ReportLine(report, detail);
}

// Shard `shard` of `of` of a run of so many files, called "0", "1" ...
std::string ShardOf(uint64_t shard, uint64_t of, uint64_t files,
                    const std::string& run = "r") {
  std::string text = HeaderLine({.version = std::string(kVersion),
                                 .shard = shard,
                                 .of = of,
                                 .files = files,
                                 .run = run});
  uint64_t lines = 0;
  for (uint64_t i = shard - 1; i < files; i += of, ++lines) {
    text += Line(absl::StrCat(run, i));
  }
  return text + TrailerOf(text, lines);
}

// The report as if clipguard had written its lines so.
std::string Ended(const std::string& text, uint64_t files) {
  return text + TrailerOf(text, files);
}

struct Merged {
  absl::Status status;
  std::vector<std::string> files;
};

Merged Merge(const std::vector<std::string>& texts) {
  std::vector<ShardText> named;
  for (const std::string& text : texts) {
    named.push_back(
        {std::string(1, static_cast<char>('a' + named.size())), text});
  }
  const auto set = ShardSet::Make(std::move(named));
  if (!set.ok()) return {set.status(), {}};
  Merged merged;
  merged.status = set->ForEach([&](FileReport report) {
    merged.files.push_back(report.file);
    return true;
  });
  if (merged.status.ok()) {
    EXPECT_EQ(merged.files.size(), set->files());
  }
  return merged;
}

void ExpectFault(const std::vector<std::string>& texts, absl::StatusCode code,
                 const std::string& message) {
  const Merged merged = Merge(texts);
  EXPECT_EQ(merged.status.code(), code) << message;
  EXPECT_THAT(std::string(merged.status.message()), HasSubstr(message));
}

TEST(ShardSetTest, ShardsTakeTurns) {
  for (uint64_t files = 0; files < 9; ++files) {
    std::vector<std::string> expected;
    for (uint64_t i = 0; i < files; ++i) {
      expected.push_back(absl::StrCat("r", i));
    }
    for (uint64_t of = 1; of < 6; ++of) {
      std::vector<std::string> texts;
      for (uint64_t shard = of; shard > 0; --shard) {
        texts.push_back(ShardOf(shard, of, files));
      }
      const Merged merged = Merge(texts);
      EXPECT_TRUE(merged.status.ok()) << merged.status;
      EXPECT_EQ(merged.files, expected);
    }
  }
}

TEST(ShardSetTest, RunsFollowEachOther) {
  EXPECT_THAT(Merge({ShardOf(2, 2, 3, "x"), ShardOf(1, 1, 2, "y"),
                     Line("p", JsonDetail::kUsual), ShardOf(1, 2, 3, "x")})
                  .files,
              ElementsAre("x0", "x1", "x2", "y0", "y1", "p"));
}

TEST(ShardSetTest, SaysWhatIsMissing) {
  ExpectFault({ShardOf(1, 3, 9), ShardOf(3, 3, 9)},
              absl::StatusCode::kUnavailable, "shard 2 of 3 is missing");
  ExpectFault({ShardOf(1, 3, 9)}, absl::StatusCode::kUnavailable,
              "(1 of 3 are here)");
}

TEST(ShardSetTest, SaysWhatIsTwiceThere) {
  ExpectFault({ShardOf(1, 2, 9), ShardOf(2, 2, 9), ShardOf(1, 2, 9)},
              absl::StatusCode::kInvalidArgument,
              "a and c are both shard 1 of 2 of one run");
}

TEST(ShardSetTest, SaysWhatIsOfAnotherRun) {
  ExpectFault({ShardOf(1, 2, 9), ShardOf(2, 2, 9, "s")},
              absl::StatusCode::kInvalidArgument,
              "a (shard 1 of 2) and b (shard 2 of 2) are of different runs");
  ExpectFault({ShardOf(1, 2, 9), ShardOf(2, 3, 9)},
              absl::StatusCode::kInvalidArgument, "are of different runs");
}

TEST(ShardSetTest, SaysWhatIsOfAnotherVersion) {
  const std::string other = HeaderLine({.version = "9.9.9"});
  ExpectFault({Ended(other, 0)}, absl::StatusCode::kInvalidArgument,
              "a: written by clipguard 9.9.9");
}

TEST(ShardSetTest, CutAnywhere) {
  const std::string shard = ShardOf(1, 1, 3);
  for (size_t size = 0; size < shard.size(); ++size) {
    EXPECT_FALSE(Merge({shard.substr(0, size)}).status.ok()) << size;
  }
  ExpectFault({shard.substr(0, shard.size() - 1)},
              absl::StatusCode::kUnavailable, "run this part again");
  const std::string plain = Line("a", JsonDetail::kUsual);
  for (size_t size = 0; size < plain.size(); ++size) {
    EXPECT_FALSE(Merge({plain.substr(0, size)}).status.ok()) << size;
  }
}

TEST(ShardSetTest, AnObjectOfAnotherProgramIsNoReport) {
  for (const char* const text :
       {"{\"a\":1}", "{\"a\":1}\n", "{\n  \"a\": 1\n}\n",
        "{\"parameters\":{}}\n", "{\n", "{}\n"}) {
    ExpectFault({text}, absl::StatusCode::kInvalidArgument,
                "a: this is no report");
  }
}

TEST(ShardSetTest, LinesThatWereTakenOutOrPutIn) {
  const std::string header = HeaderLine(
      {.version = std::string(kVersion), .of = 1, .files = 2, .run = "r"});
  ExpectFault({Ended(header + Line("0"), 1)}, absl::StatusCode::kUnavailable,
              "a: it has 1 file, and should have 2");
  ExpectFault({Ended(header + Line("0") + Line("1"), 3)},
              absl::StatusCode::kUnavailable, "it has 2 files");
  ExpectFault({Ended(header + Line("0") + "{}\n", 2)},
              absl::StatusCode::kInvalidArgument, "a:3: \"file\" is missing");
  ExpectFault({Ended(header + Line("0") + Line("1", JsonDetail::kUsual), 2)},
              absl::StatusCode::kInvalidArgument, "a:3: \"merge\" is missing");
}

TEST(ShardSetTest, AnyByteThatWasChanged) {
  const std::string shard = ShardOf(1, 1, 3);
  for (size_t i = 0; i < shard.size(); ++i) {
    std::string changed = shard;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(Merge({changed}).status.ok()) << i;
  }
}

TEST(ShardSetTest, ALineInPlaceOfAnother) {
  const std::string header = HeaderLine(
      {.version = std::string(kVersion), .of = 1, .files = 2, .run = "r"});
  const std::string written = header + Line("a.bin") + Line("b.bin");
  const std::string end = TrailerOf(written, 2);
  EXPECT_TRUE(Merge({written + end}).status.ok());
  ExpectFault({header + Line("a.bin") + Line("a.bin") + end},
              absl::StatusCode::kUnavailable,
              "a: somebody has changed it: lines 2 and 3 are the same, of "
              "a.bin; run this part again");
  ExpectFault({header + Line("b.bin") + Line("a.bin") + end},
              absl::StatusCode::kUnavailable,
              "a: somebody has changed it; run");
  // A file may be named twice: then that is what was written.
  EXPECT_TRUE(
      Merge({Ended(header + Line("a.bin") + Line("a.bin"), 2)}).status.ok());
  ExpectFault({written + "{\"end\":true,\"files\":2}\n"},
              absl::StatusCode::kUnavailable, "it is of an earlier build");
}

TEST(ShardSetTest, WhatIsNoReport) {
  ExpectFault({"GIF89a"}, absl::StatusCode::kInvalidArgument,
              "a: this is no report");
  ExpectFault({""}, absl::StatusCode::kUnavailable, "is empty");
  ExpectFault({"{\"file\":1}\n"}, absl::StatusCode::kInvalidArgument, "a:1: ");
}

}  // namespace
}  // namespace clipguard::cli
