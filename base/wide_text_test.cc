// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/wide_text.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "parser/detect/format.h"

namespace clipguard {
namespace {

void AddUnit(uint32_t unit, const WideText& wide, std::vector<uint8_t>& bytes) {
  for (size_t i = 0; i < wide.unit; ++i) {
    const size_t byte = wide.big_endian ? wide.unit - 1 - i : i;
    bytes.push_back(static_cast<uint8_t>(unit >> (8 * byte)));
  }
}

// ASCII in an encoding.
std::vector<uint8_t> Encode(std::string_view text, const WideText& wide) {
  std::vector<uint8_t> bytes;
  if (wide.has_mark) AddUnit(0xFEFF, wide, bytes);
  for (const char c : text) AddUnit(static_cast<uint8_t>(c), wide, bytes);
  return bytes;
}

std::vector<WideText> All() {
  std::vector<WideText> all;
  for (const size_t unit : {2, 4}) {
    for (const bool big : {false, true}) {
      for (const bool mark : {false, true}) all.push_back({unit, big, mark});
    }
  }
  return all;
}

constexpr std::string_view kTexts[] = {
    "***************m3d-File-Header***************\n#Materials 1\n",
    "{\"parameters\": {}, \"clips\": {}}",
    "// A comment\n{\"joints\": {}, \"clips\": {}}",
};

TEST(WideTextTest, IsFoundInEveryEncodingAndNamed) {
  std::string names;
  for (const WideText& wide : All()) {
    const auto bytes = Encode("{}", wide);
    EXPECT_EQ(FindWideText(bytes), wide) << wide.name();
    EXPECT_TRUE(MayBecomeWideText(bytes));
    EXPECT_EQ(NarrowedText(bytes, wide).text(), "{}");
    EXPECT_EQ(names.find(wide.name()), std::string::npos);
    names += wide.name();
  }
}

TEST(WideTextTest, FormatsAreRecognisedInEveryEncoding) {
  const std::vector<Format> formats = {Format::kM3d, Format::kForgeAsm,
                                       Format::kForgeArmature};
  for (const WideText& wide : All()) {
    for (size_t i = 0; i < formats.size(); ++i) {
      const auto bytes = Encode(kTexts[i], wide);
      EXPECT_EQ(DetectFormat(bytes), formats[i]) << wide.name();
      EXPECT_FALSE(FormatIsDecided(bytes));
    }
    EXPECT_EQ(DetectFormat(Encode("Dear diary, ", wide)), std::nullopt);
  }
}

TEST(WideTextTest, IsDecidedByItsBeginning) {
  for (const WideText& wide : All()) {
    for (const std::string_view text : kTexts) {
      auto bytes = Encode(text, wide);
      const auto format = DetectFormat(bytes);
      while (bytes.size() < kWideTextBytes) bytes.push_back(' ');
      EXPECT_TRUE(FormatIsDecided(bytes));
      EXPECT_EQ(DetectFormat(bytes), format);
      bytes.insert(bytes.end(), 9999, uint8_t{0xFF});
      EXPECT_EQ(DetectFormat(bytes), format);
    }
  }
}

TEST(WideTextTest, IsNothingElse) {
  using namespace std::string_view_literals;
  for (const std::string_view text :
       {""sv, "{"sv, "{\0"sv, "{\0\""sv, "{}  "sv, "***************"sv,
        "\xEF\xBB\xBF{}"sv, "\xFF\xFE{}"sv, "\xFE\xFF***m3d"sv,
        "\xFF\xFE\0\0*\0*\0"sv, "\xFF"sv, "\xFE"sv, "\0\0\0\0\0\0\0\0"sv,
        "\x01\0\x02\0\x03\0\x04\0"sv, "a\0\0\0\0\0\0\0"sv, "\xFF\xD8\xFF"sv}) {
    const std::vector<uint8_t> bytes(text.begin(), text.end());
    EXPECT_EQ(FindWideText(bytes), std::nullopt) << text;
  }
}

// One character of each length in UTF-8, and the last before it gets longer.
TEST(WideTextTest, BecomesUtf8) {
  constexpr uint32_t kCodes[] = {'a',    0x7F,    0x80,    0xE9,    0x7FF,
                                 0x800,  0x20AC,  0xD7FF,  0xE000,  0xFFFD,
                                 0xFFFF, 0x1F600, 0x12345, 0x10FFFF};
  const std::string expected =
      "a\x7F\xC2\x80\xC3\xA9\xDF\xBF\xE0\xA0\x80\xE2\x82\xAC\xED\x9F\xBF"
      "\xEE\x80\x80\xEF\xBF\xBD\xEF\xBF\xBF\xF0\x9F\x98\x80\xF0\x92\x8D\x85"
      "\xF4\x8F\xBF\xBF";
  for (const WideText& wide : All()) {
    std::vector<uint8_t> bytes = Encode("", wide);
    const auto add = [&](uint32_t unit) { AddUnit(unit, wide, bytes); };
    for (const uint32_t code : kCodes) {
      if (wide.unit == 2 && code > 0xFFFF) {
        add(0xD800 + ((code - 0x10000) >> 10));
        add(0xDC00 + (code & 0x3FF));
      } else {
        add(code);
      }
    }
    EXPECT_EQ(WideToUtf8(bytes, wide), expected) << wide.name();
    // Half a pair, and half a unit.
    add(0xD800);
    EXPECT_EQ(WideToUtf8(bytes, wide), std::nullopt) << wide.name();
    bytes.pop_back();
    EXPECT_EQ(WideToUtf8(bytes, wide), std::nullopt) << wide.name();
  }
}

TEST(WideTextTest, NarrowsWhatIsNotAscii) {
  const std::vector<uint8_t> bytes = {0xFF, 0xFE, 'a', 0,    0xE4, 0,
                                      0x3D, 0xD8, 0,   0xDE, 'b'};
  const auto wide = FindWideText(bytes);
  ASSERT_TRUE(wide);
  EXPECT_EQ(NarrowedText(bytes, *wide).text(), "a???");
}

}  // namespace
}  // namespace clipguard
