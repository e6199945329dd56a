// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The batch evaluator with AVX-512 (F, CD, BW, DQ, VL).

#if defined(__GNUC__) && !defined(__clang__)
// g++ 12 takes the undefined register in its own intrinsics for a mistake.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include <immintrin.h>

#include "eval/curve/batch_kernel.h"
#include "eval/curve/batch_kernel_macros.inc"
#include "xsimd/xsimd.hpp"

namespace clipguard::eval {
namespace {

struct Lanes {
  // xsimd does the arithmetic. What it lacks is below: its fma is, in some
  // versions, a multiplication and an addition on AVX-512; reading floats as
  // integers is spelled differently from version to version; and the rest does
  // not exist there.
  using Float = xsimd::batch<float, xsimd::avx512bw>;
  using Mask = __mmask16;
  static constexpr size_t kWidth = 16;
  static constexpr size_t kPack = 2;
  static constexpr size_t kRunPack = 4;

  CLIPGUARD_INLINE static Float Set(float x) { return _mm512_set1_ps(x); }
  CLIPGUARD_INLINE static Float Load(const float* p) {
    return _mm512_loadu_ps(p);
  }
  CLIPGUARD_INLINE static void Store(float* p, Float a) {
    _mm512_storeu_ps(p, a);
  }
  CLIPGUARD_INLINE static Float Fma(Float a, Float b, Float c) {
    return _mm512_fmadd_ps(a, b, c);
  }
  CLIPGUARD_INLINE static Float FmaMinus(Float a, Float b, Float c) {
    return _mm512_fmsub_ps(a, b, c);
  }
  CLIPGUARD_INLINE static Float MinusFma(Float a, Float b, Float c) {
    return _mm512_fnmadd_ps(a, b, c);
  }
  // The instructions' own rule: b, if one of them is NaN.
  CLIPGUARD_INLINE static Float Min(Float a, Float b) {
    return _mm512_min_ps(a, b);
  }
  CLIPGUARD_INLINE static Float Max(Float a, Float b) {
    return _mm512_max_ps(a, b);
  }
  CLIPGUARD_INLINE static Float Abs(Float a) {
    return _mm512_abs_ps(static_cast<__m512>(a));
  }
  CLIPGUARD_INLINE static Float Negate(Float a) {
    return _mm512_xor_ps(a, _mm512_set1_ps(-0.0f));
  }
  CLIPGUARD_INLINE static Float NegateIf(Mask mask, Float a) {
    return _mm512_mask_xor_ps(a, mask, a, _mm512_set1_ps(-0.0f));
  }
  // Where the mask is set a, else b.
  CLIPGUARD_INLINE static Float Select(Mask mask, Float a, Float b) {
    return _mm512_mask_blend_ps(mask, b, a);
  }
  CLIPGUARD_INLINE static Mask GreaterEqual(Float a, Float b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_GE_OQ);
  }
  CLIPGUARD_INLINE static Mask LessThan(Float a, Float b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ);
  }
  CLIPGUARD_INLINE static size_t CountTrue(Mask mask) {
    return static_cast<size_t>(__builtin_popcount(mask));
  }

  // A float's bits as an integer, and that integer's value as a float.
  CLIPGUARD_INLINE static Float FloatOfBits(Float a) {
    return _mm512_cvtepi32_ps(_mm512_castps_si512(a));
  }
  // The value towards 0 as an integer, read as a float's bits.
  CLIPGUARD_INLINE static Float TruncatedAsBits(Float a) {
    return _mm512_castsi512_ps(_mm512_cvttps_epi32(a));
  }
  // Half the bits, as an integer, plus `shift`.
  CLIPGUARD_INLINE static Float HalfBitsPlus(Float a, int32_t shift) {
    return _mm512_castsi512_ps(
        _mm512_add_epi32(_mm512_srai_epi32(_mm512_castps_si512(a), 1),
                         _mm512_set1_epi32(shift)));
  }
  // `from` minus the bits.
  CLIPGUARD_INLINE static Float BitsFrom(int32_t from, Float a) {
    return _mm512_castsi512_ps(
        _mm512_sub_epi32(_mm512_set1_epi32(from), _mm512_castps_si512(a)));
  }
  CLIPGUARD_INLINE static void StoreTruncated(uint32_t* p, Float a) {
    _mm512_storeu_si512(p, _mm512_cvttps_epi32(a));
  }

  // Transposes sixteen records of eight floats, record(0) to record(15).
  template <typename Record>
  CLIPGUARD_INLINE static void LoadRecords(const Record& record,
                                           Float (&columns)[8]) {
    const auto pair = [&](size_t i, size_t k) CLIPGUARD_LAMBDA_INLINE {
      return _mm512_insertf32x8(
          _mm512_castps256_ps512(_mm256_load_ps(record(i))),
          _mm256_load_ps(record(k)), 1);
    };
    // Quarters 0 to 3 of `low[i]`: the first halves of records i, i + 4, i + 8
    // and i + 12; of `high[i]`: their second halves.
    __m512 low[4];
    __m512 high[4];
    for (size_t i = 0; i < 4; ++i) {
      const __m512 first = pair(i, i + 4);
      const __m512 second = pair(i + 8, i + 12);
      low[i] = _mm512_shuffle_f32x4(first, second, 0x88);
      high[i] = _mm512_shuffle_f32x4(first, second, 0xdd);
    }
    const auto transpose = [](const __m512(&rows)[4],
                              Float* out) CLIPGUARD_LAMBDA_INLINE {
      const __m512d a = _mm512_castps_pd(_mm512_unpacklo_ps(rows[0], rows[1]));
      const __m512d b = _mm512_castps_pd(_mm512_unpackhi_ps(rows[0], rows[1]));
      const __m512d c = _mm512_castps_pd(_mm512_unpacklo_ps(rows[2], rows[3]));
      const __m512d d = _mm512_castps_pd(_mm512_unpackhi_ps(rows[2], rows[3]));
      out[0] = _mm512_castpd_ps(_mm512_unpacklo_pd(a, c));
      out[1] = _mm512_castpd_ps(_mm512_unpackhi_pd(a, c));
      out[2] = _mm512_castpd_ps(_mm512_unpacklo_pd(b, d));
      out[3] = _mm512_castpd_ps(_mm512_unpackhi_pd(b, d));
    };
    transpose(low, columns);
    transpose(high, columns + 4);
  }
};

#include "eval/curve/batch_kernel_vector.inc"

}  // namespace

const BatchKernel BatchKernel::kAvx512 = {
    .name = "avx512",
    .find = Find,
    .evaluate = EvaluateMany,
    .evaluate_ascending = EvaluateAscending,
    .evaluate_pose = EvaluatePose,
    .ascends = Ascends,
    .find_nan = FindNan,
};

}  // namespace clipguard::eval
