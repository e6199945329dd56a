// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The rows with AVX2 and BMI.

#include <immintrin.h>

#include "parser/m3d/bulk_rows.h"

namespace clipguard::m3d {
namespace {

// Which of 32 bytes are white space: ' ', or 9 to 13.
uint32_t SpacesOf(__m256i text) {
  const __m256i control = _mm256_sub_epi8(text, _mm256_set1_epi8(9));
  const __m256i is_control =
      _mm256_cmpeq_epi8(_mm256_min_epu8(control, _mm256_set1_epi8(4)), control);
  const __m256i is_blank = _mm256_cmpeq_epi8(text, _mm256_set1_epi8(' '));
  return static_cast<uint32_t>(
      _mm256_movemask_epi8(_mm256_or_si256(is_control, is_blank)));
}

uint64_t SpacesAt(const uint8_t* p) {
  const auto* const halves = reinterpret_cast<const __m256i*>(p);
  return SpacesOf(_mm256_loadu_si256(halves)) |
         uint64_t{SpacesOf(_mm256_loadu_si256(halves + 1))} << 32;
}

// Eight at a time: how many there are is then seldom a surprise.
uint32_t* Append(uint64_t edges, uint32_t base, uint32_t* out) {
  const auto count = static_cast<uint32_t>(_mm_popcnt_u64(edges));
  for (uint32_t done = 0; done < count; done += 8) {
    for (uint32_t k = 0; k < 8; ++k) {
      out[done + k] = base + static_cast<uint32_t>(_tzcnt_u64(edges));
      edges = _blsr_u64(edges);
    }
  }
  return out + count;
}

}  // namespace
}  // namespace clipguard::m3d

#include "parser/m3d/bulk_rows_x86.inc"

namespace clipguard::m3d {

const BulkRows kAvx2BulkRows = {ReadVertices, ReadTriangles, ReadKeys};

}  // namespace clipguard::m3d
