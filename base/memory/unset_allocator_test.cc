// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/memory/unset_allocator.h"

#include <cstddef>
#include <vector>

#include "gtest/gtest.h"

namespace clipguard {
namespace {

TEST(UnsetAllocatorTest, KeepsWhatWasWritten) {
  std::vector<int, UnsetAllocator<int>> numbers;
  numbers.resize(1000);
  for (size_t i = 0; i < 10; ++i) numbers[i] = static_cast<int>(i);
  numbers.resize(10);
  numbers.push_back(10);
  const auto copy = numbers;
  numbers.resize(100'000);
  ASSERT_EQ(copy.size(), 11u);
  for (size_t i = 0; i < copy.size(); ++i) {
    EXPECT_EQ(copy[i], static_cast<int>(i));
    EXPECT_EQ(numbers[i], static_cast<int>(i));
  }
}

}  // namespace
}  // namespace clipguard
