// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Skeletal animation with NEON, which every 64-bit ARM processor has.

#include <arm_neon.h>

#include "eval/curve/batch_kernel_macros.inc"
#include "eval/skeleton/skeleton_kernel.h"
#include "xsimd/xsimd.hpp"

namespace clipguard::eval {
namespace {

struct Lanes {
  using Double = xsimd::batch<double, xsimd::neon64>;
  using Part = xsimd::batch<double, xsimd::neon64>;
  using Wide = xsimd::batch<float, xsimd::neon64>;
  static constexpr size_t kWidth = 2;
  static constexpr size_t kRowSize = 2;
  static constexpr size_t kWideSize = 4;

  CLIPGUARD_INLINE static Double Set(double x) { return vdupq_n_f64(x); }
  CLIPGUARD_INLINE static Double LoadFloats(const float* p) {
    return vcvt_f64_f32(vld1_f32(p));
  }
  CLIPGUARD_INLINE static Double Abs(Double a) { return vabsq_f64(a); }
  CLIPGUARD_INLINE static void Store(double* p, Double a) { vst1q_f64(p, a); }
  // Four floats of each of eight keys, from `offset` on, into columns.
  CLIPGUARD_INLINE static void Transpose(const BoneKey* const* keys,
                                         size_t offset,
                                         float (*columns)[kBonesPerBlock]) {
    for (size_t half = 0; half < kBonesPerBlock; half += 4) {
      float32x4_t rows[4];
      for (size_t i = 0; i < 4; ++i) {
        rows[i] =
            vld1q_f32(reinterpret_cast<const float*>(keys[half + i]) + offset);
      }
      const float32x4x2_t a = vzipq_f32(rows[0], rows[2]);
      const float32x4x2_t b = vzipq_f32(rows[1], rows[3]);
      const float32x4x2_t low = vzipq_f32(a.val[0], b.val[0]);
      const float32x4x2_t high = vzipq_f32(a.val[1], b.val[1]);
      vst1q_f32(columns[0] + half, low.val[0]);
      vst1q_f32(columns[1] + half, low.val[1]);
      vst1q_f32(columns[2] + half, high.val[0]);
      vst1q_f32(columns[3] + half, high.val[1]);
    }
  }

  CLIPGUARD_INLINE static Part LoadPart(const double* p) {
    return vld1q_f64(p);
  }
  CLIPGUARD_INLINE static void StorePart(double* p, Part a) { vst1q_f64(p, a); }
  CLIPGUARD_INLINE static Part SplatPart(const double* p) {
    return vld1q_dup_f64(p);
  }
  CLIPGUARD_INLINE static void StoreNarrow(float* p, const Part (&row)[2]) {
    vst1q_f32(p, vcvt_high_f32_f64(vcvt_f32_f64(row[0]), row[1]));
  }

  CLIPGUARD_INLINE static bool HasNan(const float* p, size_t count) {
    uint32x4_t numbers = vdupq_n_u32(0xffffffff);
    size_t i = 0;
    for (; count - i >= 4; i += 4) {
      const float32x4_t four = vld1q_f32(p + i);
      numbers = vandq_u32(numbers, vceqq_f32(four, four));
    }
    bool any = vminvq_u32(numbers) == 0;
    for (; i < count; ++i) any |= p[i] != p[i];
    return any;
  }

  CLIPGUARD_INLINE static Wide LoadWide(const float* p) { return vld1q_f32(p); }
  CLIPGUARD_INLINE static Wide SplatWide(const float* p) {
    return vld1q_dup_f32(p);
  }
  CLIPGUARD_INLINE static Wide OneWide() { return vdupq_n_f32(1); }
  CLIPGUARD_INLINE static void Store3(float* p, float32x4_t a) {
    vst1_f32(p, vget_low_f32(a));
    vst1q_lane_f32(p + 2, a, 2);
  }
  // A point and a direction, times a matrix: three floats each.
  CLIPGUARD_INLINE static void Transform(const Wide (&rows)[4],
                                         const float* point,
                                         const float* direction, float* p,
                                         float* n) {
    const Wide p02 =
        rows[0] * SplatWide(point) + rows[2] * SplatWide(point + 2);
    const Wide p13 = rows[1] * SplatWide(point + 1) + rows[3];
    const Wide n02 =
        rows[0] * SplatWide(direction) + rows[2] * SplatWide(direction + 2);
    const Wide n13 = rows[1] * SplatWide(direction + 1) + Wide(vdupq_n_f32(0));
    Store3(p, p02 + p13);
    Store3(n, n02 + n13);
  }
};

#include "eval/skeleton/skeleton_kernel_vector.inc"

}  // namespace

const SkeletonKernel SkeletonKernel::kNeon = {
    .name = "neon",
    .load = Load,
    .evaluate = EvaluateMany,
    .skin = Skin,
};

}  // namespace clipguard::eval
