// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/parsed/parsed_file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/text_of.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/mrtk/test_files.h"

namespace clipguard {
namespace {

using mrtk::InputAnimationView;

std::vector<uint8_t> Recording() {
  return mrtk::MustWrite(mrtk::InputAnimation(), mrtk::kRecorder11);
}

TEST(ParseFileTest, KnowsASoundFileByItsContents) {
  const std::vector<uint8_t> bytes = Recording();
  FindingList findings;
  ParsedFile file = ParseFile(bytes, {}, findings);
  EXPECT_EQ(file.format, Format::kMrtk);
  EXPECT_TRUE(file.is_sound);
  ASSERT_NE(file.Sound<InputAnimationView>(), nullptr);
  EXPECT_EQ(file.Sound<InputAnimationView>()->bytes().data(), bytes.data());
  EXPECT_EQ(file.Sound<forge::Armature>(), nullptr);
}

TEST(ParseFileTest, KeepsWhatCanBeReadOfAFileWithErrors) {
  std::vector<uint8_t> bytes = Recording();
  bytes.push_back(0);
  FindingList findings;
  ParsedFile file = ParseFile(bytes, {}, findings);
  EXPECT_NE(findings.errors(), 0u);
  EXPECT_TRUE(file.has_model());
  EXPECT_FALSE(file.is_sound);
  EXPECT_EQ(file.Sound<InputAnimationView>(), nullptr);
}

TEST(ParseFileTest, HasNoModelOfOthersFiles) {
  FindingList findings;
  ParsedFile file = ParseFile(BytesOf("no file of ours"), {}, findings);
  EXPECT_EQ(file.format, std::nullopt);
  EXPECT_FALSE(file.has_model());
  EXPECT_TRUE(findings.empty());
}

TEST(ParseFileTest, TakesTheFormatAndTheLayoutThatItIsTold) {
  const std::vector<uint8_t> bytes = Recording();
  ParseOptions options;
  options.format = Format::kForgeArmature;
  FindingList findings;
  EXPECT_FALSE(ParseFile(bytes, options, findings).has_model());
  EXPECT_NE(findings.errors(), 0u);
  for (const mrtk::KeyLayout layout :
       {mrtk::KeyLayout::kCompact, mrtk::KeyLayout::kFull}) {
    ParsedFile file = ParseFile(bytes, {Limits(), layout}, findings);
    ASSERT_TRUE(file.has_model());
    EXPECT_EQ(std::get<InputAnimationView>(file.model).layout(), layout);
  }
}

TEST(ParseFileTest, KeepsLimits) {
  Limits limits;
  limits.file_bytes = 10;
  FindingList findings;
  const ParsedFile file = ParseFile(Recording(), limits, findings);
  EXPECT_EQ(file.limits.file_bytes, 10u);
  EXPECT_FALSE(file.has_model());
  ASSERT_EQ(findings.findings().size(), 1u);
  EXPECT_EQ(findings.findings()[0].code, FindingCode::kLimitExceeded);
}

// Both lists have each finding, whether the first list keeps it or not.
TEST(ParseFileTest, ListsWhatTheGamePassesOver) {
  const std::string text =
      R"({"joints": {}, "clips": {}, "odd": 1, "strange": 2})";
  for (const uint64_t kept : {0, 1, 2}) {
    Limits limits;
    limits.findings_kept = kept;
    FindingList findings(limits);
    ParsedFile file = ParseFile(BytesOf(text), {}, findings);
    ASSERT_NE(file.Sound<forge::Armature>(), nullptr);
    EXPECT_EQ(findings.warnings(), 2u);
    EXPECT_EQ(findings.findings().size(), kept);
    ASSERT_EQ(file.passed_over.findings().size(), 2u);
    const Finding& second = file.passed_over.findings()[1];
    EXPECT_EQ(second.message, "FORGE_KEY_UNKNOWN");
    EXPECT_EQ(second.path, "/strange");
    EXPECT_EQ(second.bytes.offset, text.find("\"strange"));
    EXPECT_EQ(second.line, 1u);
  }
  Limits limits;
  limits.findings_kept = 1;
  FindingList findings;
  const ParsedFile file = ParseFile(BytesOf(text), limits, findings);
  EXPECT_EQ(file.passed_over.findings().size(), 1u);
  EXPECT_EQ(file.passed_over.dropped(), 1u);
  EXPECT_EQ(findings.findings().size(), 2u);
}

}  // namespace
}  // namespace clipguard
