// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Texts in UTF-16 and UTF-32, as some editors save them.

#ifndef CLIPGUARD_FUZZ_SHARED_WIDE_H_
#define CLIPGUARD_FUZZ_SHARED_WIDE_H_

#include <cstddef>
#include <string>

namespace clipguard::fuzz {

inline constexpr size_t kEncodings = 9;

// In the encoding of that number, below kEncodings: 0 is as it is, the others
// have two or four bytes for each byte, in both orders, with and without a byte
// order mark.
inline std::string Widen(std::string text, size_t encoding) {
  if (encoding == 0) return text;
  const size_t number = encoding - 1;
  const size_t nuls = (number & 1) != 0 ? 3 : 1;
  const bool big_endian = (number & 2) != 0;
  std::string wide;
  if ((number & 4) != 0) {
    wide = big_endian ? "\xFE\xFF" : "\xFF\xFE";
    if (nuls == 3) wide.insert(big_endian ? 0 : 2, 2, '\0');
  }
  for (const char c : text) {
    if (big_endian) wide.append(nuls, '\0');
    wide += c;
    if (!big_endian) wide.append(nuls, '\0');
  }
  return wide;
}

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_SHARED_WIDE_H_
