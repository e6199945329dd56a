// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Text in UTF-16 or UTF-32, which no text format that is read here may be in:
// how it is recognised, so that it can be named.

#ifndef CLIPGUARD_BASE_WIDE_TEXT_H_
#define CLIPGUARD_BASE_WIDE_TEXT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace clipguard {

// As many bytes as decide what a wide text is, and what is in it.
inline constexpr size_t kWideTextBytes = 4096;

struct WideText {
  size_t unit = 2;  // bytes a code unit: 2 or 4
  bool big_endian = false;
  bool has_mark = false;  // it begins with a byte order mark

  // As iconv calls it, with what says so: "UTF-16 (little-endian, by its byte
  // order mark)", "UTF-16LE (without a byte order mark)".
  std::string_view name() const;
  // Bytes of the mark, or of the first character.
  uint64_t first_bytes() const { return unit; }

  friend bool operator==(const WideText&, const WideText&) = default;
};

// By its byte order mark, if the character after it is ASCII; or, without one,
// if the first two are; no control characters. Nothing that is UTF-8 without
// NULs is one, nor is such text behind the mark of another encoding.
std::optional<WideText> FindWideText(std::span<const uint8_t> bytes);

// Whether bytes that follow these can make a wide text of them.
bool MayBecomeWideText(std::span<const uint8_t> bytes);

// All of a wide text in UTF-8, without a byte order mark. Nothing if it ends
// within a character, or has half of a surrogate pair or numbers that are no
// characters: then bytes would be lost.
std::optional<std::string> WideToUtf8(std::span<const uint8_t> bytes,
                                      const WideText& wide);

// The beginning of a wide text, with '?' for what is not ASCII.
class NarrowedText {
 public:
  NarrowedText(std::span<const uint8_t> bytes, const WideText& wide);

  // Without a byte order mark.
  std::string_view text() const { return {text_.data(), size_}; }

 private:
  std::array<char, kWideTextBytes / 2> text_;
  size_t size_ = 0;
};

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_WIDE_TEXT_H_
