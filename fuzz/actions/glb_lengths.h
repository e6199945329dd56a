// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Bytes as a .glb whose lengths fit, for targets that read .glb files:
// otherwise nearly every mutation ends at the header.

#ifndef CLIPGUARD_FUZZ_ACTIONS_GLB_LENGTHS_H_
#define CLIPGUARD_FUZZ_ACTIONS_GLB_LENGTHS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

namespace clipguard::fuzz {

// The same bytes with the marks and lengths of a file that has one chunk of
// JSON, and one of data. The JSON ends where the input says, within what there
// is. Nothing if there are too few bytes.
inline std::optional<std::vector<uint8_t>> WithGlbLengths(
    std::span<const uint8_t> bytes) {
  constexpr size_t kJsonLength = 12;
  constexpr size_t kJson = 20;
  constexpr size_t kChunkHeader = 8;
  if (bytes.size() < kJson + kChunkHeader) return std::nullopt;
  std::vector<uint8_t> fitting(bytes.begin(), bytes.end());
  const auto store = [&](size_t value, size_t at) {
    const auto word = static_cast<uint32_t>(value);
    std::memcpy(fitting.data() + at, &word, sizeof(word));
  };
  std::memcpy(fitting.data(), "glTF\x02\0\0\0", 8);
  store(bytes.size(), 8);
  std::memcpy(fitting.data() + 16, "JSON", 4);
  uint32_t length = 0;
  std::memcpy(&length, bytes.data() + kJsonLength, sizeof(length));
  const size_t most = bytes.size() - kJson - kChunkHeader;
  const size_t json = length % (most + 1);
  store(json, kJsonLength);
  store(most - json, kJson + json);
  std::memcpy(fitting.data() + kJson + json + 4, "BIN\0", 4);
  return fitting;
}

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_ACTIONS_GLB_LENGTHS_H_
