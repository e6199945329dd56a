// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// NEON, which every 64-bit ARM processor has.

#ifndef CLIPGUARD_SIMD_VECTORS_NEON_H_
#define CLIPGUARD_SIMD_VECTORS_NEON_H_

#include <arm_neon.h>

#include "simd/vectors.h"

namespace clipguard::simd {

struct Neon : Vectors4<xsimd::neon64> {
  CLIPGUARD_INLINE static Float Fma(Float a, Float b, Float c) {
    return vfmaq_f32(c, a, b);
  }
  CLIPGUARD_INLINE static Float FmaMinus(Float a, Float b, Float c) {
    return vfmaq_f32(vnegq_f32(c), a, b);
  }
  CLIPGUARD_INLINE static Float MinusFma(Float a, Float b, Float c) {
    return vfmsq_f32(c, a, b);
  }

  CLIPGUARD_INLINE static Float Divide(Float a, Float b) {
    return vdivq_f32(a, b);
  }
  CLIPGUARD_INLINE static Float Negate(Float a) { return vnegq_f32(a); }
  CLIPGUARD_INLINE static Float NegateIf(Mask mask, Float a) {
    return xsimd::select(mask, Negate(a), a);
  }
  CLIPGUARD_INLINE static Float Min(Float a, Float b) {
    return xsimd::select(a < b, a, b);
  }
  CLIPGUARD_INLINE static Float Max(Float a, Float b) {
    return xsimd::select(a > b, a, b);
  }

  CLIPGUARD_INLINE static size_t CountTrue(Mask mask) {
    return vaddvq_u32(vshrq_n_u32(mask, 31));
  }

  CLIPGUARD_INLINE static Float RoundDown(Float a) { return vrndmq_f32(a); }
  CLIPGUARD_INLINE static Float RoundUp(Float a) { return vrndpq_f32(a); }

  CLIPGUARD_INLINE static void Widen(Float a, Double (&halves)[2]) {
    halves[0] = vcvt_f64_f32(vget_low_f32(a));
    halves[1] = vcvt_high_f64_f32(a);
  }
  CLIPGUARD_INLINE static Float Narrow(const Double (&halves)[2]) {
    return vcvt_high_f32_f64(vcvt_f32_f64(halves[0]), halves[1]);
  }
  CLIPGUARD_INLINE static Double LoadWide(const float* p) {
    return vcvt_f64_f32(vld1_f32(p));
  }
  CLIPGUARD_INLINE static void StoreNarrow(float* p, const Double (&row)[2]) {
    Narrow(row).store_unaligned(p);
  }
  CLIPGUARD_INLINE static void Store3(float* p, Float a) {
    vst1_f32(p, vget_low_f32(a));
    vst1q_lane_f32(p + 2, a, 2);
  }
};

}  // namespace clipguard::simd

#endif  // CLIPGUARD_SIMD_VECTORS_NEON_H_
