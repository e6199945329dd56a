// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/codes/excerpt.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/memory/work_counter.h"
#include "base/text_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Finding BinaryFinding(uint64_t offset, uint64_t length) {
  Finding finding;
  finding.code = FindingCode::kKeyTimeNotFinite;
  finding.bytes = {offset, length};
  return finding;
}

// With the line and column of that place.
Finding TextFinding(std::string_view text, uint64_t offset, uint64_t length) {
  Finding finding = BinaryFinding(offset, length);
  finding.code = FindingCode::kJsonSyntax;
  const std::string_view before = text.substr(0, offset);
  finding.line =
      static_cast<uint32_t>(1 + std::count(before.begin(), before.end(), '\n'));
  finding.column = static_cast<uint32_t>(offset - (before.rfind('\n') + 1) + 1);
  return finding;
}

std::string Frame(std::string_view file, const Finding& finding,
                  size_t width = 60) {
  return CodeFrame(MakeExcerpts(BytesOf(file), {&finding, 1})[0], finding,
                   {.width = width, .indent = 2});
}

std::string TextFrame(std::string_view text, uint64_t offset, uint64_t length,
                      size_t width = 60) {
  return Frame(text, TextFinding(text, offset, length), width);
}

TEST(CodeFrameTest, OfText) {
  EXPECT_EQ(TextFrame("{\n  \"a\": tru,\r\n}\n", 9, 3),
            "  2 |   \"a\": tru,\n"
            "    |        ^^^\n");
  // A place between bytes, the line's end, and more than the line.
  EXPECT_EQ(TextFrame("ab\ncd", 1, 0), "  1 | ab\n    |  ^\n");
  EXPECT_EQ(TextFrame("ab\ncd", 5, 0), "  2 | cd\n    |   ^\n");
  EXPECT_EQ(TextFrame("ab\ncd", 1, 4), "  1 | ab\n    |  ^\n");
  EXPECT_EQ(TextFrame("ab\r\ncd", 3, 1), "  1 | ab\n    |   ^\n");
}

TEST(CodeFrameTest, OfTextWithWideAndStrangeCharacters) {
  // Two columns, none, a byte that is no character, a change of direction.
  EXPECT_EQ(TextFrame("\xE4\xBD\xA0"
                      "a\xCC\x81\xFF\xE2\x80\xAE!",
                      10, 1),
            "  1 | \xE4\xBD\xA0"
            "a\\u{301}\\xFF\\u{202E}!\n"
            "    |                       ^\n");
  EXPECT_EQ(TextFrame("\tx\x1B[2J", 1, 1),
            "  1 |     x\\x1B[2J\n"
            "    |     ^\n");
}

TEST(CodeFrameTest, LongLinesAreCut) {
  const std::string line =
      "begin" + std::string(5000, '.') + "X" + std::string(5000, ',') + "end";
  const std::string frame = TextFrame(line, 5005, 1);
  EXPECT_THAT(frame, AllOf(HasSubstr("1 | ...."), HasSubstr(".X,"),
                           HasSubstr(",...\n"), Not(HasSubstr("end"))));
  const size_t end = frame.find('\n');
  EXPECT_LE(end, 60u);
  EXPECT_EQ(frame.find('X'), frame.find('^') - end - 1);
  // At the beginning and the end there is nothing to be cut.
  EXPECT_THAT(TextFrame(line, 0, 5), HasSubstr("1 | begin..."));
  EXPECT_THAT(TextFrame(line, line.size() - 3, 3), HasSubstr(",end\n"));
}

TEST(CodeFrameTest, NoPartOfACharacterAtTheCut) {
  std::string line;
  for (int i = 0; i < 200; ++i) line += "\xE2\x82\xAC";
  for (uint64_t i = 0; i < line.size(); i += 3) {
    EXPECT_THAT(TextFrame(line, i, 3), Not(HasSubstr("\\x"))) << i;
  }
}

TEST(CodeFrameTest, OfBytes) {
  std::string file;
  for (int i = 0; i < 64; ++i) file += static_cast<char>(i);
  EXPECT_EQ(Frame(file, BinaryFinding(32, 4)),
            "  0x1A | 1a 1b 1c 1d 1e 1f 20 21 22 23 24 25 26 27 28 29\n"
            "       |                   ^^^^^^^^^^^\n");
  EXPECT_EQ(Frame(file, BinaryFinding(0, 1)),
            "  0x0 | 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f\n"
            "      | ^^\n");
  EXPECT_EQ(Frame(file, BinaryFinding(64, 0)),
            "  0x30 | 30 31 32 33 34 35 36 37 38 39 3a 3b 3c 3d 3e 3f\n"
            "       |                                                 ^\n");
  EXPECT_EQ(Frame("abc", BinaryFinding(1, 100)),
            "  0x0 | 61 62 63\n"
            "      |    ^^^^^\n");
}

TEST(CodeFrameTest, NoneWithoutAPlace) {
  EXPECT_EQ(Frame("abc", BinaryFinding(4, 1)), "");
  EXPECT_EQ(Frame("abc", BinaryFinding(0, 3)), "");
  EXPECT_EQ(Frame("", BinaryFinding(0, 0)), "");
  EXPECT_EQ(Frame("abc", BinaryFinding(UINT64_MAX, UINT64_MAX)), "");
  // The file has changed: the column is now beyond the place.
  Finding finding = TextFinding("abc\n", 2, 1);
  finding.column = 100;
  EXPECT_EQ(Frame("abc\n", finding), "");
}

TEST(CodeFrameTest, OfAnotherFile) {
  // Whatever is there instead cannot forge a line.
  const Finding finding = TextFinding("abcdef", 4, 1);
  EXPECT_EQ(Frame("a\nb\ncd", finding),
            "  1 | a\\nb\\ncd\n"
            "    |       ^\n");
}

TEST(ExcerptTest, CostsLittle) {
  const std::string line(8'000'000, 'x');
  const std::vector<Finding> findings(1000, TextFinding(line, 4'000'000, 1));
  const uint64_t before = WorkDone();
  const std::vector<Excerpt> excerpts = MakeExcerpts(BytesOf(line), findings);
  EXPECT_LE(WorkDone() - before, 3 * 2 * Excerpt::kMostBytes);
  EXPECT_FALSE(excerpts[2].empty());
  EXPECT_TRUE(excerpts[3].empty());
}

}  // namespace
}  // namespace clipguard::cli
