// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The rows with AVX-512 (F, CD, BW, DQ, VL) and BMI.

#include <immintrin.h>

#include "parser/m3d/reader/bulk_rows.h"
#include "parser/m3d/schema.h"

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

#include "parser/m3d/reader/bulk_rows_window.inc"

namespace clipguard::m3d {
namespace {

// Four numbers at once, each in 16 bytes with its last character in the last
// byte. The method is that of bulk_rows_avx2.cc.

// In each 16 bytes: 0 ... 15.
__m512i Positions() {
  return _mm512_broadcast_i32x4(
      _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
}

// In each 16 bytes: the first one, sixteen times.
__m512i Spread(__m512i v) {
  return _mm512_shuffle_epi8(v, _mm512_setzero_si512());
}

// 10^k for the k digits after a point at byte p - 1, by p modulo 16; p is 0
// without a point. What is not exact in float32 is infinite.
__m512 Divisors() {
  const float none = __builtin_inff();
  return _mm512_setr_ps(1, none, none, none, none, none, 1e10f, 1e9f, 1e8f,
                        1e7f, 1e6f, 1e5f, 1e4f, 1e3f, 1e2f, 1e1f);
}

// For each 16 bits of `mask`, a bit: whether any is set.
uint32_t AnyOf16(uint64_t mask) {
  return static_cast<uint32_t>(_mm_cmpneq_epi16_mask(
      _mm_cvtsi64_si128(static_cast<int64_t>(mask)), _mm_setzero_si128()));
}

// Four numbers on their way, each in 16 bytes.
struct Digits {
  __m512i whole;  // its digits' values, without the point
  __m512i mark;   // in the first 32 bits: the point's position and one, or 0;
                  // and 64 if negative
  __mmask64 digits;  // which characters are digits, or stand in their place
  __mmask64 others;  // which are not: a second point, a letter
};

Digits DigitsOf(__m512i chars, __m512i sizes) {
  const __m512i first = Spread(_mm512_sub_epi32(_mm512_set1_epi32(16), sizes));
  const __m512i at = Positions();
  const __mmask64 minus = _mm512_mask_cmpeq_epi8_mask(
      _mm512_cmpeq_epi8_mask(at, first), chars, _mm512_set1_epi8('-'));
  const __mmask64 own = _mm512_cmpge_epu8_mask(at, first) & ~minus;
  const __m512i digits =
      _mm512_maskz_sub_epi8(own, chars, _mm512_set1_epi8('0'));
  const __mmask64 point = _mm512_cmpeq_epi8_mask(
      digits, _mm512_set1_epi8(static_cast<char>('.' - '0')));

  // In each lane's first byte: the point's position and one; 64 if negative.
  const __m512i marks = _mm512_mask_mov_epi8(
      _mm512_maskz_add_epi8(point, at, _mm512_set1_epi8(1)), minus,
      _mm512_set1_epi8(64));
  const __m512i halves = _mm512_sad_epu8(marks, _mm512_setzero_si512());
  Digits result;
  result.mark =
      _mm512_add_epi32(halves, _mm512_shuffle_epi32(halves, _MM_PERM_BADC));
  const __m512i behind = _mm512_and_si512(result.mark, _mm512_set1_epi32(31));
  // What is before the point moves up by one place.
  const __mmask64 moved = _mm512_cmplt_epu8_mask(at, Spread(behind));
  result.whole = _mm512_shuffle_epi8(
      digits, _mm512_mask_sub_epi8(at, moved, at, _mm512_set1_epi8(1)));
  result.digits = own & ~point;
  result.others = _mm512_cmpgt_epu8_mask(result.whole, _mm512_set1_epi8(9));
  return result;
}

// Of each lane: the upper eight digits, the lower eight.
__m256i NumbersOf(__m512i whole, __m512i order) {
  const __m512i pairs =
      _mm512_maddubs_epi16(whole, _mm512_set1_epi16(10 | 1 << 8));
  const __m512i fours =
      _mm512_madd_epi16(pairs, _mm512_set1_epi32(100 | 1 << 16));
  const __m512i eights = _mm512_madd_epi16(_mm512_packus_epi32(fours, fours),
                                           _mm512_set1_epi32(10000 | 1 << 16));
  return _mm512_castsi512_si256(_mm512_permutexvar_epi32(order, eights));
}

template <size_t A, size_t B, size_t C, size_t D>
bool Four(const BulkText& text, const Window& window, size_t t, float* out) {
  static_assert(D - A < 8);
  // The ends, twice as 64-bit numbers of which the lower half is the start.
  const __m512i edges = _mm512_permutexvar_epi64(
      _mm512_setr_epi64(0, 0, B - A, B - A, C - A, C - A, D - A, D - A),
      _mm512_loadu_si512(window.edges + 2 * (t + A)));
  const uint8_t* const last = window.begin - 16;
  const auto load = [&](size_t token) {
    return _mm_loadu_si128(
        reinterpret_cast<const __m128i*>(last + window.End(t + token)));
  };
  const __m512i chars = _mm512_inserti64x4(
      _mm512_castsi256_si512(
          _mm256_inserti128_si256(_mm256_castsi128_si256(load(A)), load(B), 1)),
      _mm256_inserti128_si256(_mm256_castsi128_si256(load(C)), load(D), 1), 1);
  const __m512i sizes = _mm512_sub_epi32(_mm512_srli_epi64(edges, 32), edges);
  const Digits d = DigitsOf(chars, sizes);
  const __m512i order =
      _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 0, 0, 0, 0, 0, 0, 0, 0);
  const __m256i both = NumbersOf(d.whole, order);
  const __m128i upper = _mm256_castsi256_si128(both);
  const __m128i number = _mm256_extracti128_si256(both, 1);
  const __m128i mark =
      _mm512_castsi512_si128(_mm512_permutexvar_epi32(order, d.mark));
  const __m128 divisor = _mm512_castps512_ps128(
      _mm512_permutexvar_ps(_mm512_castsi128_si512(mark), Divisors()));

  // What cannot be done here: more than 16 characters, no digit, more than
  // 2^24, a divisor that is not exact.
  const auto size4 =
      _mm512_castsi512_si128(_mm512_permutexvar_epi32(order, sizes));
  uint32_t wrong = _mm_cmpgt_epu32_mask(size4, _mm_set1_epi32(16));
  wrong |= _mm_test_epi32_mask(upper, upper);
  wrong |= _mm_cmpgt_epu32_mask(number, _mm_set1_epi32(1 << 24));
  wrong |= _mm_cmp_ps_mask(divisor, _mm_set1_ps(1e10f), _CMP_GT_OQ);
  wrong |= AnyOf16(d.others);
  wrong |= ~AnyOf16(d.digits) & 15;

  const __m128 magnitude = _mm_div_ps(_mm_cvtepi32_ps(number), divisor);
  const __m128i sign =
      _mm_slli_epi32(_mm_and_si128(mark, _mm_set1_epi32(64)), 31 - 6);
  _mm_storeu_ps(out, _mm_or_ps(magnitude, _mm_castsi128_ps(sign)));
  if (__builtin_expect(wrong != 0, 0)) {
    return ReadSome<A, B, C, D>(text, window, t, wrong, out);
  }
  return true;
}

}  // namespace
}  // namespace clipguard::m3d

#include "parser/m3d/reader/bulk_rows_fields.inc"

namespace clipguard::m3d {

const BulkRows BulkRows::kAvx512 = {ReadVertices, ReadTriangles, ReadKeys};

}  // namespace clipguard::m3d
