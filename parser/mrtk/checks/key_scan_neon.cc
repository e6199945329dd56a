// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The scans with NEON. The method is that of key_scan_avx512.cc, four lanes
// wide: four full keys are seven vectors, their times fall on lanes 7k mod 4,
// all different, and key k - 1 sits one lane above key k.

#include <arm_neon.h>

#include "parser/mrtk/checks/key_scan.h"
#include "parser/mrtk/checks/key_scan_limits.h"

namespace clipguard::mrtk {
namespace {

using Vector = uint32x4_t;
constexpr size_t kLanes = 4;
constexpr size_t kFullStride = 4 * kWords;
constexpr size_t kCompactStride = 8;

// Whether vector v, of seven, holds field f of a full key in some lane.
constexpr bool HasField(int v, int f) {
  for (int lane = 0; lane < 4; ++lane) {
    if ((v * 4 + lane) % kWords == f) return true;
  }
  return false;
}

// A table of seven vectors with `words[f]` in each lane of field f.
struct FieldTable {
  alignas(16) uint32_t lanes[kWords][kLanes];

  constexpr explicit FieldTable(const uint32_t (&words)[kWords]) : lanes() {
    for (size_t v = 0; v < kWords; ++v) {
      for (size_t lane = 0; lane < kLanes; ++lane) {
        lanes[v][lane] = words[(v * kLanes + lane) % kWords];
      }
    }
  }
  uint32x4_t operator[](int v) const { return vld1q_u32(lanes[v]); }
};
constexpr uint32_t kTimeField[kWords] = {~0u, 0, 0, 0, 0, 0, 0};
constexpr uint32_t kValueField[kWords] = {0, ~0u, 0, 0, 0, 0, 0};
constexpr FieldTable kMasks(kWordMask);
constexpr FieldTable kLimits(kWordLimit);
constexpr FieldTable kValues(kValueField);
constexpr FieldTable kTimes(kTimeField);

// Before all times, and not finite.
uint32x4_t MinusInfinity() { return vdupq_n_u32(0xff800000); }

uint32x4_t Load(const uint8_t* p) { return vreinterpretq_u32_u8(vld1q_u8(p)); }

bool IsZero(uint32x4_t v) { return vmaxvq_u32(v) == 0; }

// Lanes where `time` is after `before`; NaN is not.
uint32x4_t After(uint32x4_t time, uint32x4_t before) {
  return vcgtq_f32(vreinterpretq_f32_u32(time), vreinterpretq_f32_u32(before));
}

// Checks that the times of keys increase, four by four.
template <typename Keys>
class TimeOrder {
 public:
  // Other keys follow: the first has none before it.
  void Restart() { previous_ = MinusInfinity(); }

  // Times in the lanes that Keys has them in.
  void Next(uint32x4_t times) {
    good_ = vandq_u32(good_, After(times, Keys::Before(times, previous_)));
    previous_ = times;
  }
  bool good() const { return IsZero(vmvnq_u32(good_)); }

 private:
  uint32x4_t previous_ = MinusInfinity();
  uint32x4_t good_ = vdupq_n_u32(~0u);
};

// The largest words seen in each of seven vectors.
struct LargestWords {
  uint32x4_t words[kWords] = {};

  // Takes note of vector v of the keys at p, and returns it; merges its times
  // into `times`.
  template <int v>
  [[gnu::always_inline]] uint32x4_t Look(const uint8_t* p, uint32x4_t& times) {
    const uint32x4_t x = Load(p + 16 * v);
    if constexpr (HasField(v, 0)) times = vbslq_u32(kTimes[v], x, times);
    words[v] = vmaxq_u32(words[v], vandq_u32(x, kMasks[v]));
    return x;
  }

  bool good() const {
    uint32x4_t bad = vdupq_n_u32(0);
    for (int v = 0; v < kWords; ++v) {
      bad = vorrq_u32(bad, vcgtq_u32(words[v], kLimits[v]));
    }
    return IsZero(bad);
  }
};

// The smallest and largest squared length seen, as bits: NaN is larger than any
// number.
struct LengthRange {
  uint32x4_t smallest = vdupq_n_u32(kOneWord);
  uint32x4_t largest = vdupq_n_u32(kOneWord);

  [[gnu::always_inline]] void Look(uint32x4_t x, uint32x4_t y, uint32x4_t z,
                                   uint32x4_t w) {
    const float32x4_t fx = vreinterpretq_f32_u32(x);
    const float32x4_t fy = vreinterpretq_f32_u32(y);
    const float32x4_t fz = vreinterpretq_f32_u32(z);
    const float32x4_t fw = vreinterpretq_f32_u32(w);
    float32x4_t squared = vmulq_f32(fx, fx);
    squared = vfmaq_f32(squared, fy, fy);
    squared = vfmaq_f32(squared, fz, fz);
    const uint32x4_t bits = vreinterpretq_u32_f32(vfmaq_f32(squared, fw, fw));
    smallest = vminq_u32(smallest, bits);
    largest = vmaxq_u32(largest, bits);
  }

