// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/forge/json_text.h"

#include <algorithm>

#include "parser/forge/writer.h"

namespace clipguard::actions {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

size_t EndOfString(std::string_view text, size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

}  // namespace

std::optional<size_t> SkipBlank(std::string_view text, size_t at) {
  while (at < text.size()) {
    const char c = text[at];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      ++at;
    } else if (c == '#' || text.substr(at, 2) == "//") {
      at = std::min(text.find_first_of("\r\n", at), text.size());
    } else if (text.substr(at, 2) == "/*") {
      const size_t end = text.find("*/", at + 2);
      if (end == std::string_view::npos) return std::nullopt;
      at = end + 2;
    } else {
      break;
    }
  }
  return at;
}

size_t EndOfValue(std::string_view text, size_t at) {
  size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = EndOfString(text, at);
    } else if (c == '[' || c == '{') {
      ++depth;
      ++at;
    } else if (c == ']' || c == '}') {
      if (depth != 0) --depth;
      ++at;
    } else if (c == ',' || c == ':') {
      ++at;
    } else {
      at = std::min(text.find_first_of(",:]}[{\"#/ \t\r\n", at + 1),
                    text.size());
    }
    if (depth == 0) return at;
    at = SkipBlank(text, at).value_or(text.size());
  }
  return at;
}

bool HasComment(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    if (text[at] == '/' || text[at] == '#') return true;
    at = text[at] == '"' ? EndOfString(text, at) : at + 1;
  }
  return false;
}

std::string JsonString(std::string_view value) {
  std::string out;
  forge::AppendJsonString(value, out);
  return out;
}

bool IsJsonNumber(std::string_view text) {
  size_t at = 0;
  const auto digits = [&] {
    const size_t begin = at;
    while (at < text.size() && IsDigit(text[at])) ++at;
    return at - begin;
  };
  if (at < text.size() && text[at] == '-') ++at;
  const size_t first = at;
  const size_t whole = digits();
  if (whole == 0 || (whole > 1 && text[first] == '0')) return false;
  if (at < text.size() && text[at] == '.') {
    ++at;
    if (digits() == 0) return false;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    if (digits() == 0) return false;
  }
  return at == text.size();
}

}  // namespace clipguard::actions
