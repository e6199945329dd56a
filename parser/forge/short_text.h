// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Copying and comparing names, which are short: up to 16 bytes without calling
// anything. Calling memcpy() or memcmp() takes longer than their work.

#ifndef CLIPGUARD_PARSER_FORGE_SHORT_TEXT_H_
#define CLIPGUARD_PARSER_FORGE_SHORT_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace clipguard::forge {

namespace internal {

template <typename Word>
Word WordAt(const char* p) {
  Word word;
  std::memcpy(&word, p, sizeof(word));
  return word;
}

// The first and the last sizeof(Word) bytes. REQUIRES: there are so many, and
// no more than twice as many.
template <typename Word>
void CopyEnds(std::string_view from, char* to) {
  const size_t last = from.size() - sizeof(Word);
  const Word head = WordAt<Word>(from.data());
  const Word tail = WordAt<Word>(from.data() + last);
  std::memcpy(to, &head, sizeof(Word));
  std::memcpy(to + last, &tail, sizeof(Word));
}

template <typename Word>
bool HaveSameEnds(const char* a, const char* b, size_t size) {
  const size_t last = size - sizeof(Word);
  return ((WordAt<Word>(a) ^ WordAt<Word>(b)) |
          (WordAt<Word>(a + last) ^ WordAt<Word>(b + last))) == 0;
}

}  // namespace internal

// Copies all of `from`. REQUIRES: there is room at `to`.
inline void CopyText(std::string_view from, char* to) {
  const size_t size = from.size();
  if (size > 2 * sizeof(uint64_t)) {
    std::memcpy(to, from.data(), size);
  } else if (size >= sizeof(uint64_t)) {
    internal::CopyEnds<uint64_t>(from, to);
  } else if (size >= sizeof(uint32_t)) {
    internal::CopyEnds<uint32_t>(from, to);
  } else if (size != 0) {
    to[0] = from[0];
    to[size / 2] = from[size / 2];
    to[size - 1] = from[size - 1];
  }
}

// a == b.
inline bool IsSameText(std::string_view a, std::string_view b) {
  const size_t size = a.size();
  if (size != b.size()) return false;
  if (size > 2 * sizeof(uint64_t)) {
    return std::memcmp(a.data(), b.data(), size) == 0;
  }
  if (size >= sizeof(uint64_t)) {
    return internal::HaveSameEnds<uint64_t>(a.data(), b.data(), size);
  }
  if (size >= sizeof(uint32_t)) {
    return internal::HaveSameEnds<uint32_t>(a.data(), b.data(), size);
  }
  return size == 0 || (a[0] == b[0] && a[size / 2] == b[size / 2] &&
                       a[size - 1] == b[size - 1]);
}

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_SHORT_TEXT_H_
