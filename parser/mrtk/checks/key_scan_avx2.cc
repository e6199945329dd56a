// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The scans with AVX2 and FMA. The method is that of key_scan_avx512.cc, eight
// lanes wide: eight full keys are seven vectors, their times fall on lanes
// 7k mod 8, all different, and key k - 1 sits one lane above key k. There are
// no masks; faults are collected as vectors of all-ones lanes.

#include <immintrin.h>

#include "parser/mrtk/checks/key_scan.h"
#include "parser/mrtk/checks/key_scan_limits.h"

namespace clipguard::mrtk {
namespace {

constexpr size_t kLanes = 8;
constexpr size_t kFullStride = 4 * kWords;
constexpr size_t kCompactStride = 8;
constexpr size_t kCompactKeys = kLanes / 2;  // a vector

// Which lanes of vector v, of seven, hold field f of a full key.
constexpr int FieldLanes(int v, int f) {
  int mask = 0;
  for (int lane = 0; lane < 8; ++lane) {
    if ((v * 8 + lane) % kWords == f) mask |= 1 << lane;
  }
  return mask;
}

// A table of seven vectors with `words[f]` in each lane of field f.
struct FieldTable {
  alignas(32) uint32_t lanes[kWords][kLanes];

  constexpr explicit FieldTable(const uint32_t (&words)[kWords]) : lanes() {
    for (int v = 0; v < kWords; ++v) {
      for (int lane = 0; lane < 8; ++lane) {
        lanes[v][lane] = words[(v * 8 + lane) % kWords];
      }
    }
  }
  __m256i operator[](int v) const {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes[v]));
  }
};
constexpr FieldTable kMasks(kWordMask);
constexpr FieldTable kLimits(kWordLimit);

// Lanes of times in compact keys.
__m256i CompactTimes() { return _mm256_set1_epi64x(0xffffffff); }

// Before all times, and not finite.
__m256i MinusInfinity() {
  return _mm256_set1_epi32(static_cast<int>(0xff800000));
}

__m256i Load(const uint8_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

// See key_scan_avx512.cc.
void Prefetch(const uint8_t* p) {
  constexpr uintptr_t kDistance = 32 * 64;
  _mm_prefetch(
      reinterpret_cast<const char*>(reinterpret_cast<uintptr_t>(p) + kDistance),
      _MM_HINT_T0);
}

__m256i LoadAhead(const uint8_t* p) {
  Prefetch(p);
  return Load(p);
}

bool IsZero(__m256i v) { return _mm256_testz_si256(v, v) != 0; }

// Lanes where a word is above its limit, unsigned.
__m256i Above(__m256i words, __m256i limits) {
  return _mm256_xor_si256(_mm256_max_epu32(words, limits), limits);
}

// Lanes where `time` is not after `before`, NaN included.
__m256i NotAfter(__m256i time, __m256i before) {
  return _mm256_castps_si256(_mm256_cmp_ps(
      _mm256_castsi256_ps(time), _mm256_castsi256_ps(before), _CMP_NGT_UQ));
}

// Checks that the times of full keys increase, eight by eight.
class TimeOrder {
 public:
  // Other keys follow: the first has none before it.
  void Restart() { previous_ = MinusInfinity(); }

  // `times` holds the time of key k in lane 7k mod 8.
  void Next(__m256i times) {
    // Lane 1, the last of eight times, is turned into lane 0, where the first
    // one wants the last of those before.
    const __m256i turn = _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 0);
    const __m256i before = _mm256_permutevar8x32_epi32(
        _mm256_blend_epi32(times, previous_, 1 << 1), turn);
    bad_ = _mm256_or_si256(bad_, NotAfter(times, before));
    previous_ = times;
  }
  bool good() const { return IsZero(bad_); }

 private:
  __m256i previous_ = MinusInfinity();
  __m256i bad_ = _mm256_setzero_si256();
};

// The largest words seen in each of seven vectors.
struct LargestWords {
  __m256i words[kWords] = {};

