// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Vectors, for the kernels.
//
// Mathematics that exists once for each instruction set is written once, as a
// text NAME_vector.inc. NAME_avx2.cc, say, is nothing but
//
//   #include "simd/vectors_avx2.h"
//   ...
//   namespace {
//   using Lanes = simd::Avx2;
//   #include "NAME_vector.inc"
//   }  // namespace
//   constinit const Functions Functions::kAvx2 = MakeFunctions("avx2");
//
// Vectors are xsimd's: Lanes::Float, Double, Int and Mask, with their loads,
// stores, arithmetic, comparisons and xsimd::select(). A struct for each
// instruction set adds what xsimd lacks, or does not have alike for all
// processors and in all versions (8.1 is Debian 12's). Do not use:
//
//   xsimd::fma, fms, fnma    not fused on SSE2; nor all on AVX-512 and NEON
//   xsimd::min, max          with NaN, NEON has rules of its own
//   /, of floats             not rounded to the nearest on NEON
//   unary -                  0 - x on AVX-512: 0 for 0, not -0
//   !=                       false for NaN on AVX-512
//   !, of masks              compares with false, which is slow on AVX2; use ~
//   xsimd::floor, ceil       0 for -0 on SSE2 and NEON
//   xsimd::bitwise_cast      has other arguments from version 9 on
//   batch_bool::mask         not in version 8
//
// A file that is compiled for an instruction set must not define functions that
// a linker could merge with another file's: it might keep the copy that was
// compiled for the newer processor. It does not. Everything in an .inc has
// internal linkage; the functions here and xsimd's are templates for, or
// members of, one instruction set, and those here are always inlined. But
// AVX-512 works with vectors of AVX2 too, and xsimd's functions are inlined
// only because they are short: simd/kernel_symbols_test.sh sees to it that a
// kernel's object defines one symbol, its struct of functions.

#ifndef CLIPGUARD_SIMD_VECTORS_H_
#define CLIPGUARD_SIMD_VECTORS_H_

#include <cstddef>
#include <cstdint>

#include "xsimd/xsimd.hpp"

// Values in registers must not become values in memory.
#define CLIPGUARD_INLINE inline __attribute__((always_inline))
#define CLIPGUARD_LAMBDA_INLINE __attribute__((always_inline))

namespace clipguard::simd {

// Operations that are the same for all instruction sets. Each instruction set
// adds, as static functions,
//
//   Float Fma(Float a, Float b, Float c)       a b + c, rounded once
//   Float FmaMinus(Float a, Float b, Float c)  a b - c
//   Float MinusFma(Float a, Float b, Float c)  c - a b
//   size_t CountTrue(Mask mask)                of lanes
//   Float RoundDown(Float a), RoundUp(Float a) with the sign of a
//   void Widen(Float a, Double (&halves)[2])   exact
//   Float Narrow(const Double (&halves)[2])    to the nearest
//   Double LoadWide(const float* p)            Double::size floats, widened
//   void Store3(float* p, four floats)         the first three of them
//   void StoreNarrow(float* p, const Double (&row)[4 / Double::size])
//   void TransposeQuarters(const Float (&rows)[4], Float* columns)
//                                              quarter i of columns[k]: float k
//                                              of quarter i of each row; of
//                                              vectors of four, the vectors
//
// Vectors of more than four floats differ in how they are put together; what
// there is besides says the file of the instruction set.
template <typename Arch>
struct Vectors {
  using Float = xsimd::batch<float, Arch>;
  using Double = xsimd::batch<double, Arch>;
  using Int = xsimd::batch<int32_t, Arch>;
  using Mask = xsimd::batch_bool<float, Arch>;

  CLIPGUARD_INLINE static Int Bits(Float a) {
    return __builtin_bit_cast(Int, a);
  }
  CLIPGUARD_INLINE static Float FromBits(Int a) {
    return __builtin_bit_cast(Float, a);
  }

  // a, and one more where the mask is set.
  CLIPGUARD_INLINE static Int AddOneIf(Mask mask, Int a) {
    return a + Bits(xsimd::select(mask, FromBits(Int(1)), Float(0.0f)));
  }

  CLIPGUARD_INLINE static Float Negate(Float a) { return a ^ Float(-0.0f); }
  CLIPGUARD_INLINE static Float NegateIf(Mask mask, Float a) {
    return a ^ xsimd::select(mask, Float(-0.0f), Float(0.0f));
  }

  // a / b, rounded to the nearest: on NEON xsimd's operator only estimates it.
  CLIPGUARD_INLINE static Float Divide(Float a, Float b) { return a / b; }

  // p[index[k]] for each lane k. Where each index is below 2 Float::size, and
  // all of those floats may be read, LoadNear() does the same, quicker; and
  // LoadWithin() where each is below Float::size.
  CLIPGUARD_INLINE static Float LoadAt(const float* p, Int index) {
    int32_t at[Float::size];
    float lanes[Float::size];
    index.store_unaligned(at);
    for (size_t k = 0; k < Float::size; ++k) lanes[k] = p[at[k]];
    return Float::load_unaligned(lanes);
  }
  CLIPGUARD_INLINE static Float LoadNear(const float* p, Int index) {
    return LoadAt(p, index);
  }
  CLIPGUARD_INLINE static Float LoadWithin(const float* p, Int index) {
    return LoadAt(p, index);
  }

