// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/html/data_block.h"

#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"

namespace clipguard::report {
namespace {

void Begin(std::string_view type, std::string_view id, std::string& out) {
  out += "<script type=\"";
  out += type;
  out += "\" id=\"";
  out += id;
  out += "\">";
}

constexpr std::string_view kEnd = "</script>\n";

}  // namespace

std::string EscapedJson(std::string_view json) {
  return absl::StrReplaceAll(absl::string_view(json.data(), json.size()),
                             {{"<", "\\u003C"},
                              {">", "\\u003E"},
                              {"&", "\\u0026"},
                              {"\xE2\x80\xA8", "\\u2028"},
                              {"\xE2\x80\xA9", "\\u2029"}});
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
  out += EscapedJson(json);
  out += kEnd;
}

void AppendPackedBlock(std::string_view id, std::string_view packed,
                       std::string& out) {
  Begin("text/plain", id, out);
  out += packed;
  out += kEnd;
}

}  // namespace clipguard::report
