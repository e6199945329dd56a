// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Skeletal animation with AVX2.

#include <immintrin.h>

#include "eval/curve/batch_kernel_macros.inc"
#include "eval/skeleton/skeleton_kernel.h"
#include "xsimd/xsimd.hpp"

namespace clipguard::eval {
namespace {

struct Lanes {
  // xsimd does the arithmetic, and this what it does not have, or does not have
  // alike in all versions.
  using Double = xsimd::batch<double, xsimd::avx2>;
  using Part = xsimd::batch<double, xsimd::avx2>;
  using Wide = xsimd::batch<float, xsimd::avx2>;
  static constexpr size_t kWidth = 4;
  static constexpr size_t kRowSize = 4;
  static constexpr size_t kWideSize = 8;

  CLIPGUARD_INLINE static Double Set(double x) { return _mm256_set1_pd(x); }
  CLIPGUARD_INLINE static Double LoadFloats(const float* p) {
    return _mm256_cvtps_pd(_mm_loadu_ps(p));
  }
  CLIPGUARD_INLINE static Double Abs(Double a) {
    return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a);
  }
  CLIPGUARD_INLINE static void Store(double* p, Double a) {
    _mm256_store_pd(p, a);
  }
  // Four floats of each of eight keys, from `offset` on, into columns.
  CLIPGUARD_INLINE static void Transpose(const BoneKey* const* keys,
                                         size_t offset,
                                         float (*columns)[kBonesPerBlock]) {
    // Keys i and i + 4.
    __m256 rows[4];
    for (size_t i = 0; i < 4; ++i) {
      rows[i] = _mm256_insertf128_ps(
          _mm256_castps128_ps256(
              _mm_load_ps(reinterpret_cast<const float*>(keys[i]) + offset)),
          _mm_load_ps(reinterpret_cast<const float*>(keys[i + 4]) + offset), 1);
    }
    const __m256d a = _mm256_castps_pd(_mm256_unpacklo_ps(rows[0], rows[1]));
    const __m256d b = _mm256_castps_pd(_mm256_unpackhi_ps(rows[0], rows[1]));
    const __m256d c = _mm256_castps_pd(_mm256_unpacklo_ps(rows[2], rows[3]));
    const __m256d d = _mm256_castps_pd(_mm256_unpackhi_ps(rows[2], rows[3]));
    _mm256_store_ps(columns[0], _mm256_castpd_ps(_mm256_unpacklo_pd(a, c)));
    _mm256_store_ps(columns[1], _mm256_castpd_ps(_mm256_unpackhi_pd(a, c)));
    _mm256_store_ps(columns[2], _mm256_castpd_ps(_mm256_unpacklo_pd(b, d)));
    _mm256_store_ps(columns[3], _mm256_castpd_ps(_mm256_unpackhi_pd(b, d)));
  }

  CLIPGUARD_INLINE static Part LoadPart(const double* p) {
    return _mm256_load_pd(p);
  }
  CLIPGUARD_INLINE static void StorePart(double* p, Part a) {
    _mm256_store_pd(p, a);
  }
  CLIPGUARD_INLINE static Part SplatPart(const double* p) {
    return _mm256_broadcast_sd(p);
  }
  CLIPGUARD_INLINE static void StoreNarrow(float* p, const Part (&row)[1]) {
    _mm_storeu_ps(p, _mm256_cvtpd_ps(row[0]));
  }

  CLIPGUARD_INLINE static bool HasNan(const float* p, size_t count) {
    __m256 nan = _mm256_setzero_ps();
    size_t i = 0;
    for (; count - i >= 16; i += 16) {
      nan = _mm256_or_ps(
          nan, _mm256_cmp_ps(_mm256_loadu_ps(p + i), _mm256_loadu_ps(p + i + 8),
                             _CMP_UNORD_Q));
    }
    bool any = _mm256_movemask_ps(nan) != 0;
    for (; i < count; ++i) any |= p[i] != p[i];
    return any;
  }

  CLIPGUARD_INLINE static Wide LoadWide(const float* p) {
    return _mm256_load_ps(p);
  }
  CLIPGUARD_INLINE static Wide SplatWide(const float* p) {
    return _mm256_broadcast_ss(p);
  }
  CLIPGUARD_INLINE static Wide OneWide() { return _mm256_set1_ps(1); }
  CLIPGUARD_INLINE static void Store3(float* p, __m128 a) {
    _mm_storel_pi(reinterpret_cast<__m64*>(p), a);
    _mm_store_ss(p + 2, _mm_movehl_ps(a, a));
  }
  CLIPGUARD_INLINE static __m128 AddHalves(Wide a) {
    return _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
  }
  // A point and a direction, times a matrix: three floats each.
  CLIPGUARD_INLINE static void Transform(const Wide (&rows)[2],
                                         const float* point,
                                         const float* direction, float* p,
                                         float* n) {
    // Two rows in one: x and y; z and 1, or z and nothing at all.
    const auto pair = [](Wide low, Wide high) CLIPGUARD_LAMBDA_INLINE -> Wide {
      return _mm256_blend_ps(low, high, 0xf0);
    };
    const Wide p01 = pair(SplatWide(point), SplatWide(point + 1));
    const Wide p23 = pair(SplatWide(point + 2), OneWide());
    const Wide n01 = pair(SplatWide(direction), SplatWide(direction + 1));
    const Wide n23 =
        pair(rows[1] * SplatWide(direction + 2), _mm256_setzero_ps());
    Store3(p, AddHalves(rows[0] * p01 + rows[1] * p23));
    Store3(n, AddHalves(rows[0] * n01 + n23));
  }
};

#include "eval/skeleton/skeleton_kernel_vector.inc"

}  // namespace

const SkeletonKernel SkeletonKernel::kAvx2 = {
    .name = "avx2",
    .load = Load,
    .evaluate = EvaluateMany,
    .skin = Skin,
};

}  // namespace clipguard::eval
