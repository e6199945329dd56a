// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// TokenCursor: the one place where .m3d text is cut into tokens.
//
//   TokenCursor in(bytes);
//   while (const Token token = in.Next()) ...
//
// A token is what stands between white space (IsSpace() in format.h). Tokens
// are views of the bytes: nothing is copied, and nothing read beyond them.
// Thread-compatible.

#ifndef CLIPGUARD_PARSER_M3D_TOKEN_CURSOR_H_
#define CLIPGUARD_PARSER_M3D_TOKEN_CURSOR_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "parser/finding.h"
#include "parser/m3d/format.h"

namespace clipguard::m3d {

// A token and where it is; empty, and at the end of the text, when there is
// none.
struct Token {
  uint64_t offset = 0;
  std::string_view text;

  explicit operator bool() const { return !text.empty(); }
  ByteRange range() const { return {offset, text.size()}; }
};

class TokenCursor {
 public:
  // Starts at `offset`; an offset past the end starts at the end.
  explicit TokenCursor(std::span<const uint8_t> bytes, size_t offset = 0)
      : bytes_(bytes),
        offset_(offset <= bytes.size() ? offset : bytes.size()) {}

  // Where the search for the next token begins.
  size_t offset() const { return offset_; }
  // Bytes from there to the end.
  size_t remaining() const { return bytes_.size() - offset_; }

  // The next token, which the cursor then is behind.
  Token Next() {
    const Token token = Peek();
    Take(token);
    return token;
  }

  // Goes behind a token that Peek() returned.
  void Take(const Token& token) {
    offset_ = static_cast<size_t>(token.offset) + token.text.size();
  }

  // The next token; the cursor moves up to it.
  Token Peek() {
    while (offset_ < bytes_.size() && IsSpace(bytes_[offset_])) ++offset_;
    size_t end = offset_;
    while (end < bytes_.size() && !IsSpace(bytes_[end])) ++end;
    return {offset_,
            {reinterpret_cast<const char*>(bytes_.data()) + offset_,
             end - offset_}};
  }

  // Steps over `count` tokens, or as many as there are.
  void Skip(uint64_t count) {
    for (; count > 0 && Next(); --count) {
    }
  }

  // Goes on at an offset that a token begins at or white space lies at.
  // REQUIRES: it is within the bytes.
  void MoveTo(size_t offset) { offset_ = offset; }

 private:
  std::span<const uint8_t> bytes_;
  size_t offset_;  // <= bytes_.size()
};

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_TOKEN_CURSOR_H_
