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

size_t EndOfScalar(std::string_view text, size_t at) {
  if (text[at] == '"') return EndOfString(text, at);
  return std::min(text.find_first_of(",:]}[{\"#/ \t\r\n", at + 1), text.size());
}

JsonEnds::JsonEnds(std::string_view text) {
  std::vector<size_t> open;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"') {
      at = EndOfString(text, at);
      continue;
    }
    if (c == '[' || c == '{') {
      open.push_back(containers_.size());
      containers_.push_back({at, text.size()});
    } else if ((c == ']' || c == '}') && !open.empty()) {
      containers_[open.back()].end = at + 1;
      open.pop_back();
    } else if (c == '/' || c == '#') {
      comments_.push_back(at);
      at = SkipBlank(text, at).value_or(text.size());
      continue;
    }
    ++at;
  }
}

size_t JsonEnds::EndOf(size_t begin) const {
  return std::ranges::lower_bound(containers_, begin, {}, &Container::begin)
      ->end;
}

bool JsonEnds::HasComment(size_t begin, size_t end) const {
  const auto first = std::ranges::lower_bound(comments_, begin);
  return first != comments_.end() && *first < end;
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
