// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/token_cursor.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/memory/work_counter.h"
#include "gtest/gtest.h"
#include "parser/m3d/test_files.h"
#include "parser/m3d/token_text.h"

namespace clipguard::m3d {
namespace {

TEST(TokenCursor, CutsAtWhiteSpace) {
  const std::string text = " \t one\r\n two\f\vthree";
  TokenCursor in(BytesOf(text));
  EXPECT_EQ(in.Next().text, "one");
  const Token two = in.Peek();
  EXPECT_EQ(two.text, "two");
  EXPECT_EQ(two.offset, 9u);
  EXPECT_EQ(in.offset(), 9u);
  EXPECT_EQ(in.remaining(), text.size() - 9);
  in.Take(two);
  EXPECT_EQ(in.Next().text, "three");
  EXPECT_FALSE(in.Next());
  EXPECT_FALSE(in.Peek());
  EXPECT_EQ(in.Peek().offset, text.size());
  EXPECT_EQ(in.remaining(), 0u);
}

TEST(TokenCursor, StartsWithinTheText) {
  const std::string text = "one two";
  EXPECT_EQ(TokenCursor(BytesOf(text), 5).Next().text, "wo");
  EXPECT_FALSE(TokenCursor(BytesOf(text), 99).Next());
}

TEST(TokenCursor, Skips) {
  const std::string text = "a b c d";
  TokenCursor in(BytesOf(text));
  in.Peek();
  in.Skip(2);
  EXPECT_EQ(in.Next().text, "c");
  in.Skip(9);
  EXPECT_FALSE(in.Next());
}

TEST(TokenCursor, TakesTheFrontOfAToken) {
  const std::string text = "Time:Pos:1 2";
  TokenCursor in(BytesOf(text));
  in.Peek();
  in.TakeFront(5);
  EXPECT_EQ(in.Peek().text, "Pos:1");
  EXPECT_EQ(in.Peek().offset, 5u);
  in.TakeFront(4);
  EXPECT_EQ(in.Next().text, "1");
  EXPECT_EQ(in.Peek().text, "2");
  in.TakeFront(1);
  EXPECT_FALSE(in.Peek());
}

TEST(TokenCursor, MovesForgetWhatWasPeeked) {
  const std::string text = "one two";
  TokenCursor in(BytesOf(text));
  in.Peek();
  in.MoveTo(3);
  EXPECT_EQ(in.Peek().text, "two");
}

TEST(TokenCursor, ARowTakesAToken) {
  const std::string text = "one two";
  TokenCursor in(BytesOf(text));
  EXPECT_TRUE(in.BeginRow());
  in.Peek();
  EXPECT_FALSE(in.BeginRow());
  in.Next();
  EXPECT_TRUE(in.BeginRow());
  EXPECT_FALSE(in.BeginRow());
  in.Peek();
  in.TakeFront(1);
  EXPECT_TRUE(in.BeginRow());
}

// However a token is looked at, and however often, its bytes are once.
TEST(TokenCursor, LooksAtEachByteOnce) {
  const std::string text = "  " + std::string(100'000, 'a') + ": b";
  TokenCursor in(BytesOf(text));
  const uint64_t before = WorkDone();
  for (int i = 0; i < 1000; ++i) in.Peek();
  for (int i = 0; i < 50'000; ++i) {
    in.TakeFront(1);
    EXPECT_EQ(in.Peek().offset, 3u + static_cast<size_t>(i));
  }
  in.Next();
  in.Next();
  EXPECT_FALSE(in.Next());
  EXPECT_EQ(WorkDone() - before, text.size());
}

// ---- Tokens in messages (token_text.h) --------------------------------------

TEST(Quoted, ShowsPrintableCharactersAndNumbersOfOtherBytes) {
  EXPECT_EQ(Quoted("run loop"), "'run loop'");
  EXPECT_EQ(Quoted(""), "''");
  EXPECT_EQ(Quoted(std::string_view("a\0b\t\xc3", 5)), "'a\\x00b\\t\\xC3'");
  EXPECT_EQ(Quoted("L\xC3\xA4ufer"), "'L\xC3\xA4ufer'");
  EXPECT_EQ(Quoted("a\xE2\x80\xAE"), "'a\\u{202E}'");
}

TEST(Quoted, EndsAfterWhatFitsOnALine) {
  EXPECT_EQ(Quoted(std::string(40, 'a')), "'" + std::string(40, 'a') + "'");
  EXPECT_EQ(Quoted(std::string(41, 'a')), "'" + std::string(40, 'a') + "...'");
  EXPECT_EQ(Quoted(std::string(39, 'a') + "\xC3\xA4"),
            "'" + std::string(39, 'a') + "...'");
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
