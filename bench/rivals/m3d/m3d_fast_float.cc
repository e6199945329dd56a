// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Word by word, numbers by fast_float.

#include <cstdint>
#include <span>

#include "bench/rivals/m3d/m3d_reader.h"
#include "bench/rivals/m3d/m3d_rival.h"
#include "bench/rivals/m3d/m3d_token_source.h"
#include "fast_float/fast_float.h"

namespace clipguard::bench {
namespace {

struct FromChars {
  auto operator()(const char* begin, const char* end, float& value) const {
    return fast_float::from_chars(begin, end, value);
  }
};

bool Read(std::span<const uint8_t> file, M3dRivalCharacter& out) {
  M3dTokenSource<FromChars> source(file);
  return M3dRivalReader(source).Read(out);
}

}  // namespace

const M3dRival kM3dFastFloat = {"fast_float", &Read};

}  // namespace clipguard::bench