  // Takes note of vector v of the keys at p, and returns it; merges its times
  // into `times`.
  template <int v>
  __m256i Look(const uint8_t* p, __m256i& times) {
    const __m256i x = Load(p + 32 * v);
    if (v % 2 == 0) Prefetch(p + 32 * v);
    if constexpr (v == 0) {
      times = x;
    } else {
      times = _mm256_blend_epi32(times, x, FieldLanes(v, 0));
    }
    words[v] = _mm256_max_epu32(words[v], _mm256_and_si256(x, kMasks[v]));
    return x;
  }

  bool good() const {
    __m256i bad = _mm256_setzero_si256();
    for (int v = 0; v < kWords; ++v) {
      bad = _mm256_or_si256(bad, Above(words[v], kLimits[v]));
    }
    return IsZero(bad);
  }
};

// The smallest and largest squared length seen, as bits: NaN is larger than any
// number.
struct LengthRange {
  __m256i smallest = _mm256_castps_si256(_mm256_set1_ps(1));
  __m256i largest = _mm256_castps_si256(_mm256_set1_ps(1));

  void Look(__m256i x, __m256i y, __m256i z, __m256i w) {
    const __m256 fx = _mm256_castsi256_ps(x);
    const __m256 fy = _mm256_castsi256_ps(y);
    const __m256 fz = _mm256_castsi256_ps(z);
    const __m256 fw = _mm256_castsi256_ps(w);
    __m256 squared = _mm256_mul_ps(fx, fx);
    squared = _mm256_fmadd_ps(fy, fy, squared);
    squared = _mm256_fmadd_ps(fz, fz, squared);
    Add(_mm256_fmadd_ps(fw, fw, squared));
  }

  // Compact keys, whose values are in odd lanes.
  void LookAtCompact(__m256i x, __m256i y, __m256i z, __m256i w) {
    const auto values = [](__m256i odd, __m256i even) {
      return _mm256_blend_ps(_mm256_castsi256_ps(odd),
                             _mm256_movehdup_ps(_mm256_castsi256_ps(even)),
                             0x55);
    };
    const __m256 xy = values(x, y);
    const __m256 zw = values(z, w);
    const __m256 half = _mm256_fmadd_ps(zw, zw, _mm256_mul_ps(xy, xy));
    Add(_mm256_add_ps(half, _mm256_permute_ps(half, 0xb1)));
  }

  bool good() const {
    const __m256i least =
        _mm256_castps_si256(_mm256_set1_ps(kMinSquaredLength));
    const __m256i most = _mm256_castps_si256(_mm256_set1_ps(kMaxSquaredLength));
    return IsZero(
        _mm256_or_si256(Above(least, smallest), Above(largest, most)));
  }

 private:
  void Add(__m256 squared) {
    const __m256i bits = _mm256_castps_si256(squared);
    smallest = _mm256_min_epu32(smallest, bits);
    largest = _mm256_max_epu32(largest, bits);
  }
};

// Takes note of eight full keys at p.
[[gnu::always_inline]] inline void LookAtKeys(const uint8_t* p,
                                              LargestWords& largest,
                                              TimeOrder& order) {
  __m256i times;
  largest.Look<0>(p, times);
  largest.Look<1>(p, times);
  largest.Look<2>(p, times);
  largest.Look<3>(p, times);
  largest.Look<4>(p, times);
  largest.Look<5>(p, times);
  largest.Look<6>(p, times);
  order.Next(times);
}

// Whether four curves have the same times.
struct SameTimes {
  __m256i differences = _mm256_setzero_si256();

  void Look(__m256i x, __m256i y, __m256i z, __m256i w) {
    const __m256i all = _mm256_or_si256(
        _mm256_or_si256(_mm256_xor_si256(x, y), _mm256_xor_si256(x, z)),
        _mm256_xor_si256(x, w));
    differences = _mm256_or_si256(differences, all);
  }

