// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/html/document.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "rapidjson/document.h"
#include "report/html/shell.h"

namespace clipguard::report {
namespace {

FindingEntry FindingOf(std::string path) {
  FindingEntry entry{.finding = {}, .time = 0.5};
  entry.finding.code = FindingCode::kFormatUnknown;
  entry.finding.bytes.offset = 7;
  entry.finding.path = std::move(path);
  entry.finding.message = "wrong";
  return entry;
}

struct Page {
  std::string text;
  std::vector<std::string> left_out;
  rapidjson::Document index;

  bool Has(std::string_view id) const {
    return text.find("id=\"" + std::string(id) + "\"") != std::string::npos;
  }
};

// A page about `files` files, each of which `add` adds.
Page PageOf(int files, uint64_t most_bytes,
            absl::FunctionRef<void(ReportDocument&, int)> add,
            const CodeEntry& about = {}) {
  Page page;
  ReportDocument document(
      {.most_bytes = most_bytes, .about = [&](FindingCode) { return about; }},
      [&](std::string_view text) { page.text += text; });
  document.Begin();
  for (int i = 0; i < files; ++i) add(document, i);
  document.End("1.2.3");
  EXPECT_EQ(document.bytes(), page.text.size());
  EXPECT_LE(page.text.size(), most_bytes);
  page.left_out = document.left_out();
  const size_t begin = page.text.find("id=\"index\">") + 11;
  const size_t end = page.text.find("</script>", begin);
  page.index.Parse(page.text.data() + begin, end - begin);
  EXPECT_FALSE(page.index.HasParseError());
  return page;
}

// A page about files with such findings and such a block each.
Page PageOf(int files, uint64_t most_bytes,
            const std::vector<FindingEntry>& findings,
            const std::string& detail) {
  return PageOf(files, most_bytes, [&](ReportDocument& document, int i) {
    FileEntry file;
    file.path = "f" + std::to_string(i);
    file.errors = findings.size();
    if (!findings.empty()) file.verdict = FileVerdict::kInvalid;
    document.Add(file, findings, detail);
  });
}

TEST(DocumentTest, APageHasTheShellAndAllFiles) {
  const Page page = PageOf(2, 20'000'000, {FindingOf("a<b")}, "7 eJw=");
  EXPECT_TRUE(page.text.starts_with(ShellHead()));
  EXPECT_TRUE(page.text.ends_with(ShellTail()));
  EXPECT_TRUE(page.Has("file-0") && page.Has("file-1"));
  EXPECT_EQ(page.index["files"].Size(), 2);
  EXPECT_EQ(page.index["counts"]["invalid"].GetUint(), 2);
  const auto& findings = page.index["findings"];
  EXPECT_STREQ(findings["path"][0].GetString(), "a<b");
  EXPECT_EQ(findings["file"][1].GetUint(), 1);
  EXPECT_EQ(findings["offset"][1].GetUint(), 7);
  EXPECT_EQ(findings["time"][1].GetDouble(), 0.5);
  EXPECT_TRUE(page.left_out.empty());
}

TEST(DocumentTest, WhatDoesNotFitIsLeftOutAndSaid) {
  constexpr uint64_t kMost = 1 << 20;
  const std::string big = "{\"x\":\"" + std::string(100'000, 'x') + "\"}";
  const Page page = PageOf(20, kMost, {FindingOf("a")}, big);
  EXPECT_EQ(page.index["files"].Size(), 20);
  EXPECT_FALSE(page.index["files"][19]["detail"].GetBool());
  ASSERT_EQ(page.left_out.size(), 1);
  EXPECT_NE(page.left_out[0].find("--max-size"), std::string::npos);
  EXPECT_EQ(page.index["left_out"].Size(), 1);
}

// A file without findings takes what the others leave, wherever it comes, and
// nothing stays free that it could have.
TEST(DocumentTest, FilesWithFindingsComeFirst) {
  constexpr uint64_t kMost = 2 << 20;
  const std::string big = "{\"x\":\"" + std::string(100'000, 'x') + "\"}";
  const std::vector<FindingEntry> findings = {FindingOf("a")};
  const Page page = PageOf(40, kMost, [&](ReportDocument& document, int i) {
    FileEntry file;
    file.path = "f" + std::to_string(i);
    if (i >= 35) file.errors = 1;
    document.Add(
        file, i >= 35 ? std::span(findings) : std::span<FindingEntry>(), big);
  });
  const auto has = [&](int file) {
    return page.Has("file-" + std::to_string(file));
  };
  for (int i = 35; i < 40; ++i) EXPECT_TRUE(has(i)) << i;
  EXPECT_TRUE(has(0));
  EXPECT_FALSE(has(34));
  EXPECT_GT(page.text.size(), kMost - 2 * big.size());
}

TEST(DocumentTest, FindingsThatDoNotFitAreCounted) {
  constexpr uint64_t kMost = 1 << 20;
  const std::vector<FindingEntry> findings(1000, FindingOf("path.of.it"));
  const Page page = PageOf(100, kMost, findings, {});
  EXPECT_EQ(page.index["counts"]["errors"].GetUint(), 100'000);
  EXPECT_LT(page.index["findings"]["file"].Size(), 100'000);
  EXPECT_FALSE(page.left_out.empty());
}

// Each character becomes six bytes of the page: of a few files with many
// findings, and of many files that have none but say much of themselves.
TEST(DocumentTest, NoTextMakesThePageLargerThanItMayBe) {
  for (const uint64_t most : {uint64_t{1} << 20, uint64_t{3} << 20}) {
    for (const char c : {'<', '&', '\x01', '"', '\xFF', 'x'}) {
      for (const bool with_findings : {true, false}) {
        const std::string text(950, c);
        const std::vector<FindingEntry> findings(with_findings ? 60 : 0,
                                                 FindingOf(text));
        const FileEntry file = {.path = text,
                                .format = text,
                                .version = text,
                                .layout = text,
                                .summary = text,
                                .problem = text};
        const Page page = PageOf(100, most, [&](ReportDocument& document, int) {
          document.Add(file, findings, "40 " + std::string(40, 'x'));
        });
        // And what there is room for is there.
        EXPECT_GT(page.text.size(), ShellHead().size() + 30'000);
      }
    }
  }
}

TEST(DocumentTest, AllCodesFit) {
  constexpr uint64_t kMost = 1 << 20;
  std::vector<FindingEntry> findings;
  for (size_t i = 0; i < kFindingCodeCount; ++i) {
    findings.push_back(FindingOf("a"));
    findings.back().finding.code = static_cast<FindingCode>(i);
  }
  const Page page = PageOf(
      1, kMost,
      [&](ReportDocument& document, int) {
        FileEntry file;
        file.path = "a";
        document.Add(file, findings, {});
      },
      {std::string(2000, '<'), std::string(2000, '&'), std::string(2000, '>')});
  EXPECT_EQ(page.left_out.size(), 1u);
}

// A cause that is left out is not another file's finding.
TEST(DocumentTest, CausesThatAreLeftOutAreNone) {
  constexpr uint64_t kMost = 1 << 20;
  std::vector<FindingEntry> findings(2000, FindingOf(std::string(100, 'a')));
  findings[0].cause = 1;
  findings[1].cause = 1999;
  const Page page = PageOf(1, kMost, findings, {});
  const auto& causes = page.index["findings"]["cause"];
  ASSERT_LT(causes.Size(), 1999u);
  EXPECT_EQ(causes[0].GetUint(), 1u);
  EXPECT_TRUE(causes[1].IsNull());
}

}  // namespace
}  // namespace clipguard::report
