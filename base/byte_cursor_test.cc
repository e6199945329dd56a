// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/byte_cursor.h"

#include <array>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

namespace clipguard {
namespace {

constexpr uint64_t kMax64 = std::numeric_limits<uint64_t>::max();
constexpr size_t kMaxSize = std::numeric_limits<size_t>::max();

// Three bytes, packed without padding.
struct Triple {
  uint8_t a, b, c;
};
static_assert(sizeof(Triple) == 3);

TEST(ByteCursorTest, ReadsLittleEndianValuesInOrder) {
  const std::array<uint8_t, 15> bytes = {
      0x12,                                           // uint8
      0x34, 0x12,                                     // uint16
      0x00, 0x00, 0x80, 0xbf,                         // float -1
      0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff  // int64 -2
  };
  ByteCursor in(bytes);
  uint8_t u8;
  uint16_t u16;
  float f32;
  int64_t i64;
  ASSERT_TRUE(in.Read(&u8));
  ASSERT_TRUE(in.Read(&u16));
  EXPECT_EQ(in.offset(), 3u);
  EXPECT_EQ(in.remaining(), 12u);
  ASSERT_TRUE(in.Read(&f32));
  ASSERT_TRUE(in.Read(&i64));
  EXPECT_EQ(u8, 0x12);
  EXPECT_EQ(u16, 0x1234);
  EXPECT_EQ(f32, -1.0f);
  EXPECT_EQ(i64, -2);
  EXPECT_EQ(in.remaining(), 0u);
  EXPECT_EQ(in.offset(), in.size());
}

TEST(ByteCursorTest, ReadNeedsEveryByte) {
  const std::array<uint8_t, 8> bytes = {1, 2, 3, 4, 5, 6, 7, 8};
  for (size_t size = 0; size <= bytes.size(); ++size) {
    for (size_t offset = 0; offset <= size; ++offset) {
      const std::span<const uint8_t> all(bytes);
      ByteCursor in(all.first(size), offset);
      uint32_t value = 0xabcdef;
      const bool fits = size - offset >= 4;
      EXPECT_EQ(in.Read(&value), fits) << size << " " << offset;
      EXPECT_EQ(in.offset(), fits ? offset + 4 : offset);
      // A failure leaves the destination alone as well.
      EXPECT_EQ(value == 0xabcdef, !fits);
    }
  }
}

TEST(ByteCursorTest, StartsAtTheEndWhenTheOffsetIsPastIt) {
  const std::array<uint8_t, 3> bytes = {1, 2, 3};
  for (size_t offset : {size_t{3}, size_t{4}, kMaxSize - 1, kMaxSize}) {
    ByteCursor in(bytes, offset);
    EXPECT_EQ(in.offset(), 3u) << offset;
    EXPECT_EQ(in.remaining(), 0u) << offset;
    uint8_t value;
    EXPECT_FALSE(in.Read(&value)) << offset;
  }
}

TEST(ByteCursorTest, EmptySpanHasNothing) {
  ByteCursor in(std::span<const uint8_t>{});
  uint8_t value;
  std::span<const uint8_t> taken;
  PackedSpan<float> floats;
  EXPECT_FALSE(in.Read(&value));
  EXPECT_FALSE(in.Skip(1));
  EXPECT_FALSE(in.ReadBytes(1, &taken));
  EXPECT_FALSE(in.ReadPacked(1, &floats));
  // Nothing of nothing is there.
  EXPECT_TRUE(in.Skip(0));
  EXPECT_TRUE(in.ReadBytes(0, &taken));
  EXPECT_TRUE(in.ReadPacked(0, &floats));
  EXPECT_TRUE(taken.empty());
  EXPECT_TRUE(floats.empty());
  EXPECT_TRUE(floats.bytes().empty());
  EXPECT_EQ(in.offset(), 0u);
}

TEST(ByteCursorTest, SkipStopsAtTheEnd) {
  const std::array<uint8_t, 10> bytes = {};
  for (size_t offset = 0; offset <= bytes.size(); ++offset) {
    const size_t left = bytes.size() - offset;
    for (uint64_t count : {uint64_t{0}, uint64_t{left}}) {
      ByteCursor in(bytes, offset);
      EXPECT_TRUE(in.Skip(count));
      EXPECT_EQ(in.offset(), offset + count);
    }
    // The last two wrap to a small sum if they are added to the offset.
    for (uint64_t count : {uint64_t{left} + 1, kMax64 / 2, kMax64 - offset,
                           kMax64 - offset + 1 - (offset == 0), kMax64}) {
      ByteCursor in(bytes, offset);
      EXPECT_FALSE(in.Skip(count)) << offset << " " << count;
      EXPECT_EQ(in.offset(), offset);
    }
  }
}

TEST(ByteCursorTest, OffsetsNearTheEndOfTheAddressSpaceDoNotWrap) {
  // Such a span cannot exist; that Skip() and Fits() look at sizes only is
  // what lets it be asked.
  const uint8_t byte = 0;
  ByteCursor in(std::span<const uint8_t>(&byte, kMaxSize));
  ASSERT_TRUE(in.Skip(kMaxSize - 3));
  EXPECT_EQ(in.remaining(), 3u);
  EXPECT_FALSE(in.Skip(4));
  EXPECT_FALSE(in.Skip(kMax64));
  EXPECT_TRUE(in.Fits<Triple>(1));
  EXPECT_FALSE(in.Fits<uint32_t>(1));
  uint32_t value;
  EXPECT_FALSE(in.Read(&value));
  EXPECT_EQ(in.offset(), kMaxSize - 3);
  ASSERT_TRUE(in.Skip(3));
  EXPECT_EQ(in.remaining(), 0u);
  EXPECT_FALSE(in.Skip(1));
}

TEST(ByteCursorTest, ReadBytesTakesWhatIsThere) {
  const std::array<uint8_t, 5> bytes = {1, 2, 3, 4, 5};
  ByteCursor in(bytes, 1);
  std::span<const uint8_t> taken;
  ASSERT_TRUE(in.ReadBytes(3, &taken));
  EXPECT_EQ(taken.data(), bytes.data() + 1);
  EXPECT_EQ(taken.size(), 3u);
  EXPECT_EQ(in.offset(), 4u);
  for (uint64_t count : {uint64_t{2}, kMax64 - 4, kMax64 - 3, kMax64}) {
    EXPECT_FALSE(in.ReadBytes(count, &taken)) << count;
    EXPECT_EQ(in.offset(), 4u);
    EXPECT_EQ(taken.size(), 3u);
  }
  ASSERT_TRUE(in.ReadBytes(1, &taken));
  EXPECT_EQ(taken[0], 5);
}

TEST(ByteCursorTest, FitsDividesSoThatNoCountOverflows) {
  const std::array<uint8_t, 30> bytes = {};
  const ByteCursor in(bytes, 1);
  EXPECT_TRUE(in.Fits<uint64_t>(0));
  EXPECT_TRUE(in.Fits<uint64_t>(3));  // 24 of 29 bytes
  EXPECT_FALSE(in.Fits<uint64_t>(4));
  EXPECT_TRUE(in.Fits<Triple>(9));  // 27
  EXPECT_FALSE(in.Fits<Triple>(10));
  // Counts whose product with the size is small again, modulo 2^64.
  EXPECT_FALSE(in.Fits<uint64_t>(uint64_t{1} << 61));        // 0
  EXPECT_FALSE(in.Fits<uint64_t>((uint64_t{1} << 61) + 1));  // 8
  EXPECT_FALSE(in.Fits<Triple>(kMax64 / 3 + 1));             // 2
  EXPECT_FALSE(in.Fits<uint8_t>(kMax64));
}

TEST(ByteCursorTest, ReadPackedFailsWithoutATrace) {
  const std::array<uint8_t, 12> bytes = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  ByteCursor in(bytes, 2);
  PackedSpan<uint32_t> words;
  ASSERT_TRUE(in.ReadPacked(1, &words));
  for (uint64_t count :
       {uint64_t{2}, (uint64_t{1} << 62), kMax64 / 4 + 2, kMax64 - 1, kMax64}) {
    EXPECT_FALSE(in.ReadPacked(count, &words)) << count;
    EXPECT_EQ(in.offset(), 6u);
    EXPECT_EQ(words.size(), 1u);
    EXPECT_EQ(words.bytes().data(), bytes.data() + 2);
  }
}

TEST(PackedSpanTest, LoadsAtEveryAlignment) {
  std::vector<uint8_t> bytes(8 * 5 + 8);
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<uint8_t>(i * 7 + 3);
  }
  for (size_t start = 0; start < 8; ++start) {
    ByteCursor in(bytes, start);
    PackedSpan<uint64_t> words;
    ASSERT_TRUE(in.ReadPacked(5, &words));
    EXPECT_EQ(in.offset(), start + 40);
    ASSERT_EQ(words.size(), 5u);
    for (size_t i = 0; i < words.size(); ++i) {
      uint64_t expected = 0;
      for (size_t b = 8; b-- > 0;) {
        expected = expected << 8 | bytes[start + 8 * i + b];
      }
      EXPECT_EQ(words[i], expected) << start << " " << i;
    }
  }
}

TEST(PackedSpanTest, StrideIsTheSizeOfTheElement) {
  const std::array<uint8_t, 7> bytes = {0,         // skipped
                                        1, 2, 3,   // first
                                        4, 5, 6};  // second
  ByteCursor in(bytes, 1);
  PackedSpan<Triple> triples;
  ASSERT_TRUE(in.ReadPacked(2, &triples));
  EXPECT_EQ(triples[1].a, 4);
  EXPECT_EQ(triples[1].c, 6);
  EXPECT_EQ(triples.bytes().size(), 6u);
}

TEST(PackedSpanTest, SubspanIsAPartOfTheSameBytes) {
  const std::array<uint16_t, 6> words = {10, 11, 12, 13, 14, 15};
  const PackedSpan<uint16_t> all{std::span<const uint16_t>(words)};
  ASSERT_EQ(all.size(), 6u);
  for (size_t first = 0; first <= words.size(); ++first) {
    for (size_t count = 0; count <= words.size() - first; ++count) {
      const PackedSpan<uint16_t> part = all.subspan(first, count);
      EXPECT_EQ(part.size(), count);
      EXPECT_EQ(part.empty(), count == 0);
      EXPECT_EQ(part.bytes().data(), all.bytes().data() + 2 * first);
      EXPECT_EQ(part.bytes().size(), 2 * count);
      for (size_t i = 0; i < count; ++i) EXPECT_EQ(part[i], words[first + i]);
    }
  }
}

TEST(PackedSpanTest, DefaultIsEmpty) {
  const PackedSpan<float> none;
  EXPECT_TRUE(none.empty());
  EXPECT_TRUE(none.bytes().empty());
  EXPECT_TRUE(none.subspan(0, 0).empty());
}

}  // namespace
}  // namespace clipguard
