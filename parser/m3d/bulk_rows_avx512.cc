// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The rows with AVX-512 (F, BW, DQ, VL) and BMI.

#include <immintrin.h>

#include "parser/m3d/bulk_rows.h"

namespace clipguard::m3d {
namespace {

// Which of 64 bytes are white space: ' ', or 9 to 13.
uint64_t SpacesAt(const uint8_t* p) {
  const __m512i text = _mm512_loadu_si512(p);
  const __m512i control = _mm512_sub_epi8(text, _mm512_set1_epi8(9));
  return _mm512_cmpeq_epi8_mask(text, _mm512_set1_epi8(' ')) |
         _mm512_cmple_epu8_mask(control, _mm512_set1_epi8(4));
}

// Sixteen candidates at a time.
uint32_t* Append(uint64_t edges, uint32_t base, uint32_t* out) {
  const __m512i first =
      _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  for (uint32_t quarter = 0; quarter < 4; ++quarter) {
    const auto mask = static_cast<__mmask16>(edges >> (16 * quarter));
    const __m512i offsets = _mm512_add_epi32(
        first, _mm512_set1_epi32(static_cast<int>(base + 16 * quarter)));
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi32(mask, offsets));
    out += _mm_popcnt_u32(mask);
  }
  return out;
}

}  // namespace
}  // namespace clipguard::m3d

#include "parser/m3d/bulk_rows_x86.inc"

namespace clipguard::m3d {

const BulkRows kAvx512BulkRows = {ReadVertices, ReadTriangles, ReadKeys};

}  // namespace clipguard::m3d
