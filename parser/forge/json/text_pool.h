// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// TextPool: the names of a model, one after the other.

#ifndef CLIPGUARD_PARSER_FORGE_JSON_TEXT_POOL_H_
#define CLIPGUARD_PARSER_FORGE_JSON_TEXT_POOL_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/memory/huge_pages.h"

namespace clipguard::forge {

// A text of a pool.
struct Text {
  uint32_t begin = 0;
  uint32_t size = 0;
};

// A file has up to as many names as bytes / 4, so that a std::string for each
// would take ten times the file's size. REQUIRES: less than 4 GiB in total.
//
// Can be moved, which leaves the texts where they are, and not copied.
class TextPool {
 public:
  TextPool() = default;
  TextPool(TextPool&&) = default;
  TextPool& operator=(TextPool&&) = default;

  // Makes room for so many bytes. Room that is never used takes no memory.
  void Reserve(size_t bytes) { ReserveLarge(bytes_, bytes); }

  // May move the others. REQUIRES: the text is not in the pool.
  Text Add(std::string_view text) {
    const Text added{static_cast<uint32_t>(bytes_.size()),
                     static_cast<uint32_t>(text.size())};
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    return added;
  }

  // Valid until the next Add().
  std::string_view operator[](Text text) const {
    return {bytes_.data() + text.begin, text.size};
  }

 private:
  std::vector<char> bytes_;
};

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_JSON_TEXT_POOL_H_
