// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/shards/report_reader.h"

#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_replace.h"
#include "cli/reports/report_json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

using ::testing::HasSubstr;

std::string WithoutBreak(std::string line) {
  line.pop_back();
  return line;
}

// Everything that a report can have, with bytes that are not UTF-8.
FileReport FullReport() {
  FileReport report;
  report.file = "a\xFF%41.json";
  report.format = Format::kMrtk;
  report.bytes = 1234;
  report.summary = {"1.1", "compact", "MRTK 1.1 compact, \xC3 curves"};
  Finding error;
  error.code = FindingCode::kKeyTimeDecreasing;
  error.level = FindingLevel::kError;
  error.bytes = {7, 4};
  error.path = "camera.\x80.keys[3]";
  error.message = "a \xFE message";
  error.count = 60;
  error.ranges = {{3, 40}, {42, 42}};
  error.unranged = 21;
  error.noun = "vertex";
  Finding warning;
  warning.code = FindingCode::kRotationWLost;
  warning.level = FindingLevel::kWarning;
  warning.bytes = {9, 0};
  warning.line = 3;
  warning.column = 7;
  warning.path = "p";
  warning.message = "m";
  report.findings =
      FindingList(FindingList::Content{.findings = {error, warning},
                                       .errors = 60,
                                       .warnings = 6,
                                       .dropped = 5,
                                       .ignored = 2});
  report.baselined = 4;
  report.character_columns = {0, 6};
  report.excerpts.resize(2);
  report.excerpts[0].bytes = std::string("\0\xFF%", 3);
  report.excerpts[0].offset = 5;
  report.excerpts[1].bytes = "  x";
  report.excerpts[1].is_text = true;
  report.excerpts[1].cut_after = true;
  return report;
}

TEST(ReportReaderTest, ReadsAllThatItWrites) {
  const FileReport report = FullReport();
  const std::string line = ReportLine(report, JsonDetail::kForMerge);
  const auto read = ReadReportLine(WithoutBreak(line));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->detail, JsonDetail::kForMerge);
  const FileReport& again = read->report;
  EXPECT_EQ(again.file, report.file);
  EXPECT_EQ(again.format_name(), "mrtk");
  EXPECT_EQ(again.title(), "MRTK");
  EXPECT_EQ(again.bytes, 1234u);
  EXPECT_EQ(again.summary.text, report.summary.text);
  EXPECT_EQ(again.baselined, 4u);
  EXPECT_EQ(again.findings.errors(), 60u);
  EXPECT_EQ(again.findings.warnings(), 6u);
  EXPECT_EQ(again.findings.dropped(), 5u);
  EXPECT_EQ(again.findings.ignored(), 2u);
  EXPECT_EQ(again.character_columns, report.character_columns);
  const std::vector<Finding>& findings = again.findings.findings();
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].path, "camera.\x80.keys[3]");
  EXPECT_EQ(findings[0].message, "a \xFE message");
  EXPECT_EQ(Places(findings[0]), "vertices 3-40, 42 and 21 more places");
  EXPECT_EQ(findings[0].severity(), Severity::kError);
  EXPECT_EQ(findings[1].severity(), Severity::kWarning);
  EXPECT_EQ(findings[1].line, 3u);
  EXPECT_EQ(again.excerpts[0].bytes, report.excerpts[0].bytes);
  EXPECT_TRUE(again.excerpts[1].cut_after);
  EXPECT_EQ(ReportLine(again, JsonDetail::kForMerge), line);
}

TEST(ReportReaderTest, ReadsTheUsualJson) {
  const std::string line = ReportLine(FullReport(), JsonDetail::kUsual);
  const auto read = ReadReportLine(WithoutBreak(line));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->detail, JsonDetail::kUsual);
  EXPECT_EQ(ReportLine(read->report, JsonDetail::kUsual), line);
  EXPECT_TRUE(read->report.excerpts.empty());
}

TEST(ReportReaderTest, ReadsWhatCouldNotBeRead) {
  FileReport unread;
  unread.file = "x";
  unread.problem = "\xFFgone";
  FileReport foreign;
  foreign.file = "y";
  foreign.not_ours = "a PNG image";
  for (const FileReport& report : {unread, foreign}) {
    for (const JsonDetail detail :
         {JsonDetail::kUsual, JsonDetail::kForMerge}) {
      const std::string line = ReportLine(report, detail);
      const auto read = ReadReportLine(WithoutBreak(line));
      ASSERT_TRUE(read.ok()) << line;
      EXPECT_EQ(ReportLine(read->report, detail), line);
      EXPECT_EQ(read->report.not_ours, report.not_ours);
      EXPECT_EQ(read->report.readable(), report.readable());
    }
  }
}

TEST(ReportReaderTest, RefusesWhatWouldBeLost) {
  const std::string good =
      WithoutBreak(ReportLine(FullReport(), JsonDetail::kForMerge));
  ASSERT_TRUE(ReadReportLine(good).ok());
  const std::vector<std::pair<std::string, std::string>> edits = {
      {"\"bytes\":1234", "\"bytes\": 1234"},
      {"\"bytes\":1234", "\"bytes\":1234,\"new\":1"},
      {"\"bytes\":1234", "\"bytes\":-1"},
      {"\"errors\":60", "\"errors\":61"},
      {"\"dropped\":5", "\"dropped\":18446744073709551615"},
      {"\"count\":60", "\"count\":0"},
      {"\"count\":60", "\"count\":18446744073709551615"},
      {"\"places\":\"vertices", "\"places\":7,\"x\":\"vertices"},
      {"\"merge\":{", "\"merge\":[],\"m\":{"},
      {"\"line\":3", "\"line\":4294967299"},
      {"\"format\":\"mrtk\"", "\"format\":\"mp3\""},
      {"\"cutAfter\":true", "\"cutAfter\":1"},
      {"\"character\":0,", ""},
      {"\"severity\":\"error\"", "\"severity\":\"fatal\""}};
  for (const auto& [from, to] : edits) {
    const std::string bad = absl::StrReplaceAll(good, {{from, to}});
    ASSERT_NE(bad, good) << from;
    EXPECT_FALSE(ReadReportLine(bad).ok()) << from << " -> " << to;
  }
  const std::string code =
      absl::StrReplaceAll(good, {{"KEY_TIME_DECREASING", "KEY_TIME_FUNNY"}});
  EXPECT_THAT(std::string(ReadReportLine(code).status().message()),
              HasSubstr("there is no finding 'KEY_TIME_FUNNY'"));
}

TEST(ReportReaderTest, CutAnywhere) {
  const std::string good =
      WithoutBreak(ReportLine(FullReport(), JsonDetail::kForMerge));
  for (size_t size = 0; size < good.size(); ++size) {
    EXPECT_FALSE(ReadReportLine(std::string_view(good).substr(0, size)).ok());
  }
  EXPECT_FALSE(ReadReportLine(good + " ").ok());
  EXPECT_FALSE(ReadReportLine(good + std::string(1, '\0')).ok());
}

}  // namespace
}  // namespace clipguard::cli
