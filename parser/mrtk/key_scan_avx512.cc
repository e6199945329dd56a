// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The scans with AVX-512 (F, CD, BW, DQ, VL). Written with intrinsics: they
// live on masked blends and on compares that continue a mask, which a portable
// vector class does not express.
//
// Sixteen full keys are 112 words: seven vectors, in each of which a lane is
// always the same field. Limits are checked on all lanes at once by keeping
// the largest masked word seen, per vector, and comparing at the very end.
//
// Times stand at words 7k. As 7 and 16 have no common factor, the sixteen of
// them fall on sixteen different lanes (7k mod 16) of the seven vectors, so
// blending the vectors, each under the mask of its time lanes, gathers all
// times into one vector without moving any. Key k - 1 then sits seven lanes
// below key k, around the corner: one rotation lines each time up with the one
// before it.
//
// The values of sixteen keys, words 7k + 1, fall on sixteen different lanes,
// too, and are gathered likewise. Four curves' vectors of them are multiplied,
// and no other words: a weighted mode, read as a float, is denormal, and
// arithmetic with those takes seven times as long, even in lanes that are
// masked off.

#if defined(__GNUC__) && !defined(__clang__)
// g++ 12 takes the undefined register in its own intrinsics for a mistake.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include <immintrin.h>
#include <string.h>

#include "parser/mrtk/key_scan.h"
#include "parser/mrtk/key_scan_limits.h"

namespace clipguard::mrtk {
namespace {

constexpr size_t kLanes = 16;
constexpr size_t kFullStride = 4 * kWords;
constexpr size_t kCompactStride = 8;
constexpr size_t kCompactKeys = kLanes / 2;  // a vector

// How many bytes ahead a scan asks for what it will load. A scan of quaternions
// goes through four curves at once, so that less of each will do. In x, y and
// z, what lies far ahead soon belongs to the next of the four, which is being
// scanned already; what comes after w is scanned next.
constexpr uintptr_t kAhead = 32 * 64;
constexpr uintptr_t kAheadOfXyz = kWords * 64;

// Lanes of compact keys.
constexpr __mmask16 kTimeLanes = 0x5555;
constexpr __mmask16 kValueLanes = 0xaaaa;

// Which lanes of vector v, of seven, hold field f of a full key.
constexpr __mmask16 FieldLanes(int v, int f) {
  unsigned mask = 0;
  for (int lane = 0; lane < 16; ++lane) {
    if ((v * 16 + lane) % kWords == f) mask |= 1u << lane;
  }
  return static_cast<__mmask16>(mask);
}

// Fields of a key that are gathered.
constexpr int kTime = 0;
constexpr int kValue = 1;

// A table of seven vectors with `words[f]` in each lane of field f.
struct FieldTable {
  alignas(64) uint32_t lanes[kWords][kLanes];

  constexpr explicit FieldTable(const uint32_t (&words)[kWords]) : lanes() {
    for (int v = 0; v < kWords; ++v) {
      for (int lane = 0; lane < 16; ++lane) {
        lanes[v][lane] = words[(v * 16 + lane) % kWords];
      }
    }
  }
  __m512i operator[](int v) const { return _mm512_load_si512(lanes[v]); }
};
constexpr FieldTable kMasks(kWordMask);
constexpr FieldTable kLimits(kWordLimit);

__m512i Load(const uint8_t* p) { return _mm512_loadu_si512(p); }

// Asks for the line that lies `ahead` bytes after p. Keys are rarely aligned,
// so that most loads touch two lines, and waiting for the second-level cache
// twice is slow: scans in cache gain a third. Never faults, wherever the
// address points.
void Prefetch(const uint8_t* p, uintptr_t ahead) {
  _mm_prefetch(
      reinterpret_cast<const char*>(reinterpret_cast<uintptr_t>(p) + ahead),
      _MM_HINT_T0);
}

// Lanes where `time` is not after `before`, NaN included. A compare that goes
// on from a mask waits for it; what is collected with `or` does not.
__mmask16 NotAfter(__m512i time, __m512i before) {
  return _mm512_cmp_ps_mask(_mm512_castsi512_ps(time),
                            _mm512_castsi512_ps(before), _CMP_NGT_UQ);
}

// Checks that the times of full keys increase, sixteen by sixteen.
class TimeOrder {
 public:
  // `times` holds the time of key k in lane 7k mod 16.
  void Next(__m512i times) {
    // Lane 9, the last of sixteen times, is turned into lane 0, where the
    // first one wants the last of those before.
    constexpr __mmask16 kLast = 1u << 9;
    const __m512i turned = _mm512_mask_mov_epi32(times, kLast, previous_);
    const __m512i before = _mm512_alignr_epi32(turned, turned, 9);
    bad_ |= NotAfter(times, before);
    previous_ = times;
  }
  bool good() const { return bad_ == 0; }

 private:
  // Minus infinity: before all others.
  __m512i previous_ = _mm512_set1_epi32(static_cast<int>(0xff800000));
  __mmask16 bad_ = 0;
};

// The largest words seen in each of seven vectors.
struct LargestWords {
  __m512i words[kWords] = {};

