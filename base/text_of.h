// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// TextOf(): a file's bytes as text, in place. They need not be UTF-8.

#ifndef CLIPGUARD_BASE_TEXT_OF_H_
#define CLIPGUARD_BASE_TEXT_OF_H_

#include <cstdint>
#include <span>
#include <string_view>

namespace clipguard {

inline std::string_view TextOf(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_TEXT_OF_H_
