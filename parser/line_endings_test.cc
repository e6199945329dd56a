// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/line_endings.h"

#include <string_view>

#include "base/text_of.h"
#include "gtest/gtest.h"

namespace clipguard {
namespace {

TEST(LineEndingsTest, EveryLfHasACr) {
  for (const std::string_view text : {"", "\r", "\n", "a\r\nb\n", "\n\r"}) {
    EXPECT_FALSE(FindConvertedLines(BytesOf(text))) << text;
  }
  const auto lines = FindConvertedLines(BytesOf("a\rb\r\n\r\n\r\r\n"));
  ASSERT_TRUE(lines);
  EXPECT_EQ(lines->count, 3u);
  EXPECT_EQ(lines->first, 3u);
}

TEST(LineEndingsTest, OneCrGoesForEachLf) {
  EXPECT_EQ(TextOf(WithoutConversion(BytesOf("a\rb\r\n\r\n\r\r\n"))),
            "a\rb\n\n\r\n");
}

}  // namespace
}  // namespace clipguard
