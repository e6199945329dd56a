// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/json/short_text.h"

#include <cstddef>
#include <string>

#include "gtest/gtest.h"

namespace clipguard::forge {
namespace {

// Longer than any that is treated in a way of its own.
constexpr size_t kLongest = 40;

std::string TextOf(size_t size) {
  std::string text;
  for (size_t i = 0; i < size; ++i) text += static_cast<char>('a' + i % 26);
  return text;
}

TEST(ShortTextTest, CopiesAllAndNoMore) {
  for (size_t size = 0; size <= kLongest; ++size) {
    SCOPED_TRACE(size);
    std::string to(kLongest + 2, '.');
    CopyText(TextOf(size), to.data() + 1);
    EXPECT_EQ(to, "." + TextOf(size) + std::string(kLongest + 1 - size, '.'));
  }
}

TEST(ShortTextTest, ComparesEachByte) {
  for (size_t size = 0; size <= kLongest; ++size) {
    SCOPED_TRACE(size);
    const std::string text = TextOf(size);
    EXPECT_TRUE(IsSameText(text, TextOf(size)));
    EXPECT_FALSE(IsSameText(text, text + "a"));
    for (size_t i = 0; i < size; ++i) {
      std::string other = text;
      other[i] = static_cast<char>(other[i] ^ 0x80);
      EXPECT_FALSE(IsSameText(text, other));
    }
  }
}

}  // namespace
}  // namespace clipguard::forge
