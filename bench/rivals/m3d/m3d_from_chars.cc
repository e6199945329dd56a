// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Word by word, numbers by the standard library.

#include <charconv>
#include <cstdint>
#include <span>

#include "bench/rivals/m3d/m3d_reader.h"
#include "bench/rivals/m3d/m3d_rival.h"
#include "bench/rivals/m3d/m3d_token_source.h"

namespace clipguard::bench {
namespace {

struct StdFromChars {
  auto operator()(const char* begin, const char* end, float& value) const {
    return std::from_chars(begin, end, value);
  }
};

bool ReadFromChars(std::span<const uint8_t> file, M3dRivalCharacter& out) {
  M3dTokenSource<StdFromChars> source(file);
  return M3dRivalReader(source).Read(out);
}

}  // namespace

const M3dRival kM3dFromChars = {"from_chars", &ReadFromChars};

}  // namespace clipguard::bench
