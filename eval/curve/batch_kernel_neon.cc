// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The batch evaluator with NEON, which every 64-bit ARM processor has.

#include <arm_neon.h>

#include "eval/curve/batch_kernel.h"
#include "eval/curve/batch_kernel_macros.inc"
#include "xsimd/xsimd.hpp"

namespace clipguard::eval {
namespace {

struct Lanes {
  // xsimd does the arithmetic, and this what it does not have, or does not have
  // alike in all versions.
  using Float = xsimd::batch<float, xsimd::neon64>;
  using Mask = uint32x4_t;
  static constexpr size_t kWidth = 4;
  static constexpr size_t kPack = 2;
  static constexpr size_t kRunPack = 4;

  CLIPGUARD_INLINE static Float Set(float x) { return vdupq_n_f32(x); }
  CLIPGUARD_INLINE static Float Load(const float* p) { return vld1q_f32(p); }
  CLIPGUARD_INLINE static void Store(float* p, Float a) { vst1q_f32(p, a); }
  CLIPGUARD_INLINE static Float Fma(Float a, Float b, Float c) {
    return vfmaq_f32(c, a, b);
  }
  CLIPGUARD_INLINE static Float FmaMinus(Float a, Float b, Float c) {
    return vfmaq_f32(vnegq_f32(c), a, b);
  }
  CLIPGUARD_INLINE static Float MinusFma(Float a, Float b, Float c) {
    return vfmsq_f32(c, a, b);
  }
  // As on x86, and not as NEON's own: b, if one of them is NaN.
  CLIPGUARD_INLINE static Float Min(Float a, Float b) {
    return vbslq_f32(vcltq_f32(a, b), a, b);
  }
  CLIPGUARD_INLINE static Float Max(Float a, Float b) {
    return vbslq_f32(vcgtq_f32(a, b), a, b);
  }
  CLIPGUARD_INLINE static Float Abs(Float a) { return vabsq_f32(a); }
  CLIPGUARD_INLINE static Float Negate(Float a) { return vnegq_f32(a); }
  CLIPGUARD_INLINE static Float NegateIf(Mask mask, Float a) {
    return vbslq_f32(mask, vnegq_f32(a), a);
  }
  // Where the mask is set a, else b.
  CLIPGUARD_INLINE static Float Select(Mask mask, Float a, Float b) {
    return vbslq_f32(mask, a, b);
  }
  CLIPGUARD_INLINE static Mask GreaterEqual(Float a, Float b) {
    return vcgeq_f32(a, b);
  }
  CLIPGUARD_INLINE static Mask LessThan(Float a, Float b) {
    return vcltq_f32(a, b);
  }
  CLIPGUARD_INLINE static size_t CountTrue(Mask mask) {
    return vaddvq_u32(vshrq_n_u32(mask, 31));
  }

  // A float's bits as an integer, and that integer's value as a float.
  CLIPGUARD_INLINE static Float FloatOfBits(Float a) {
    return vcvtq_f32_s32(vreinterpretq_s32_f32(a));
  }
  // The value towards 0 as an integer, read as a float's bits.
  CLIPGUARD_INLINE static Float TruncatedAsBits(Float a) {
    return vreinterpretq_f32_s32(vcvtq_s32_f32(a));
  }
  // Half the bits, as an integer, plus `shift`.
  CLIPGUARD_INLINE static Float HalfBitsPlus(Float a, int32_t shift) {
    return vreinterpretq_f32_s32(vaddq_s32(
        vshrq_n_s32(vreinterpretq_s32_f32(a), 1), vdupq_n_s32(shift)));
  }
  // `from` minus the bits.
  CLIPGUARD_INLINE static Float BitsFrom(int32_t from, Float a) {
    return vreinterpretq_f32_s32(
        vsubq_s32(vdupq_n_s32(from), vreinterpretq_s32_f32(a)));
  }
  CLIPGUARD_INLINE static void StoreTruncated(uint32_t* p, Float a) {
    vst1q_u32(p, vreinterpretq_u32_s32(vcvtq_s32_f32(a)));
  }

  // Transposes four records of eight floats, record(0) to record(3).
  template <typename Record>
  CLIPGUARD_INLINE static void LoadRecords(const Record& record,
                                           Float (&columns)[8]) {
    for (size_t half = 0; half < 2; ++half) {
      float32x4_t rows[4];
      for (size_t i = 0; i < 4; ++i) {
        rows[i] = vld1q_f32(record(i) + 4 * half);
      }
      const float32x4x2_t a = vzipq_f32(rows[0], rows[2]);
      const float32x4x2_t b = vzipq_f32(rows[1], rows[3]);
      const float32x4x2_t low = vzipq_f32(a.val[0], b.val[0]);
      const float32x4x2_t high = vzipq_f32(a.val[1], b.val[1]);
      columns[4 * half + 0] = low.val[0];
      columns[4 * half + 1] = low.val[1];
      columns[4 * half + 2] = high.val[0];
      columns[4 * half + 3] = high.val[1];
    }
  }
};

#include "eval/curve/batch_kernel_vector.inc"

}  // namespace

const BatchKernel BatchKernel::kNeon = {
    .name = "neon",
    .find = Find,
    .evaluate = EvaluateMany,
    .evaluate_ascending = EvaluateAscending,
    .evaluate_pose = EvaluatePose,
    .ascends = Ascends,
    .find_nan = FindNan,
};

}  // namespace clipguard::eval