  // In the lanes that are all ones in `lanes`.
  bool good(__m256i lanes) const {
    return _mm256_testz_si256(differences, lanes) != 0;
  }
};

// What the scan of quaternions in full keys accumulates. The order of times is
// that of x, whose times the other curves share.
struct QuaternionScan {
  LargestWords largest;
  LengthRange lengths;
  SameTimes same;

  // The times and values of eight keys, each key's in a lane of its own.
  struct Lanes {
    __m256i times;
    __m256i values;
  };

  // Vector v of the keys at p.
  template <int v>
  [[gnu::always_inline]] void Look(const uint8_t* p, Lanes& lanes) {
    const __m256i x = largest.Look<v>(p, lanes.times);
    if constexpr (v == 0) {
      lanes.values = x;
    } else {
      lanes.values = _mm256_blend_epi32(lanes.values, x, FieldLanes(v, 1));
    }
  }

  // Vector v of all curves: an accumulator is needed for four of them, and then
  // not for a while. There are not registers for all.
  template <int v>
  [[gnu::always_inline]] void Look(const uint8_t* const curves[4],
                                   size_t offset, Lanes (&lanes)[4]) {
    Look<v>(curves[0] + offset, lanes[0]);
    Look<v>(curves[1] + offset, lanes[1]);
    Look<v>(curves[2] + offset, lanes[2]);
    Look<v>(curves[3] + offset, lanes[3]);
  }

  // Eight quaternions.
  [[gnu::always_inline]] void Look(const uint8_t* const curves[4],
                                   size_t offset, TimeOrder& order) {
    Lanes lanes[4];
    Look<0>(curves, offset, lanes);
    Look<1>(curves, offset, lanes);
    Look<2>(curves, offset, lanes);
    Look<3>(curves, offset, lanes);
    Look<4>(curves, offset, lanes);
    Look<5>(curves, offset, lanes);
    Look<6>(curves, offset, lanes);
    lengths.Look(lanes[0].values, lanes[1].values, lanes[2].values,
                 lanes[3].values);
    same.Look(lanes[0].times, lanes[1].times, lanes[2].times, lanes[3].times);
    order.Next(lanes[0].times);
  }

  bool good() const {
    return largest.good() && lengths.good() && same.good(_mm256_set1_epi32(-1));
  }
};

// The largest words seen in compact keys, both fields having the same limit.
struct LargestCompactWords {
  __m256i words = _mm256_setzero_si256();

  // Takes note of four keys at p, and returns them.
  __m256i Look(const uint8_t* p) {
    const __m256i x = LoadAhead(p);
    words = _mm256_max_epu32(
        words,
        _mm256_and_si256(x, _mm256_set1_epi32(static_cast<int>(kMagnitude))));
    return x;
  }

  bool good() const {
    return IsZero(
        Above(words, _mm256_set1_epi32(static_cast<int>(kInfinityWord - 1))));
  }
};

// Checks that the times of compact keys increase, four by four.
struct CompactTimeOrder {
  __m256i bad = _mm256_setzero_si256();

  // Keys that have none before them.
  void First(__m256i keys) {
    const __m256i before = _mm256_blend_epi32(
        _mm256_permute4x64_epi64(keys, 0b10'01'00'00), MinusInfinity(), 0b11);
    bad = _mm256_or_si256(bad, NotAfter(keys, before));
  }

  // `keys` are those at p. There must be one before them.
  void Next(__m256i keys, const uint8_t* p) {
    bad = _mm256_or_si256(bad, NotAfter(keys, Load(p - kCompactStride)));
  }

  bool good() const { return IsZero(_mm256_and_si256(bad, CompactTimes())); }
};

#include "parser/mrtk/checks/key_scan_compact.inc"
#include "parser/mrtk/checks/key_scan_full.inc"

}  // namespace

const KeyScan KeyScan::kAvx2 = {
    Full,     Compact,     Boolean, QuaternionsFull, QuaternionsCompact,
    PoseFull, PoseCompact,
};

}  // namespace clipguard::mrtk
