// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The batch evaluator's records: the stretch between two keyframes, prepared
// for float32.
//
// Between two keys a curve is a cubic Bézier in (time, value), whose parameter
// u has to be found from the time: x(u) = s, s being the share of the stretch
// that has passed. In float32 that goes wrong in two places, and a record is
// what is left when both are mended.
//
// - Near the right end s is close to 1, where floats are coarse. So a record
//   is evaluated from the nearer end: the left half as it stands, the right
//   half mirrored, with the distance to the right end, which is exact.
// - With large weights x is flat around its inflection, and a tiny error of s
//   is a large one of u. So such a stretch is cut in two there (by de
//   Casteljau's algorithm), and each part evaluated from its own ends, one of
//   which is now the inflection. When that is, and how far the part's end is
//   from there, is found in double; all else is done in float32.
//
// With A the weight of the nearer end, B that of the other, and u counted from
// the nearer end, up to about 1/2:
//
//   x(u) = c1 u + c2 u^2 + c3 u^3,  c1 = 3A,  c2 = 3 - 3B - 6A,
//                                   c3 = 1 - (c1 + c2)
//   y(u) = e0 + e1 u + e2 u^2 + e3 u^3
//     left:   e0 = left   e1 = rise  e2 = D - e1 - e3  e3 = rise - fall - 2D
//     right:  e0 = right  e1 = fall  e2 = -D - e1 + e3, and -e3 for e3
//     D = right - left
//
// The halves meet where u is 1/2: at s = x(1/2) = 1/2 + 3/8 (w1 - w2).
//
// Three kinds of stretch are records without a Bézier's weights: those that
// are cubics in time (unweighted ones, lines, steps, constants) have
// kCubicInTime for both weights, and u is s; a constant has rate 0 as well.
// And what float32 cannot hold is an exact record, all of whose values are
// NaN: evaluating it gives NaN, which tells the caller to ask
// eval/curve/reference.h.

#ifndef CLIPGUARD_EVAL_CURVE_KERNEL_CURVE_RECORD_H_
#define CLIPGUARD_EVAL_CURVE_KERNEL_CURVE_RECORD_H_

#include <cstddef>
#include <cstdint>

#include "parser/mrtk/format.h"

namespace clipguard::eval {

struct alignas(32) CurveRecord {
  float end = 0;    // time of the right end, s; only a reference point
  float rate = 0;   // 1 / duration, 1/s
  float w1 = 0;     // weight of the left end; see kCubicInTime
  float w2 = 0;     // weight of the right end
  float left = 0;   // value at the left end
  float right = 0;  // value at the right end
  float rise = 0;   // dy/du at the left end
  float fall = 0;   // dy/d(1-u) at the right end
};
static_assert(sizeof(CurveRecord) == 32);
// A kernel chooses the numbers of an end by their place.
static_assert(offsetof(CurveRecord, w2) == offsetof(CurveRecord, w1) + 4 &&
              offsetof(CurveRecord, right) == offsetof(CurveRecord, left) + 4 &&
              offsetof(CurveRecord, fall) == offsetof(CurveRecord, rise) + 4);

// A record and the time from which on it holds. It holds until the next one's.
struct TimedRecord {
  float start = 0;
  CurveRecord record;
};

// The records of some times, each for itself and in any order: a column for
// each member, the time since which it holds, the time that is asked for, and
// which of the times it is. Elements past the last one are read, but their
// values do not affect the result.
struct RecordColumns {
  // So many times at once: few enough for the first-level cache.
  static constexpr size_t kTimes = 128;
  // Vectors are written as a whole, from any place on.
  static constexpr size_t kRoom = kTimes + 16;

  alignas(64) float time[kRoom];
  alignas(64) float start[kRoom];
  alignas(64) float end[kRoom];
  alignas(64) float rate[kRoom];
  alignas(64) float w1[kRoom];
  alignas(64) float w2[kRoom];
  alignas(64) float left[kRoom];
  alignas(64) float right[kRoom];
  alignas(64) float rise[kRoom];
  alignas(64) float fall[kRoom];
  uint32_t place[kRoom];

  // Puts a record and its start at i; leaves the time and place there. Inlined:
  // kernels share no function that a linker could merge (simd/vectors.h).
  [[gnu::always_inline]] void Put(size_t i, const TimedRecord& from) {
    start[i] = from.start;
    end[i] = from.record.end;
    rate[i] = from.record.rate;
    w1[i] = from.record.w1;
    w2[i] = from.record.w2;
    left[i] = from.record.left;
    right[i] = from.record.right;
    rise[i] = from.record.rise;
    fall[i] = from.record.fall;
  }
};

// Both weights of a record whose value is a cubic in time.
inline constexpr float kCubicInTime = -1;

// A record that is `value` at all times.
CurveRecord ConstantRecord(float value);

// A record that only eval/curve/reference.h can evaluate.
CurveRecord ExactRecord();
bool IsExact(const CurveRecord& record);

// Most records between two keys.
inline constexpr size_t kMaxRecords = 2;

// The records of the stretch between two neighbouring keys, in order of time;
// returns how many: none if right.time <= left.time (or one of them is NaN),
// two if the stretch is cut. The first starts at left.time.
//
// An exact record is what becomes of weights outside [0, 1], durations beyond
// 2^+-100 s, and values so large or so small that float32 would overflow or
// lose digits on the way.
//
// Where a key's value is -0, the record's is 0: else it would depend on the
// signs of zeros on the way which of them comes out.
//
// The bits of a record do not depend on compiler or machine.
size_t BuildRecords(const mrtk::Keyframe& left, const mrtk::Keyframe& right,
                    TimedRecord (&records)[kMaxRecords]);

// An upper bound of what BuildRecords() returns, at little cost.
size_t MaxRecords(const mrtk::Keyframe& left, const mrtk::Keyframe& right);

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_CURVE_KERNEL_CURVE_RECORD_H_
