// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/utf8.h"

namespace clipguard {
namespace {

struct Decoded {
  std::optional<char32_t> character;  // nothing: not UTF-8
  std::string_view bytes;             // never empty
};

// The first character of a text that is not empty. Overlong forms, surrogates
// and numbers above U+10FFFF are not UTF-8; then one byte is taken.
Decoded DecodeFirst(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, text.substr(0, 1)};
  const size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  const Decoded invalid = {std::nullopt, text.substr(0, 1)};
  if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return invalid;
  char32_t c = lead & (0x7Fu >> size);
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return invalid;
    c = c << 6 | (byte(i) & 0x3Fu);
  }
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (c < kSmallest[size] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) {
    return invalid;
  }
  return {c, text.substr(0, size)};
}

// Calls visit(Decoded) for each character.
template <typename Visit>
void ForEachCharacter(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const Decoded decoded = DecodeFirst(text);
    visit(decoded);
    text.remove_prefix(decoded.bytes.size());
  }
}

}  // namespace

size_t FirstCharacterSize(std::string_view text) {
  return DecodeFirst(text).bytes.size();
}

std::optional<char32_t> FirstCharacter(std::string_view text) {
  return DecodeFirst(text).character;
}

bool IsTextTrick(char32_t c) {
  if (c < 0x7F) return false;
  return c <= 0x9F || c == 0xAD || c == 0x61C || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) ||
         c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB) ||
         (c >= 0xE0000 && c <= 0xE0FFF);
}

std::string ToPercent(std::string_view bytes) {
  std::string out;
  while (!bytes.empty()) {
    const std::string_view one = bytes.substr(0, FirstCharacterSize(bytes));
    const bool is_utf8 = one.size() > 1 || static_cast<uint8_t>(one[0]) < 0x80;
    if (is_utf8 && one != "%") {
      out += one;
    } else {
      absl::StrAppendFormat(&out, "%%%02X", static_cast<uint8_t>(one[0]));
    }
    bytes.remove_prefix(one.size());
  }
  return out;
}

std::string FromPercent(std::string_view text) {
  const auto digit = [](char c) -> int {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
  };
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool escaped = text[at] == '%' && at + 2 < text.size() &&
                         digit(text[at + 1]) >= 0 && digit(text[at + 2]) >= 0;
    if (escaped) {
      out += static_cast<char>(digit(text[at + 1]) * 16 + digit(text[at + 2]));
      at += 2;
    } else {
      out += text[at];
    }
  }
  return out;
}

std::string ToUtf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  ForEachCharacter(text, [&](const Decoded& decoded) {
    out += decoded.character ? decoded.bytes : kReplacement;
  });
  return out;
}

void AppendJson(std::string_view text, std::string& out, JsonEscapes escapes) {
  out.reserve(out.size() + text.size() + 2);
  out += '"';
  const auto unit = [&](uint32_t u) {
    absl::StrAppendFormat(&out, "\\u%04X", u);
  };
  while (!text.empty()) {
    // Most texts are plain as a whole.
    const auto plain = static_cast<size_t>(
        std::find_if(text.begin(), text.end(),
                     [](char c) {
                       return c < 0x20 || c >= 0x7F || c == '"' || c == '\\';
                     }) -
        text.begin());
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const Decoded decoded = DecodeFirst(text);
    text.remove_prefix(decoded.bytes.size());
    if (!decoded.character) {
      out += kReplacement;
      continue;
    }
    const char32_t c = *decoded.character;
    constexpr std::string_view kEscaped = "\"\\\b\f\n\r\t";
    constexpr std::string_view kLetters = "\"\\bfnrt";
    const size_t letter =
        c < 0x80 ? kEscaped.find(static_cast<char>(c)) : std::string_view::npos;
    if (letter != std::string_view::npos) {
      out += '\\';
      out += kLetters[letter];
    } else if (c >= 0x20 &&
               !(escapes == JsonEscapes::kTricks
                     ? IsTextTrick(c)
                     : escapes == JsonEscapes::kAscii && c >= 0x80)) {
      out += decoded.bytes;
    } else if (c < 0x10000) {
      unit(c);
    } else {
      unit(0xD7C0 + (c >> 10));
      unit(0xDC00 + (c & 0x3FF));
    }
  }
  out += '"';
}

std::string ToPrintable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  ForEachCharacter(text, [&](const Decoded& decoded) {
    const char32_t c = decoded.character.value_or(0);
    if (!decoded.character || c < 0x20 || c == 0x7F) {
      switch (decoded.bytes[0]) {
        case '\n':
          out += "\\n";
          return;
        case '\r':
          out += "\\r";
          return;
        case '\t':
          out += "\\t";
          return;
        default:
          absl::StrAppendFormat(&out, "\\x%02X",
                                static_cast<uint8_t>(decoded.bytes[0]));
      }
    } else if (IsTextTrick(c)) {
      absl::StrAppendFormat(&out, "\\u{%X}", static_cast<uint32_t>(c));
    } else {
      out += decoded.bytes;
    }
  });
  return out;
}

