// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The length in front of a .NET string, as BinaryWriter writes it.

#ifndef CLIPGUARD_BASE_NAME_LENGTH_H_
#define CLIPGUARD_BASE_NAME_LENGTH_H_

#include <cstddef>
#include <cstdint>

#include "base/byte_cursor.h"

namespace clipguard {

// A name's length as the file has it: seven bits a byte, lowest first, the
// top bit of each byte saying that another follows.
struct NameLength {
  enum State { kGood, kCut, kMalformed } state = kGood;
  uint64_t value = 0;  // at most 35 bits
  size_t size = 0;     // bytes it takes
};

inline NameLength ReadNameLength(ByteCursor& in) {
  constexpr size_t kMaxSize = 5;
  NameLength length;
  while (length.size < kMaxSize) {
    uint8_t byte;
    if (!in.Read(&byte)) {
      length.state = NameLength::kCut;
      return length;
    }
    length.value |= uint64_t{byte & 0x7fu} << (7 * length.size);
    ++length.size;
    if ((byte & 0x80) == 0) return length;
  }
  length.state = NameLength::kMalformed;
  return length;
}

// Bytes that the shortest form of `value` takes.
constexpr size_t ShortestSize(uint64_t value) {
  size_t size = 1;
  while ((value >>= 7) != 0) ++size;
  return size;
}

// Appends the length as BinaryWriter writes it; padded, if `least` bytes, up to
// 5, are more than it needs.
template <typename Bytes>
void AppendNameLength(size_t length, Bytes& out, size_t least = 1) {
  using Byte = typename Bytes::value_type;
  for (size_t i = 1; length >= 0x80 || i < least; ++i, length >>= 7) {
    out.push_back(static_cast<Byte>(0x80 | (length & 0x7f)));
  }
  out.push_back(static_cast<Byte>(length));
}

// The longest string that there is.
inline constexpr uint64_t kMaxNameLength = 0x7fffffff;

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_NAME_LENGTH_H_
