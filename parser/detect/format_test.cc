// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/detect/format.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_of.h"
#include "gtest/gtest.h"

namespace clipguard {
namespace {

// A whole header: what DetectFormat() may look at, and more.
std::vector<uint8_t> Header() {
  return {
      0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a,  // magic
      0x01, 0x00, 0x00, 0x00,                          // major version
      0x01, 0x00, 0x00, 0x00,                          // minor version
  };
}

std::vector<uint8_t> BytesOf(std::string_view text) {
  return {text.begin(), text.end()};
}

TEST(DetectFormatTest, KnowsTheMagicCutShort) {
  const std::vector<uint8_t> bytes = Header();
  for (size_t size = 1; size <= 8; ++size) {
    EXPECT_EQ(DetectFormat(std::span(bytes).first(size)), Format::kMrtk)
        << size;
  }
}

TEST(DetectFormatTest, LooksForACharactersHeaderAmongTwelveWords) {
  std::string words;
  for (int i = 0; i < 13; ++i) {
    EXPECT_EQ(DetectFormat(BytesOf(words + "***m3d-File-Header***")),
              i < 12 ? std::optional(Format::kM3d) : std::nullopt)
        << i << " words before it";
    words += "word ";
  }
}

TEST(FormatIsDecidedTest, AfterAKilobyteUnlessItMayBeJson) {
  const std::string blanks(2000, ' ');
  const std::string letters(2000, 'y');
  EXPECT_TRUE(FormatIsDecided(BytesOf(letters)));
  EXPECT_TRUE(FormatIsDecided(BytesOf(std::string(2000, '\0'))));
  EXPECT_FALSE(FormatIsDecided(BytesOf(letters.substr(0, 1023))));
  EXPECT_FALSE(FormatIsDecided({}));
  for (const std::string& begun :
       {blanks, blanks + "{", "{" + letters, "//" + letters, "#" + letters,
        "/*" + letters, blanks + "/", blanks + "/**/", "/*" + blanks + "*"}) {
    EXPECT_FALSE(FormatIsDecided(BytesOf(begun))) << begun.substr(0, 5);
    // Some continuations make it a state machine.
    for (const std::string_view end : {"", "{", "\n{", "*/{", "/{", "\"}, "}) {
      const std::string whole =
          begun + std::string(end) + "\"states\": [], \"parameters\": {}}";
      if (DetectFormat(BytesOf(whole)) == Format::kForgeAsm) {
        EXPECT_FALSE(FormatIsDecided(BytesOf(begun)));
      }
    }
  }
  EXPECT_TRUE(FormatIsDecided(BytesOf(blanks + "[")));
  EXPECT_TRUE(FormatIsDecided(BytesOf(blanks + "/x")));
  std::vector<uint8_t> recording = Header();
  recording.resize(2000, '{');
  EXPECT_TRUE(FormatIsDecided(recording));
}

TEST(DetectFormatTest, AWrongByteInAShortFileIsTooMuch) {
  const std::vector<uint8_t> bytes = Header();
  for (size_t size = 1; size < 8; ++size) {
    for (size_t wrong = 0; wrong < size; ++wrong) {
      std::vector<uint8_t> cut(bytes.begin(), bytes.begin() + size);
      cut[wrong] ^= 0x10;
      EXPECT_EQ(DetectFormat(cut), std::nullopt) << size << " " << wrong;
    }
  }
}

TEST(DetectFormatTest, ForgivesTwoWrongBytesButNotThree) {
  for (size_t a = 0; a < 8; ++a) {
    for (size_t b = a; b < 8; ++b) {
      std::vector<uint8_t> bytes = Header();
      bytes[a] ^= 0xff;
      if (b != a) bytes[b] ^= 0x01;
      EXPECT_EQ(DetectFormat(bytes), Format::kMrtk) << a << " " << b;
      for (size_t c = b + 1; c < 8 && b != a; ++c) {
        std::vector<uint8_t> worse = bytes;
        worse[c] ^= 0x80;
        EXPECT_EQ(DetectFormat(worse), std::nullopt);
      }
    }
  }
}

TEST(DetectFormatTest, KnowsTheMagicReversed) {
  std::vector<uint8_t> bytes = Header();
  std::reverse(bytes.begin(), bytes.begin() + 8);
  EXPECT_EQ(DetectFormat(bytes), Format::kMrtk);
  // All eight bytes of it, or it is something else.
  EXPECT_EQ(DetectFormat(std::span(bytes).first(7)), std::nullopt);
  bytes[3] ^= 0x01;
  EXPECT_EQ(DetectFormat(bytes), std::nullopt);
}

TEST(DetectFormatTest, DoesNotKnowOtherFiles) {
  const std::vector<std::vector<uint8_t>> others = {
      {},                                        // nothing
      {0},                                       // a zero
      std::vector<uint8_t>(64, 0),               // zeros
      {'{', '"', 'a', '"', ':', '1', '}', ' '},  // JSON
      {0x89, 'P', 'N', 'G', 13, 10, 26, 10},     // PNG
  };
  for (const auto& bytes : others) {
    EXPECT_EQ(DetectFormat(bytes), std::nullopt);
  }
}

TEST(DetectFormatTest, TwoWordsOfTheHeaderMakeAnM3d) {
  const std::string_view words[] = {"#Materials", "#Vertices", "#Triangles",
                                    "#Bones"};
  for (const std::string_view mark : {"", "\xEF\xBB\xBF"}) {
    for (const std::string_view first : words) {
      std::string text = std::string(mark) + std::string(first) + " 1\n";
      EXPECT_EQ(DetectFormat(BytesOf(text)), std::nullopt) << first;
      for (const std::string_view second : words) {
        const std::string both = text + std::string(second) + " 2\n";
        EXPECT_EQ(DetectFormat(BytesOf(both)), Format::kM3d) << both;
      }
      // Only what stands near the beginning.
      text += "1 2 3 4 5 6 7 8 9 10\n#Bones 1\n";
      EXPECT_EQ(DetectFormat(BytesOf(text)), std::nullopt) << text;
    }
  }
}

}  // namespace
}  // namespace clipguard
