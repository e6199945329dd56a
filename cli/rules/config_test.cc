// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/rules/config.h"

#include <string>
#include <string_view>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

// The message; empty if there is no fault.
std::string Fault(std::string_view text) {
  const auto config = ParseConfig(text, "c.toml");
  return std::string(config.status().message());
}

FindingLevel LevelOf(const Config& config, std::string_view file,
                     FindingCode code) {
  FindingLevels levels;
  config.ApplyTo(file, levels);
  return levels.of(code);
}

TEST(ConfigTest, SaysNothingIfItIsEmpty) {
  const auto config = ParseConfig("", "c.toml");
  ASSERT_TRUE(config.ok());
  FindingLevels levels;
  config->ApplyTo("a", levels);
  EXPECT_EQ(levels, FindingLevels());
  EXPECT_EQ(config->fail_on, "");
  EXPECT_THAT(config->include, IsEmpty());
}

TEST(ConfigTest, SaysAll) {
  const auto config = ParseConfig(R"(
include = ["**/*.bin", "*.m3d"]
exclude = ["old/"]
fail-on = "warning"
unrecognised = "warn"
baseline = "b.json"
ignore = ["file-truncated"]
error = ["ROTATION_W_LOST"]

[[override]]
paths = ["legacy/**"]
ignore = ["ROTATION_W_LOST"]
warn = ["FILE_TRUNCATED"]

[[override]]
paths = ["legacy/new/**"]
only = ["ROTATION_W_LOST"]
error = ["ROTATION_W_LOST"]
)",
                                  "c.toml");
  ASSERT_TRUE(config.ok()) << config.status().message();
  EXPECT_THAT(config->include, SizeIs(2));
  EXPECT_THAT(config->exclude, SizeIs(1));
  EXPECT_EQ(config->fail_on, "warning");
  EXPECT_EQ(config->unrecognised, "warn");
  EXPECT_EQ(config->baseline, "b.json");
  constexpr FindingCode kLost = FindingCode::kRotationWLost;
  constexpr FindingCode kTruncated = FindingCode::kFileTruncated;
  EXPECT_EQ(LevelOf(*config, "a.bin", kLost), FindingLevel::kError);
  EXPECT_EQ(LevelOf(*config, "a.bin", kTruncated), FindingLevel::kIgnored);
  EXPECT_EQ(LevelOf(*config, "legacy/a", kLost), FindingLevel::kIgnored);
  EXPECT_EQ(LevelOf(*config, "legacy/a", kTruncated), FindingLevel::kWarning);
  // The last one decides.
  EXPECT_EQ(LevelOf(*config, "legacy/new/a", kLost), FindingLevel::kError);
  EXPECT_EQ(LevelOf(*config, "legacy/new/a", kTruncated),
            FindingLevel::kIgnored);
}

TEST(ConfigTest, FaultsHaveAPlace) {
  EXPECT_EQ(Fault("x = 1\nignroe = []\n"), "c.toml:1:1: unknown key 'x'");
  EXPECT_EQ(Fault("\n ignroe = []\n"),
            "c.toml:2:2: unknown key 'ignroe'; did you mean 'ignore'?");
  EXPECT_EQ(Fault("ignore = [\"FILE_TRUNCATED\",\n  \"FILE_TRUNKATED\"]"),
            "c.toml:2:3: there is no finding 'FILE_TRUNKATED'; did you mean "
            "FILE_TRUNCATED?");
  EXPECT_EQ(Fault("ignore = \"FILE_TRUNCATED\""),
            "c.toml:1:10: 'ignore' needs a list: [\"...\"]");
  EXPECT_EQ(Fault("ignore = [1]"), "c.toml:1:11: 'ignore' is a list of texts");
  EXPECT_EQ(Fault("fail-on = \"errors\""),
            "c.toml:1:11: 'fail-on' is one of none, error, warning, not "
            "'errors'");
  EXPECT_EQ(Fault("unrecognised = \"x\""),
            "c.toml:1:16: 'unrecognised' is one of ignore, warn, error, not "
            "'x'");
  EXPECT_EQ(Fault("baseline = 1"), "c.toml:1:12: 'baseline' needs a text");
  EXPECT_EQ(Fault("baseline = \"\""), "c.toml:1:12: 'baseline' needs a text");
  EXPECT_THAT(Fault("include = [\"[\"]"),
              HasSubstr("c.toml:1:12: the pattern"));
  EXPECT_EQ(Fault("override = 1"),
            "c.toml:1:12: overrides begin with [[override]]");
  EXPECT_EQ(Fault("override = [1]"),
            "c.toml:1:13: overrides begin with [[override]]");
  EXPECT_THAT(Fault("\n[[override]]\nignore = []"),
              HasSubstr("an override needs 'paths'"));
  EXPECT_THAT(Fault("[[override]]\npaths = [\"a\"]\nfail-on = \"none\""),
              StartsWith("c.toml:3:1: unknown key 'fail-on'"));
  EXPECT_EQ(Fault("warn = [\"FILE_TRUNCATED\"]\nerror = [\"FILE_TRUNCATED\"]"),
            "c.toml:2:9: FILE_TRUNCATED is in both 'error' and 'warn'");
}

