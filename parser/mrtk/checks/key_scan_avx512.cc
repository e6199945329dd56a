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
// blending the vectors, each where its time lanes are, gathers all
// times into one vector without moving any. Key k - 1 then sits seven lanes
// below key k, around the corner: one rotation lines each time up with the one
// before it.
//
// The values of sixteen keys, words 7k + 1, fall on sixteen different lanes,
// too, and are gathered likewise. Four curves' vectors of them are multiplied,
// and no other words: a weighted mode, read as a float, is denormal, and
// arithmetic with those takes seven times as long, even in lanes that are
// masked off.
//
// Keys that do not fill the last vectors are loaded under masks, so that short
// curves take no other way than long ones, and nothing is looked at twice.

#if defined(__GNUC__) && !defined(__clang__)
// g++ 12 takes the undefined register in its own intrinsics for a mistake.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include <immintrin.h>
#include <string.h>

#include "parser/mrtk/checks/key_scan.h"
#include "parser/mrtk/checks/key_scan_limits.h"

namespace clipguard::mrtk {
namespace {

constexpr size_t kLanes = 16;
constexpr size_t kFullStride = 4 * kWords;
constexpr size_t kCompactStride = 8;

// How many bytes ahead a scan asks for what it will load. A scan of quaternions
// goes through four curves at once, so that less of each will do. In x, y and
// z, what lies far ahead soon belongs to the next of the four, which is being
// scanned already; what comes after w is scanned next.
constexpr uintptr_t kAhead = 32 * 64;
constexpr uintptr_t kAheadOfXyz = kWords * 64;

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

constexpr uint32_t kOneInValues[kWords] = {0, kOneWord, 0, 0, 0, 0, 0};
constexpr FieldTable kOnes(kOneInValues);

// The first `count` keys of sixteen: which lanes of each vector they take, and
// which lanes of their gathered times.
struct Present {
  __mmask16 words[kWords] = {};
  __mmask16 times = 0;
};
// Word w of the keys is in lane w % 16 of vector w / 16, and every seventh is a
// time.
constexpr Present kPresent[] = {
    {{0, 0, 0, 0, 0, 0, 0}, 0x0000},
    {{0x007f, 0, 0, 0, 0, 0, 0}, 0x0001},
    {{0x3fff, 0, 0, 0, 0, 0, 0}, 0x0081},
    {{0xffff, 0x001f, 0, 0, 0, 0, 0}, 0x4081},
    {{0xffff, 0x0fff, 0, 0, 0, 0, 0}, 0x40a1},
    {{0xffff, 0xffff, 0x0007, 0, 0, 0, 0}, 0x50a1},
    {{0xffff, 0xffff, 0x03ff, 0, 0, 0, 0}, 0x50a9},
    {{0xffff, 0xffff, 0xffff, 0x0001, 0, 0, 0}, 0x54a9},
    {{0xffff, 0xffff, 0xffff, 0x00ff, 0, 0, 0}, 0x54ab},
    {{0xffff, 0xffff, 0xffff, 0x7fff, 0, 0, 0}, 0x55ab},
    {{0xffff, 0xffff, 0xffff, 0xffff, 0x003f, 0, 0}, 0xd5ab},
    {{0xffff, 0xffff, 0xffff, 0xffff, 0x1fff, 0, 0}, 0xd5eb},
    {{0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0x000f, 0}, 0xf5eb},
    {{0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0x07ff, 0}, 0xf5fb},
    {{0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0x0003}, 0xfdfb},
    {{0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0x01ff}, 0xfdff},
};

// How the vectors of sixteen full keys are loaded: all of them, or those of the
// first keys; then the others' words are 0, or 1 for values if asked for.
struct AllKeys {
  template <int v, bool ones>
  __m512i Load(const uint8_t* p) const {
    return _mm512_loadu_si512(p + 64 * v);
  }
  __mmask16 times() const { return 0xffff; }
};
struct FirstKeys {
  const Present& present;

