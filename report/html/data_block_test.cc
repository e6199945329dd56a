// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/html/data_block.h"

#include <string>
#include <vector>

#include "base/text.h"
#include "gtest/gtest.h"

namespace clipguard::report {
namespace {

TEST(DataBlockTest, NothingMeansAnythingToABrowser) {
  EXPECT_EQ(EscapedJson(R"("</script><!--&amp;")"),
            R"("\u003C/script\u003E\u003C!--\u0026amp;")");
  EXPECT_EQ(EscapedJson("\"a\xE2\x80\xA8\xE2\x80\xA9z\""),
            R"("a\u2028\u2029z")");
}

TEST(DataBlockTest, OtherCharactersStayAsTheyAre) {
  const std::string plain = "{\"k\u00e9y\":[1,\"\xE2\x82\xAC \xE2\x80\x9C\"]}";
  EXPECT_EQ(EscapedJson(plain), plain);
  EXPECT_EQ(EscapedJson(""), "");
  // A text that ends within a character.
  EXPECT_EQ(EscapedJson("\xE2\x80"), "\xE2\x80");
  EXPECT_EQ(EscapedJson("\xE2<"), "\xE2\\u003C");
}

TEST(DataBlockTest, NoTextTakesMoreThanItsSize) {
  std::vector<std::string> texts = {
      "",        "\xE2\x80\xAE", "\xC2\x80", "\xF3\xA0\x80\x81", "\xE2\x80\xA8",
      "\xF0\x9F"};
  for (int byte = 0; byte < 256; ++byte) {
    texts.emplace_back(9, static_cast<char>(byte));
  }
  for (const std::string& text : texts) {
    std::string json;
    AppendJson(text, json);
    EXPECT_LE(EscapedJson(json).size(), TextSize(text)) << json;
  }
  EXPECT_EQ(TextSize("plain"), 7u);
}

TEST(DataBlockTest, ABlockIsAnElement) {
  std::string out = "before ";
  AppendDataBlock("file-3", "{\"a\":\"<\"}", out);
  EXPECT_EQ(out,
            "before <script type=\"application/json\" id=\"file-3\">"
            "{\"a\":\"\\u003C\"}</script>\n");
  out.clear();
  AppendPackedBlock("file-4", "12 eJw=", out);
  EXPECT_EQ(out,
            "<script type=\"text/plain\" id=\"file-4\">12 eJw=</script>\n");
}

}  // namespace
}  // namespace clipguard::report
