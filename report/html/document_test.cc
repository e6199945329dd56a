// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/html/document.h"

#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "report/html/shell.h"

namespace clipguard::report {
namespace {

FindingEntry FindingOf(std::string path) {
  return {.code = FindingCode::kFormatUnknown,
          .severity = Severity::kError,
          .offset = 7,
          .path = std::move(path),
          .message = "wrong",
          .time = 0.5,
          .cause = std::nullopt};
}

struct Page {
  std::string text;
  std::vector<std::string> left_out;
  rapidjson::Document index;

  bool Has(std::string_view id) const {
    return text.find("id=\"" + std::string(id) + "\"") != std::string::npos;
  }
};

// A page about `files` files, each with such findings and such a block.
Page PageOf(size_t files, uint64_t most_bytes,
            const std::vector<FindingEntry>& findings,
            const std::string& detail) {
  Page page;
  ReportDocument document({.most_bytes = most_bytes,
                           .files = files,
                           .about = [](FindingCode) { return CodeEntry(); }},
                          [&](std::string_view text) { page.text += text; });
  document.Begin();
  for (size_t i = 0; i < files; ++i) {
    FileEntry file;
    file.path = "f" + std::to_string(i);
    file.errors = findings.size();
    if (!findings.empty()) file.verdict = FileVerdict::kInvalid;
    document.Add(file, findings, detail);
  }
  document.End("1.2.3");
  EXPECT_EQ(document.bytes(), page.text.size());
  page.left_out = document.left_out();
  const size_t begin = page.text.find("id=\"index\">") + 11;
  const size_t end = page.text.find("</script>", begin);
  page.index.Parse(page.text.data() + begin, end - begin);
  EXPECT_FALSE(page.index.HasParseError());
  return page;
}

TEST(DocumentTest, APageHasTheShellAndAllFiles) {
  const Page page = PageOf(2, 20'000'000, {FindingOf("a<b")}, "{\"x\":1}");
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
  EXPECT_LE(page.text.size(), kMost);
  EXPECT_EQ(page.index["files"].Size(), 20);
  EXPECT_FALSE(page.index["files"][19]["detail"].GetBool());
  ASSERT_EQ(page.left_out.size(), 1);
  EXPECT_NE(page.left_out[0].find("--max-size"), std::string::npos);
  EXPECT_EQ(page.index["left_out"].Size(), 1);
}

TEST(DocumentTest, FindingsThatDoNotFitAreCounted) {
  constexpr uint64_t kMost = 1 << 20;
  const std::vector<FindingEntry> findings(1000, FindingOf("path.of.it"));
  const Page page = PageOf(100, kMost, findings, {});
  EXPECT_LE(page.text.size(), kMost);
  EXPECT_EQ(page.index["counts"]["errors"].GetUint(), 100'000);
  EXPECT_LT(page.index["findings"]["file"].Size(), 100'000);
  EXPECT_FALSE(page.left_out.empty());
}

}  // namespace
}  // namespace clipguard::report