std::string Repeated(std::string_view text, size_t times) {
  std::string all;
  for (size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST(ConfigTest, SaysSpecialEvents) {
  const auto config =
      ParseConfig("special-events = [\"action\", \"a b\"]", "c.toml");
  ASSERT_TRUE(config.ok()) << config.status().message();
  EXPECT_THAT(config->special_events, ElementsAre("action", "a b"));
  EXPECT_EQ(Fault("special-events = [\"!action:\"]"),
            "c.toml:1:19: the special event '!action:drop' is called 'action', "
            "without ! and :, not '!action:'");
  EXPECT_THAT(Fault("special-events = [\"\"]"), HasSubstr("c.toml:1:19: "));
}

// The library would go so deep on the stack.
TEST(ConfigTest, DeepNestingHasAPlace) {
  constexpr size_t kMany = 200'000;
  const std::string deep = "nested more than 32 deep; no configuration is";
  EXPECT_EQ(Fault(Repeated("a.", kMany) + "a = 1"), "c.toml:1:64: " + deep);
  EXPECT_EQ(Fault("\n[" + Repeated("a.", kMany) + "a]"),
            "c.toml:2:65: " + deep);
  EXPECT_EQ(Fault("[[" + Repeated("\"a.b\" . ", kMany) + "a]]"),
            "c.toml:1:257: " + deep);
  EXPECT_EQ(Fault("# \xC3\xA4\n'\xC3\xA4' = " + Repeated("[", kMany)),
            "c.toml:2:39: " + deep);
  EXPECT_EQ(Fault("a = " + Repeated("{ a = ", kMany)), "c.toml:1:197: " + deep);
}

TEST(ConfigTest, StringsAndCommentsAreNotNested) {
  const std::string dots = Repeated(".", 100) + Repeated("[", 100);
  EXPECT_EQ(
      Fault("# " + dots + "\nexclude = [\"" + Repeated(".", 100) + "\", '" +
            Repeated("{.", 100) + "', \"\\\"" + Repeated("{.", 100) +
            "\",\n'''" + Repeated("{'.", 100) + "\n''', \"\"\"\\\"\"" +
            Repeated("{.", 100) + "\"\"\"\"]\n[limits]\n"),
      "");
  // 31 dots and 32 brackets are read, and mean nothing.
  EXPECT_THAT(Fault(Repeated("a.", 31) + "a = 1"), HasSubstr("unknown key"));
  EXPECT_THAT(Fault("a = " + Repeated("[", 32) + Repeated("]", 32)),
              HasSubstr("unknown key"));
}

TEST(ConfigTest, SaysLimitsAndTargets) {
  const auto config = ParseConfig(
      "for = [\"mrtk-2.8\", \"forge-1.12\"]\n[limits]\nmarkers = 5\n"
      "file-bytes = \"64M\"\njson-depth = 0\n",
      "c.toml");
  ASSERT_TRUE(config.ok()) << config.status().message();
  EXPECT_THAT(config->targets, ElementsAre(Target::kMrtk28, Target::kForge112));
  Limits limits;
  for (const auto& [limit, value] : config->limits) limits.*limit = value;
  EXPECT_EQ(limits.markers, 5u);
  EXPECT_EQ(limits.file_bytes, uint64_t{64} << 20);
  EXPECT_EQ(limits.json_depth, 0u);
  EXPECT_EQ(limits.name_bytes, Limits().name_bytes);
}

TEST(ConfigTest, FaultsOfLimitsAndTargets) {
  EXPECT_EQ(Fault("[limits]\nfile-byte = 1"),
            "c.toml:2:1: unknown key 'file-byte'; did you mean 'file-bytes'?");
  for (const std::string value :
       {"-1", "1.5", "\"\"", "\"64X\"", "\"99999999999G\"", "[]", "true"}) {
    EXPECT_EQ(Fault("[limits]\nmarkers = " + value),
              "c.toml:2:11: 'markers' needs a number, 1000 or \"64M\"");
  }
  EXPECT_EQ(Fault("limits = 1"), "c.toml:1:10: limits are a table: [limits]");
  EXPECT_THAT(Fault("for = [\"mrtk-2.8\",\n\"mrtk-2.6\"]"),
              StartsWith("c.toml:2:1: mrtk-2.8 and mrtk-2.6 read the same"));
  EXPECT_THAT(Fault("for = [\"mrtk\"]"),
              StartsWith("c.toml:1:8: unknown target 'mrtk'"));
  EXPECT_EQ(Fault("for = \"mrtk-2.8\""),
            "c.toml:1:7: 'for' needs a list: [\"...\"]");
}

TEST(ConfigTest, WhatIsNotToml) {
  EXPECT_THAT(Fault("ignore = ["), StartsWith("c.toml:1:"));
  EXPECT_THAT(Fault("a\n"), StartsWith("c.toml:1:"));
  EXPECT_THAT(Fault("\n\n]"), StartsWith("c.toml:3:1:"));
  for (const std::string number : {"1e400", "1e-400"}) {
    EXPECT_THAT(Fault("[limits]\nmarkers = " + number),
                HasSubstr("not representable in 64 bits"));
  }
  EXPECT_THAT(Fault("a = \"\xFF\""), StartsWith("c.toml:1:"));
  EXPECT_THAT(Fault(std::string("a\0b", 3)), StartsWith("c.toml:1:"));
  EXPECT_THAT(Fault("a = 1\na = 2"), StartsWith("c.toml:2:"));
  EXPECT_THAT(Fault("x = " + std::string(100'000, '[')),
              StartsWith("c.toml:1"));
  // The library had promised the compiler that this does not occur.
  EXPECT_THAT(Fault("[\x02]"), StartsWith("c.toml:1:"));
  EXPECT_THAT(Fault("[[\x02]]"), StartsWith("c.toml:1:"));
  // Control characters are escaped in messages.
  EXPECT_THAT(Fault("\"\\u001B[1m\" = 1"), HasSubstr("'\\x1B[1m'"));
  EXPECT_THAT(Fault("\"" + std::string(100'000, 'x') + "\" = 1"),
              SizeIs(::testing::Lt(200u)));
}

}  // namespace
}  // namespace clipguard::cli
