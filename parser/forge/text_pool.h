// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// TextPool: the names of a model, one after the other in one string.

#ifndef CLIPGUARD_PARSER_FORGE_TEXT_POOL_H_
#define CLIPGUARD_PARSER_FORGE_TEXT_POOL_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "parser/huge_pages.h"

namespace clipguard::forge {

// A text of a pool.
struct Text {
  uint32_t begin = 0;
  uint32_t size = 0;
};

// A file has up to as many names as bytes / 4, so that a std::string for each
// would take ten times the file's size. REQUIRES: less than 4 GiB in total.
class TextPool {
 public:
  // Makes room for so many bytes.
  void Reserve(size_t bytes) { ReserveLarge(all_, bytes); }

  Text Add(std::string_view text) {
    const Text added{static_cast<uint32_t>(all_.size()),
                     static_cast<uint32_t>(text.size())};
    all_ += text;
    return added;
  }

  std::string_view operator[](Text text) const {
    return std::string_view(all_).substr(text.begin, text.size);
  }

 private:
  std::string all_;
};

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_TEXT_POOL_H_
