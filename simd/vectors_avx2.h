// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// AVX2 and FMA.

#ifndef CLIPGUARD_SIMD_VECTORS_AVX2_H_
#define CLIPGUARD_SIMD_VECTORS_AVX2_H_

#include <stddef.h>
#include <stdint.h>

#include "simd/vectors_sse2.h"

namespace clipguard::simd {

// A table that moves selected lanes to the front: from[mask][place] is the
// number of the lane that goes there.
struct LanesToFront {
  constexpr LanesToFront() {
    for (unsigned mask = 0; mask < 256; ++mask) {
      size_t place = 0;
      for (uint8_t lane = 0; lane < 8; ++lane) {
        if ((mask >> lane) & 1) from[mask][place++] = lane;
      }
    }
  }
  uint8_t from[256][8] = {};
};
constexpr LanesToFront kLanesToFront;

struct Avx2 : Vectors<xsimd::avx2> {
  CLIPGUARD_INLINE static Float Fma(Float a, Float b, Float c) {
    return _mm256_fmadd_ps(a, b, c);
  }
  CLIPGUARD_INLINE static Float FmaMinus(Float a, Float b, Float c) {
    return _mm256_fmsub_ps(a, b, c);
  }
  CLIPGUARD_INLINE static Float MinusFma(Float a, Float b, Float c) {
    return _mm256_fnmadd_ps(a, b, c);
  }

  CLIPGUARD_INLINE static size_t CountTrue(Mask mask) {
    return static_cast<size_t>(
        __builtin_popcount(static_cast<unsigned>(_mm256_movemask_ps(mask))));
  }

  CLIPGUARD_INLINE static Float LoadWithin(const float* p, Int index) {
    return _mm256_permutevar8x32_ps(_mm256_loadu_ps(p), index);
  }
  CLIPGUARD_INLINE static Float LoadNear(const float* p, Int index) {
    const Float low = _mm256_permutevar8x32_ps(_mm256_loadu_ps(p), index);
    const Float high = _mm256_permutevar8x32_ps(_mm256_loadu_ps(p + 8), index);
    return _mm256_blendv_ps(low, high,
                            _mm256_castsi256_ps(_mm256_slli_epi32(index, 28)));
  }

  class ToFront {
   public:
    CLIPGUARD_INLINE explicit ToFront(Mask mask)
        : from_(_mm256_cvtepu8_epi32(
              _mm_loadl_epi64(reinterpret_cast<const __m128i*>(
                  kLanesToFront.from[_mm256_movemask_ps(mask)])))) {}
    CLIPGUARD_INLINE Float operator()(Float a) const {
      return _mm256_permutevar8x32_ps(a, from_);
    }

   private:
    __m256i from_;
  };

  CLIPGUARD_INLINE static Float RoundDown(Float a) { return xsimd::floor(a); }
  CLIPGUARD_INLINE static Float RoundUp(Float a) { return xsimd::ceil(a); }

  CLIPGUARD_INLINE static void Widen(Float a, Double (&halves)[2]) {
    halves[0] = _mm256_cvtps_pd(_mm256_castps256_ps128(a));
    halves[1] = _mm256_cvtps_pd(_mm256_extractf128_ps(a, 1));
  }
  CLIPGUARD_INLINE static Float Narrow(const Double (&halves)[2]) {
    return _mm256_set_m128(_mm256_cvtpd_ps(halves[1]),
                           _mm256_cvtpd_ps(halves[0]));
  }
  CLIPGUARD_INLINE static Double LoadWide(const float* p) {
    return _mm256_cvtps_pd(_mm_loadu_ps(p));
  }
  CLIPGUARD_INLINE static void StoreNarrow(float* p, const Double (&row)[1]) {
    _mm_storeu_ps(p, _mm256_cvtpd_ps(row[0]));
  }

  // The first half of the one, and the second half of the other.
  CLIPGUARD_INLINE static Float Halves(Float first, Float second) {
    return _mm256_blend_ps(first, second, 0xf0);
  }
  CLIPGUARD_INLINE static __m128 AddHalves(Float a) {
    return _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
  }
  CLIPGUARD_INLINE static void Store3(float* p, __m128 a) {
    Sse2::Store3(p, a);
  }

  CLIPGUARD_INLINE static void TransposeQuarters(const Float (&rows)[4],
                                                 Float* columns) {
    const __m256d a = _mm256_castps_pd(_mm256_unpacklo_ps(rows[0], rows[1]));
    const __m256d b = _mm256_castps_pd(_mm256_unpackhi_ps(rows[0], rows[1]));
    const __m256d c = _mm256_castps_pd(_mm256_unpacklo_ps(rows[2], rows[3]));
    const __m256d d = _mm256_castps_pd(_mm256_unpackhi_ps(rows[2], rows[3]));
    columns[0] = _mm256_castpd_ps(_mm256_unpacklo_pd(a, c));
    columns[1] = _mm256_castpd_ps(_mm256_unpackhi_pd(a, c));
    columns[2] = _mm256_castpd_ps(_mm256_unpacklo_pd(b, d));
    columns[3] = _mm256_castpd_ps(_mm256_unpackhi_pd(b, d));
  }

  // As that of four floats, of eight rows.
  template <typename Row>
  CLIPGUARD_INLINE static void LoadColumns(const Row& row, Float* columns) {
    // Rows i and i + 4.
    Float rows[4];
    for (size_t i = 0; i < 4; ++i) {
      rows[i] =
          _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(row(i))),
                               _mm_loadu_ps(row(i + 4)), 1);
    }
    TransposeQuarters(rows, columns);
  }

  // As that of four floats, of eight rows.
  template <typename Row>
  CLIPGUARD_INLINE static void StoreEightColumns(const Float (&columns)[8],
                                                 const Row& row) {
    // The first four floats, then the last four: rows 0 to 3 in the first
    // halves, rows 4 to 7 in the second.
    __m256 quads[2][4];
    for (size_t half = 0; half < 2; ++half) {
      const Float* const c = columns + 4 * half;
      const __m256d a = _mm256_castps_pd(_mm256_unpacklo_ps(c[0], c[1]));
      const __m256d b = _mm256_castps_pd(_mm256_unpackhi_ps(c[0], c[1]));
      const __m256d d = _mm256_castps_pd(_mm256_unpacklo_ps(c[2], c[3]));
      const __m256d e = _mm256_castps_pd(_mm256_unpackhi_ps(c[2], c[3]));
      quads[half][0] = _mm256_castpd_ps(_mm256_unpacklo_pd(a, d));
      quads[half][1] = _mm256_castpd_ps(_mm256_unpackhi_pd(a, d));
      quads[half][2] = _mm256_castpd_ps(_mm256_unpacklo_pd(b, e));
      quads[half][3] = _mm256_castpd_ps(_mm256_unpackhi_pd(b, e));
    }
    for (size_t i = 0; i < 4; ++i) {
      _mm256_store_ps(row(i),
                      _mm256_permute2f128_ps(quads[0][i], quads[1][i], 0x20));
      _mm256_store_ps(row(i + 4),
                      _mm256_permute2f128_ps(quads[0][i], quads[1][i], 0x31));
    }
  }
};

}  // namespace clipguard::simd

#endif  // CLIPGUARD_SIMD_VECTORS_AVX2_H_
