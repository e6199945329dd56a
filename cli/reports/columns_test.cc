// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/columns.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory/work_counter.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

using ::testing::ElementsAre;

// Findings at those bytes of a text whose lines end in \n.
std::vector<Finding> At(std::string_view text,
                        const std::vector<uint64_t>& offsets) {
  std::vector<Finding> findings;
  for (const uint64_t offset : offsets) {
    Finding finding;
    finding.bytes = {offset, 1};
    finding.line = 1;
    finding.column = 1;
    for (const char c : text.substr(0, offset)) {
      ++finding.column;
      if (c != '\n') continue;
      ++finding.line;
      finding.column = 1;
    }
    findings.push_back(finding);
  }
  return findings;
}

std::vector<uint64_t> Columns(std::string_view text,
                              const std::vector<uint64_t>& offsets) {
  return CharacterColumns(
      {reinterpret_cast<const uint8_t*>(text.data()), text.size()},
      At(text, offsets));
}

TEST(ColumnsTest, CountCharacters) {
  EXPECT_THAT(Columns("abc", {0, 2, 3}), ElementsAre(1, 3, 4));
  // Two, three and four bytes; the last is one code point, and two of UTF-16.
  const std::string text = "\xC3\xBC\xE2\x82\xAC\xF0\x9F\x91\x8B!\nx\xC3\xBC!";
  EXPECT_THAT(Columns(text, {0, 2, 5, 9, 11, 12, 14}),
              ElementsAre(1, 2, 3, 4, 1, 2, 3));
}

TEST(ColumnsTest, InAnyOrder) {
  EXPECT_THAT(Columns("\xC3\xBC\xC3\xBC\n\xC3\xBC!", {7, 4, 2, 2}),
              ElementsAre(2, 3, 2, 2));
}

TEST(ColumnsTest, OfBytesThatAreNoCharacters) {
  EXPECT_THAT(Columns("\xFF\xFF!", {0, 1, 2}), ElementsAre(1, 2, 3));
  // Cut short, and in the middle of one.
  EXPECT_THAT(Columns("\xE2\x82!", {1, 2}), ElementsAre(2, 3));
  EXPECT_THAT(Columns("a\xE2\x82\xAC!", {2, 3, 4}), ElementsAre(2, 2, 3));
}

TEST(ColumnsTest, AByteOrderMarkIsNoColumn) {
  EXPECT_THAT(Columns("\xEF\xBB\xBF{x\n\xEF\xBB\xBFy", {0, 3, 4, 6, 9}),
              ElementsAre(1, 1, 2, 1, 2));
}

TEST(ColumnsTest, WithoutALineNone) {
  std::vector<Finding> findings(2);
  findings[1].bytes = {1000, 1};
  findings[1].line = 1;
  findings[1].column = 2000;  // more than the text has
  EXPECT_THAT(CharacterColumns({}, findings), ElementsAre(0, 0));
}

TEST(ColumnsTest, ALongLineIsGoneThroughOnce) {
  const std::string text(1'000'000, 'x');
  std::vector<Finding> findings(1000);
  for (size_t i = 0; i < findings.size(); ++i) {
    findings[i].bytes = {(i * 7919) % text.size(), 1};
    findings[i].line = 1;
    findings[i].column = static_cast<uint32_t>(findings[i].bytes.offset) + 1;
  }
  const uint64_t before = WorkDone();
  const auto columns = CharacterColumns(
      {reinterpret_cast<const uint8_t*>(text.data()), text.size()}, findings);
  EXPECT_LE(WorkDone() - before, text.size() + findings.size());
  for (size_t i = 0; i < findings.size(); ++i) {
    EXPECT_EQ(columns[i], findings[i].column);
  }
}

}  // namespace
}  // namespace clipguard::cli
