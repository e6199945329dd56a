// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The batch evaluator with SSE2, which every x86-64 processor has.
//
// There is no fused multiply-add, so that Fma is emulated, exactly: a product
// of floats is exact in double, and the sum is rounded to odd there, after
// which rounding to float gives what a single rounding would have given.

#include <immintrin.h>

#include "eval/curve/batch_kernel.h"
#include "eval/curve/batch_kernel_macros.inc"
#include "xsimd/xsimd.hpp"

namespace clipguard::eval {
namespace {

struct Lanes {
  using Float = xsimd::batch<float, xsimd::sse2>;
  using Mask = __m128;
  static constexpr size_t kWidth = 4;
  static constexpr size_t kPack = 1;
  static constexpr size_t kRunPack = 1;

  CLIPGUARD_INLINE static Float Set(float x) { return _mm_set1_ps(x); }
  CLIPGUARD_INLINE static Float Load(const float* p) { return _mm_loadu_ps(p); }
  CLIPGUARD_INLINE static void Store(float* p, Float a) { _mm_storeu_ps(p, a); }
  // a b + c, rounded to odd: towards 0 and then to an odd last bit if it is not
  // exact. The rounding error of the sum is what two-sum finds.
  CLIPGUARD_INLINE static __m128d FmaToOdd(__m128d a, __m128d b, __m128d c) {
    const __m128d product = _mm_mul_pd(a, b);
    const __m128d sum = _mm_add_pd(product, c);
    const __m128d c_part = _mm_sub_pd(sum, product);
    const __m128d error = _mm_add_pd(
        _mm_sub_pd(product, _mm_sub_pd(sum, c_part)), _mm_sub_pd(c, c_part));
    // Rounded away from 0 if sum and error have different signs: then the bits
    // minus 1. SSE2 has no shift of 64 bits with sign; 32 and a copy do.
    const __m128i sum_bits = _mm_castpd_si128(sum);
    const __m128i differ = _mm_shuffle_epi32(
        _mm_srai_epi32(_mm_xor_si128(sum_bits, _mm_castpd_si128(error)), 31),
        0xf5);
    const __m128i inexact =
        _mm_castpd_si128(_mm_cmpneq_pd(error, _mm_setzero_pd()));
    const __m128i truncated =
        _mm_add_epi64(sum_bits, _mm_and_si128(differ, inexact));
    return _mm_castsi128_pd(
        _mm_or_si128(truncated, _mm_srli_epi64(inexact, 63)));
  }
  CLIPGUARD_INLINE static Float Fma(Float a, Float b, Float c) {
    const __m128 low = _mm_cvtpd_ps(
        FmaToOdd(_mm_cvtps_pd(a), _mm_cvtps_pd(b), _mm_cvtps_pd(c)));
    const __m128 high = _mm_cvtpd_ps(FmaToOdd(
        _mm_cvtps_pd(_mm_movehl_ps(a, a)), _mm_cvtps_pd(_mm_movehl_ps(b, b)),
        _mm_cvtps_pd(_mm_movehl_ps(c, c))));
    return _mm_movelh_ps(low, high);
  }
  CLIPGUARD_INLINE static Float FmaMinus(Float a, Float b, Float c) {
    return Fma(a, b, Negate(c));
  }
  CLIPGUARD_INLINE static Float MinusFma(Float a, Float b, Float c) {
    return Fma(Negate(a), b, c);
  }
  // The instructions' own rule: b, if one of them is NaN.
  CLIPGUARD_INLINE static Float Min(Float a, Float b) {
    return _mm_min_ps(a, b);
  }
  CLIPGUARD_INLINE static Float Max(Float a, Float b) {
    return _mm_max_ps(a, b);
  }
  CLIPGUARD_INLINE static Float Abs(Float a) {
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
  }
  CLIPGUARD_INLINE static Float Negate(Float a) {
    return _mm_xor_ps(a, _mm_set1_ps(-0.0f));
  }
  CLIPGUARD_INLINE static Float NegateIf(Mask mask, Float a) {
    return _mm_xor_ps(a, _mm_and_ps(mask, _mm_set1_ps(-0.0f)));
  }
  // Where the mask is set a, else b.
  CLIPGUARD_INLINE static Float Select(Mask mask, Float a, Float b) {
    return _mm_or_ps(_mm_and_ps(mask, a), _mm_andnot_ps(mask, b));
  }
  CLIPGUARD_INLINE static Mask GreaterEqual(Float a, Float b) {
    return _mm_cmpge_ps(a, b);
  }
  CLIPGUARD_INLINE static Mask LessThan(Float a, Float b) {
    return _mm_cmplt_ps(a, b);
  }
  CLIPGUARD_INLINE static size_t CountTrue(Mask mask) {
    return static_cast<size_t>(
        __builtin_popcount(static_cast<unsigned>(_mm_movemask_ps(mask))));
  }

  // A float's bits as an integer, and that integer's value as a float.
  CLIPGUARD_INLINE static Float FloatOfBits(Float a) {
    return _mm_cvtepi32_ps(_mm_castps_si128(a));
  }
  // The value towards 0 as an integer, read as a float's bits.
  CLIPGUARD_INLINE static Float TruncatedAsBits(Float a) {
    return _mm_castsi128_ps(_mm_cvttps_epi32(a));
  }
  // Half the bits, as an integer, plus `shift`.
  CLIPGUARD_INLINE static Float HalfBitsPlus(Float a, int32_t shift) {
    return _mm_castsi128_ps(_mm_add_epi32(
        _mm_srai_epi32(_mm_castps_si128(a), 1), _mm_set1_epi32(shift)));
  }
  // `from` minus the bits.
  CLIPGUARD_INLINE static Float BitsFrom(int32_t from, Float a) {
    return _mm_castsi128_ps(
        _mm_sub_epi32(_mm_set1_epi32(from), _mm_castps_si128(a)));
  }
  CLIPGUARD_INLINE static void StoreTruncated(uint32_t* p, Float a) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm_cvttps_epi32(a));
  }

  // Transposes four records of eight floats, record(0) to record(3).
  template <typename Record>
  CLIPGUARD_INLINE static void LoadRecords(const Record& record,
                                           Float (&columns)[8]) {
    for (size_t half = 0; half < 2; ++half) {
      __m128 rows[4];
      for (size_t i = 0; i < 4; ++i) {
        rows[i] = _mm_load_ps(record(i) + 4 * half);
      }
      _MM_TRANSPOSE4_PS(rows[0], rows[1], rows[2], rows[3]);
      for (size_t i = 0; i < 4; ++i) columns[4 * half + i] = rows[i];
    }
  }
};

#include "eval/curve/batch_kernel_vector.inc"

}  // namespace

const BatchKernel BatchKernel::kSse2 = {
    .name = "sse2",
    .find = Find,
    .evaluate = EvaluateMany,
    .evaluate_ascending = EvaluateAscending,
    .evaluate_pose = EvaluatePose,
    .ascends = Ascends,
    .find_nan = FindNan,
};

}  // namespace clipguard::eval
