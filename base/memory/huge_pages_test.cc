// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/memory/huge_pages.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace clipguard {
namespace {

TEST(HugePagesTest, KeepsWhatIsThere) {
  constexpr size_t kCount = 3 * kLargeBytes / sizeof(uint64_t);
  std::vector<uint64_t> numbers = {1, 2, 3};
  ReserveLarge(numbers, kCount);
  EXPECT_GE(numbers.capacity(), kCount);
  EXPECT_EQ(numbers, (std::vector<uint64_t>{1, 2, 3}));
  numbers.resize(kCount, 7);
  EXPECT_EQ(numbers.front(), 1u);
  EXPECT_EQ(numbers.back(), 7u);
  AskForHugePages(numbers.data(), kCount * sizeof(uint64_t));
  EXPECT_EQ(numbers[1], 2u);
  EXPECT_EQ(numbers.back(), 7u);
}

TEST(HugePagesTest, TakesAnySizeAndPlace) {
  std::string text;
  ReserveLarge(text, 10);
  EXPECT_GE(text.capacity(), 10u);
  ReserveLarge(text, kLargeBytes);
  text.assign(kLargeBytes, 'x');
  AskForHugePages(text.data() + 1, 0);
  AskForHugePages(text.data() + 1, 1);
  AskForHugePages(text.data() + 1, text.size() - 1);
  EXPECT_EQ(text, std::string(kLargeBytes, 'x'));
}

}  // namespace
}  // namespace clipguard
