// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Skeletal animation with AVX2.

#include <immintrin.h>

#include "eval/batch_kernel_macros.inc"
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
  using Floats = __m128;
  static constexpr size_t kWidth = 4;
  static constexpr size_t kRowSize = 4;
  static constexpr size_t kWideSize = 8;

  CLIPGUARD_INLINE static Double Set(double x) { return _mm256_set1_pd(x); }
  CLIPGUARD_INLINE static Double LoadFloats(const float* p) {
    return _mm256_cvtps_pd(_mm_loadu_ps(p));
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
          _mm256_castps128_ps256(_mm_load_ps(
              reinterpret_cast<const float*>(keys[i]) + offset)),
          _mm_load_ps(reinterpret_cast<const float*>(keys[i + 4]) + offset),
          1);
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
  CLIPGUARD_INLINE static Floats Narrow(const Part (&row)[1]) {
    return _mm256_cvtpd_ps(row[0]);
  }
  CLIPGUARD_INLINE static void StoreFloats(float* p, Floats a) {
    _mm_storeu_ps(p, a);
  }

  // Whether there has been a NaN among floats.
  CLIPGUARD_INLINE static Floats NoNan() { return _mm_setzero_ps(); }
  CLIPGUARD_INLINE static Floats NoteNan(Floats noted, Floats a, Floats b) {
    return _mm_or_ps(noted, _mm_cmpunord_ps(a, b));
  }
  CLIPGUARD_INLINE static bool AnyNan(Floats noted) {
    return _mm_movemask_ps(noted) != 0;
  }

  CLIPGUARD_INLINE static Wide LoadWide(const float* p) {
    return _mm256_load_ps(p);
  }
  CLIPGUARD_INLINE static Wide SplatWide(const float* p) {
    return _mm256_broadcast_ss(p);
  }
  CLIPGUARD_INLINE static Wide OneWide() { return _mm256_set1_ps(1); }
  CLIPGUARD_INLINE static __m256 Load3(const float* p) {
    return _mm256_castps128_ps256(_mm_movelh_ps(
        _mm_castsi128_ps(
            _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p))),
        _mm_load_ss(p + 2)));
  }
  CLIPGUARD_INLINE static void Store3(float* p, Floats a) {
    _mm_storel_pi(reinterpret_cast<__m64*>(p), a);
    _mm_store_ss(p + 2, _mm_movehl_ps(a, a));
  }
  CLIPGUARD_INLINE static Floats AddHalves(Wide a) {
    return _mm_add_ps(_mm256_castps256_ps128(a),
                      _mm256_extractf128_ps(a, 1));
  }
  // A point and a direction, times a matrix.
  CLIPGUARD_INLINE static void Transform(const Wide (&rows)[2],
                                         const float* point,
                                         const float* direction, Floats* p,
                                         Floats* n) {
    const __m256i xy = _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1);
    const __m256i z = _mm256_set1_epi32(2);
    const __m256 from_p = Load3(point);
    const __m256 from_n = Load3(direction);
    const Wide p01 = _mm256_permutevar8x32_ps(from_p, xy);
    const Wide p23 = _mm256_blend_ps(_mm256_permutevar8x32_ps(from_p, z),
                                     _mm256_set1_ps(1), 0xf0);
    const Wide n01 = _mm256_permutevar8x32_ps(from_n, xy);
    const Wide n2 = _mm256_permutevar8x32_ps(from_n, z);
    const Wide n23 =
        _mm256_blend_ps(rows[1] * n2, _mm256_setzero_ps(), 0xf0);
    *p = AddHalves(rows[0] * p01 + rows[1] * p23);
    *n = AddHalves(rows[0] * n01 + n23);
  }
};

#include "eval/skeleton/skeleton_kernel_vector.inc"

}  // namespace

extern const SkeletonKernel kAvx2SkeletonKernel = {
    .name = "avx2",
    .load = Load,
    .evaluate = EvaluateMany,
    .skin = Skin,
};

}  // namespace clipguard::eval