  // Takes note of vector v of the keys at p, and returns it.
  template <int v, uintptr_t ahead = kAhead>
  __m512i Look(const uint8_t* p) {
    const __m512i x = Load(p + 64 * v);
    Prefetch(p + 64 * v, ahead);
    words[v] = _mm512_max_epu32(words[v], _mm512_and_si512(x, kMasks[v]));
    return x;
  }

  bool good() const {
    __mmask16 good = 0xffff;
    for (int v = 0; v < kWords; ++v) {
      good = _mm512_mask_cmple_epu32_mask(good, words[v], kLimits[v]);
    }
    return good == 0xffff;
  }
};

// The smallest and largest squared length seen. NaN counts as neither.
struct LengthRange {
  __m512 smallest = _mm512_set1_ps(1);
  __m512 largest = _mm512_set1_ps(1);

  // Looks at the lanes of `lanes`: other words, multiplied, may be denormal,
  // which is slow.
  void Look(__mmask16 lanes, __m512i x, __m512i y, __m512i z, __m512i w) {
    const auto only = [lanes](__m512i v) {
      return _mm512_castsi512_ps(_mm512_maskz_mov_epi32(lanes, v));
    };
    __m512 squared = _mm512_mul_ps(only(x), only(x));
    squared = _mm512_fmadd_ps(only(y), only(y), squared);
    squared = _mm512_fmadd_ps(only(z), only(z), squared);
    squared = _mm512_fmadd_ps(only(w), only(w), squared);
    smallest = _mm512_mask_min_ps(smallest, lanes, squared, smallest);
    largest = _mm512_mask_max_ps(largest, lanes, squared, largest);
  }

  bool good() const {
    const __mmask16 bad =
        _mm512_cmp_ps_mask(smallest, _mm512_set1_ps(kMinSquaredLength),
                           _CMP_LT_OQ) |
        _mm512_cmp_ps_mask(largest, _mm512_set1_ps(kMaxSquaredLength),
                           _CMP_GT_OQ);
    return bad == 0;
  }
};

// Merges field f of x, vector v of sixteen keys, into `lanes`; the first vector
// brings lanes that others replace.
template <int v, int f>
void Gather(__m512i x, __m512i& lanes) {
  lanes = v == 0 ? x : _mm512_mask_mov_epi32(lanes, FieldLanes(v, f), x);
}

// Takes note of sixteen full keys at p.
[[gnu::always_inline]] inline void LookAtKeys(const uint8_t* p,
                                              LargestWords& largest,
                                              TimeOrder& order) {
  __m512i times;
  Gather<0, kTime>(largest.Look<0>(p), times);
  Gather<1, kTime>(largest.Look<1>(p), times);
  Gather<2, kTime>(largest.Look<2>(p), times);
  Gather<3, kTime>(largest.Look<3>(p), times);
  Gather<4, kTime>(largest.Look<4>(p), times);
  Gather<5, kTime>(largest.Look<5>(p), times);
  Gather<6, kTime>(largest.Look<6>(p), times);
  order.Next(times);
}

// Whether four curves have the same times.
struct SameTimes {
  __m512i differences = _mm512_setzero_si512();

  // Looks at the lanes of `lanes`.
  void Look(__mmask16 lanes, __m512i x, __m512i y, __m512i z, __m512i w) {
    constexpr int kXorOrXor = 0x7e;  // (a ^ b) | (a ^ c)
    constexpr int kOrXor = 0xf6;     // a | (b ^ c)
    const __m512i xyz = _mm512_ternarylogic_epi32(x, y, z, kXorOrXor);
    const __m512i all = _mm512_ternarylogic_epi32(xyz, x, w, kOrXor);
    differences = _mm512_mask_or_epi32(differences, lanes, differences, all);
  }

  bool good() const {
    return _mm512_test_epi32_mask(differences, differences) == 0;
  }
};

// What the scan of quaternions in full keys accumulates. The order of times is
// that of x, whose times the other curves share.
struct QuaternionScan {
  LargestWords largest;
  LengthRange lengths;
  SameTimes same;

  // What is gathered of sixteen quaternions, each key's in a lane of its own.
  struct Lanes {
    __m512i times;
    __m512i x, y, z, w;
  };

  // Vector v of all curves: what is needed for a vector is needed for four of
  // them, and then not for a while. There are not registers for all.
  template <int v>
  [[gnu::always_inline]] void Look(const uint8_t* const curves[4],
                                   size_t offset, Lanes& lanes) {
    const __m512i x = largest.Look<v, kAheadOfXyz>(curves[0] + offset);
    const __m512i y = largest.Look<v, kAheadOfXyz>(curves[1] + offset);
    const __m512i z = largest.Look<v, kAheadOfXyz>(curves[2] + offset);
    const __m512i w = largest.Look<v>(curves[3] + offset);
    same.Look(FieldLanes(v, kTime), x, y, z, w);
    Gather<v, kTime>(x, lanes.times);
    Gather<v, kValue>(x, lanes.x);
    Gather<v, kValue>(y, lanes.y);
    Gather<v, kValue>(z, lanes.z);
    Gather<v, kValue>(w, lanes.w);
  }

