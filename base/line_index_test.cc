// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/line_index.h"

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_of.h"
#include "gtest/gtest.h"

namespace clipguard {

void PrintTo(const LinePlace& place, std::ostream* out) {
  *out << place.line << ':' << place.column;
}

namespace {

// The definition, one byte at a time.
std::vector<LinePlace> Walk(std::string_view text) {
  std::vector<LinePlace> places;
  LinePlace place;
  for (size_t i = 0; i <= text.size(); ++i) {
    places.push_back(place);
    if (i == text.size()) break;
    const bool crlf =
        text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (text[i] == '\n' || (text[i] == '\r' && !crlf)) {
      place = {place.line + 1, 1};
    } else {
      ++place.column;
    }
  }
  return places;
}

TEST(LineIndex, EmptyText) {
  LineIndex index({});
  EXPECT_EQ(index.Find(0), (LinePlace{1, 1}));
  EXPECT_EQ(index.Find(7), (LinePlace{1, 1}));
}

TEST(LineIndex, EveryLineEnding) {
  const std::string_view text = "ab\ncd\r\nef\rg\r\r\n\n\rh";
  LineIndex index(BytesOf(text));
  EXPECT_EQ(index.Find(3), (LinePlace{2, 1}));   // c
  EXPECT_EQ(index.Find(7), (LinePlace{3, 1}));   // e
  EXPECT_EQ(index.Find(10), (LinePlace{4, 1}));  // g
  EXPECT_EQ(index.Find(text.size() - 1), (LinePlace{8, 1}));
  EXPECT_EQ(index.Find(text.size()), (LinePlace{8, 2}));
}

TEST(LineIndex, AnyOrderAndEveryStrideAgreeWithTheDefinition) {
  std::string text;
  for (size_t i = 0; i < 5 * LineIndex::kStride; ++i) {
    text += "ab\r\nc d\re\n"[(i * 7 + i / 31) % 10];
  }
  // A CRLF on each side of a mark.
  text[LineIndex::kStride - 1] = '\r';
  text[LineIndex::kStride] = '\n';
  text[2 * LineIndex::kStride - 2] = '\r';
  text[2 * LineIndex::kStride - 1] = '\n';
  const std::vector<LinePlace> places = Walk(text);
  LineIndex index(BytesOf(text));
  for (size_t i = text.size() + 1; i-- > 0;) {
    ASSERT_EQ(index.Find(i), places[i]) << i;
  }
  EXPECT_EQ(index.Find(text.size() + 100), places.back());
}

TEST(LineIndex, StridesOfNothingButCarriageReturnsAgreeWithTheDefinition) {
  const std::string text(3 * LineIndex::kStride + 1, '\r');
  LineIndex index(BytesOf(text));
  for (const size_t at : {size_t{0}, size_t{1}, LineIndex::kStride,
                          2 * LineIndex::kStride + 1, text.size()}) {
    EXPECT_EQ(index.Find(at), (LinePlace{static_cast<uint32_t>(at + 1), 1}));
  }
}

// Also where the two bytes are in two strides, and where the text ends with
// one.
TEST(LineIndex, StridesOfBothAgreeWithTheDefinition) {
  for (const size_t begin : {0, 1}) {
    std::string text(begin, 'x');
    while (text.size() < 3 * LineIndex::kStride) text += "\r\n";
    text.resize(3 * LineIndex::kStride);
    const std::vector<LinePlace> places = Walk(text);
    LineIndex index(BytesOf(text));
    for (size_t i = 0; i <= text.size(); ++i) {
      ASSERT_EQ(index.Find(i), places[i]) << i;
    }
  }
}

TEST(LineIndex, StridesWithoutCarriageReturnsAgreeWithTheDefinition) {
  std::string text;
  for (size_t i = 0; i < 6 * LineIndex::kStride; ++i) {
    text += i % 37 == 5 || i % 101 == 7 ? '\n' : 'x';
  }
  // A stride of one long line, one that ends with its line, one that begins
  // with the end of one.
  text.replace(LineIndex::kStride, LineIndex::kStride,
               std::string(LineIndex::kStride, 'x'));
  text[3 * LineIndex::kStride - 1] = '\n';
  text[4 * LineIndex::kStride] = '\n';
  const std::vector<LinePlace> places = Walk(text);
  LineIndex index(BytesOf(text));
  for (size_t i = 0; i <= text.size(); ++i) {
    ASSERT_EQ(index.Find(i), places[i]) << i;
  }
}

}  // namespace
}  // namespace clipguard
