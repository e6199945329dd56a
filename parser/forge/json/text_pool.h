// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// TextPool: the names of a model, one after the other.

#ifndef CLIPGUARD_PARSER_FORGE_JSON_TEXT_POOL_H_
#define CLIPGUARD_PARSER_FORGE_JSON_TEXT_POOL_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "base/memory/huge_pages.h"
#include "parser/forge/json/short_text.h"

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
  TextPool() = default;
  TextPool(const TextPool& other) { Append(other.All()); }
  TextPool(TextPool&& other) noexcept { Swap(other); }
  TextPool& operator=(TextPool other) noexcept {
    Swap(other);
    return *this;
  }
  ~TextPool() = default;

  // Makes room for so many bytes.
  void Reserve(size_t bytes) {
    if (bytes > most_) Grow(bytes);
  }

  Text Add(std::string_view text) {
    const Text added{static_cast<uint32_t>(size_),
                     static_cast<uint32_t>(text.size())};
    Append(text);
    return added;
  }

  std::string_view operator[](Text text) const {
    return {all_.get() + text.begin, text.size};
  }

 private:
  std::string_view All() const { return {all_.get(), size_}; }

  void Append(std::string_view text) {
    std::unique_ptr<char[]> before;  // `text` may be in it
    if (most_ - size_ < text.size()) {
      before = Grow(std::max(size_ + text.size(), 2 * most_));
    }
    CopyText(text, all_.get() + size_);
    size_ += text.size();
  }

  // What is never written takes no memory. Returns what it was in before.
  [[gnu::noinline]] std::unique_ptr<char[]> Grow(size_t most) {
    auto grown = std::make_unique_for_overwrite<char[]>(most);
    if (most >= kLargeBytes) AskForHugePages(grown.get(), most);
    CopyText(All(), grown.get());
    std::swap(all_, grown);
    most_ = most;
    return grown;
  }

  void Swap(TextPool& other) {
    std::swap(all_, other.all_);
    std::swap(size_, other.size_);
    std::swap(most_, other.most_);
  }

  std::unique_ptr<char[]> all_;
  size_t size_ = 0;
  size_t most_ = 0;
};

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_JSON_TEXT_POOL_H_
