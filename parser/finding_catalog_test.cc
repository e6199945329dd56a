// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/finding_catalog.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"

namespace clipguard {
namespace {

TEST(FindingCatalogTest, HasEveryCodeInOrder) {
  ASSERT_EQ(AllCodes().size(), kFindingCodeCount);
  for (size_t i = 0; i < kFindingCodeCount; ++i) {
    const auto code = static_cast<FindingCode>(i);
    EXPECT_EQ(AllCodes()[i].code, code);
    EXPECT_EQ(&GetCodeInfo(code), &AllCodes()[i]);
  }
}

TEST(FindingCatalogTest, NamesAreUniqueAndInUpperCase) {
  std::set<std::string_view> names;
  for (const CodeInfo& info : AllCodes()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    ASSERT_FALSE(info.name.empty());
    EXPECT_TRUE(std::isupper(info.name.front())) << info.name;
    EXPECT_NE(info.name.back(), '_') << info.name;
    EXPECT_EQ(info.name.find("__"), std::string_view::npos) << info.name;
    EXPECT_EQ(
        info.name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"),
        std::string_view::npos)
        << info.name;
  }
}

TEST(FindingCatalogTest, TextsAreSentences) {
  for (const CodeInfo& info : AllCodes()) {
    // A message is a clause that follows a place, without a full stop.
    ASSERT_FALSE(info.message.empty()) << info.name;
    EXPECT_NE(info.message.back(), '.') << info.name;
    EXPECT_FALSE(std::isupper(info.message.front())) << info.name;
    for (std::string_view text : {info.cause, info.advice}) {
      ASSERT_FALSE(text.empty()) << info.name;
      EXPECT_EQ(text.back(), '.') << info.name;
      EXPECT_TRUE(std::isupper(text.front()) || text.starts_with("clipguard"))
          << info.name;
    }
    // Joined string literals: no space forgotten, none too many.
    for (std::string_view text : {info.message, info.cause, info.advice}) {
      EXPECT_EQ(text.find("  "), std::string_view::npos) << info.name;
      EXPECT_EQ(text.find('\n'), std::string_view::npos) << info.name;
      for (size_t i = 0; i + 1 < text.size(); ++i) {
        EXPECT_FALSE(text[i] == ',' && std::isalpha(text[i + 1])) << info.name;
        EXPECT_FALSE(text[i] == '.' && std::isupper(text[i + 1])) << info.name;
      }
    }
  }
}

TEST(FindingCatalogTest, TextsKnowNoFlagsAndNoPlaceholdersOfAnotherKind) {
  for (const CodeInfo& info : AllCodes()) {
    for (std::string_view text : {info.message, info.cause, info.advice}) {
      EXPECT_EQ(text.find("--"), std::string_view::npos) << info.name;
      EXPECT_EQ(text.find('$'), std::string_view::npos) << info.name;
    }
    EXPECT_LE(CountPlaceholders(info.message), 4u) << info.name;
  }
}

// ---- Messages ---------------------------------------------------------------

std::string Filled(std::string_view message,
                   std::vector<std::string> arguments) {
  const std::vector<std::string_view> views(arguments.begin(), arguments.end());
  EXPECT_EQ(FillMessage(message, arguments), FillMessage(message, views));
  return FillMessage(message, arguments);
}

TEST(FillMessageTest, ReplacesPlaceholdersInTheirOrder) {
  EXPECT_EQ(Filled("from {previous} to {time}", {"1", "22"}), "from 1 to 22");
  EXPECT_EQ(Filled("{reason} ({found})", {"", ""}), " ()");
  EXPECT_EQ(Filled("none", {}), "none");
}

TEST(FillMessageTest, ArgumentsAreNotLookedAtForPlaceholders) {
  EXPECT_EQ(Filled("{a}{b}", {"{b}", "}{a}{"}), "{b}}{a}{");
}

TEST(FillMessageTest, MissingArgumentsShow) {
  EXPECT_EQ(Filled("from {previous} to {time}", {"1"}), "from 1 to {time}");
  EXPECT_EQ(Filled("from {previous}", {}), "from {previous}");
}

TEST(FillMessageTest, ArgumentsTooManyAreLeftOut) {
  EXPECT_EQ(Filled("at {time} s", {"1", "2"}), "at 1 s");
}

TEST(CountPlaceholdersTest, Counts) {
  EXPECT_EQ(CountPlaceholders("none"), 0u);
  EXPECT_EQ(CountPlaceholders("{a}, {b} and {c}"), 3u);
}

TEST(FindCodeTest, FindsEveryNameInAnyCase) {
  for (const CodeInfo& info : AllCodes()) {
    EXPECT_EQ(FindCode(info.name), info.code);
    std::string name(info.name);
    std::transform(name.begin(), name.end(), name.begin(), [](char c) {
      return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    EXPECT_EQ(FindCode(name), info.code);
    std::replace(name.begin(), name.end(), '_', '-');
    EXPECT_EQ(FindCode(name), info.code);
  }
}

TEST(FindCodeTest, FindsNothingElse) {
  for (std::string_view name :
       {"", "MAGIC", "MAGIC_MISMATCH_", "MAGICMISMATCH", " MAGIC_MISMATCH",
        "MAGIC MISMATCH", "MAGIC_MISMATC\xc8"}) {
    EXPECT_EQ(FindCode(name), std::nullopt) << name;
  }
  EXPECT_EQ(FindCode(std::string_view("MAGIC_MISMATCH\0", 15)), std::nullopt);
}

TEST(SeverityTest, NamesAreStable) {
  EXPECT_EQ(SeverityName(Severity::kError), "error");
  EXPECT_EQ(SeverityName(Severity::kWarning), "warning");
}

}  // namespace
}  // namespace clipguard
