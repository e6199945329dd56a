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

using Vector = __m256i;
constexpr size_t kLanes = 8;
constexpr size_t kFullStride = 4 * kWords;
constexpr size_t kCompactStride = 8;

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

// Checks that the times of keys increase, eight by eight.
template <typename Keys>
class TimeOrder {
 public:
  // Other keys follow: the first has none before it.
  void Restart() { previous_ = MinusInfinity(); }

  // Times in the lanes that Keys has them in.
  void Next(__m256i times) {
    // The last lane is turned to the first key, which wants the last of the
    // times before.
    const __m256i before = _mm256_permutevar8x32_epi32(
        _mm256_blend_epi32(times, previous_, 1 << Keys::kLastLane),
        Keys::LanesBefore());
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

  void Look(__m256 x, __m256 y, __m256 z, __m256 w) {
    __m256 squared = _mm256_mul_ps(x, x);
    squared = _mm256_fmadd_ps(y, y, squared);
    squared = _mm256_fmadd_ps(z, z, squared);
    squared = _mm256_fmadd_ps(w, w, squared);
    const __m256i bits = _mm256_castps_si256(squared);
    smallest = _mm256_min_epu32(smallest, bits);
    largest = _mm256_max_epu32(largest, bits);
  }

  bool good() const {
    const __m256i least =
        _mm256_castps_si256(_mm256_set1_ps(kMinSquaredLength));
    const __m256i most = _mm256_castps_si256(_mm256_set1_ps(kMaxSquaredLength));
    return IsZero(
        _mm256_or_si256(Above(least, smallest), Above(largest, most)));
  }
};

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

struct FullVectors {
  // The time of key k is in lane 7k mod 8.
  static constexpr int kLastLane = 1;
  static __m256i LanesBefore() {
    return _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 0);
  }
  static __m256i TimeLanes() { return _mm256_set1_epi32(-1); }

  // The times and values of eight keys, each key's in a lane of its own.
  struct Lanes {
    __m256i times;
    __m256i values;
  };

  // Vector v of the keys at p.
  template <int v>
  [[gnu::always_inline]] static void Look(const uint8_t* p, LargestWords& words,
                                          Lanes& lanes) {
    const __m256i x = words.Look<v>(p, lanes.times);
    if constexpr (v == 0) {
      lanes.values = x;
    } else {
      lanes.values = _mm256_blend_epi32(lanes.values, x, FieldLanes(v, 1));
    }
  }

  // Vector v of all curves: an accumulator is needed for four of them, and then
  // not for a while. There are not registers for all.
  template <int v>
  [[gnu::always_inline]] static void Look(const uint8_t* const curves[4],
                                          size_t offset, LargestWords& words,
                                          Lanes (&lanes)[4]) {
    Look<v>(curves[0] + offset, words, lanes[0]);
    Look<v>(curves[1] + offset, words, lanes[1]);
    Look<v>(curves[2] + offset, words, lanes[2]);
    Look<v>(curves[3] + offset, words, lanes[3]);
  }

  template <typename Scan>
  [[gnu::always_inline]] static __m256i LookAtQuaternions(
      const uint8_t* const curves[4], size_t offset, Scan& scan) {
    Lanes lanes[4];
    Look<0>(curves, offset, scan.words, lanes);
    Look<1>(curves, offset, scan.words, lanes);
    Look<2>(curves, offset, scan.words, lanes);
    Look<3>(curves, offset, scan.words, lanes);
    Look<4>(curves, offset, scan.words, lanes);
    Look<5>(curves, offset, scan.words, lanes);
    Look<6>(curves, offset, scan.words, lanes);
    scan.lengths.Look(_mm256_castsi256_ps(lanes[0].values),
                      _mm256_castsi256_ps(lanes[1].values),
                      _mm256_castsi256_ps(lanes[2].values),
                      _mm256_castsi256_ps(lanes[3].values));
    scan.same.Look(lanes[0].times, lanes[1].times, lanes[2].times,
                   lanes[3].times);
    return lanes[0].times;
  }
};

// Eight compact keys are two vectors, a and b, of times in even lanes and
// values in odd ones.
struct CompactVectors {
  // Lanes hold the times of keys 0 1 4 5 2 3 6 7.
  static constexpr int kLastLane = 7;
  static __m256i LanesBefore() {
    return _mm256_setr_epi32(7, 0, 5, 2, 1, 4, 3, 6);
  }
  static __m256i TimeLanes() { return _mm256_set1_epi64x(0xffffffff); }

  __m256i a, b;

  explicit CompactVectors(const uint8_t* p)
      : a(LoadAhead(p)), b(LoadAhead(p + sizeof(a))) {}

  __m256i times() const { return _mm256_castps_si256(Pick<0b10'00'10'00>()); }
  __m256 values() const { return Pick<0b11'01'11'01>(); }

  // The largest words, both fields having the same limit.
  struct Words {
    __m256i largest = _mm256_setzero_si256();

    void Look(const CompactVectors& keys) {
      const __m256i mask = _mm256_set1_epi32(static_cast<int>(kMagnitude));
      largest = _mm256_max_epu32(largest, _mm256_and_si256(keys.a, mask));
      largest = _mm256_max_epu32(largest, _mm256_and_si256(keys.b, mask));
    }

    bool good() const {
      return IsZero(Above(
          largest, _mm256_set1_epi32(static_cast<int>(kInfinityWord - 1))));
    }
  };

 private:
  // In each half: two lanes of a, then two of b.
  template <int lanes>
  __m256 Pick() const {
    return _mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b),
                             lanes);
  }
};

#include "parser/mrtk/checks/key_scan_walks.inc"

}  // namespace

constinit const KeyScan KeyScan::kAvx2 = MakeScan();

}  // namespace clipguard::mrtk
