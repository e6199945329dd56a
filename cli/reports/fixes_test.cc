// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/fixes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/files/input_file.h"
#include "cli/reports/file_report.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using actions::Change;
using actions::Edit;
using actions::Repaired;

std::vector<uint8_t> Bytes(std::string_view text) {
  return {text.begin(), text.end()};
}

Finding FindingAt(FindingCode code, uint64_t offset) {
  Finding finding;
  finding.code = code;
  finding.bytes = {offset, 1};
  return finding;
}

Change ChangeAt(FindingCode code, ByteRange bytes) {
  Change change;
  change.code = code;
  change.bytes = bytes;
  return change;
}

TEST(FixesTest, EachEditIsItsFindings) {
  const std::vector<uint8_t> original = Bytes("\xC3\xA4 1,5\nb: 2f end");
  Repaired repaired;
  repaired.bytes = Bytes("\xC3\xA4 1.5\nb: 2 end");
  repaired.edits = {{4, 1, 1}, {11, 1, 0}};
  repaired.changes = {ChangeAt(FindingCode::kNumberMalformed, {3, 3}),
                      ChangeAt(FindingCode::kLabelMismatch, {10, 2})};
  const std::vector<Finding> findings = {
      FindingAt(FindingCode::kTrailingText, 4),
      FindingAt(FindingCode::kNumberMalformed, 3),
      FindingAt(FindingCode::kLabelMismatch, 10)};
  const auto fixes = FixesOf(original, repaired, findings, /*text=*/true);
  ASSERT_EQ(fixes.size(), 2u);
  EXPECT_EQ(fixes[0].finding, 1u);
  EXPECT_EQ(fixes[0].description, "clipguard repair: NUMBER_MALFORMED");
  ASSERT_EQ(fixes[0].edits.size(), 1u);
  EXPECT_EQ(fixes[0].edits[0].deleted, (ByteRange{4, 1}));
  EXPECT_EQ(fixes[0].edits[0].inserted, ".");
  EXPECT_EQ(fixes[0].edits[0].begin.line, 1u);
  // Characters, not bytes.
  EXPECT_EQ(fixes[0].edits[0].begin.column, 4u);
  EXPECT_EQ(fixes[0].edits[0].end.column, 5u);
  EXPECT_EQ(fixes[1].finding, 2u);
  EXPECT_EQ(fixes[1].edits[0].inserted, "");
  EXPECT_EQ(fixes[1].edits[0].begin.line, 2u);
}

TEST(FixesTest, WhatIsLargeIsLeftOut) {
  const std::vector<uint8_t> original(10);
  Repaired repaired;
  repaired.bytes.resize(100'000);
  repaired.edits = {{0, 0, 99'990}};
  repaired.changes = {ChangeAt(FindingCode::kTrailingBytes, {0, 0})};
  const std::vector<Finding> findings = {
      FindingAt(FindingCode::kTrailingBytes, 0)};
  EXPECT_TRUE(FixesOf(original, repaired, findings, false).empty());
}

FileReport Check(const std::string& path) {
  CheckOptions options;
  options.fixes = true;
  Input input;
  input.path = path;
  InputFile file(InputFile::Options{});
  return CheckFile(input, options, file);
}

std::set<FindingCode> ErrorsOf(const FileReport& report) {
  std::set<FindingCode> codes;
  for (const Finding& finding : report.findings.findings()) {
    if (finding.severity() == Severity::kError) codes.insert(finding.code);
  }
  return codes;
}

// An editor makes one fix at a time: each leaves a file that is no worse.
TEST(FixesTest, EachIsAWholeRepair) {
  const TempFolder folder;
  size_t fixes = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator("corpus")) {
    const std::string path = entry.path().string();
    if (!entry.is_regular_file()) continue;
    const FileReport report = Check(path);
    const std::set<FindingCode> before = ErrorsOf(report);
    // A file that is no JSON says nothing of its other faults.
    if (before.contains(FindingCode::kJsonSyntax) ||
        before.contains(FindingCode::kJsonTrailingContent)) {
      continue;
    }
    for (const FileFix& fix : report.fixes) {
      std::string bytes = ReadFile(path);
      for (auto edit = fix.edits.rbegin(); edit != fix.edits.rend(); ++edit) {
        bytes.replace(edit->deleted.offset, edit->deleted.length,
                      edit->inserted);
      }
      const std::string name = "fixed" + entry.path().extension().string();
      folder.Write(name, bytes);
      const std::set<FindingCode> after = ErrorsOf(Check(folder / name));
      std::string worse;
      for (const FindingCode code : after) {
        if (!before.contains(code)) worse += GetCodeInfo(code).name;
      }
      EXPECT_EQ(worse, "") << path << ": " << fix.description;
      ++fixes;
    }
  }
  EXPECT_GT(fixes, 100u);
}

}  // namespace
}  // namespace clipguard::cli
