// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/splicer.h"

#include <cstdint>
#include <numeric>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::actions {
namespace {

using testing::ElementsAre;

std::vector<uint8_t> Counting(size_t size) {
  std::vector<uint8_t> bytes(size);
  std::iota(bytes.begin(), bytes.end(), uint8_t{0});
  return bytes;
}

TEST(SplicerTest, HoldsNothingWithoutReplacements) {
  const std::vector<uint8_t> original = Counting(100);
  Splicer out(original);
  out.Replace(3, 2, std::vector<uint8_t>{3, 4});
  out.Finish();
  EXPECT_TRUE(out.empty());
  EXPECT_EQ(out.bytes().capacity(), 0u);
}

TEST(SplicerTest, ReplacesAddsAndRemoves) {
  const std::vector<uint8_t> original = Counting(200);
  Splicer out(original);
  out.Replace(0, 1, std::vector<uint8_t>{9});
  out.Replace(50, 2, {});
  out.Extend(std::vector<uint8_t>{7, 7, 7});
  out.Replace(200, 0, std::vector<uint8_t>{1, 2});
  out.Finish();
  std::vector<uint8_t> expected = original;
  expected[0] = 9;
  expected.erase(expected.begin() + 50, expected.begin() + 52);
  expected.insert(expected.begin() + 50, 3, 7);
  expected.push_back(1);
  expected.push_back(2);
  EXPECT_EQ(out.bytes(), expected);
  EXPECT_THAT(out.edits(),
              ElementsAre(Edit{0, 1, 1}, Edit{50, 2, 3}, Edit{200, 0, 2}));
}

TEST(SplicerTest, CloseReplacementsAreOneEdit) {
  const std::vector<uint8_t> original = Counting(100);
  Splicer out(original);
  out.Replace(10, 4, std::vector<uint8_t>{0});
  out.Replace(20, 4, std::vector<uint8_t>{0, 0});
  out.Replace(90, 1, std::vector<uint8_t>{0});
  out.Finish();
  EXPECT_THAT(out.edits(), ElementsAre(Edit{10, 14, 9}, Edit{90, 1, 1}));
  EXPECT_EQ(out.bytes().size(), 95u);
}

}  // namespace
}  // namespace clipguard::actions
