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

#include "parser/m3d/bulk_rows_x86_window.inc"

namespace clipguard::m3d {
namespace {

// A number of up to 16 characters is loaded with its last character in the last
// byte of a register, and its point squeezed out by a shuffle, so that what is
// left are decimal digits at known places. They become one whole number m, and
// the value m / 10^k, k digits being behind the point. If m and 10^k are exact
// in float32 (m <= 2^24, k <= 10), this one division rounds it as IEEE 754
// says, to the nearest. Numbers with exponents, and longer ones, are for
// read_real.

// Shuffles of a number whose point is at byte p of 16: what is before it moves
// up by one place. Line 16 is for numbers without a point.
struct PointTable {
  alignas(16) uint8_t lines[17][16];

  consteval PointTable() : lines() {
    for (int point = 0; point <= 16; ++point) {
      for (int i = 0; i < 16; ++i) {
        const int from = point < 16 && i <= point ? i - 1 : i;
        lines[point][i] = from < 0 ? 0x80 : static_cast<uint8_t>(from);
      }
    }
  }
};
constexpr PointTable kPoint;

// Sixteen zeros, then ones: of 16 bytes from byte n on, the last n are ones.
struct LastTable {
  alignas(16) uint8_t bytes[48];

  consteval LastTable() : bytes() {
    for (int i = 0; i < 48; ++i) bytes[i] = i < 16 ? 0x00 : 0xff;
  }
};
constexpr LastTable kLast;

// 10^k, by where the point is: k = 15 - point. Those that are not exact in
// float32 are infinite, which no number has for a divisor.
constexpr float kDivisors[17] = {__builtin_inff(),
                                 __builtin_inff(),
                                 __builtin_inff(),
                                 __builtin_inff(),
                                 __builtin_inff(),
                                 1e10f,
                                 1e9f,
                                 1e8f,
                                 1e7f,
                                 1e6f,
                                 1e5f,
                                 1e4f,
                                 1e3f,
                                 1e2f,
                                 1e1f,
                                 1e0f,
                                 1e0f};

// Reads token i as a real. `wrong` becomes nonzero if that cannot be done here.
float FastReal(const Window& window, size_t i, uint32_t& wrong) {
  const uint32_t start = window.Start(i);
  const uint32_t end = window.End(i);
  const uint32_t negative = window.begin[start] == '-';
  // Digits and the point; too many are wrong.
  const uint32_t size = end - start - negative;
  wrong = size > 16;
  const __m128i text = _mm_loadu_si128(
      reinterpret_cast<const __m128i*>(window.begin + end - 16));
  const __m128i digits = _mm_sub_epi8(text, _mm_set1_epi8('0'));
  // The bytes that are not of the number count as 0; its point, as 0xfe.
  const __m128i own = _mm_and_si128(
      digits, _mm_loadu_si128(
                  reinterpret_cast<const __m128i*>(kLast.bytes + (size & 31))));
  const auto others = static_cast<uint32_t>(_mm_movemask_epi8(_mm_cmpgt_epi8(
      _mm_xor_si128(own, _mm_set1_epi8(-128)), _mm_set1_epi8(9 - 128))));
  const auto points = static_cast<uint32_t>(_mm_movemask_epi8(
      _mm_cmpeq_epi8(own, _mm_set1_epi8(static_cast<char>('.' - '0')))));
  // One point at most, and digits besides.
  const uint32_t point = _tzcnt_u32(others | 1u << 16);
  wrong |= (others ^ points) | (others & (others - 1));
  wrong |= size <= (others != 0);
  const __m128i whole = _mm_shuffle_epi8(
      own,
      _mm_load_si128(reinterpret_cast<const __m128i*>(kPoint.lines[point])));
  // Pairs of digits, fours, and two eights.
  const __m128i pairs = _mm_maddubs_epi16(whole, _mm_set1_epi16(10 | 1 << 8));
  const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(100 | 1 << 16));
  const __m128i eights = _mm_madd_epi16(_mm_packus_epi32(fours, fours),
                                        _mm_set1_epi32(10000 | 1 << 16));
  const auto both = static_cast<uint64_t>(_mm_cvtsi128_si64(eights));
  const uint64_t number = (both & 0xffffffff) * 100'000'000 + (both >> 32);
  wrong |= number > uint64_t{1} << 24;
  const float divisor = kDivisors[point];
  wrong |= divisor > 1e10f;
  const float magnitude =
      static_cast<float>(static_cast<int32_t>(number)) / divisor;
  uint32_t bits;
  __builtin_memcpy(&bits, &magnitude, 4);
  bits |= negative << 31;
  float value;
  __builtin_memcpy(&value, &bits, 4);
  return value;
}

template <size_t A, size_t B, size_t C, size_t D>
bool Four(const BulkText& text, const Window& window, size_t t, float* out) {
  constexpr size_t kTokens[4] = {A, B, C, D};
  for (size_t k = 0; k < 4; ++k) {
    uint32_t wrong;
    out[k] = FastReal(window, t + kTokens[k], wrong);
    if (__builtin_expect(wrong != 0, 0) &&
        !ReadReal(text, window, t + kTokens[k], &out[k])) {
      return false;
    }
  }
  return true;
}

}  // namespace
}  // namespace clipguard::m3d

#include "parser/m3d/bulk_rows_x86_rows.inc"

namespace clipguard::m3d {

const BulkRows kAvx2BulkRows = {ReadVertices, ReadTriangles, ReadKeys};

}  // namespace clipguard::m3d
