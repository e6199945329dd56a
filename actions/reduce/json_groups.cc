// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string_view>

#include "actions/reduce/groups.h"

namespace clipguard::actions {
namespace {

// The end of the string, or of the comment, at `at`; `at` if there is neither.
size_t AfterOpaque(std::string_view text, size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with('"')) {
    for (size_t i = at + 1; i < text.size(); ++i) {
      if (text[i] == '\\') {
        ++i;
      } else if (text[i] == '"') {
        return i + 1;
      }
    }
    return text.size();
  }
  const bool line = rest.starts_with('#') || rest.starts_with("//");
  if (!line && !rest.starts_with("/*")) return at;
  const size_t end = line ? text.find('\n', at)
                          : text.find("*/", std::min(at + 2, text.size()));
  if (end == std::string_view::npos) return text.size();
  return line ? end : end + 2;
}

bool IsBlank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// The items between the bracket before `begin` and its partner, or the end.
Group Inside(std::string_view text, size_t begin) {
  Group group;
  group.separated = true;
  size_t depth = 1;
  size_t at = begin;
  size_t item = begin;
  const auto end_item = [&](size_t end) {
    group.cuts.push_back({{item, end - item}, group.pieces++, false});
  };
  while (at < text.size()) {
    if (const size_t after = AfterOpaque(text, at); after != at) {
      at = after;
      continue;
    }
    const char c = text[at];
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) break;
    if (c == ',' && depth == 1) {
      end_item(at);
      item = at + 1;
    }
    ++at;
  }
  if (group.pieces != 0 || !IsBlank(text.substr(item, at - item))) end_item(at);
  return group;
}

}  // namespace

std::optional<Group> JsonGroup(std::span<const uint8_t> bytes, size_t index) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                              bytes.size());
  for (size_t at = 0; at < text.size();) {
    if (const size_t after = AfterOpaque(text, at); after != at) {
      at = after;
      continue;
    }
    const char c = text[at++];
    if (c != '{' && c != '[') continue;
    if (index-- == 0) return Inside(text, at);
  }
  return std::nullopt;
}

}  // namespace clipguard::actions
