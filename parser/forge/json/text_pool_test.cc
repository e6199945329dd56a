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

// A text that was looked up keeps its address when the pool moves.
TEST(TextPoolTest, CanBeMoved) {
  TextPool pool;
  const Text first = pool.Add("first");
  const std::string_view found = pool[first];
  TextPool moved = std::move(pool);
  EXPECT_EQ(moved[first].data(), found.data());
  EXPECT_EQ(moved[moved.Add("second")], "second");
  EXPECT_EQ(moved[first], "first");
}

}  // namespace
}  // namespace clipguard::forge
