// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests and fuzz targets: the bytes of a conversion.

#ifndef CLIPGUARD_ACTIONS_CONVERT_TEST_CONVERTED_H_
#define CLIPGUARD_ACTIONS_CONVERT_TEST_CONVERTED_H_

#include <cstdint>
#include <span>
#include <vector>

#include "actions/convert/conversion.h"

namespace clipguard::actions {

// The bytes that it writes.
inline std::vector<uint8_t> WrittenBytes(const Converted& converted) {
  std::vector<uint8_t> bytes;
  converted.WriteTo([&](std::span<const uint8_t> piece) {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
  });
  return bytes;
}

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_TEST_CONVERTED_H_
