// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// SSE2, which every x86-64 processor has.

#ifndef CLIPGUARD_SIMD_VECTORS_SSE2_H_
#define CLIPGUARD_SIMD_VECTORS_SSE2_H_

#include <immintrin.h>

#include "simd/vectors.h"

namespace clipguard::simd {

struct Sse2 : Vectors4<xsimd::sse2> {
  // There is no fused multiply-add. It is emulated, exactly: a product of
  // floats is exact in double, and the sum is rounded to odd there, after which
  // rounding to float gives what a single rounding would have given.
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

  CLIPGUARD_INLINE static size_t CountTrue(Mask mask) {
    return static_cast<size_t>(
        __builtin_popcount(static_cast<unsigned>(_mm_movemask_ps(mask))));
  }

  CLIPGUARD_INLINE static Float RoundDown(Float a) {
    const Float t = RoundTowardsZero(a);
    return SignedOrWhole(t - OneWhere(t > a), a);
  }
  CLIPGUARD_INLINE static Float RoundUp(Float a) {
    const Float t = RoundTowardsZero(a);
    return SignedOrWhole(t + OneWhere(t < a), a);
  }

  CLIPGUARD_INLINE static void Widen(Float a, Double (&halves)[2]) {
    halves[0] = _mm_cvtps_pd(a);
    halves[1] = _mm_cvtps_pd(_mm_movehl_ps(a, a));
  }
  CLIPGUARD_INLINE static Float Narrow(const Double (&halves)[2]) {
    return _mm_movelh_ps(_mm_cvtpd_ps(halves[0]), _mm_cvtpd_ps(halves[1]));
  }
  CLIPGUARD_INLINE static Double LoadWide(const float* p) {
    return _mm_cvtps_pd(
        _mm_castsi128_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p))));
  }
  CLIPGUARD_INLINE static void StoreNarrow(float* p, const Double (&row)[2]) {
    Narrow(row).store_unaligned(p);
  }
  CLIPGUARD_INLINE static void Store3(float* p, __m128 a) {
    _mm_storel_pi(reinterpret_cast<__m64*>(p), a);
    _mm_store_ss(p + 2, _mm_movehl_ps(a, a));
  }

 private:
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

  // Below it floats have fractions, and fit into int32.
  static constexpr float kWholeFrom = 8388608;  // 2^23

  // Rounds numbers that have a fraction; the result for others is unspecified.
  CLIPGUARD_INLINE static Float RoundTowardsZero(Float a) {
    return xsimd::to_float(xsimd::to_int(a));
  }
  CLIPGUARD_INLINE static Float OneWhere(Mask mask) {
    return xsimd::select(mask, Float(1.0f), Float(0.0f));
  }
  // `rounded` with the sign of a; a, if it has no fraction or is not a number.
  CLIPGUARD_INLINE static Float SignedOrWhole(Float rounded, Float a) {
    const Float sign = a & Float(-0.0f);
    return xsimd::select(xsimd::abs(a) < Float(kWholeFrom), rounded | sign, a);
  }
};

}  // namespace clipguard::simd

#endif  // CLIPGUARD_SIMD_VECTORS_SSE2_H_