  template <int v, bool ones>
  __m512i Load(const uint8_t* p) const {
    const __m512i others = ones ? kOnes[v] : _mm512_setzero_si512();
    return _mm512_mask_loadu_epi32(others, present.words[v], p + 64 * v);
  }
  __mmask16 times() const { return present.times; }
};

// Asks for the line that lies `ahead` bytes after p. Keys are rarely aligned,
// so that most loads touch two lines, and waiting for the second-level cache
// twice is slow: scans in cache gain a third. Never faults, wherever the
// address points.
void Prefetch(const uint8_t* p, uintptr_t ahead) {
  _mm_prefetch(
      reinterpret_cast<const char*>(reinterpret_cast<uintptr_t>(p) + ahead),
      _MM_HINT_T0);
}

// Before all times, and not finite.
__m512i MinusInfinity() {
  return _mm512_set1_epi32(static_cast<int>(0xff800000));
}

// Lanes where `time` is not after `before`, NaN included. A compare that goes
// on from a mask waits for it; what is collected with `or` does not.
__mmask16 NotAfter(__m512 time, __m512 before) {
  return _mm512_cmp_ps_mask(time, before, _CMP_NGT_UQ);
}

// Checks that the times of full keys increase, sixteen by sixteen.
class TimeOrder {
 public:
  // Other keys follow: the first has none before it.
  void Restart() { previous_ = MinusInfinity(); }

  // `times` holds the time of key k in lane 7k mod 16. Looks at those of
  // `present`.
  void Next(__m512i times, __mmask16 present) {
    // Lane 9, the last of sixteen times, is turned into lane 0, where the
    // first one wants the last of those before.
    constexpr __mmask16 kLast = 1u << 9;
    const __m512i turned = _mm512_mask_mov_epi32(times, kLast, previous_);
    const __m512i before = _mm512_alignr_epi32(turned, turned, 9);
    bad_ =
        static_cast<__mmask16>(bad_ | (NotAfter(_mm512_castsi512_ps(times),
                                                _mm512_castsi512_ps(before)) &
                                       present));
    previous_ = times;
  }
  bool good() const { return bad_ == 0; }

 private:
  __m512i previous_ = MinusInfinity();
  __mmask16 bad_ = 0;
};

// The largest words seen in each of seven vectors.
struct LargestWords {
  __m512i words[kWords] = {};

