// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The rows with SSE2, which finds white space. It cannot shuffle bytes, so
// that numbers are read in words.

#include <emmintrin.h>

#include "parser/m3d/reader/bulk_rows.h"
#include "parser/m3d/reader/bulk_rows_append.inc"
#include "parser/m3d/schema.h"

namespace clipguard::m3d {
namespace {

// Which of 16 bytes are white space: ' ', or 9 to 13.
uint64_t SpacesOf(const uint8_t* p) {
  const __m128i text = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  const __m128i control = _mm_sub_epi8(text, _mm_set1_epi8(9));
  const __m128i is_control =
      _mm_cmpeq_epi8(_mm_min_epu8(control, _mm_set1_epi8(4)), control);
  const __m128i is_blank = _mm_cmpeq_epi8(text, _mm_set1_epi8(' '));
  return static_cast<uint64_t>(
      _mm_movemask_epi8(_mm_or_si128(is_control, is_blank)));
}

uint64_t SpacesAt(const uint8_t* p) {
  return SpacesOf(p) | SpacesOf(p + 16) << 16 | SpacesOf(p + 32) << 32 |
         SpacesOf(p + 48) << 48;
}

}  // namespace
}  // namespace clipguard::m3d

#include "parser/m3d/reader/bulk_rows_words.inc"

namespace clipguard::m3d {

const BulkRows BulkRows::kSse2 = {ReadVertices, ReadTriangles, ReadKeys};

}  // namespace clipguard::m3d
