// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Skeletal animation with SSE2, which every x86-64 processor has.

#include <immintrin.h>

#include "eval/curve/batch_kernel_macros.inc"
#include "eval/skeleton/skeleton_kernel.h"
#include "xsimd/xsimd.hpp"

namespace clipguard::eval {
namespace {

struct Lanes {
  using Double = xsimd::batch<double, xsimd::sse2>;
  using Part = xsimd::batch<double, xsimd::sse2>;
  using Wide = xsimd::batch<float, xsimd::sse2>;
  static constexpr size_t kWidth = 2;
  static constexpr size_t kRowSize = 2;
  static constexpr size_t kWideSize = 4;

  CLIPGUARD_INLINE static Double Set(double x) { return _mm_set1_pd(x); }
  CLIPGUARD_INLINE static Double LoadFloats(const float* p) {
    return _mm_cvtps_pd(
        _mm_castsi128_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p))));
  }
  CLIPGUARD_INLINE static Double Abs(Double a) {
    return _mm_andnot_pd(_mm_set1_pd(-0.0), a);
  }
  CLIPGUARD_INLINE static void Store(double* p, Double a) {
    _mm_store_pd(p, a);
  }
  // Four floats of each of eight keys, from `offset` on, into columns.
  CLIPGUARD_INLINE static void Transpose(const BoneKey* const* keys,
                                         size_t offset,
                                         float (*columns)[kBonesPerBlock]) {
    for (size_t half = 0; half < kBonesPerBlock; half += 4) {
      __m128 rows[4];
      for (size_t i = 0; i < 4; ++i) {
        rows[i] = _mm_load_ps(reinterpret_cast<const float*>(keys[half + i]) +
                              offset);
      }
      _MM_TRANSPOSE4_PS(rows[0], rows[1], rows[2], rows[3]);
      for (size_t i = 0; i < 4; ++i) _mm_store_ps(columns[i] + half, rows[i]);
    }
  }

  CLIPGUARD_INLINE static Part LoadPart(const double* p) {
    return _mm_load_pd(p);
  }
  CLIPGUARD_INLINE static void StorePart(double* p, Part a) {
    _mm_store_pd(p, a);
  }
  CLIPGUARD_INLINE static Part SplatPart(const double* p) {
    return _mm_set1_pd(*p);
  }
  CLIPGUARD_INLINE static void StoreNarrow(float* p, const Part (&row)[2]) {
    _mm_storeu_ps(p, _mm_movelh_ps(_mm_cvtpd_ps(row[0]), _mm_cvtpd_ps(row[1])));
  }

  CLIPGUARD_INLINE static bool HasNan(const float* p, size_t count) {
    __m128 nan = _mm_setzero_ps();
    size_t i = 0;
    for (; count - i >= 8; i += 8) {
      nan = _mm_or_ps(
          nan, _mm_cmpunord_ps(_mm_loadu_ps(p + i), _mm_loadu_ps(p + i + 4)));
    }
    bool any = _mm_movemask_ps(nan) != 0;
    for (; i < count; ++i) any |= p[i] != p[i];
    return any;
  }

  CLIPGUARD_INLINE static Wide LoadWide(const float* p) {
    return _mm_load_ps(p);
  }
  CLIPGUARD_INLINE static Wide SplatWide(const float* p) {
    return _mm_set1_ps(*p);
  }
  CLIPGUARD_INLINE static Wide OneWide() { return _mm_set1_ps(1); }
  CLIPGUARD_INLINE static void Store3(float* p, __m128 a) {
    _mm_storel_pi(reinterpret_cast<__m64*>(p), a);
    _mm_store_ss(p + 2, _mm_movehl_ps(a, a));
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
    const Wide n13 =
        rows[1] * SplatWide(direction + 1) + Wide(_mm_setzero_ps());
    Store3(p, p02 + p13);
    Store3(n, n02 + n13);
  }
};

#include "eval/skeleton/skeleton_kernel_vector.inc"

}  // namespace

const SkeletonKernel SkeletonKernel::kSse2 = {
    .name = "sse2",
    .load = Load,
    .evaluate = EvaluateMany,
    .skin = Skin,
};

}  // namespace clipguard::eval
