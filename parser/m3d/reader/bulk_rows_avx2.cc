// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The rows with AVX2 and BMI.

#include <immintrin.h>

#include "parser/m3d/reader/bulk_rows.h"
#include "parser/m3d/schema.h"

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

#include "parser/m3d/reader/bulk_rows_window.inc"

namespace clipguard::m3d {
namespace {

// A number of up to 16 characters is loaded with its last character in the last
// byte of a register's half, and its point squeezed out by a shuffle, so that
// what is left are decimal digits at known places. They become one whole number
// m, and the value m / 10^k, k digits being after the point. If m and 10^k are
// exact in float32 (m <= 2^24, k <= 10), this one division rounds it as IEEE
// 754 says, to the nearest. Numbers with exponents, and longer ones, are for
// read_real.

// 10^k for the k digits after a point at byte p - 1, by p modulo 16; p is 0
// without a point. What is not exact in float32 is infinite.
constexpr float kNone = __builtin_inff();
alignas(32) constexpr float kDivisors[16] = {
    1,    kNone, kNone, kNone, kNone, kNone, 1e10f, 1e9f,
    1e8f, 1e7f,  1e6f,  1e5f,  1e4f,  1e3f,  1e2f,  1e1f};

// In each half: 0 ... 15.
__m256i Positions() {
  return _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
}

// Two numbers on their way, one in each half.
struct Two {
  __m256i fours;  // four times four digits
  __m256i mark;   // in the first 32 bits: the point's position and one, or 0;
                  // and 64 if negative
  __m256i sound;  // all bits of each byte that is a digit, or of no number
};

// `first` has the position of the number's first character in each byte.
Two Read(__m256i chars, __m256i first) {
  const __m256i at = Positions();
  const __m256i minus =
      _mm256_and_si256(_mm256_cmpeq_epi8(at, first),
                       _mm256_cmpeq_epi8(chars, _mm256_set1_epi8('-')));
  const __m256i own = _mm256_andnot_si256(
      minus, _mm256_cmpeq_epi8(_mm256_max_epu8(at, first), at));
  const __m256i digits =
      _mm256_and_si256(own, _mm256_sub_epi8(chars, _mm256_set1_epi8('0')));
  const __m256i point =
      _mm256_cmpeq_epi8(digits, _mm256_set1_epi8(static_cast<char>('.' - '0')));
  const __m256i marks = _mm256_or_si256(
      _mm256_and_si256(point, _mm256_add_epi8(at, _mm256_set1_epi8(1))),
      _mm256_and_si256(minus, _mm256_set1_epi8(64)));
  const __m256i halves = _mm256_sad_epu8(marks, _mm256_setzero_si256());
  Two two;
  two.mark = _mm256_add_epi32(halves, _mm256_shuffle_epi32(halves, 0x4e));
  const __m256i behind =
      _mm256_and_si256(_mm256_shuffle_epi8(two.mark, _mm256_setzero_si256()),
                       _mm256_set1_epi8(31));
  // What is before the point moves up by one place.
  const __m256i whole = _mm256_shuffle_epi8(
      digits, _mm256_add_epi8(at, _mm256_cmpgt_epi8(behind, at)));
  // A second point, or anything that is no digit, is still there.
  two.sound =
      _mm256_cmpeq_epi8(_mm256_min_epu8(whole, _mm256_set1_epi8(9)), whole);
  const __m256i pairs =
      _mm256_maddubs_epi16(whole, _mm256_set1_epi16(10 | 1 << 8));
  two.fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(100 | 1 << 16));
  return two;
}

// Four numbers on their way, in their order.
struct FourParts {
  __m128i upper;   // digits but the last eight
  __m128i number;  // the last eight
  __m128i mark;    // as in Two
};

FourParts InOrder(const Two& ac, const Two& bd) {
  // In each half the upper and the lower eight digits of two numbers.
  const __m256i eights =
      _mm256_madd_epi16(_mm256_packus_epi32(ac.fours, bd.fours),
                        _mm256_set1_epi32(10000 | 1 << 16));
  const __m128 low = _mm_castsi128_ps(_mm256_castsi256_si128(eights));
  const __m128 high = _mm_castsi128_ps(_mm256_extracti128_si256(eights, 1));
  const __m256i marks = _mm256_unpacklo_epi32(ac.mark, bd.mark);
  FourParts parts;
  parts.upper = _mm_castps_si128(_mm_shuffle_ps(low, high, 0x88));
  parts.number = _mm_castps_si128(_mm_shuffle_ps(low, high, 0xdd));
  parts.mark = _mm_unpacklo_epi64(_mm256_castsi256_si128(marks),
                                  _mm256_extracti128_si256(marks, 1));
  return parts;
}

__m128 DivisorsOf(__m128i mark) {
  const __m256i index = _mm256_castsi128_si256(mark);
  return _mm_blendv_ps(_mm256_castps256_ps128(_mm256_permutevar8x32_ps(
                           _mm256_load_ps(kDivisors), index)),
                       _mm256_castps256_ps128(_mm256_permutevar8x32_ps(
                           _mm256_load_ps(kDivisors + 8), index)),
                       _mm_castsi128_ps(_mm_slli_epi32(mark, 31 - 3)));
}

// Which of the four cannot be done here: more than 16 characters, no digit,
// more than 2^24, a divisor that is not exact.
uint32_t Beyond(__m128i sizes, const FourParts& parts, __m128 divisor) {
  const __m128i minus = _mm_srli_epi32(parts.mark, 6);
  const __m128i has_point = _mm_cmpgt_epi32(
      _mm_and_si128(parts.mark, _mm_set1_epi32(31)), _mm_setzero_si128());
  const __m128i digits = _mm_add_epi32(_mm_sub_epi32(sizes, minus), has_point);
  const __m128i amiss = _mm_or_si128(
      _mm_or_si128(_mm_cmpgt_epi32(sizes, _mm_set1_epi32(16)),
                   _mm_cmpgt_epi32(_mm_set1_epi32(1), digits)),
      _mm_or_si128(_mm_cmpgt_epi32(parts.upper, _mm_setzero_si128()),
                   _mm_cmpgt_epi32(parts.number, _mm_set1_epi32(1 << 24))));
  const __m128 inexact = _mm_cmp_ps(divisor, _mm_set1_ps(1e10f), _CMP_GT_OQ);
  return static_cast<uint32_t>(
      _mm_movemask_ps(_mm_or_ps(_mm_castsi128_ps(amiss), inexact)));
}

// Which of the four have something in them that is not a digit.
uint32_t NotDigits(const Two& ac, const Two& bd) {
  const auto ac_sound = static_cast<uint32_t>(_mm256_movemask_epi8(ac.sound));
  const auto bd_sound = static_cast<uint32_t>(_mm256_movemask_epi8(bd.sound));
  return uint32_t{(ac_sound & 0xffff) != 0xffff} |
         uint32_t{(bd_sound & 0xffff) != 0xffff} << 1 |
         uint32_t{ac_sound >> 16 != 0xffff} << 2 |
         uint32_t{bd_sound >> 16 != 0xffff} << 3;
}

template <size_t A, size_t B, size_t C, size_t D>
bool Four(const BulkText& text, const Window& window, size_t t, float* out) {
  const auto edges = [&](size_t token) {
    return _mm_loadl_epi64(
        reinterpret_cast<const __m128i*>(window.edges + 2 * (t + token)));
  };
  const auto chars = [&](size_t token) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(
        window.begin + window.End(t + token) - 16));
  };
  const auto both = [](__m128i low, __m128i high) {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
  };
  const __m128 ab = _mm_castsi128_ps(_mm_unpacklo_epi64(edges(A), edges(B)));
  const __m128 cd = _mm_castsi128_ps(_mm_unpacklo_epi64(edges(C), edges(D)));
  const __m128i sizes =
      _mm_sub_epi32(_mm_castps_si128(_mm_shuffle_ps(ab, cd, 0xdd)),
                    _mm_castps_si128(_mm_shuffle_ps(ab, cd, 0x88)));
  const __m256i firsts =
      _mm256_broadcastsi128_si256(_mm_sub_epi32(_mm_set1_epi32(16), sizes));
  // A and C, B and D: so that packing puts all four in their order.
  const Two ac = Read(
      both(chars(A), chars(C)),
      _mm256_shuffle_epi8(firsts, both(_mm_set1_epi8(0), _mm_set1_epi8(8))));
  const Two bd = Read(
      both(chars(B), chars(D)),
      _mm256_shuffle_epi8(firsts, both(_mm_set1_epi8(4), _mm_set1_epi8(12))));
  const FourParts parts = InOrder(ac, bd);
  const __m128 divisor = DivisorsOf(parts.mark);
  const uint32_t wrong = Beyond(sizes, parts, divisor);
  const auto sound = static_cast<uint32_t>(
      _mm256_movemask_epi8(_mm256_and_si256(ac.sound, bd.sound)));

  const __m128 magnitude = _mm_div_ps(_mm_cvtepi32_ps(parts.number), divisor);
  const __m128i sign =
      _mm_slli_epi32(_mm_and_si128(parts.mark, _mm_set1_epi32(64)), 31 - 6);
  _mm_storeu_ps(out, _mm_or_ps(magnitude, _mm_castsi128_ps(sign)));
  if (__builtin_expect((wrong | ~sound) == 0, 1)) return true;
  return ReadSome<A, B, C, D>(text, window, t, wrong | NotDigits(ac, bd), out);
}

}  // namespace
}  // namespace clipguard::m3d

#include "parser/m3d/reader/bulk_rows_fields.inc"

namespace clipguard::m3d {

const BulkRows BulkRows::kAvx2 = {ReadVertices, ReadTriangles, ReadKeys};

}  // namespace clipguard::m3d
