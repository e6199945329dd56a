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
#include <utility>

#include "base/memory/work_counter.h"
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
        offset_(offset <= bytes.size() ? offset : bytes.size()),
        end_(offset_) {}

  // Where the search for the next token begins.
  size_t offset() const { return offset_; }
  // Bytes from there to the end.
  size_t remaining() const { return bytes_.size() - offset_; }

  // Takes the next token.
  Token Next() {
    const Token token = Peek();
    Take(token);
    return token;
  }

  // Goes past a token that Peek() returned.
  void Take(const Token& token) {
    MoveTo(static_cast<size_t>(token.offset) + token.text.size());
  }

  // Takes the first bytes of the token that Peek() returned last; the rest of
  // it is the next token. REQUIRES: it has so many.
  void TakeFront(size_t size) {
    offset_ += size;
    taken_ = true;
  }

  // The next token; the cursor moves up to it. However often it is asked for,
  // its bytes are looked at once.
  Token Peek() {
    if (end_ == offset_) Find();
    return {offset_,
            {reinterpret_cast<const char*>(bytes_.data()) + offset_,
             end_ - offset_}};
  }

  // Steps over `count` tokens, or as many as there are.
  void Skip(uint64_t count) {
    for (; count > 0 && Next(); --count) {
    }
  }

  // Goes on at an offset that a token begins at or white space lies at.
  // REQUIRES: it is within the bytes.
  void MoveTo(size_t offset) {
    offset_ = offset;
    end_ = offset;
    taken_ = true;
  }

  // Begins a row. False if nothing has been taken since the last one began: a
  // row takes a token, or it is the last of its section. So no word is looked
  // at once for each row that is still declared.
  bool BeginRow() { return std::exchange(taken_, false); }

 private:
  // Finds the token at the offset, or after it.
  void Find() {
    // Not the members, which would be written at each step.
    size_t begin = offset_;
    while (begin < bytes_.size() && IsSpace(bytes_[begin])) ++begin;
    size_t end = begin;
    while (end < bytes_.size() && !IsSpace(bytes_[end])) ++end;
    CountWork(end - offset_);
    offset_ = begin;
    end_ = end;
  }

  std::span<const uint8_t> bytes_;
  // offset_ <= end_ <= bytes_.size(). If the token at the offset has been
  // found, where it ends; the same as the offset if not.
  size_t offset_;
  size_t end_;
  bool taken_ = true;  // since the last row began
};

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_TOKEN_CURSOR_H_
