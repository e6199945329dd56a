// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// AVX-512 (F, CD, BW, DQ, VL).

#ifndef CLIPGUARD_SIMD_VECTORS_AVX512_H_
#define CLIPGUARD_SIMD_VECTORS_AVX512_H_

#include "simd/vectors_avx2.h"

namespace clipguard::simd {

struct Avx512 : Vectors<xsimd::avx512bw> {
  CLIPGUARD_INLINE static Float Fma(Float a, Float b, Float c) {
    return _mm512_fmadd_ps(a, b, c);
  }
  CLIPGUARD_INLINE static Float FmaMinus(Float a, Float b, Float c) {
    return _mm512_fmsub_ps(a, b, c);
  }
  CLIPGUARD_INLINE static Float MinusFma(Float a, Float b, Float c) {
    return _mm512_fnmadd_ps(a, b, c);
  }

  CLIPGUARD_INLINE static Float NegateIf(Mask mask, Float a) {
    return xsimd::select(mask, Negate(a), a);
  }

  CLIPGUARD_INLINE static size_t CountTrue(Mask mask) {
    return static_cast<size_t>(
        __builtin_popcount(static_cast<__mmask16>(mask)));
  }

  CLIPGUARD_INLINE static Float LoadWithin(const float* p, Int index) {
    return _mm512_permutexvar_ps(index, _mm512_loadu_ps(p));
  }
  CLIPGUARD_INLINE static Float LoadNear(const float* p, Int index) {
    return _mm512_permutex2var_ps(_mm512_loadu_ps(p), index,
                                  _mm512_loadu_ps(p + 16));
  }

  class ToFront {
   public:
    CLIPGUARD_INLINE explicit ToFront(Mask mask)
        : from_(_mm512_maskz_compress_epi32(
              static_cast<__mmask16>(mask),
              _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
                                14, 15))) {}
    // Half the work of compressing each vector.
    CLIPGUARD_INLINE Float operator()(Float a) const {
      return _mm512_permutexvar_ps(from_, a);
    }

   private:
    __m512i from_;
  };

  CLIPGUARD_INLINE static Float RoundDown(Float a) { return xsimd::floor(a); }
  CLIPGUARD_INLINE static Float RoundUp(Float a) { return xsimd::ceil(a); }

  CLIPGUARD_INLINE static void Widen(Float a, Double (&halves)[2]) {
    halves[0] = _mm512_cvtps_pd(_mm512_castps512_ps256(a));
    halves[1] = _mm512_cvtps_pd(_mm512_extractf32x8_ps(a, 1));
  }
  CLIPGUARD_INLINE static Float Narrow(const Double (&halves)[2]) {
    return _mm512_insertf32x8(
        _mm512_castps256_ps512(_mm512_cvtpd_ps(halves[0])),
        _mm512_cvtpd_ps(halves[1]), 1);
  }
  CLIPGUARD_INLINE static Double LoadWide(const float* p) {
    return _mm512_cvtps_pd(_mm256_loadu_ps(p));
  }

  CLIPGUARD_INLINE static void TransposeQuarters(const Float (&rows)[4],
                                                 Float* columns) {
    const __m512d a = _mm512_castps_pd(_mm512_unpacklo_ps(rows[0], rows[1]));
    const __m512d b = _mm512_castps_pd(_mm512_unpackhi_ps(rows[0], rows[1]));
    const __m512d c = _mm512_castps_pd(_mm512_unpacklo_ps(rows[2], rows[3]));
    const __m512d d = _mm512_castps_pd(_mm512_unpackhi_ps(rows[2], rows[3]));
    columns[0] = _mm512_castpd_ps(_mm512_unpacklo_pd(a, c));
    columns[1] = _mm512_castpd_ps(_mm512_unpackhi_pd(a, c));
    columns[2] = _mm512_castpd_ps(_mm512_unpacklo_pd(b, d));
    columns[3] = _mm512_castpd_ps(_mm512_unpackhi_pd(b, d));
  }

  // Loads eight aligned floats from each of sixteen rows, row(0) to row(15):
  // columns[k] has float k of each.
  template <typename Row>
  CLIPGUARD_INLINE static void LoadEightColumns(const Row& row,
                                                Float (&columns)[8]) {
    const auto pair = [&](size_t i, size_t k) CLIPGUARD_LAMBDA_INLINE {
      return _mm512_insertf32x8(_mm512_castps256_ps512(_mm256_load_ps(row(i))),
                                _mm256_load_ps(row(k)), 1);
    };
    // Quarters 0 to 3 of `low[i]`: the first halves of rows i, i + 4, i + 8 and
    // i + 12; of `high[i]`: their second halves.
    Float low[4];
    Float high[4];
    for (size_t i = 0; i < 4; ++i) {
      const __m512 first = pair(i, i + 4);
      const __m512 second = pair(i + 8, i + 12);
      low[i] = _mm512_shuffle_f32x4(first, second, 0x88);
      high[i] = _mm512_shuffle_f32x4(first, second, 0xdd);
    }
    TransposeQuarters(low, columns);
    TransposeQuarters(high, columns + 4);
  }

  // The inverse.
  template <typename Row>
  CLIPGUARD_INLINE static void StoreEightColumns(const Float (&columns)[8],
                                                 const Row& row) {
    Avx2::Float low[8];
    Avx2::Float high[8];
    for (size_t k = 0; k < 8; ++k) {
      low[k] = _mm512_castps512_ps256(columns[k]);
      high[k] = _mm512_extractf32x8_ps(columns[k], 1);
    }
    Avx2::StoreEightColumns(low, row);
    Avx2::StoreEightColumns(
        high, [&](size_t k) CLIPGUARD_LAMBDA_INLINE { return row(k + 8); });
  }
};

}  // namespace clipguard::simd

#endif  // CLIPGUARD_SIMD_VECTORS_AVX512_H_
