// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/utf8.h"

#include <cstdint>
#include <cstring>

namespace clipguard {
namespace {

bool IsContinuation(uint8_t byte) { return (byte & 0xc0) == 0x80; }

// Checks the sequence at `p`, of which `left` > 0 bytes are there. Sets its
// length, or fills in the error.
bool CheckSequence(const uint8_t* p, size_t left, size_t* length,
                   Utf8Error* error) {
  const uint8_t lead = p[0];
  if (lead < 0x80) {
    *length = 1;
    return true;
  }
  if (lead < 0xc0) {
    error->reason = "a continuation byte without a lead byte";
    return false;
  }
  if (lead > 0xf7) {
    error->reason = "a byte that UTF-8 never uses";
    return false;
  }
  const size_t need = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  uint32_t code = lead & (0x7fu >> need);
  for (size_t i = 1; i < need; ++i) {
    if (i == left || !IsContinuation(p[i])) {
      error->length = i;
      error->reason = "an incomplete sequence";
      return false;
    }
    code = code << 6 | (p[i] & 0x3fu);
  }
  constexpr uint32_t kSmallest[5] = {0, 0, 0x80, 0x800, 0x10000};
  error->length = need;
  if (code < kSmallest[need]) {
    error->reason = "an overlong form";
    return false;
  }
  if (code >= 0xd800 && code <= 0xdfff) {
    error->reason = "a surrogate";
    return false;
  }
  if (code > 0x10ffff) {
    error->reason = "a code point above U+10FFFF";
    return false;
  }
  *length = need;
  return true;
}

}  // namespace

std::optional<Utf8Error> FindUtf8Error(std::string_view text) {
  const auto* p = reinterpret_cast<const uint8_t*>(text.data());
  size_t i = 0;
  while (i < text.size()) {
    // ASCII, eight at a time.
    uint64_t word;
    if (text.size() - i >= sizeof(word)) {
      std::memcpy(&word, p + i, sizeof(word));
      if ((word & 0x8080808080808080u) == 0) {
        i += sizeof(word);
        continue;
      }
    }
    size_t length = 0;
    Utf8Error error;
    if (!CheckSequence(p + i, text.size() - i, &length, &error)) {
      error.offset = i;
      return error;
    }
    i += length;
  }
  return std::nullopt;
}

std::string_view CutUtf8(std::string_view text, size_t size) {
  if (text.size() <= size) return text;
  while (size > 0 && IsContinuation(static_cast<uint8_t>(text[size]))) --size;
  return text.substr(0, size);
}

}  // namespace clipguard
