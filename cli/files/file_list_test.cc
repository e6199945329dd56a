// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/file_list.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(FileListTest, Lines) {
  EXPECT_THAT(SplitFileList("", false), IsEmpty());
  EXPECT_THAT(SplitFileList("a\nb c\n", false), ElementsAre("a", "b c"));
  EXPECT_THAT(SplitFileList("a\r\n\r\n\nb", false), ElementsAre("a", "b"));
  EXPECT_THAT(SplitFileList(" a \n-\n", false), ElementsAre(" a ", "-"));
}

TEST(FileListTest, AByteOrderMarkIsNoName) {
  EXPECT_THAT(SplitFileList("\xEF\xBB\xBF"
                            "a\n\xEF\xBB\xBF"
                            "b\n",
                            false),
              ElementsAre("a",
                          "\xEF\xBB\xBF"
                          "b"));
  EXPECT_THAT(SplitFileList("\xEF\xBB\xBF"
                            "a",
                            true),
              ElementsAre("\xEF\xBB\xBF"
                          "a"));
}

TEST(FileListTest, Nul) {
  const std::string text("a\nb\0\0c\r", 7);
  EXPECT_THAT(SplitFileList(text, false), ElementsAre("a\nb", "c\r"));
  EXPECT_THAT(SplitFileList("a\nb", true), ElementsAre("a\nb"));
}

TEST(FileListTest, WhatCannotBeRead) {
  TempFolder folder;
  const std::string file = folder.Write("list", "0123456789");
  EXPECT_EQ(*ReadWhole(file, -1, 10), "0123456789");
  EXPECT_THAT(std::string(ReadWhole(file, -1, 9).status().message()),
              HasSubstr("longer than 9 bytes"));
  EXPECT_THAT(std::string(ReadWhole("/dev/zero", -1, 1000).status().message()),
              HasSubstr("longer than"));
  EXPECT_THAT(
      std::string(ReadWhole(folder / "none", -1, 10).status().message()),
      HasSubstr("none: No such file"));
  EXPECT_THAT(std::string(ReadWhole("-", -1, 10).status().message()),
              HasSubstr("standard input: Bad file descriptor"));
}

}  // namespace
}  // namespace clipguard::cli
