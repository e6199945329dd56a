// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/json/text_pool.h"

#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace clipguard::forge {
namespace {

TEST(TextPoolTest, KeepsTextsThroughGrowing) {
  TextPool pool;
  std::vector<std::string> texts;
  std::vector<Text> added;
  EXPECT_EQ(pool[pool.Add("")], "");
  for (size_t i = 0; i < 1000; ++i) {
    texts.push_back(std::string(i % 50, static_cast<char>('a' + i % 26)));
    added.push_back(pool.Add(texts.back()));
    if (i == 500) pool.Reserve(100'000);
  }
  for (size_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(pool[added[i]], texts[i]);
  }
}

// Also one that lies in what the pool grows out of.
TEST(TextPoolTest, AddsItsOwnTexts) {
  TextPool pool;
  Text last = pool.Add("0123456789abcdefg");
  for (int i = 0; i < 1000; ++i) {
    last = pool.Add(pool[last]);
    ASSERT_EQ(pool[last], "0123456789abcdefg");
  }
}

TEST(TextPoolTest, IsAValue) {
  TextPool pool;
  const Text first = pool.Add("first");
  TextPool copy = pool;
  const Text second = copy.Add("second");
  EXPECT_EQ(pool.Add("other").begin, second.begin);
  EXPECT_EQ(copy[first], "first");
  EXPECT_EQ(copy[second], "second");

  TextPool moved = std::move(copy);
  EXPECT_EQ(moved[second], "second");
  pool = moved;
  EXPECT_EQ(pool[second], "second");
  pool = std::move(moved);
  EXPECT_EQ(pool[second], "second");
  EXPECT_EQ(pool[pool.Add("third")], "third");

  TextPool none;
  const TextPool copy_of_none = none;
  none = copy_of_none;
  EXPECT_EQ(none[none.Add("text")], "text");
}

}  // namespace
}  // namespace clipguard::forge
