// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/edits.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "actions/repair/splicer.h"
#include "gtest/gtest.h"

namespace clipguard::actions {
namespace {

using Bytes = std::vector<uint8_t>;

// Replaces, removes and adds bytes here and there.
void EditAtRandom(std::mt19937& random, const Bytes& bytes, Splicer& out) {
  const auto up_to = [&](size_t most) { return random() % (most + 1); };
  size_t at = up_to(60);
  for (size_t i = up_to(4); i != 0 && at <= bytes.size(); --i) {
    const size_t length = std::min<size_t>(up_to(9), bytes.size() - at);
    out.Replace(at, length, Bytes(up_to(9), uint8_t{255}));
    at += length + up_to(90);
  }
  out.Finish();
}

// Whether what is outside the edits is the same in both.
bool Fits(const Bytes& original, std::span<const Edit> edits,
          const Bytes& edited) {
  size_t from = 0;
  size_t to = 0;
  for (size_t i = 0; i <= edits.size(); ++i) {
    const size_t until = i < edits.size() ? edits[i].offset : original.size();
    if (until < from || until - from > edited.size() - to) return false;
    if (!std::equal(original.begin() + static_cast<ptrdiff_t>(from),
                    original.begin() + static_cast<ptrdiff_t>(until),
                    edited.begin() + static_cast<ptrdiff_t>(to))) {
      return false;
    }
    to += until - from;
    if (i == edits.size()) break;
    from = until + edits[i].length;
    to += edits[i].size;
    if (from > original.size() || to > edited.size()) return false;
  }
  return to == edited.size();
}

TEST(EditsTest, ComposedDoesBoth) {
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    Bytes original(random() % 300);
    for (uint8_t& byte : original) byte = static_cast<uint8_t>(random() % 250);
    Splicer first(original);
    EditAtRandom(random, original, first);
    const Bytes& between = first.empty() ? original : first.bytes();
    Splicer second(between);
    EditAtRandom(random, between, second);
    const Bytes& edited = second.empty() ? between : second.bytes();
    const std::vector<Edit> edits = Composed(first.edits(), second.edits());
    ASSERT_TRUE(Fits(original, edits, edited)) << i;
  }
}

TEST(EditsTest, ToOriginal) {
  const std::vector<Edit> edits = {{10, 4, 8}, {100, 10, 0}};
  EXPECT_EQ(ToOriginal({0, 5}, edits), (ByteRange{0, 5}));
  EXPECT_EQ(ToOriginal({12, 2}, edits), (ByteRange{10, 4}));
  EXPECT_EQ(ToOriginal({30, 5}, edits), (ByteRange{26, 5}));
  EXPECT_EQ(ToOriginal({200, 5}, edits), (ByteRange{206, 5}));
}

}  // namespace
}  // namespace clipguard::actions
