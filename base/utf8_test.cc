// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/utf8.h"

#include <array>
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "testing/sanitizers.h"

namespace clipguard {
namespace {

// Table 3-7 of the Unicode standard, row by row: well-formed sequences.
struct Row {
  uint8_t first[2], second[2], third[2], fourth[2];
  size_t length;
};
constexpr Row kTable37[] = {
    {{0x00, 0x7f}, {}, {}, {}, 1},
    {{0xc2, 0xdf}, {0x80, 0xbf}, {}, {}, 2},
    {{0xe0, 0xe0}, {0xa0, 0xbf}, {0x80, 0xbf}, {}, 3},
    {{0xe1, 0xec}, {0x80, 0xbf}, {0x80, 0xbf}, {}, 3},
    {{0xed, 0xed}, {0x80, 0x9f}, {0x80, 0xbf}, {}, 3},
    {{0xee, 0xef}, {0x80, 0xbf}, {0x80, 0xbf}, {}, 3},
    {{0xf0, 0xf0}, {0x90, 0xbf}, {0x80, 0xbf}, {0x80, 0xbf}, 4},
    {{0xf1, 0xf3}, {0x80, 0xbf}, {0x80, 0xbf}, {0x80, 0xbf}, 4},
    {{0xf4, 0xf4}, {0x80, 0x8f}, {0x80, 0xbf}, {0x80, 0xbf}, 4},
};

bool Within(uint8_t byte, const uint8_t (&range)[2]) {
  return byte >= range[0] && byte <= range[1];
}

// The table looked up, sequence after sequence: the offset of the first one
// that no row describes, or the size of the text.
size_t ObviousErrorOffset(std::string_view text) {
  size_t i = 0;
  while (i < text.size()) {
    const auto byte = [&](size_t k) { return static_cast<uint8_t>(text[k]); };
    size_t length = 0;
    for (const Row& row : kTable37) {
      if (!Within(byte(i), row.first) || text.size() - i < row.length) continue;
      if (row.length > 1 && !Within(byte(i + 1), row.second)) continue;
      if (row.length > 2 && !Within(byte(i + 2), row.third)) continue;
      if (row.length > 3 && !Within(byte(i + 3), row.fourth)) continue;
      length = row.length;
    }
    if (length == 0) return i;
    i += length;
  }
  return text.size();
}

// Whether FindUtf8Error() and the table agree, and the error lies within.
bool Agrees(std::string_view text) {
  const size_t expected = ObviousErrorOffset(text);
  const auto error = FindUtf8Error(text);
  if (!error) return expected == text.size();
  return error->offset == expected && error->length >= 1 &&
         error->length <= text.size() - error->offset && error->length <= 4 &&
         !error->reason.empty();
}

TEST(Utf8Test, AgreesWithTheTableOnAllStringsOfUpToThreeBytes) {
  // Sanitized builds, which watch memory, test a third of the last bytes.
  constexpr int kStep = CLIPGUARD_SANITIZED ? 3 : 1;
  EXPECT_TRUE(Agrees(""));
  size_t disagreements = 0;
  std::array<char, 3> bytes;
  for (int a = 0; a < 256; ++a) {
    bytes[0] = static_cast<char>(a);
    disagreements += !Agrees({bytes.data(), 1});
    for (int b = 0; b < 256; ++b) {
      bytes[1] = static_cast<char>(b);
      disagreements += !Agrees({bytes.data(), 2});
      for (int c = 0; c < 256; c += kStep) {
        bytes[2] = static_cast<char>(c);
        disagreements += !Agrees({bytes.data(), 3});
      }
    }
  }
  EXPECT_EQ(disagreements, 0u);
}

TEST(Utf8Test, AgreesWithTheTableAtAllBoundariesOfFourByteSequences) {
  // Bytes on both sides of every boundary of the table.
  constexpr uint8_t kEdges[] = {0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0,
                                0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xff};
  size_t checked = 0;
  for (int lead = 0xe0; lead < 256; ++lead) {
    for (int second = 0; second < 256; ++second) {
      for (uint8_t third : kEdges) {
        for (uint8_t fourth : kEdges) {
          const std::string text = {
              static_cast<char>(lead), static_cast<char>(second),
              static_cast<char>(third), static_cast<char>(fourth)};
          ASSERT_TRUE(Agrees(text))
              << lead << " " << second << " " << +third << " " << +fourth;
          ++checked;
        }
      }
    }
  }
  EXPECT_EQ(checked, 32u * 256 * 14 * 14);
}

TEST(Utf8Test, FindsAFaultAtEveryPlaceOfALongText) {
  // ASCII goes eight bytes at a time: the fault, and longer characters, stand
  // at every place relative to those eight.
  for (size_t size = 1; size < 40; ++size) {
    for (size_t at = 0; at < size; ++at) {
      std::string text(size, 'a');
      text[at] = '\x80';
      const auto error = FindUtf8Error(text);
      ASSERT_TRUE(error.has_value());
      EXPECT_EQ(error->offset, at);
      EXPECT_EQ(error->length, 1u);
      text.replace(at, 1, "\xe2\x82\xac");  // U+20AC
      EXPECT_FALSE(FindUtf8Error(text).has_value()) << size << " " << at;
    }
  }
}

// A faulty text, and the bytes and the reason that FindUtf8Error() must report.
struct Fault {
  const char* what;
  std::string_view text;
  size_t offset;
  size_t length;
  std::string_view reason;
};

TEST(Utf8Test, SaysHowManyBytesAreWrongAndWhy) {
  using namespace std::string_view_literals;
  constexpr std::string_view kLone = "a continuation byte without a lead byte";
  constexpr std::string_view kNever = "a byte that UTF-8 never uses";
  constexpr std::string_view kCut = "an incomplete sequence";
  constexpr std::string_view kOverlong = "an overlong form";
  constexpr std::string_view kSurrogate = "a surrogate";
  constexpr std::string_view kAbove = "a code point above U+10FFFF";
  const Fault faults[] = {
      {"first continuation", "ab\x80"sv, 2, 1, kLone},
      {"last continuation", "\xbfz"sv, 0, 1, kLone},
      {"lead of five bytes", "\xf8\x88\x80\x80\x80"sv, 0, 1, kNever},
      {"0xff", "abc\xff"sv, 3, 1, kNever},
      {"cut after 1 of 2", "\xc3"sv, 0, 1, kCut},
      {"cut after 2 of 3", "x\xe2\x82"sv, 1, 2, kCut},
      {"cut after 3 of 4", "\xf0\x9f\x98"sv, 0, 3, kCut},
      {"ASCII in place of the second", "\xe2(\xa1"sv, 0, 1, kCut},
      {"lead in place of the third", "\xe2\x82\xc3\xa4"sv, 0, 2, kCut},
      {"NUL in two bytes", "\xc0\x80"sv, 0, 2, kOverlong},
      {"slash in two bytes", "..\xc0\xaf"sv, 2, 2, kOverlong},
      {"U+007F in two bytes", "\xc1\xbf"sv, 0, 2, kOverlong},
      {"U+07FF in three bytes", "\xe0\x9f\xbf"sv, 0, 3, kOverlong},
      {"U+FFFF in four bytes", "\xf0\x8f\xbf\xbf"sv, 0, 4, kOverlong},
      {"U+D800", "\xed\xa0\x80"sv, 0, 3, kSurrogate},
      {"U+DFFF", "a\xed\xbf\xbf"sv, 1, 3, kSurrogate},
      {"U+110000", "\xf4\x90\x80\x80"sv, 0, 4, kAbove},
      {"U+1FFFFF", "\xf7\xbf\xbf\xbf"sv, 0, 4, kAbove},
  };
  for (const Fault& fault : faults) {
    const auto error = FindUtf8Error(fault.text);
    ASSERT_TRUE(error.has_value()) << fault.what;
    EXPECT_EQ(error->offset, fault.offset) << fault.what;
    EXPECT_EQ(error->length, fault.length) << fault.what;
    EXPECT_EQ(error->reason, fault.reason) << fault.what;
  }
}

TEST(Utf8Test, AcceptsTheEdgesOfWhatIsAllowed) {
  using namespace std::string_view_literals;
  for (std::string_view text :
       {""sv, "\0"sv, "\x7f"sv, "\xc2\x80"sv, "\xdf\xbf"sv, "\xe0\xa0\x80"sv,
        "\xed\x9f\xbf"sv, "\xee\x80\x80"sv, "\xef\xbf\xbf"sv,
        "\xf0\x90\x80\x80"sv, "\xf4\x8f\xbf\xbf"sv}) {
    EXPECT_FALSE(FindUtf8Error(text).has_value()) << text;
  }
}

TEST(Utf8Test, IsCutBetweenCharacters) {
  EXPECT_EQ(CutUtf8("abc", 3), "abc");
  EXPECT_EQ(CutUtf8("abcd", 3), "abc");
  EXPECT_EQ(CutUtf8("ab\xC3\xA9", 3), "ab");
  EXPECT_EQ(CutUtf8("ab\xC3\xA9", 4), "ab\xC3\xA9");
  EXPECT_EQ(CutUtf8("\xF0\x9F\x98\x80z", 3), "");
}

}  // namespace
}  // namespace clipguard
