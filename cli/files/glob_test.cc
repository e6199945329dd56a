// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/glob.h"

#include <string>
#include <string_view>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

using ::testing::HasSubstr;

bool Matches(std::string_view pattern, std::string_view path,
             bool is_folder = false) {
  const auto glob = Glob::Parse(pattern);
  EXPECT_TRUE(glob.ok()) << pattern;
  return glob.ok() && glob->Matches(path, is_folder);
}

TEST(GlobTest, ANameIsAnywhere) {
  EXPECT_TRUE(Matches("*.png", "a.png"));
  EXPECT_TRUE(Matches("*.png", "x/y/a.png"));
  EXPECT_FALSE(Matches("*.png", "a.png.txt"));
  EXPECT_FALSE(Matches("*.png", "a.PNG"));
  // A folder: all that is in it.
  EXPECT_TRUE(Matches("old", "x/old/y/a.bin"));
  EXPECT_TRUE(Matches("old/", "x/old/y/a.bin"));
  EXPECT_TRUE(Matches("old/", "x/old", /*is_folder=*/true));
  EXPECT_FALSE(Matches("old/", "x/old"));
  EXPECT_FALSE(Matches("old", "x/older/a.bin"));
}

TEST(GlobTest, ASlashBindsToTheBase) {
  EXPECT_TRUE(Matches("art/*.bin", "art/a.bin"));
  EXPECT_FALSE(Matches("art/*.bin", "x/art/a.bin"));
  EXPECT_FALSE(Matches("art/*.bin", "art/x/a.bin"));
  EXPECT_TRUE(Matches("/a.bin", "a.bin"));
  EXPECT_FALSE(Matches("/a.bin", "x/a.bin"));
  EXPECT_TRUE(Matches("./art/a.bin", "art/a.bin"));
  EXPECT_TRUE(Matches("../x/*", "../x/a"));
}

TEST(GlobTest, TwoStarsAreAnyFolders) {
  EXPECT_TRUE(Matches("**/art/*", "art/a"));
  EXPECT_TRUE(Matches("**/art/*", "x/y/art/a"));
  EXPECT_TRUE(Matches("art/**/a", "art/a"));
  EXPECT_TRUE(Matches("art/**/a", "art/x/y/a"));
  EXPECT_TRUE(Matches("art/**/**/a", "art/x/a"));
  EXPECT_FALSE(Matches("art/**/a", "x/a"));
  EXPECT_TRUE(Matches("art/**", "art/a"));
  EXPECT_TRUE(Matches("art/**", "art/x/a"));
  EXPECT_FALSE(Matches("art/**", "art"));
  EXPECT_TRUE(Matches("**", "a"));
  EXPECT_TRUE(Matches("**", "x/a"));
  EXPECT_TRUE(Matches("**/*.json", "a.json"));
  // Beside other characters they are two stars.
  EXPECT_TRUE(Matches("a**b", "axyb"));
  EXPECT_FALSE(Matches("/a**b", "a/b"));
}

TEST(GlobTest, Characters) {
  EXPECT_TRUE(Matches("a?c", "abc"));
  EXPECT_TRUE(Matches("a?c",
                      "a\xC3\xA9"
                      "c"));
  EXPECT_TRUE(Matches("a?c",
                      "a\xFF"
                      "c"));
  EXPECT_FALSE(Matches("/a?c", "a/c"));
  EXPECT_TRUE(Matches("[a-c]x", "bx"));
  EXPECT_FALSE(Matches("[a-c]x", "dx"));
  EXPECT_TRUE(Matches("[!a-c]x", "dx"));
  EXPECT_TRUE(Matches("[^a-c]x", "dx"));
  EXPECT_TRUE(Matches("[]]", "]"));
  EXPECT_TRUE(Matches("[a-]", "-"));
  EXPECT_TRUE(Matches("[\\]]", "]"));
  EXPECT_TRUE(Matches("[\xC3\xA0-\xC3\xBF]", "\xC3\xA9"));
  EXPECT_TRUE(Matches("\\*", "*"));
  EXPECT_FALSE(Matches("\\*", "a"));
  EXPECT_TRUE(Matches("*", ".hidden"));
  EXPECT_TRUE(Matches("*a*b", "xaxxb"));
  EXPECT_FALSE(Matches("*a*b", "xaxxbc"));
}

TEST(GlobTest, WhatIsNoPattern) {
  for (const char* pattern : {"", "/", ".", "//"}) {
    EXPECT_THAT(std::string(Glob::Parse(pattern).status().message()),
                HasSubstr("matches nothing"))
        << pattern;
  }
  for (const char* pattern : {"[", "[a", "x/[]", "[!]", "[\\", "[\\]"}) {
    EXPECT_THAT(std::string(Glob::Parse(pattern).status().message()),
                HasSubstr("bracket"))
        << pattern;
  }
  EXPECT_THAT(std::string(Glob::Parse("!a").status().message()),
              HasSubstr("no negation"));
  EXPECT_THAT(std::string(Glob::Parse("a\\").status().message()),
              HasSubstr("backslash"));
}

// Where others take time that doubles with each star.
TEST(GlobTest, ManyStarsTakeNoTime) {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "*a";
  EXPECT_FALSE(Matches(pattern + "b", std::string(2000, 'a')));
  std::string folders;
  std::string path;
  for (int i = 0; i < 100; ++i) folders += "**/a/";
  for (int i = 0; i < 300; ++i) path += "a/";
  EXPECT_FALSE(Matches(folders + "b", path + "c"));
}

}  // namespace
}  // namespace clipguard::cli
