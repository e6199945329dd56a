// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Values at the end of bytes, for whoever writes binary files.

#ifndef CLIPGUARD_BASE_APPEND_VALUE_H_
#define CLIPGUARD_BASE_APPEND_VALUE_H_

#include <cstddef>
#include <cstring>
#include <type_traits>

namespace clipguard {

// Appends a value as it lies in memory: little-endian. Returns where. Bytes are
// a std::string or a std::vector<uint8_t>.
template <typename T, typename Bytes>
size_t AppendValue(const T& value, Bytes& out) {
  static_assert(std::is_trivially_copyable_v<T>);
  const size_t at = out.size();
  out.resize(at + sizeof(T));
  std::memcpy(out.data() + at, &value, sizeof(T));
  return at;
}

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_APPEND_VALUE_H_
