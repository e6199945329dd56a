// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/text.h"

#include <cerrno>
#include <string>
#include <string_view>

#include "gtest/gtest.h"
#include "rapidjson/document.h"

namespace clipguard {
namespace {

using namespace std::string_view_literals;

TEST(TextTest, ToUtf8KeepsUtf8) {
  EXPECT_EQ(ToUtf8("gr\xC3\xBC\xC3\x9F \xF0\x9F\x91\x8B"),
            "gr\xC3\xBC\xC3\x9F \xF0\x9F\x91\x8B");
}

TEST(TextTest, ToUtf8ReplacesEachBadByte) {
  EXPECT_EQ(ToUtf8("a\xFF"
                   "b"),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(ToUtf8("\xC3"), "\xEF\xBF\xBD");                  // cut short
  EXPECT_EQ(ToUtf8("\xC0\x80").size(), 6u);                   // overlong
  EXPECT_EQ(ToUtf8("\xED\xA0\x80").size(), 9u);               // surrogate
  EXPECT_EQ(ToUtf8("\xF4\x90\x80\x80").size(), 12u);          // above U+10FFFF
  EXPECT_EQ(ToUtf8("\xE0\x9F\xBF").size(), 9u);               // overlong
  EXPECT_EQ(ToUtf8("\xF4\x8F\xBF\xBF"), "\xF4\x8F\xBF\xBF");  // U+10FFFF
}

TEST(TextTest, ToPrintableDisarmsTerminals) {
  EXPECT_EQ(ToPrintable("a\x1B[31mb\n\r\t\x7F"), "a\\x1B[31mb\\n\\r\\t\\x7F");
  EXPECT_EQ(ToPrintable("\0"sv), "\\x00");
  EXPECT_EQ(ToPrintable("\xFF"), "\\xFF");
  EXPECT_EQ(ToPrintable("\xC2\x9B"), "\\u{9B}");        // C1: CSI
  EXPECT_EQ(ToPrintable("\xE2\x80\xAE"), "\\u{202E}");  // right-to-left
  EXPECT_EQ(ToPrintable("\xC3\xBC"), "\xC3\xBC");
}

// UTF-8 of what is escaped in every notation, as hexadecimal numbers.
struct Trick {
  std::string_view utf8;
  std::string_view json;
  std::string_view number;
};
constexpr Trick kTricks[] = {
    {"\x7F", "\\u007F", "7F"},
    {"\xC2\x80", "\\u0080", "80"},
    {"\xC2\x9F", "\\u009F", "9F"},
    {"\xD8\x9C", "\\u061C", "61C"},
    {"\xE2\x80\x8F", "\\u200F", "200F"},
    {"\xE2\x80\xAA", "\\u202A", "202A"},
    {"\xE2\x80\xAE", "\\u202E", "202E"},
    {"\xE2\x81\xA6", "\\u2066", "2066"},
    {"\xE2\x81\xA9", "\\u2069", "2069"},
    {"\xEF\xBB\xBF", "\\uFEFF", "FEFF"},
    {"\xF3\xA0\x81\x81", "\\uDB40\\uDC41", "E0041"},
};

std::string InJson(std::string_view text) {
  std::string out;
  AppendJson(text, out);
  return out;
}

TEST(TextTest, TricksAreEscapedInJsonAndMeanTheSame) {
  for (const Trick& trick : kTricks) {
    const std::string text = "a" + std::string(trick.utf8) + "b";
    const std::string json = InJson(text);
    EXPECT_EQ(json, "\"a" + std::string(trick.json) + "b\"");
    rapidjson::Document parsed;
    parsed.Parse(json.data(), json.size());
    ASSERT_TRUE(parsed.IsString()) << json;
    EXPECT_EQ(parsed.GetString(), text);
  }
}

TEST(TextTest, TricksAreEscapedInXmlAndForTerminals) {
  for (const Trick& trick : kTricks) {
    const std::string number(trick.number);
    EXPECT_EQ(ToXml(trick.utf8), "&#x" + number + ";");
    EXPECT_EQ(ToPrintable(trick.utf8),
              number == "7F" ? "\\x7F" : "\\u{" + number + "}");
  }
}

TEST(TextTest, NeighboursOfTricksStay) {
  for (const std::string_view text :
       {"~", "\xC2\xA0", "\xE2\x80\xA7", "\xE2\x80\xAF", "\xE2\x81\x9F",
        "\xE2\x81\xB0", "\xEF\xBF\xBD", "\xF0\x9F\x91\x8B"}) {
    EXPECT_EQ(InJson(text), "\"" + std::string(text) + "\"");
    EXPECT_EQ(ToXml(text), text);
    EXPECT_EQ(ToPrintable(text), text);
  }
}

TEST(TextTest, JsonHoldsAnything) {
  EXPECT_EQ(InJson(""), "\"\"");
  EXPECT_EQ(InJson("\"\\/\b\f\n\r\t\x01\x1F"),
            "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001F\"");
  EXPECT_EQ(InJson("a\0b\xFF"sv), "\"a\\u0000b\xEF\xBF\xBD\"");
}

TEST(TextTest, ToXmlHoldsAnything) {
  EXPECT_EQ(ToXml("<a b=\"c\">&'"), "&lt;a b=&quot;c&quot;&gt;&amp;'");
  EXPECT_EQ(ToXml("\x01\n\xFF"), "\xEF\xBF\xBD&#10;\xEF\xBF\xBD");
  EXPECT_EQ(ToXml("\xEF\xBF\xBF"), "\xEF\xBF\xBD");  // U+FFFF
}

TEST(TextTest, ToUriEncodesBytes) {
  EXPECT_EQ(ToUri("a/b-c_d.~e"), "a/b-c_d.~e");
  EXPECT_EQ(ToUri("a b#c?d%:\xFF"), "a%20b%23c%3Fd%25%3A%FF");
  EXPECT_EQ(ToUri("/tmp/a b"), "file:///tmp/a%20b");
}

TEST(TextTest, Numbers) {
  EXPECT_EQ(Grouped(0), "0");
  EXPECT_EQ(Grouped(999), "999");
  EXPECT_EQ(Grouped(1000), "1,000");
  EXPECT_EQ(Grouped(1234567), "1,234,567");
  EXPECT_EQ(Count(1, "error"), "1 error");
  EXPECT_EQ(Count(0, "error"), "0 errors");
  EXPECT_EQ(Count(12345, "error"), "12,345 errors");
  EXPECT_EQ(Bytes(4763), "4,763 bytes");
  EXPECT_EQ(Bytes(1), "1 byte");
  EXPECT_EQ(Bytes(54'321'000), "54.3 MB");
  EXPECT_EQ(Bytes(1'064'000'107), "1.06 GB");
}

TEST(TextTest, SecondsForPeople) {
  EXPECT_EQ(Seconds(0), "0 s");
  EXPECT_EQ(Seconds(0.25), "0.250 s");
  EXPECT_EQ(Seconds(4.939), "4.94 s");
  EXPECT_EQ(Seconds(12.34), "12.3 s");
  EXPECT_EQ(Seconds(245), "4 min 05 s");
  EXPECT_EQ(Seconds(7260), "2 h 01 min");
  EXPECT_EQ(Seconds(1e30), "1e+30 s");
  EXPECT_EQ(Seconds(1e-30), "1e-30 s");
}

TEST(TextTest, ErrorText) {
  EXPECT_EQ(ErrorText(ENOENT), "No such file or directory");
  EXPECT_EQ(ErrorText(99999), "error 99999");
}

TEST(TextTest, WrapBreaksAtSpaces) {
  EXPECT_EQ(Wrap("one two three", 7, 0), "one two\nthree\n");
  EXPECT_EQ(Wrap("one two three", 9, 2), "  one two\n  three\n");
  EXPECT_EQ(Wrap("one two", 9, 4, "a"), "a   one\n    two\n");
  EXPECT_EQ(Wrap("longerthanthat x", 5, 0), "longerthanthat\nx\n");
  EXPECT_EQ(Wrap("", 5, 2), "\n");
}

}  // namespace
}  // namespace clipguard
