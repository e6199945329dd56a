// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The batch evaluator with AVX2 and FMA.

#include <immintrin.h>

#include "eval/curve/batch_kernel.h"
#include "eval/curve/batch_kernel_macros.inc"
#include "xsimd/xsimd.hpp"

namespace clipguard::eval {
namespace {

struct Lanes {
  // xsimd does the arithmetic, and this what it does not have, or does not have
  // alike in all versions.
  using Float = xsimd::batch<float, xsimd::avx2>;
  using Mask = __m256;
  static constexpr size_t kWidth = 8;
  static constexpr size_t kPack = 2;
  static constexpr size_t kRunPack = 4;

  CLIPGUARD_INLINE static Float Set(float x) { return _mm256_set1_ps(x); }
  CLIPGUARD_INLINE static Float Load(const float* p) {
    return _mm256_loadu_ps(p);
  }
  CLIPGUARD_INLINE static void Store(float* p, Float a) {
    _mm256_storeu_ps(p, a);
  }
  CLIPGUARD_INLINE static Float Fma(Float a, Float b, Float c) {
    return _mm256_fmadd_ps(a, b, c);
  }
  CLIPGUARD_INLINE static Float FmaMinus(Float a, Float b, Float c) {
    return _mm256_fmsub_ps(a, b, c);
  }
  CLIPGUARD_INLINE static Float MinusFma(Float a, Float b, Float c) {
    return _mm256_fnmadd_ps(a, b, c);
  }
  // The instructions' own rule: b, if one of them is NaN.
  CLIPGUARD_INLINE static Float Min(Float a, Float b) {
    return _mm256_min_ps(a, b);
  }
  CLIPGUARD_INLINE static Float Max(Float a, Float b) {
    return _mm256_max_ps(a, b);
  }
  CLIPGUARD_INLINE static Float Abs(Float a) {
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a);
  }
  CLIPGUARD_INLINE static Float Negate(Float a) {
    return _mm256_xor_ps(a, _mm256_set1_ps(-0.0f));
  }
  CLIPGUARD_INLINE static Float NegateIf(Mask mask, Float a) {
    return _mm256_xor_ps(a, _mm256_and_ps(mask, _mm256_set1_ps(-0.0f)));
  }
  // Where the mask is set a, else b.
  CLIPGUARD_INLINE static Float Select(Mask mask, Float a, Float b) {
    return _mm256_blendv_ps(b, a, mask);
  }
  CLIPGUARD_INLINE static Mask GreaterEqual(Float a, Float b) {
    return _mm256_cmp_ps(a, b, _CMP_GE_OQ);
  }
  CLIPGUARD_INLINE static Mask LessThan(Float a, Float b) {
    return _mm256_cmp_ps(a, b, _CMP_LT_OQ);
  }
  CLIPGUARD_INLINE static size_t CountTrue(Mask mask) {
    return static_cast<size_t>(
        __builtin_popcount(static_cast<unsigned>(_mm256_movemask_ps(mask))));
  }

  // A float's bits as an integer, and that integer's value as a float.
  CLIPGUARD_INLINE static Float FloatOfBits(Float a) {
    return _mm256_cvtepi32_ps(_mm256_castps_si256(a));
  }
  // The value towards 0 as an integer, read as a float's bits.
  CLIPGUARD_INLINE static Float TruncatedAsBits(Float a) {
    return _mm256_castsi256_ps(_mm256_cvttps_epi32(a));
  }
  // Half the bits, as an integer, plus `shift`.
  CLIPGUARD_INLINE static Float HalfBitsPlus(Float a, int32_t shift) {
    return _mm256_castsi256_ps(
        _mm256_add_epi32(_mm256_srai_epi32(_mm256_castps_si256(a), 1),
                         _mm256_set1_epi32(shift)));
  }
  // `from` minus the bits.
  CLIPGUARD_INLINE static Float BitsFrom(int32_t from, Float a) {
    return _mm256_castsi256_ps(
        _mm256_sub_epi32(_mm256_set1_epi32(from), _mm256_castps_si256(a)));
  }
  CLIPGUARD_INLINE static void StoreTruncated(uint32_t* p, Float a) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm256_cvttps_epi32(a));
  }

  // Transposes eight records of eight floats, record(0) to record(7).
  template <typename Record>
  CLIPGUARD_INLINE static void LoadRecords(const Record& record,
                                           Float (&columns)[8]) {
    for (size_t half = 0; half < 2; ++half) {
      // Records i and i + 4, four floats of each.
      __m256 rows[4];
      for (size_t i = 0; i < 4; ++i) {
        rows[i] = _mm256_insertf128_ps(
            _mm256_castps128_ps256(_mm_load_ps(record(i) + 4 * half)),
            _mm_load_ps(record(i + 4) + 4 * half), 1);
      }
      const __m256d a = _mm256_castps_pd(_mm256_unpacklo_ps(rows[0], rows[1]));
      const __m256d b = _mm256_castps_pd(_mm256_unpackhi_ps(rows[0], rows[1]));
      const __m256d c = _mm256_castps_pd(_mm256_unpacklo_ps(rows[2], rows[3]));
      const __m256d d = _mm256_castps_pd(_mm256_unpackhi_ps(rows[2], rows[3]));
      Float* const out = columns + 4 * half;
      out[0] = _mm256_castpd_ps(_mm256_unpacklo_pd(a, c));
      out[1] = _mm256_castpd_ps(_mm256_unpackhi_pd(a, c));
      out[2] = _mm256_castpd_ps(_mm256_unpacklo_pd(b, d));
      out[3] = _mm256_castpd_ps(_mm256_unpackhi_pd(b, d));
    }
  }
};

#include "eval/curve/batch_kernel_vector.inc"

}  // namespace

const BatchKernel BatchKernel::kAvx2 = {
    .name = "avx2",
    .find = Find,
    .evaluate = EvaluateMany,
    .evaluate_ascending = EvaluateAscending,
    .evaluate_pose = EvaluatePose,
    .ascends = Ascends,
    .find_nan = FindNan,
};

}  // namespace clipguard::eval
