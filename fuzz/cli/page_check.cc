// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/cli/page_check.h"

#include <cstddef>
#include <optional>
#include <string>

#include "fuzz/shared/check.h"
#include "report/html/shell.h"
#include "report/html/unpack.h"

namespace clipguard::fuzz {
namespace {

// The default of --max-size.
constexpr size_t kMostBytes = 20'000'000;

// Takes what a text begins with.
void Take(std::string_view begin, std::string_view& text) {
  CLIPGUARD_CHECK(text.starts_with(begin));
  text.remove_prefix(begin.size());
}

// Takes the text before the next `end`, and `end` itself. Returns the former.
std::string_view TakeUntil(std::string_view end, std::string_view& text) {
  const size_t at = text.find(end);
  CLIPGUARD_CHECK(at != std::string_view::npos);
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(at + end.size());
  return taken;
}

// Nothing in it means anything to a browser.
void CheckHarmless(std::string_view block) {
  CLIPGUARD_CHECK(block.find_first_of("<>&\r\n") == std::string_view::npos);
  CLIPGUARD_CHECK(block.find('\0') == std::string_view::npos);
  for (const std::string_view separator : {"\xE2\x80\xA8", "\xE2\x80\xA9"}) {
    CLIPGUARD_CHECK(block.find(separator) == std::string_view::npos);
  }
}

rapidjson::Document Parsed(std::string_view block) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseValidateEncodingFlag |
                 rapidjson::kParseIterativeFlag>(block.data(), block.size());
  CLIPGUARD_CHECK(!document.HasParseError() && document.IsObject());
  return document;
}

}  // namespace

rapidjson::Document IndexOf(std::string_view page) {
  CLIPGUARD_CHECK(page.size() <= kMostBytes);
  Take(report::ShellHead(), page);
  CLIPGUARD_CHECK(page.ends_with(report::ShellTail()));
  page.remove_suffix(report::ShellTail().size());
  rapidjson::Document index;
  while (!page.empty()) {
    Take("<script type=\"", page);
    const std::string_view type = TakeUntil("\" id=\"", page);
    const std::string_view id = TakeUntil("\">", page);
    const std::string_view block = TakeUntil("</script>\n", page);
    CheckHarmless(block);
    if (id == "index") {
      CLIPGUARD_CHECK(type == "application/json" && page.empty());
      index = Parsed(block);
    } else {
      CLIPGUARD_CHECK(type == "text/plain" && id.starts_with("file-"));
      const std::optional<std::string> json = report::UnpackedJson(block);
      CLIPGUARD_CHECK(json.has_value());
      Parsed(*json);
    }
  }
  CLIPGUARD_CHECK(index.IsObject());
  return index;
}

}  // namespace clipguard::fuzz