  // Brings the lanes that are set to the front, in order. The others become
  // anything.
  class ToFront {
   public:
    CLIPGUARD_INLINE explicit ToFront(Mask mask) {
      float lanes[Float::size];
      xsimd::select(mask, Float(1.0f), Float(0.0f)).store_unaligned(lanes);
      size_t count = 0;
      for (size_t k = 0; k < Float::size; ++k) {
        from_[count] = k;
        count += lanes[k] > 0 ? 1 : 0;
      }
    }
    CLIPGUARD_INLINE Float operator()(Float a) const {
      float lanes[Float::size];
      float front[Float::size];
      a.store_unaligned(lanes);
      for (size_t k = 0; k < Float::size; ++k) front[k] = lanes[from_[k]];
      return Float::load_unaligned(front);
    }

   private:
    size_t from_[Float::size] = {};
  };

  CLIPGUARD_INLINE static Mask IsEitherNan(Float a, Float b) {
    return xsimd::isnan(a) | xsimd::isnan(b);
  }

  // a if it is less (greater) than b, else b: also if one of them is NaN.
  CLIPGUARD_INLINE static Float Min(Float a, Float b) {
    return xsimd::min(a, b);
  }
  CLIPGUARD_INLINE static Float Max(Float a, Float b) {
    return xsimd::max(a, b);
  }
};

// Operations on vectors of four floats.
template <typename Arch>
struct Vectors4 : Vectors<Arch> {
  using typename Vectors<Arch>::Float;

  CLIPGUARD_INLINE static void TransposeQuarters(const Float (&rows)[4],
                                                 Float* columns) {
    const Float ac_low = xsimd::zip_lo(rows[0], rows[2]);
    const Float ac_high = xsimd::zip_hi(rows[0], rows[2]);
    const Float bd_low = xsimd::zip_lo(rows[1], rows[3]);
    const Float bd_high = xsimd::zip_hi(rows[1], rows[3]);
    columns[0] = xsimd::zip_lo(ac_low, bd_low);
    columns[1] = xsimd::zip_hi(ac_low, bd_low);
    columns[2] = xsimd::zip_lo(ac_high, bd_high);
    columns[3] = xsimd::zip_hi(ac_high, bd_high);
  }

  // Loads four floats from each of four rows, row(0) to row(3), of any
  // alignment: columns[k] has float k of each.
  template <typename Row>
  CLIPGUARD_INLINE static void LoadColumns(const Row& row, Float* columns) {
    const Float rows[4] = {
        Float::load_unaligned(row(0)), Float::load_unaligned(row(1)),
        Float::load_unaligned(row(2)), Float::load_unaligned(row(3))};
    TransposeQuarters(rows, columns);
  }

  // Eight floats of each of four rows: float k is columns[k]'s of its row.
  template <typename Row>
  CLIPGUARD_INLINE static void StoreEightColumns(const Float (&columns)[8],
                                                 const Row& row) {
    for (size_t half = 0; half < 8; half += 4) {
      const Float* const c = columns + half;
      const Float ac_low = xsimd::zip_lo(c[0], c[2]);
      const Float ac_high = xsimd::zip_hi(c[0], c[2]);
      const Float bd_low = xsimd::zip_lo(c[1], c[3]);
      const Float bd_high = xsimd::zip_hi(c[1], c[3]);
      xsimd::zip_lo(ac_low, bd_low).store_aligned(row(0) + half);
      xsimd::zip_hi(ac_low, bd_low).store_aligned(row(1) + half);
      xsimd::zip_lo(ac_high, bd_high).store_aligned(row(2) + half);
      xsimd::zip_hi(ac_high, bd_high).store_aligned(row(3) + half);
    }
  }
};

// Eight floats of each of Float::size rows.
template <typename Lanes, typename Row>
CLIPGUARD_INLINE void LoadEightColumns(const Row& row,
                                       typename Lanes::Float (&columns)[8]) {
  if constexpr (Lanes::Float::size > 8) {
    Lanes::LoadEightColumns(row, columns);
  } else {
    for (size_t half = 0; half < 8; half += 4) {
      Lanes::LoadColumns([&](size_t i)
                             CLIPGUARD_LAMBDA_INLINE { return row(i) + half; },
                         columns + half);
    }
  }
}

// Float::size rows of eight floats, which are aligned: the inverse. If several
// rows are the same one, any of their values is left there.
template <typename Lanes, typename Row>
CLIPGUARD_INLINE void StoreEightColumns(
    const typename Lanes::Float (&columns)[8], const Row& row) {
  Lanes::StoreEightColumns(columns, row);
}

}  // namespace clipguard::simd

#endif  // CLIPGUARD_SIMD_VECTORS_H_
