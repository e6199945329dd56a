// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A strict UTF-8 check (RFC 3629, Unicode table 3-7): overlong forms,
// surrogates and code points above U+10FFFF are refused.

#ifndef CLIPGUARD_BASE_UTF8_H_
#define CLIPGUARD_BASE_UTF8_H_

#include <cstddef>
#include <optional>
#include <string_view>

namespace clipguard {

// U+FEFF, the byte order mark, which some editors put before a text.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// U+FFFD, the replacement character, which is shown for bytes that are not
// UTF-8.
inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

struct Utf8Error {
  size_t offset = 0;  // of the first byte that is wrong
  // Bytes that belong to the fault: of an incomplete sequence, those that are
  // there; the whole of an overlong form, surrogate or too large number;
  // else 1.
  size_t length = 1;
  std::string_view reason;  // "an overlong form", a string literal
};

// The first fault of `text`; nothing if it is UTF-8.
std::optional<Utf8Error> FindUtf8Error(std::string_view text);

// At most `size` bytes of the beginning, and no part of a character at the end.
std::string_view CutUtf8(std::string_view text, size_t size);

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_UTF8_H_
