// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/wide_text.h"

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
