// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/html/data_block.h"

#include <cstddef>

namespace clipguard::report {
namespace {

// Returns the escape of the character that begins a text; empty: the character
// itself. Sets `size` to the character's bytes.
std::string_view EscapeOf(std::string_view text, size_t& size) {
  size = 1;
  switch (text[0]) {
    case '<':
      return "\\u003C";
    case '>':
      return "\\u003E";
    case '&':
      return "\\u0026";
    case '\xE2':
      break;
    default:
      return {};
  }
  size = 3;
  if (text.starts_with("\xE2\x80\xA8")) return "\\u2028";
  if (text.starts_with("\xE2\x80\xA9")) return "\\u2029";
  size = 1;
  return {};
}

void Begin(std::string_view type, std::string_view id, std::string& out) {
  out += "<script type=\"";
  out += type;
  out += "\" id=\"";
  out += id;
  out += "\">";
}

constexpr std::string_view kEnd = "</script>\n";

}  // namespace

void AppendEscapedJson(std::string_view json, std::string& out) {
  constexpr std::string_view kSpecial = "<>&\xE2";
  out.reserve(out.size() + json.size());
  while (!json.empty()) {
    const size_t plain = json.find_first_of(kSpecial);
    out += json.substr(0, plain);
    if (plain == std::string_view::npos) return;
    json.remove_prefix(plain);
    size_t size = 1;
    const std::string_view escape = EscapeOf(json, size);
    out += escape.empty() ? json.substr(0, size) : escape;
    json.remove_prefix(size);
  }
}

uint64_t TextSize(std::string_view text) {
  uint64_t bytes = 2;
  for (const char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    if (byte < 0x20 || byte == 0x7F || c == '<' || c == '>' || c == '&') {
      bytes += 6;
    } else if (byte >= 0x80) {
      // Two bytes or more become "\u202E", four become two of these.
      bytes += 3;
    } else {
      bytes += c == '"' || c == '\\' ? 2 : 1;
    }
  }
  return bytes;
}

void AppendDataBlock(std::string_view id, std::string_view json,
                     std::string& out) {
  Begin("application/json", id, out);
  AppendEscapedJson(json, out);
  out += kEnd;
}

void AppendPackedBlock(std::string_view id, std::string_view packed,
                       std::string& out) {
  Begin("text/plain", id, out);
  out += packed;
  out += kEnd;
}

}  // namespace clipguard::report
