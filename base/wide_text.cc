// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/wide_text.h"

#include <algorithm>

namespace clipguard {
namespace {

constexpr std::array kEncodings = {
    // Those of four bytes first: the mark of UTF-32LE begins with that of
    // UTF-16LE.
    WideText{.unit = 4, .big_endian = false},
    WideText{.unit = 4, .big_endian = true},
    WideText{.unit = 2, .big_endian = false},
    WideText{.unit = 2, .big_endian = true},
};

constexpr uint32_t kMark = 0xFEFF;

// REQUIRES: so many bytes.
uint32_t UnitAt(std::span<const uint8_t> bytes, const WideText& wide,
                size_t index) {
  uint32_t value = 0;
  for (size_t i = 0; i < wide.unit; ++i) {
    const size_t at = wide.big_endian ? i : wide.unit - 1 - i;
    value = value << 8 | bytes[index * wide.unit + at];
  }
  return value;
}

bool IsSurrogate(uint32_t code) { return code >= 0xD800 && code <= 0xDFFF; }

// REQUIRES: a character, no surrogate.
void AppendUtf8(uint32_t code, std::string& text) {
  const auto tail = [&](int shift) {
    text += static_cast<char>(0x80 | ((code >> shift) & 0x3F));
  };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0 | (code >> 12));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0 | (code >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

bool IsAscii(uint32_t unit) {
  return (unit >= 0x20 && unit < 0x7F) || (unit >= 0x09 && unit <= 0x0D);
}

}  // namespace

std::string_view WideText::name() const {
  if (unit == 2 && has_mark) {
    return big_endian ? "UTF-16 (big-endian, by its byte order mark)"
                      : "UTF-16 (little-endian, by its byte order mark)";
  }
  if (unit == 2) {
    return big_endian ? "UTF-16BE (without a byte order mark)"
                      : "UTF-16LE (without a byte order mark)";
  }
  if (has_mark) {
    return big_endian ? "UTF-32 (big-endian, by its byte order mark)"
                      : "UTF-32 (little-endian, by its byte order mark)";
  }
  return big_endian ? "UTF-32BE (without a byte order mark)"
                    : "UTF-32LE (without a byte order mark)";
}

std::optional<WideText> FindWideText(std::span<const uint8_t> bytes) {
  for (WideText wide : kEncodings) {
    if (bytes.size() < wide.unit || UnitAt(bytes, wide, 0) != kMark) continue;
    // Formats of ours begin with ASCII: text of one byte a character, too.
    if (bytes.size() >= 2 * wide.unit && !IsAscii(UnitAt(bytes, wide, 1))) {
      continue;
    }
    wide.has_mark = true;
    return wide;
  }
  for (const WideText& wide : kEncodings) {
    if (bytes.size() < 2 * wide.unit) continue;
    if (IsAscii(UnitAt(bytes, wide, 0)) && IsAscii(UnitAt(bytes, wide, 1))) {
      return wide;
    }
  }
  return std::nullopt;
}

bool MayBecomeWideText(std::span<const uint8_t> bytes) {
  constexpr size_t kDeciding = 8;
  return bytes.size() < kDeciding || FindWideText(bytes);
}

std::optional<std::string> WideToUtf8(std::span<const uint8_t> bytes,
                                      const WideText& wide) {
  if (bytes.size() % wide.unit != 0) return std::nullopt;
  const size_t units = bytes.size() / wide.unit;
  std::string text;
  text.reserve(units);
  for (size_t i = wide.has_mark ? 1 : 0; i < units; ++i) {
    uint32_t code = UnitAt(bytes, wide, i);
    if (wide.unit == 2 && IsSurrogate(code)) {
      const uint32_t next = i + 1 < units ? UnitAt(bytes, wide, i + 1) : 0;
      if (code >= 0xDC00 || next < 0xDC00 || next > 0xDFFF) {
        return std::nullopt;
      }
      code = 0x10000 + ((code - 0xD800) << 10) + (next - 0xDC00);
      ++i;
    }
    if (IsSurrogate(code) || code > 0x10FFFF) return std::nullopt;
    AppendUtf8(code, text);
  }
  return text;
}

NarrowedText::NarrowedText(std::span<const uint8_t> bytes,
                           const WideText& wide) {
  bytes = bytes.first(std::min(bytes.size(), kWideTextBytes));
  const size_t units = bytes.size() / wide.unit;
  for (size_t i = wide.has_mark ? 1 : 0; i < units; ++i) {
    const uint32_t unit = UnitAt(bytes, wide, i);
    text_[size_++] = unit < 0x80 ? static_cast<char>(unit) : '?';
  }
}

}  // namespace clipguard
