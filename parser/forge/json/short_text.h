// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Copying and comparing names, which are short: up to 16 bytes without calling
// anything. Calling memcpy() or memcmp() takes longer than their work.

#ifndef CLIPGUARD_PARSER_FORGE_JSON_SHORT_TEXT_H_
#define CLIPGUARD_PARSER_FORGE_JSON_SHORT_TEXT_H_

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
void CopyEnds(const char* from, size_t size, char* to) {
  const size_t last = size - sizeof(Word);
  const Word head = WordAt<Word>(from);
  const Word tail = WordAt<Word>(from + last);
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
  const char* const begin = from.data();
  if (size > 2 * sizeof(uint64_t)) {
    std::memcpy(to, begin, size);
  } else if (size >= sizeof(uint64_t)) {
    internal::CopyEnds<uint64_t>(begin, size, to);
  } else if (size >= sizeof(uint32_t)) {
    internal::CopyEnds<uint32_t>(begin, size, to);
  } else if (size != 0) {
    to[0] = begin[0];
    to[size / 2] = begin[size / 2];
    to[size - 1] = begin[size - 1];
  }
}

// a == b.
inline bool IsSameText(std::string_view a, std::string_view b) {
  const size_t size = a.size();
  if (size != b.size()) return false;
  const char* const x = a.data();
  const char* const y = b.data();
  if (size > 2 * sizeof(uint64_t)) return std::memcmp(x, y, size) == 0;
  if (size >= sizeof(uint64_t)) {
    return internal::HaveSameEnds<uint64_t>(x, y, size);
  }
  if (size >= sizeof(uint32_t)) {
    return internal::HaveSameEnds<uint32_t>(x, y, size);
  }
  return size == 0 || (x[0] == y[0] && x[size / 2] == y[size / 2] &&
                       x[size - 1] == y[size - 1]);
}

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_JSON_SHORT_TEXT_H_