  bool good() const {
    const uint32x4_t least =
        vreinterpretq_u32_f32(vdupq_n_f32(kMinSquaredLength));
    const uint32x4_t most =
        vreinterpretq_u32_f32(vdupq_n_f32(kMaxSquaredLength));
    return IsZero(
        vorrq_u32(vcltq_u32(smallest, least), vcgtq_u32(largest, most)));
  }
};

// Whether four curves have the same times.
struct SameTimes {
  uint32x4_t differences = vdupq_n_u32(0);

  [[gnu::always_inline]] void Look(uint32x4_t x, uint32x4_t y, uint32x4_t z,
                                   uint32x4_t w) {
    const uint32x4_t all =
        vorrq_u32(vorrq_u32(veorq_u32(x, y), veorq_u32(x, z)), veorq_u32(x, w));
    differences = vorrq_u32(differences, all);
  }

  // In the lanes that are all ones in `lanes`.
  bool good(uint32x4_t lanes) const {
    return IsZero(vandq_u32(differences, lanes));
  }
};

// The times and values of four full keys, each key's in a lane of its own.
struct TimesAndValues {
  uint32x4_t times = vdupq_n_u32(0);
  uint32x4_t values = vdupq_n_u32(0);

  // Vector v of the keys at p.
  template <int v>
  [[gnu::always_inline]] void Look(const uint8_t* p, LargestWords& largest) {
    const uint32x4_t x = largest.Look<v>(p, times);
    if constexpr (HasField(v, 1)) values = vbslq_u32(kValues[v], x, values);
  }

  [[gnu::always_inline]] void Look(const uint8_t* p, LargestWords& largest) {
    Look<0>(p, largest);
    Look<1>(p, largest);
    Look<2>(p, largest);
    Look<3>(p, largest);
    Look<4>(p, largest);
    Look<5>(p, largest);
    Look<6>(p, largest);
  }
};

struct FullVectors {
  // The time of key k is in lane 7k mod 4. Lane 1, the last of four, is turned
  // into lane 0, where the first one wants the last of those before.
  static uint32x4_t Before(uint32x4_t times, uint32x4_t previous) {
    const uint32x4_t last = {0, ~0u, 0, 0};
    const uint32x4_t turned = vbslq_u32(last, previous, times);
    return vextq_u32(turned, turned, 1);
  }
  static uint32x4_t TimeLanes() { return vdupq_n_u32(~0u); }

  template <typename Scan>
  [[gnu::always_inline]] static uint32x4_t LookAtQuaternions(
      const uint8_t* const curves[4], size_t offset, Scan& scan) {
    TimesAndValues x;
    TimesAndValues y;
    TimesAndValues z;
    TimesAndValues w;
    x.Look(curves[0] + offset, scan.words);
    y.Look(curves[1] + offset, scan.words);
    z.Look(curves[2] + offset, scan.words);
    w.Look(curves[3] + offset, scan.words);
    scan.lengths.Look(x.values, y.values, z.values, w.values);
    scan.same.Look(x.times, y.times, z.times, w.times);
    return x.times;
  }
};

// Four compact keys are two vectors, a and b, of times in even lanes and values
// in odd ones.
struct CompactVectors {
  static uint32x4_t Before(uint32x4_t times, uint32x4_t previous) {
    return vextq_u32(previous, times, 3);
  }
  static uint32x4_t TimeLanes() {
    return vreinterpretq_u32_u64(vdupq_n_u64(0xffffffff));
  }

  uint32x4_t a, b;

  explicit CompactVectors(const uint8_t* p)
      : a(Load(p)), b(Load(p + sizeof(a))) {}

  uint32x4_t times() const { return vuzp1q_u32(a, b); }
  uint32x4_t values() const { return vuzp2q_u32(a, b); }

  // The largest words, both fields having the same limit.
  struct Words {
    uint32x4_t largest = vdupq_n_u32(0);

    void Look(const CompactVectors& keys) {
      const uint32x4_t mask = vdupq_n_u32(kMagnitude);
      largest = vmaxq_u32(largest, vandq_u32(keys.a, mask));
      largest = vmaxq_u32(largest, vandq_u32(keys.b, mask));
    }

    bool good() const { return vmaxvq_u32(largest) < kInfinityWord; }
  };
};

#include "parser/mrtk/checks/key_scan_walks.inc"

}  // namespace

constinit const KeyScan KeyScan::kNeon = MakeScan();

}  // namespace clipguard::mrtk
