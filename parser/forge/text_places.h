// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// TextPlaces: from an offset in a text to line and column.

#ifndef CLIPGUARD_PARSER_FORGE_TEXT_PLACES_H_
#define CLIPGUARD_PARSER_FORGE_TEXT_PLACES_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace clipguard::forge {

// Both from 1. A line ends with a line feed; a column is a byte.
struct TextPlace {
  uint32_t line = 1;
  uint32_t column = 1;

  friend bool operator==(const TextPlace&, const TextPlace&) = default;
};

// Reads the text once, when it is asked for the first time, and then at most
// kBlock bytes for each place. The text must outlive it. Thread-compatible.
class TextPlaces {
 public:
  explicit TextPlaces(std::string_view text) : text_(text) {}

  // `offset` may be the text's size, or lie behind it, which counts as that.
  TextPlace Find(size_t offset);

 private:
  static constexpr size_t kBlock = 4096;

  // What lies before a block.
  struct Before {
    uint32_t lines;    // line feeds
    uint32_t newline;  // where the last line begins
  };

  std::string_view text_;
  std::vector<Before> before_;
};

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_TEXT_PLACES_H_
