// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/json/json_document.h"

#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "parser/json/json_reporter.h"
#include "testing/sanitizers.h"

namespace clipguard {
namespace {

// The document; a failure of the test if there is none.
JsonDocument Parse(std::string_view text) {
  FindingList findings;
  auto json = ReadJson(text, {}, findings);
  EXPECT_TRUE(json.has_value()) << text;
  EXPECT_TRUE(findings.empty());
  return json.has_value() ? *std::move(json) : *ReadJson("null", {}, findings);
}

// The one finding of a text that is refused.
std::string Refusal(std::string_view text, const Limits& limits = {}) {
  FindingList findings;
  EXPECT_FALSE(ReadJson(text, limits, findings).has_value());
  EXPECT_EQ(findings.findings().size(), 1u);
  if (findings.findings().size() != 1) return "";
  const Finding& f = findings.findings()[0];
  return std::string(GetCodeInfo(f.code).name) + " " +
         std::to_string(f.bytes.offset) + "+" + std::to_string(f.bytes.length) +
         " " + f.message;
}

TEST(JsonDocumentTest, KnowsKindsPlacesAndValues) {
  const std::string_view text =
      R"( {"a" : [null, true,false ], "b\n": -1.5e1, "": {"c": "é"}} )";
  const JsonDocument json = Parse(text);
  ASSERT_EQ(json.size(), 12u);
  EXPECT_EQ(json.kind(0), JsonKind::kObject);
  EXPECT_EQ(json.range(0), (ByteRange{1, 1}));
  std::vector<std::string> keys;
  for (const auto [key, value] : json.Members(0)) {
    keys.emplace_back(json.string(key));
    EXPECT_EQ(value, key + 1);
  }
  EXPECT_EQ(keys, (std::vector<std::string>{"a", "b\n", ""}));
  EXPECT_EQ(json.range(1), (ByteRange{2, 3}));
  ASSERT_EQ(json.kind(2), JsonKind::kArray);
  EXPECT_EQ(json.CountElements(2), 3u);
  std::vector<JsonNode> elements;
  for (const JsonNode node : json.Elements(2)) elements.push_back(node);
  EXPECT_EQ(elements, (std::vector<JsonNode>{3, 4, 5}));
  EXPECT_EQ(json.kind(3), JsonKind::kNull);
  EXPECT_EQ(json.kind(4), JsonKind::kBoolean);
  EXPECT_TRUE(json.boolean(4));
  EXPECT_FALSE(json.boolean(5));
  EXPECT_EQ(json.source(5), "false");
  EXPECT_EQ(json.source(6), "\"b\\n\"");
  EXPECT_EQ(json.kind(7), JsonKind::kNumber);
  EXPECT_EQ(json.number(7), -15);
  EXPECT_EQ(json.source(7), "-1.5e1");
  EXPECT_EQ(json.string(11), "é");
  EXPECT_EQ(json.After(2), 6u);
  EXPECT_EQ(json.After(0), 12u);
}

TEST(JsonDocumentTest, ReadsNumbersOfAnySize) {
  const std::string digits(400, '9');
  const std::string text = "[0, -0, 1e400, -1e400, 1e-400, " + digits + ", 0." +
                           digits +
                           "e-99999999999, 1E+2, 123456789012345678901]";
  const JsonDocument json = Parse(text);
  ASSERT_EQ(json.CountElements(0), 9u);
  EXPECT_EQ(json.number(1), 0);
  EXPECT_TRUE(std::signbit(json.number(2)));
  EXPECT_EQ(json.number(3), std::numeric_limits<double>::infinity());
  EXPECT_EQ(json.number(4), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(json.number(5), 0);
  EXPECT_EQ(json.number(6), std::numeric_limits<double>::infinity());
  EXPECT_EQ(json.number(7), 0);
  EXPECT_EQ(json.number(8), 100);
  EXPECT_EQ(json.number(9), 123456789012345678901.0);
}

TEST(JsonDocumentTest, ReadsEscapes) {
  const JsonDocument json = Parse(
      R"(["\"\\\/\b\f\n\r\t", "\u00e9\uD83D\uDE00", "\u0000", "plain", "\\"])");
  EXPECT_EQ(json.string(1), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(json.string(2), "é😀");
  EXPECT_EQ(json.string(3), std::string_view("\0", 1));
  EXPECT_EQ(json.string(4), "plain");
  EXPECT_EQ(json.string(5), "\\");
}

TEST(JsonDocumentTest, SkipsComments) {
  const JsonDocument json = Parse(
      "\xef\xbb\xbf// a\n#b\r\n/**/[/*/ 1 */2,//]\n3 # ,\n, /* * / */4]\n\n ");
  ASSERT_EQ(json.CountElements(0), 3u);
  EXPECT_EQ(json.number(1), 2);
  EXPECT_EQ(json.number(2), 3);
  EXPECT_EQ(json.number(3), 4);
}

TEST(JsonDocumentTest, EndsCommentsWithTheLine) {
  EXPECT_EQ(Parse("[#\r1,//\r\n2,#\n3]").CountElements(0), 3u);
}

TEST(JsonDocumentTest, TakesAnyRoot) {
  for (const char* text : {"1", "\"x\"", "null", "true", "[]", "{}", " -0 "}) {
    EXPECT_GE(Parse(text).size(), 1u) << text;
  }
}

// Strings in arrays and objects are looked at many bytes at a time.
TEST(JsonDocumentTest, RefusesEachControlCharacterAnywhere) {
  constexpr size_t kLength = 40;
  for (char c = 1; c < ' '; ++c) {
    for (size_t at = 2; at < 2 + kLength; ++at) {
      std::string text = "[\"" + std::string(kLength, 'x') + "\"]";
      text[at] = c;
      const std::string begin = absl::StrCat(
          "JSON_SYNTAX ", at,
          c == '\n' || c == '\r' ? "+1 the closing quote" : "+1 a control");
      EXPECT_EQ(Refusal(text).substr(0, begin.size()), begin) << int{c};
    }
  }
}

TEST(JsonDocumentTest, SaysWhereTextIsNotJson) {
  EXPECT_EQ(Refusal(""),
            "JSON_SYNTAX 0+0 the file holds nothing (the file ends)");
  EXPECT_EQ(Refusal("[1 2]"),
            "JSON_SYNTAX 3+1 a comma or ] should be here (found 2)");
  EXPECT_EQ(Refusal("[-]"), "JSON_SYNTAX 2+1 a value should be here (found ])");
  EXPECT_EQ(Refusal("{\"a\"}"),
            "JSON_SYNTAX 4+1 a colon should follow the key (found })");
  EXPECT_EQ(Refusal("[tru]"),
            "JSON_SYNTAX 4+1 a value should be here (found ])");
  EXPECT_EQ(Refusal("\"\\u12x4\""),
            "JSON_SYNTAX 1+1 \\u needs four hexadecimal digits (found \\)");
  EXPECT_EQ(Refusal("\"\\ud800\""),
            "JSON_SYNTAX 1+1 half of a surrogate pair is missing (found \\)");
  EXPECT_EQ(Refusal("\"a\nb\""),
            "JSON_SYNTAX 2+1 the closing quote is missing (the line ends)");
  EXPECT_EQ(Refusal(std::string_view("\"a\0b\"", 5)),
            "JSON_SYNTAX 2+1 a control character, or an escape that does not "
            "exist (found the byte 00)");
  // A typographic quote, and a blank that cannot be broken.
  EXPECT_EQ(Refusal("{\xE2\x80\x9C"
                    "a\": 1}"),
            "JSON_SYNTAX 1+3 a key in double quotes should be here (found the "
            "character U+201C)");
  EXPECT_EQ(Refusal("{\xC2\xA0\"a\": 1}"),
            "JSON_SYNTAX 1+2 a key in double quotes should be here (found the "
            "character U+00A0)");
  EXPECT_EQ(Refusal("[1.5.5]"),
            "JSON_SYNTAX 4+1 a comma or ] should be here (found .)");
  EXPECT_EQ(Refusal("[1.]"),
            "JSON_SYNTAX 3+1 digits should follow the decimal point (found ])");
  EXPECT_EQ(Refusal("[1e5e5]"),
            "JSON_SYNTAX 4+1 a comma or ] should be here (found e)");
  EXPECT_EQ(Refusal("[1e5.5]"),
            "JSON_SYNTAX 4+1 a comma or ] should be here (found .)");
  EXPECT_EQ(Refusal("[1.5e]"),
            "JSON_SYNTAX 5+1 digits should follow the exponent's e (found ])");
  EXPECT_EQ(Refusal("1 /"),
            "JSON_TRAILING_CONTENT 2+1 / after the end of the "
            "JSON text");
  EXPECT_EQ(Refusal(std::string_view("1\0", 2)),
            "JSON_TRAILING_CONTENT 1+1 the byte 00 after the end of the JSON "
            "text");
  EXPECT_EQ(Refusal(std::string_view("[\0]", 3)),
            "JSON_SYNTAX 1+1 a value should be here (found the byte 00)");
  EXPECT_EQ(Refusal("\xff\xfe[\0]\0"),
            "TEXT_ENCODING_UNSUPPORTED 0+2 the text is in UTF-16 "
            "(little-endian, by its byte order mark), not in UTF-8");
  EXPECT_EQ(Refusal("\xff[]"),
            "JSON_NOT_UTF8 0+1 the text is not UTF-8: a byte that UTF-8 never "
            "uses");
  EXPECT_EQ(Refusal("[1] #"),
            "JSON_TRAILING_CONTENT 4+1 a comment after the end of the JSON "
            "text");
}

TEST(JsonDocumentTest, BoundsDepthAndSize) {
  Limits limits;
  limits.json_depth = 3;
  FindingList findings;
  EXPECT_TRUE(ReadJson("[[[1]]]", limits, findings).has_value());
  EXPECT_EQ(Refusal("[[{\"a\": [1]}]]", limits),
            "LIMIT_EXCEEDED 8+1 a depth of 4 is more than the limit of 3 for "
            "json-depth");
  limits.json_bytes = 4;
  EXPECT_EQ(Refusal("[[1]]", limits),
            "LIMIT_EXCEEDED 0+5 5 is more than the limit of 4 for json-bytes");
  // Whatever the limits, brackets do not need the stack.
  limits = {};
  limits.json_depth = 10'000'000;
  const std::string deep = std::string(1'000'000, '[');
  EXPECT_EQ(Refusal(deep, limits).substr(0, 19), "JSON_SYNTAX 1000000");
  EXPECT_TRUE(ReadJson(deep + std::string(1'000'000, ']'), limits, findings)
                  .has_value());
}

TEST(JsonDocumentTest, RefusesTextsThatItsNodesCannotHold) {
  constexpr size_t kSize = size_t{1} << 29;
  void* const pages = mmap(nullptr, kSize, PROT_READ,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(pages, MAP_FAILED);
  Limits limits;
  limits.json_bytes = std::numeric_limits<uint64_t>::max();
  EXPECT_EQ(Refusal({static_cast<const char*>(pages), kSize}, limits),
            "LIMIT_EXCEEDED 0+536870912 536870912 is more than the limit of "
            "536870911 for json-bytes");
  munmap(pages, kSize);
}

TEST(JsonReporterTest, NamesEveryPlace) {
  const JsonDocument json =
      Parse(R"({"a/b": [1, {"~": [2, 3]}, []], "": {"x": 4}})");
  FindingList findings;
  JsonReporter report(json, findings);
  std::vector<std::string> paths;
  for (JsonNode n = 0; n < json.size(); ++n) {
    paths.push_back(report.PointerTo(n));
  }
  EXPECT_EQ(paths, (std::vector<std::string>{
                       "", "/a~1b", "/a~1b", "/a~1b/0", "/a~1b/1", "/a~1b/1/~0",
                       "/a~1b/1/~0", "/a~1b/1/~0/0", "/a~1b/1/~0/1", "/a~1b/2",
                       "/", "/", "//x", "//x"}));
  // The same in any order.
  for (size_t i = 0; i < 1000; ++i) {
    const auto n = static_cast<JsonNode>(i * 7919 % json.size());
    ASSERT_EQ(report.PointerTo(n), paths[n]);
  }
}

// ---- Two ways through a text ------------------------------------------------

bool IsJson(const std::string& text) {
  FindingList findings;
  return ReadJson(text, {}, findings).has_value();
}

TEST(JsonDocumentTest, TellsJsonFromOtherText) {
  for (const std::string text :
       {"{}", "[]", " [ ] ", "{ }\n", "[[],{},[[]]]", "{\"a\":{}}",
        "[1,-2,0,-0,1.5,1e5,-1.25E-3,0.0]", "[true,false,null]",
        "{\"a\":1,\"b\":[\"c\",{\"d\":null}],\"\":\"\"}",
        "[\"12345678\",\"1234567\",\"123456789 é\"]",
        "{\n          \"deep\" :\t[\r\n                  1 ]}"}) {
    EXPECT_TRUE(IsJson(text)) << text;
  }
  for (const std::string text :
       {"", "[", "]", "{", "[}", "{]", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}",
        "{\"a\":1,}", "{\"a\" 1}", "{1:2}", "[1 2]", "[1]]", "[1],", "[01]",
        "[-]", "[1.]", "[.5]", "[+1]", "[1e]", "[1e+]", "[1.2.3]", "[-a]",
        "[1a]", "[tru]", "[truee]", "[nul", "[\"a]", "[\"a", "[\"\n\"]",
        "[\"\\x\"]", "[1]x", "[\"a\"\"b\"]", "[1\"a\"]", "[{}{}]",
        "{\"a\":1 \"b\":2}", "{\"a\"::1}", "[::]",
        // More nodes than any text that is JSON has.
        "[[[[[[[[", "[[[[[[[1", "[[[[\"\""}) {
    EXPECT_FALSE(IsJson(text)) << text;
  }
  EXPECT_FALSE(IsJson(std::string("[1\0]", 4)));
}

}  // namespace
}  // namespace clipguard
