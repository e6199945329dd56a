// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/fixes.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"

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

}  // namespace
}  // namespace clipguard::cli
