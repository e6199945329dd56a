// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/token_text.h"

#include <string>
#include <string_view>

#include "gtest/gtest.h"

namespace clipguard::m3d {
namespace {

TEST(Quoted, ShowsPrintableCharactersAndNumbersOfOtherBytes) {
  EXPECT_EQ(Quoted("run loop"), "'run loop'");
  EXPECT_EQ(Quoted(""), "''");
  EXPECT_EQ(Quoted(std::string_view("a\0b\t\xc3", 5)), "'a\\x00b\\x09\\xc3'");
}

TEST(Quoted, EndsAfterWhatFitsOnALine) {
  EXPECT_EQ(Quoted(std::string(40, 'a')), "'" + std::string(40, 'a') + "'");
  EXPECT_EQ(Quoted(std::string(41, 'a')), "'" + std::string(40, 'a') + "...'");
}

TEST(ClipPath, IsANumberWhereTheNameCouldBeMistaken) {
  EXPECT_EQ(ClipPath(3, "run_loop-2"), "clips.run_loop-2");
  for (const std::string_view name : {"", "run.loop", "run loop", "r[1]"}) {
    EXPECT_EQ(ClipPath(3, name), "clips[3]") << name;
  }
  EXPECT_EQ(ClipPath(3, std::string(200, 'a')),
            "clips." + std::string(200, 'a'));
  EXPECT_EQ(ClipPath(3, std::string(201, 'a')), "clips[3]");
}

TEST(FindNameFault, NamesTheFirstByteThatIsNoText) {
  EXPECT_FALSE(FindNameFault("run"));
  const auto control = FindNameFault("ru\nn\xff");
  ASSERT_TRUE(control);
  EXPECT_EQ(control->offset, 2u);
  EXPECT_EQ(control->length, 1u);
  EXPECT_EQ(control->reason, "the control character 0x0a");
  const auto utf8 = FindNameFault("r\xffu\n");
  ASSERT_TRUE(utf8);
  EXPECT_EQ(utf8->offset, 1u);
}

}  // namespace
}  // namespace clipguard::m3d