  // Takes note of vector v of the keys at p, and returns it.
  template <int v, uintptr_t ahead = kAhead, bool ones = false, typename Keys>
  __m512i Look(const Keys& keys, const uint8_t* p) {
    const __m512i x = keys.template Load<v, ones>(p);
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

// The smallest and largest squared length seen, as bits: NaN is larger than any
// number.
struct LengthRange {
  __m512i smallest = _mm512_castps_si512(_mm512_set1_ps(1));
  __m512i largest = _mm512_castps_si512(_mm512_set1_ps(1));

  void Look(__m512 x, __m512 y, __m512 z, __m512 w) {
    __m512 squared = _mm512_mul_ps(x, x);
    squared = _mm512_fmadd_ps(y, y, squared);
    squared = _mm512_fmadd_ps(z, z, squared);
    squared = _mm512_fmadd_ps(w, w, squared);
    const __m512i bits = _mm512_castps_si512(squared);
    smallest = _mm512_min_epu32(smallest, bits);
    largest = _mm512_max_epu32(largest, bits);
  }

  bool good() const {
    const __m512i least =
        _mm512_castps_si512(_mm512_set1_ps(kMinSquaredLength));
    const __m512i most = _mm512_castps_si512(_mm512_set1_ps(kMaxSquaredLength));
    return (_mm512_cmplt_epu32_mask(smallest, least) |
            _mm512_cmpgt_epu32_mask(largest, most)) == 0;
  }
};

// All ones in the lanes of field f. Masks would be put into their registers
// again and again: there are seven, and the way there is a port that is busy.
constexpr uint32_t kAllOnes[2][kWords] = {{~0u}, {0, ~0u}};
template <int f>
constexpr FieldTable kLanesOf(kAllOnes[f]);

// Merges field f of x, vector v of sixteen keys, into `lanes`; the first vector
// brings lanes that others replace.
template <int v, int f>
void Gather(__m512i x, __m512i& lanes) {
  constexpr int kSelect = 0xca;  // a ? b : c
  lanes =
      v == 0 ? x : _mm512_ternarylogic_epi32(kLanesOf<f>[v], x, lanes, kSelect);
}

// Takes note of sixteen full keys at p.
template <typename Keys>
[[gnu::always_inline]] inline void LookAtKeys(const Keys& keys,
                                              const uint8_t* p,
                                              LargestWords& largest,
                                              TimeOrder& order) {
  __m512i times;
  Gather<0, kTime>(largest.Look<0>(keys, p), times);
  Gather<1, kTime>(largest.Look<1>(keys, p), times);
  Gather<2, kTime>(largest.Look<2>(keys, p), times);
  Gather<3, kTime>(largest.Look<3>(keys, p), times);
  Gather<4, kTime>(largest.Look<4>(keys, p), times);
  Gather<5, kTime>(largest.Look<5>(keys, p), times);
  Gather<6, kTime>(largest.Look<6>(keys, p), times);
  order.Next(times, keys.times());
}

// Takes note of a curve.
[[gnu::always_inline]] inline void LookAtCurve(const uint8_t* keys,
                                               size_t count,
                                               LargestWords& largest,
                                               TimeOrder& order) {
  order.Restart();
  for (; count >= kLanes; count -= kLanes, keys += kLanes * kFullStride) {
    LookAtKeys(AllKeys(), keys, largest, order);
  }
  if (count == 0) return;
  LookAtKeys(FirstKeys{kPresent[count]}, keys, largest, order);
}

// Words that four curves are to have in common.
struct SameWords {
  __m512i differences = _mm512_setzero_si512();

  void Look(__m512i x, __m512i y, __m512i z, __m512i w) {
    constexpr int kOrXor = 0xf6;  // a | (b ^ c)
    differences = _mm512_ternarylogic_epi32(differences, x, y, kOrXor);
    differences = _mm512_ternarylogic_epi32(differences, x, z, kOrXor);
    differences = _mm512_ternarylogic_epi32(differences, x, w, kOrXor);
  }
  // Looks at the lanes that are all ones in `lanes`.
  void Look(__m512i lanes, __m512i x, __m512i y, __m512i z, __m512i w) {
    constexpr int kXorOrXor = 0x7e;  // (a ^ b) | (a ^ c)
    constexpr int kOrXor = 0xf6;     // a | (b ^ c)
    constexpr int kOrAnd = 0xf8;     // a | (b & c)
    const __m512i xyz = _mm512_ternarylogic_epi32(x, y, z, kXorOrXor);
    const __m512i all = _mm512_ternarylogic_epi32(xyz, x, w, kOrXor);
    differences = _mm512_ternarylogic_epi32(differences, lanes, all, kOrAnd);
  }

  bool good(__mmask16 lanes) const {
    return _mm512_mask_test_epi32_mask(lanes, differences, differences) == 0;
  }
};

// What the scan of quaternions in full keys accumulates. The order of times is
// that of x, whose times the other curves share.
struct QuaternionScan {
  LargestWords largest;
  LengthRange lengths;
  SameWords same;

  // What is gathered of sixteen quaternions, each key's in a lane of its own.
  struct Lanes {
    __m512i times;
    __m512i x, y, z, w;
  };

  // Vector v of all curves: what is needed for a vector is needed for four of
  // them, and then not for a while. There are not registers for all.
  template <int v, typename Keys>
  [[gnu::always_inline]] void Look(const Keys& keys,
                                   const uint8_t* const curves[4],
                                   size_t offset, Lanes& lanes) {
    // A key that is not there is the quaternion (1, 0, 0, 0).
    const __m512i x =
        largest.Look<v, kAheadOfXyz, true>(keys, curves[0] + offset);
    const __m512i y = largest.Look<v, kAheadOfXyz>(keys, curves[1] + offset);
    const __m512i z = largest.Look<v, kAheadOfXyz>(keys, curves[2] + offset);
    const __m512i w = largest.Look<v>(keys, curves[3] + offset);
    same.Look(kLanesOf<kTime>[v], x, y, z, w);
    Gather<v, kTime>(x, lanes.times);
    Gather<v, kValue>(x, lanes.x);
    Gather<v, kValue>(y, lanes.y);
    Gather<v, kValue>(z, lanes.z);
    Gather<v, kValue>(w, lanes.w);
  }

  // Sixteen quaternions.
  template <typename Keys>
  [[gnu::always_inline]] void Look(const Keys& keys,
                                   const uint8_t* const curves[4],
                                   size_t offset, TimeOrder& order) {
    Lanes lanes;
    Look<0>(keys, curves, offset, lanes);
    Look<1>(keys, curves, offset, lanes);
    Look<2>(keys, curves, offset, lanes);
    Look<3>(keys, curves, offset, lanes);
    Look<4>(keys, curves, offset, lanes);
    Look<5>(keys, curves, offset, lanes);
    Look<6>(keys, curves, offset, lanes);
    lengths.Look(_mm512_castsi512_ps(lanes.x), _mm512_castsi512_ps(lanes.y),
                 _mm512_castsi512_ps(lanes.z), _mm512_castsi512_ps(lanes.w));
    order.Next(lanes.times, keys.times());
  }

  [[gnu::always_inline]] void Look(const uint8_t* const curves[4], size_t count,
                                   TimeOrder& order) {
    order.Restart();
    size_t offset = 0;
    for (; count >= kLanes; count -= kLanes, offset += kLanes * kFullStride) {
      Look(AllKeys(), curves, offset, order);
    }
    if (count == 0) return;
    Look(FirstKeys{kPresent[count]}, curves, offset, order);
  }

  bool good() const {
    return largest.good() && lengths.good() && same.good(0xffff);
  }
};

bool Full(const uint8_t* keys, size_t count) {
  LargestWords largest;
  TimeOrder order;
  LookAtCurve(keys, count, largest, order);
  return largest.good() && order.good();
}

bool QuaternionsFull(const uint8_t* const curves[4], size_t count) {
  QuaternionScan scan;
  TimeOrder order;
  scan.Look(curves, count, order);
  return scan.good() && order.good();
}

bool PoseFull(const KeyRun curves[7]) {
  QuaternionScan scan;
  TimeOrder order;
  for (int c = 0; c < 3; ++c) {
    LookAtCurve(curves[c].keys, curves[c].count, scan.largest, order);
  }
  const uint8_t* const rotation[4] = {curves[3].keys, curves[4].keys,
                                      curves[5].keys, curves[6].keys};
  scan.Look(rotation, curves[3].count, order);
  return scan.good() && order.good();
}

// ---- Compact keys -----------------------------------------------------------

// Sixteen compact keys are two vectors, a and b, of times in even lanes and
// values in odd ones. Those that are not there are loaded as `others`.
struct CompactKeys {
  __m512i a, b;

  explicit CompactKeys(const uint8_t* p)
      : a(_mm512_loadu_si512(p)), b(_mm512_loadu_si512(p + 64)) {}
  CompactKeys(const uint8_t* p, unsigned present, __m512i others)
      : a(_mm512_mask_loadu_epi64(others, static_cast<__mmask8>(present), p)),
        b(_mm512_mask_loadu_epi64(others, static_cast<__mmask8>(present >> 8),
                                  p + 64)) {}

  // In the order of kCompactOrder.
  __m512 times() const { return Pick<0b10'00'10'00>(); }
  __m512 values() const { return Pick<0b11'01'11'01>(); }

 private:
  // In each quarter: two lanes of a, then two of b.
  template <int lanes>
  __m512 Pick() const {
    return _mm512_shuffle_ps(_mm512_castsi512_ps(a), _mm512_castsi512_ps(b),
                             lanes);
  }
};

// Which key's time or value each lane holds.
constexpr int kCompactOrder[kLanes] = {0, 1, 8,  9,  2, 3, 10, 11,
                                       4, 5, 12, 13, 6, 7, 14, 15};

// A table for the lanes of `times` that the first `count` keys take.
struct FirstTimes {
  __mmask16 lanes[kLanes] = {};

  constexpr FirstTimes() {
    for (size_t count = 0; count < kLanes; ++count) {
      for (size_t lane = 0; lane < kLanes; ++lane) {
        if (kCompactOrder[lane] < static_cast<int>(count)) {
          lanes[count] = static_cast<__mmask16>(lanes[count] | 1u << lane);
        }
      }
    }
  }
};
constexpr FirstTimes kFirstTimes;

// Loads sixteen keys, and asks for those further on.
template <uintptr_t ahead = kAhead>
CompactKeys LoadCompact(const uint8_t* p) {
  Prefetch(p, ahead);
  Prefetch(p + 64, ahead);
  return CompactKeys(p);
}

// The first `count` keys, fewer than sixteen, as bits.
unsigned FirstBits(size_t count) { return (1u << count) - 1; }

// Checks that the times of compact keys increase, sixteen by sixteen.
class CompactTimeOrder {
 public:
  void Restart() { previous_ = _mm512_castsi512_ps(MinusInfinity()); }

  void Next(const CompactKeys& keys) { bad_ |= Look(keys); }
  // The same, where only the first `count` keys are there.
  void Next(const CompactKeys& keys, size_t count) {
    bad_ |= static_cast<__mmask16>(Look(keys) & kFirstTimes.lanes[count]);
  }

  bool good() const { return bad_ == 0; }

 private:
  __mmask16 Look(const CompactKeys& keys) {
    const __m512 times = keys.times();
    // The lane of the key before; the last one's, of the times before.
    const __m512i from =
        _mm512_setr_epi32(31, 0, 13, 2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11, 14);
    const __m512 before = _mm512_permutex2var_ps(times, from, previous_);
    previous_ = times;
    return NotAfter(times, before);
  }

  __m512 previous_ = _mm512_castsi512_ps(MinusInfinity());
  __mmask16 bad_ = 0;
};

// Whether all words are finite: else a word less itself is NaN.
struct FiniteWords {
  __m512i words = _mm512_setzero_si512();

  void Look(const CompactKeys& keys) {
    constexpr int kOr = 0xfe;  // a | b | c
    words =
        _mm512_ternarylogic_epi32(words, Nothing(keys.a), Nothing(keys.b), kOr);
  }

  bool good() const {
    // In some rounding modes nothing is -0.
    return _mm512_test_epi32_mask(
               words, _mm512_set1_epi32(static_cast<int>(kMagnitude))) == 0;
  }

 private:
  static __m512i Nothing(__m512i words) {
    const __m512 x = _mm512_castsi512_ps(words);
    return _mm512_castps_si512(_mm512_sub_ps(x, x));
  }
};

// What the scan of compact keys accumulates.
struct CompactScan {
  FiniteWords finite;
  CompactTimeOrder order;

  [[gnu::always_inline]] void Look(const uint8_t* keys, size_t count) {
    order.Restart();
    for (; count >= kLanes; count -= kLanes, keys += kLanes * kCompactStride) {
      const CompactKeys some = LoadCompact(keys);
      finite.Look(some);
      order.Next(some);
    }
    if (count == 0) return;
    const CompactKeys some(keys, FirstBits(count), _mm512_setzero_si512());
    finite.Look(some);
    order.Next(some, count);
  }

  bool good() const { return finite.good() && order.good(); }
};

// What the scan of quaternions in compact keys accumulates. Values of unit
// length are finite; times that increase are, but for the last one.
struct CompactQuaternionScan {
  LengthRange lengths;
  SameWords same;

  // Sixteen quaternions.
  [[gnu::always_inline]] void Look(const CompactKeys& x, const CompactKeys& y,
                                   const CompactKeys& z, const CompactKeys& w) {
    same.Look(x.a, y.a, z.a, w.a);
    same.Look(x.b, y.b, z.b, w.b);
    lengths.Look(x.values(), y.values(), z.values(), w.values());
  }

  [[gnu::always_inline]] void Look(const uint8_t* const curves[4], size_t count,
                                   CompactTimeOrder& order) {
    order.Restart();
    size_t offset = 0;
    for (; count >= kLanes;
         count -= kLanes, offset += kLanes * kCompactStride) {
      const auto x = LoadCompact<kAheadOfXyz>(curves[0] + offset);
      const auto y = LoadCompact<kAheadOfXyz>(curves[1] + offset);
      const auto z = LoadCompact<kAheadOfXyz>(curves[2] + offset);
      const auto w = LoadCompact(curves[3] + offset);
      Look(x, y, z, w);
      order.Next(x);
    }
    if (count == 0) return;
    const unsigned present = FirstBits(count);
    // A key that is not there is the quaternion (1, 0, 0, 0) at 0 seconds.
    const __m512i zero = _mm512_setzero_si512();
    const __m512i one = _mm512_set1_epi64(int64_t{kOneWord} << 32);
    const CompactKeys x(curves[0] + offset, present, one);
    Look(x, CompactKeys(curves[1] + offset, present, zero),
         CompactKeys(curves[2] + offset, present, zero),
         CompactKeys(curves[3] + offset, present, zero));
    order.Next(x, count);
  }

  bool good() const { return lengths.good() && same.good(kCompactTimes); }

 private:
  static constexpr __mmask16 kCompactTimes = 0x5555;
};

// Whether the last time is finite, of those that increase.
bool EndsInTime(const uint8_t* keys, size_t count) {
  if (count == 0) return true;
  uint32_t time;
  memcpy(&time, keys + (count - 1) * kCompactStride, sizeof(time));
  return (time & kMagnitude) < kInfinityWord;
}

bool Compact(const uint8_t* keys, size_t count) {
  CompactScan scan;
  scan.Look(keys, count);
  return scan.good();
}

bool QuaternionsCompact(const uint8_t* const curves[4], size_t count) {
  CompactQuaternionScan scan;
  CompactTimeOrder order;
  scan.Look(curves, count, order);
  return scan.good() && order.good() && EndsInTime(curves[0], count);
}

bool PoseCompact(const KeyRun curves[7]) {
  CompactScan scan;
  CompactQuaternionScan quaternions;
  for (int c = 0; c < 3; ++c) scan.Look(curves[c].keys, curves[c].count);
  const uint8_t* const rotation[4] = {curves[3].keys, curves[4].keys,
                                      curves[5].keys, curves[6].keys};
  quaternions.Look(rotation, curves[3].count, scan.order);
  return scan.good() && quaternions.good() &&
         EndsInTime(curves[3].keys, curves[3].count);
}

// Boolean curves are short: two keys for each time a hand appears.
bool Boolean(const uint8_t* keys, size_t count) {
  return KeyScan::kScalar.boolean(keys, count);
}

}  // namespace

constinit const KeyScan KeyScan::kAvx512 = {
    Full,     Compact,     Boolean, QuaternionsFull, QuaternionsCompact,
    PoseFull, PoseCompact,
};

}  // namespace clipguard::mrtk