std::string Shortened(std::string_view text, size_t width) {
  constexpr std::string_view kDots = "...";
  std::string shown = ToPrintable(text.substr(0, 4 * width));
  if (shown.size() <= width) return shown;
  return std::string(CutUtf8(shown, width - kDots.size())).append(kDots);
}

void AppendCsv(std::string_view text, std::string& row) {
  const bool is_plain = std::none_of(text.begin(), text.end(), [](char c) {
    return c == ',' || c == '"' || c == '\r' || c == '\n';
  });
  if (is_plain) {
    row += text;
    return;
  }
  row += '"';
  for (const char c : text) {
    row += c;
    if (c == '"') row += c;
  }
  row += '"';
}

std::string ToXml(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  ForEachCharacter(text, [&](const Decoded& decoded) {
    const char32_t c = decoded.character.value_or(0);
    switch (c) {
      case '&':
        out += "&amp;";
        return;
      case '<':
        out += "&lt;";
        return;
      case '>':
        out += "&gt;";
        return;
      case '"':
        out += "&quot;";
        return;
      case '\t':
      case '\n':
      case '\r':
        // An attribute would lose them as they are.
        absl::StrAppendFormat(&out, "&#%d;", static_cast<int>(c));
        return;
      default:
        break;
    }
    if (c < 0x20 || c == 0xFFFE || c == 0xFFFF) {
      out += kReplacement;
    } else if (IsTextTrick(c)) {
      absl::StrAppendFormat(&out, "&#x%X;", static_cast<uint32_t>(c));
    } else {
      out += decoded.bytes;
    }
  });
  return out;
}

std::string ToUri(std::string_view path) {
  std::string out;
  if (path.starts_with('/')) out = "file://";
  for (const char c : path) {
    const bool unreserved = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                            (c >= '0' && c <= '9') || c == '-' || c == '.' ||
                            c == '_' || c == '~' || c == '/';
    if (unreserved) {
      out += c;
    } else {
      absl::StrAppendFormat(&out, "%%%02X", static_cast<uint8_t>(c));
    }
  }
  return out;
}

std::string Grouped(uint64_t number) {
  const std::string digits = absl::StrCat(number);
  std::string out;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0) out += ',';
    out += digits[i];
  }
  return out;
}

std::string Count(uint64_t count, std::string_view noun) {
  std::string out = Grouped(count);
  out += ' ';
  out += noun;
  if (count != 1) out += 's';
  return out;
}

std::string Seconds(double seconds) {
  if (!std::isfinite(seconds)) return absl::StrFormat("%f s", seconds);
  const double magnitude = std::fabs(seconds);
  if (magnitude == 0) return "0 s";
  if (magnitude < 0.001 || magnitude >= 360000) {
    return absl::StrFormat("%.3g s", seconds);
  }
  if (magnitude < 1) return absl::StrFormat("%.3f s", seconds);
  if (magnitude < 10) return absl::StrFormat("%.2f s", seconds);
  if (magnitude < 120 || seconds < 0) return absl::StrFormat("%.1f s", seconds);
  const int whole = static_cast<int>(std::lround(seconds));
  if (whole < 3600) {
    return absl::StrFormat("%d min %02d s", whole / 60, whole % 60);
  }
  return absl::StrFormat("%d h %02d min", whole / 3600, whole / 60 % 60);
}

std::string ErrorText(int error) {
  // Unlike strerror(): for any thread, in any locale.
  const char* text = strerrordesc_np(error);
  return text != nullptr ? text : absl::StrCat("error ", error);
}

std::string Bytes(uint64_t bytes) {
  if (bytes < 100'000) return Count(bytes, "byte");
  const double number = static_cast<double>(bytes);
  if (bytes < 1'000'000) return absl::StrFormat("%.1f kB", number / 1e3);
  if (bytes < 1'000'000'000) return absl::StrFormat("%.1f MB", number / 1e6);
  return absl::StrFormat("%.2f GB", number / 1e9);
}

std::string Wrap(std::string_view text, size_t width, size_t indent,
                 std::string_view first) {
  std::string out(first);
  size_t column = first.size();
  bool line_empty = true;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!line_empty && column + 1 + word.size() > width) {
      out += '\n';
      column = 0;
      line_empty = true;
    }
    if (line_empty) {
      if (column < indent) {
        out.append(indent - column, ' ');
        column = indent;
      }
    } else {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
    line_empty = false;
  }
  out += '\n';
  return out;
}

}  // namespace clipguard