  // Sixteen quaternions.
  [[gnu::always_inline]] void Look(const uint8_t* const curves[4],
                                   size_t offset, TimeOrder& order) {
    Lanes lanes;
    Look<0>(curves, offset, lanes);
    Look<1>(curves, offset, lanes);
    Look<2>(curves, offset, lanes);
    Look<3>(curves, offset, lanes);
    Look<4>(curves, offset, lanes);
    Look<5>(curves, offset, lanes);
    Look<6>(curves, offset, lanes);
    lengths.Look(0xffff, lanes.x, lanes.y, lanes.z, lanes.w);
    order.Next(lanes.times);
  }

  bool good() const { return largest.good() && lengths.good() && same.good(); }
};

// The largest words seen in compact keys, both fields having the same limit.
struct LargestCompactWords {
  __m512i words = _mm512_setzero_si512();

  // Takes note of eight keys at p, and returns them.
  template <uintptr_t ahead = kAhead>
  __m512i Look(const uint8_t* p) {
    const __m512i x = Load(p);
    Prefetch(p, ahead);
    words = _mm512_max_epu32(
        words,
        _mm512_and_si512(x, _mm512_set1_epi32(static_cast<int>(kMagnitude))));
    return x;
  }

  bool good() const {
    return _mm512_cmplt_epu32_mask(
               words, _mm512_set1_epi32(static_cast<int>(kInfinityWord))) ==
           0xffff;
  }
};

// Checks that the times of compact keys increase, eight by eight.
class CompactTimeOrder {
 public:
  // Starts after the key at `before`.
  explicit CompactTimeOrder(const uint8_t* before) {
    int64_t key;
    memcpy(&key, before, sizeof(key));
    previous_ = _mm512_set1_epi64(key);
  }

  void Next(__m512i keys) {
    const __m512i before = _mm512_alignr_epi64(keys, previous_, 7);
    bad_ |= NotAfter(keys, before);
    previous_ = keys;
  }

  bool good() const { return (bad_ & kTimeLanes) == 0; }

 private:
  __m512i previous_;
  __mmask16 bad_ = 0;
};

bool Compact(const uint8_t* keys, size_t count) {
  // The first key has none before it, and is looked at alone.
  if (count < 1 + kCompactKeys) return KeyScan::kScalar.compact(keys, count);
  LargestCompactWords largest;
  CompactTimeOrder order(keys);
  // Otherwise the compiler keeps to one at a time.
#pragma GCC unroll 4
  for (size_t i = 1; i + kCompactKeys <= count; i += kCompactKeys) {
    order.Next(largest.Look(keys + i * kCompactStride));
  }
  // The last keys once more, with those that were left over.
  const uint8_t* rest = keys + (count - kCompactKeys) * kCompactStride;
  CompactTimeOrder last(rest - kCompactStride);
  last.Next(largest.Look(rest));
  return largest.good() && order.good() && last.good() &&
         KeyScan::kScalar.compact(keys, 1);
}

// What the scan of quaternions in compact keys accumulates.
struct CompactQuaternionScan {
  LargestCompactWords largest;
  LengthRange lengths;
  SameTimes same;

  // Eight quaternions at `offset`.
  [[gnu::always_inline]] void Look(const uint8_t* const curves[4],
                                   size_t offset, CompactTimeOrder& order) {
    const __m512i x = largest.Look<kAheadOfXyz>(curves[0] + offset);
    const __m512i y = largest.Look<kAheadOfXyz>(curves[1] + offset);
    const __m512i z = largest.Look<kAheadOfXyz>(curves[2] + offset);
    const __m512i w = largest.Look(curves[3] + offset);
    order.Next(x);
    lengths.Look(kValueLanes, x, y, z, w);
    same.Look(kTimeLanes, x, y, z, w);
  }

  bool good() const { return largest.good() && lengths.good() && same.good(); }
};

bool QuaternionsCompact(const uint8_t* const curves[4], size_t count) {
  if (count < 1 + kCompactKeys) {
    return KeyScan::kScalar.quaternions_compact(curves, count);
  }
  CompactQuaternionScan scan;
  CompactTimeOrder order(curves[0]);
  for (size_t i = 1; i + kCompactKeys <= count; i += kCompactKeys) {
    scan.Look(curves, i * kCompactStride, order);
  }
  const size_t rest = (count - kCompactKeys) * kCompactStride;
  CompactTimeOrder last(curves[0] + rest - kCompactStride);
  scan.Look(curves, rest, last);
  return scan.good() && order.good() && last.good() &&
         KeyScan::kScalar.quaternions_compact(curves, 1);
}

#include "parser/mrtk/key_scan_full.inc"

}  // namespace

const KeyScan KeyScan::kAvx512 = {Full, Compact, Boolean, QuaternionsFull,
                                  QuaternionsCompact};

}  // namespace clipguard::mrtk
