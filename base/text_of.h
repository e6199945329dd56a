// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A file's bytes as text, and a text's bytes, in place. Text need not be UTF-8.

#ifndef CLIPGUARD_BASE_TEXT_OF_H_
#define CLIPGUARD_BASE_TEXT_OF_H_

#include <cstdint>
#include <span>
#include <string_view>

namespace clipguard {

inline std::string_view TextOf(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

inline std::span<const uint8_t> BytesOf(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_TEXT_OF_H_
