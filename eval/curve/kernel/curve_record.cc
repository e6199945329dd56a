// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/kernel/curve_record.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/numbers.h"

namespace clipguard::eval {
namespace {

using mrtk::Keyframe;

constexpr float kThird = 1.0f / 3;

// A stretch of curve as a Bézier in (time, value). x has the control points
// 0, w1, 1 - w2, 1 times the duration, y has y0, y1, y2, y3, kept as
// differences: rise = 3 (y1 - y0), fall = 3 (y2 - y3).
struct Bezier {
  float start;
  float end;
  float duration;  // end - start
  float w1;
  float w2;
  float y0;
  float y3;
  float rise;
  float fall;
};

// Numbers that a record holds, with room for the sums that are made of them,
// and so that errors of the smallest floats do not matter.
bool IsRepresentable(const Bezier& b) {
  if (!(b.duration > 0x1p-100f && b.duration < 0x1p100f)) return false;
  // Checks each number first: the comparisons of std::max() would lose a NaN.
  for (const float number : {b.y0, b.y3, b.rise, b.fall}) {
    if (!std::isfinite(number)) return false;
  }
  const float largest = std::max(
      {std::abs(b.y0), std::abs(b.y3), std::abs(b.rise), std::abs(b.fall)});
  return largest == 0 || (largest > 0x1p-100f && largest < 0x1p124f);
}

TimedRecord CubicInTime(const Bezier& b) {
  if (!IsRepresentable(b)) return {b.start, ExactRecord()};
  return {b.start,
          {.end = b.end,
           .rate = 1 / b.duration,
           .w1 = kCubicInTime,
           .w2 = kCubicInTime,
           .left = b.y0 + 0.0f,
           .right = b.y3 + 0.0f,
           .rise = b.rise,
           .fall = b.fall}};
}

// Spares the solver all tests for a slope that is not positive. Seen from the
// end with weight a, x must rise from the start: not slower than 1e-18, which
// is less than any float32 of u can show, and not fall because b was rounded
// up: from an inflection, where a = 0 and b = 1, that would be c2 < 0.
void KeepRising(float& a, float& b) {
  constexpr float kLeastWeight = 3.4e-19f;
  a = std::max(a, kLeastWeight);
  const double c1 = 3.0 * a;
  const double c2 = 3.0 - 3.0 * b - 6.0 * a;
  const double c3 = 1 - (c1 + c2);
  if (!(c2 < 0 && c3 > 0)) return;
  const bool inflection_is_near = -c2 < 0.51 * 3 * c3;
  const double least_slope = c1 - c2 * c2 / (3 * c3);
  if (inflection_is_near && least_slope < 1e-19) {
    b = static_cast<float>(1 - 2.0 * a);
    while (3.0 - 3.0 * b - 6.0 * a < 0) b = std::nextafter(b, 0.0f);
  }
}

TimedRecord Weighted(const Bezier& b) {
  TimedRecord timed = CubicInTime(b);
  CurveRecord& record = timed.record;
  if (IsExact(record)) return timed;
  record.w1 = b.w1;
  record.w2 = b.w2;
  KeepRising(record.w1, record.w2);
  KeepRising(record.w2, record.w1);
  return timed;
}

// cbrt(x) within 4 %, by its bits, which are nearly its logarithm.
float NearCubeRoot(float x) {
  const auto bits = static_cast<float>(std::bit_cast<int32_t>(x));
  return std::bit_cast<float>(
      static_cast<int32_t>(bits * kThird + 708741440.0f));
}

// The v with slope v + c3 v^3 = distance, for slope >= 0 and c3 > 0: the
// distance in u from the inflection to a time near it. Newton's method from
// above the root comes down without ever overshooting, and no subtraction loses
// digits.
float FromInflection(float distance, float slope, float c3) {
  const float target = std::abs(distance);
  const auto step = [&](float v) {
    const float square = v * v;
    return (2 * c3 * square * v + target) / (3 * c3 * square + slope);
  };
  // Where the cube is a share r of the line, or less, the line alone is off by
  // r, and a step from there by 3 r^3.
  const float line = target / slope;
  if (c3 * (line * line) <= 0x1p-9f * slope) {
    return std::copysign(step(line), distance);
  }
  // Without the line, or without the cube: the lower one is at most 1.6 times
  // the root, and four steps from there leave 5e-8 of it.
  const float cube = 1.1f * NearCubeRoot(target / c3);
  float v = line < cube ? line : cube;
  for (int i = 0; i < 4; ++i) v = step(v);
  return std::copysign(v, distance);
}

// Where de Casteljau's algorithm divides y at u: the value there, and dy/du of
// the part before it and of the part after it, each in its own u.
struct Cut {
  Cut(const Bezier& b, float u) {
    const auto mix = [u](float from, float to) {
      return from + (to - from) * u;
    };
    const float y1 = b.y0 + b.rise * kThird;
    const float y2 = b.y3 + b.fall * kThird;
    const float middle = mix(y1, y2);
    const float before = mix(mix(b.y0, y1), middle);
    const float after = mix(middle, mix(y2, b.y3));
    const float third_of_slope = after - before;
    value = before + third_of_slope * u;
    fall_before = -3 * third_of_slope * u;
    rise_after = 3 * third_of_slope * (1 - u);
  }
  float value;
  float fall_before;
  float rise_after;
};

// The largest float that is not above `time`.
float FloatBelow(double time) {
  const auto rounded = static_cast<float>(time);
  return rounded > time ? std::nextafter(rounded, -kInfinity) : rounded;
}

// Where x of a Bézier bends the other way. x is flat there if both weights are
// near 1: so where that is, and how far a float is from there, is found in
// double. With A = 2 w1 + w2 - 1:
//
//   u = A / c3,  c3 = 3 (w1 + w2) - 2
//   x(u) = u (3 w1 - 2 A u),  x'(u) = 3 (w1 - A u)
struct Inflection {
  explicit Inflection(const Bezier& b) {
    const double w1 = b.w1;
    const double w2 = b.w2;
    const double cubic = 3 * (w1 + w2) - 2;
    const double numerator = 2 * w1 + w2 - 1;
    const double at = numerator / cubic;
    const double product = numerator * at;
    passed = (double{b.end} - double{b.start}) * (at * (3 * w1 - 2 * product));
    u = static_cast<float>(at);
    c3 = static_cast<float>(cubic);
    slope = std::max(0.0f, static_cast<float>(3 * (w1 - product)));
  }

  double time(const Bezier& b) const { return b.start + passed; }
  // How far a float's u is from the inflection's.
  float Distance(const Bezier& b, float at) const {
    const double distance = (double{at} - double{b.start}) - passed;
    return FromInflection(static_cast<float>(distance) * (1 / b.duration),
                          slope, c3);
  }
  // dx/du at that distance.
  float SlopeAt(float v) const { return slope + 3 * c3 * v * v; }

  double passed;  // time since the start
  float u;
  float c3;     // the coefficient of u^3 in x
  float slope;  // dx/du
};

// The part of a Bézier up to a float, and the part from one.
TimedRecord PartUpTo(const Bezier& b, const Inflection& inflection,
                     float last) {
  const float v = inflection.Distance(b, last);
  const float u = inflection.u + v;
  const float slope = inflection.SlopeAt(v);
  const float duration = last - b.start;
  // u / its share of the duration.
  const float stretched = u * (b.duration * (1 / duration));
  const Cut y(b, u);
  return Weighted({.start = b.start,
                   .end = last,
                   .duration = duration,
                   .w1 = b.w1 * stretched,
                   .w2 = slope * kThird * stretched,
                   .y0 = b.y0,
                   .y3 = y.value,
                   .rise = b.rise * u,
                   .fall = y.fall_before});
}
TimedRecord PartFrom(const Bezier& b, const Inflection& inflection,
                     float next) {
  const float v = inflection.Distance(b, next);
  const float u = inflection.u + v;
  const float slope = inflection.SlopeAt(v);
  const float duration = b.end - next;
  const float stretched = (1 - u) * (b.duration * (1 / duration));
  const Cut y(b, u);
  return Weighted({.start = next,
                   .end = b.end,
                   .duration = duration,
                   .w1 = slope * kThird * stretched,
                   .w2 = b.w2 * stretched,
                   .y0 = y.value,
                   .y3 = b.y3,
                   .rise = y.rise_after,
                   .fall = b.fall * (1 - u)});
}

// Whether x bends the other way, and not near an end.
bool IsToBeCut(float w1, float w2) {
  constexpr float kNearEnd = 0.15f;
  const float sum = w1 + w2;
  if (!(sum > 1.000001f)) return false;
  const float c3 = 3 * sum - 2;
  const float numerator = (sum + w1) - 1;
  return numerator > kNearEnd * c3 && numerator < (1 - kNearEnd) * c3;
}

// The records of a Bézier that is cut at its inflection; none if there is no
// need to. No float lies between the parts: the left one ends at the last float
// before the inflection, the right one starts at the next, and each is cut off
// at its own u. Were it one and the same u, or a rounded one, the parts would
// not fit their ends.
size_t CutAtInflection(const Bezier& b, TimedRecord (&records)[kMaxRecords]) {
  if (!IsToBeCut(b.w1, b.w2)) return 0;
  const Inflection inflection(b);
  const float last = FloatBelow(inflection.time(b));
  const float next = std::nextafter(last, kInfinity);
  if (!(last >= b.start && next <= b.end)) return 0;

  size_t count = 0;
  records[count++] = last > b.start
                         ? PartUpTo(b, inflection, last)
                         : TimedRecord{b.start, ConstantRecord(b.y0)};
  if (next < b.end) records[count++] = PartFrom(b, inflection, next);
  return count;
}

bool IsStep(const Keyframe& left, const Keyframe& right) {
  return std::isinf(left.out_tangent) || std::isinf(right.in_tangent);
}

}  // namespace

CurveRecord ConstantRecord(float value) {
  value += 0.0f;  // -0 becomes 0
  return {
      .w1 = kCubicInTime, .w2 = kCubicInTime, .left = value, .right = value};
}

CurveRecord ExactRecord() {
  return {.w1 = kCubicInTime, .w2 = kCubicInTime, .left = kNan, .right = kNan};
}

bool IsExact(const CurveRecord& record) { return std::isnan(record.left); }

size_t MaxRecords(const Keyframe& left, const Keyframe& right) {
  const float w1 = left.out_weight_used() ? left.out_weight : kThird;
  const float w2 = right.in_weight_used() ? right.in_weight : kThird;
  return w1 + w2 > 1 ? 2 : 1;
}

size_t BuildRecords(const Keyframe& left, const Keyframe& right,
                    TimedRecord (&records)[kMaxRecords]) {
  if (!(right.time > left.time)) return 0;
  // The rules are those of EvaluateSegment(), eval/curve/reference.cc.
  if (IsStep(left, right)) {
    records[0] = {left.time, std::isfinite(left.value)
                                 ? ConstantRecord(left.value)
                                 : ExactRecord()};
    return 1;
  }
  const bool out_weighted = left.out_weight_used();
  const bool in_weighted = right.in_weight_used();
  const float w1 = out_weighted ? left.out_weight : kThird;
  const float w2 = in_weighted ? right.in_weight : kThird;
  if (!(w1 >= 0 && w1 <= 1 && w2 >= 0 && w2 <= 1)) {
    records[0] = {left.time, ExactRecord()};
    return 1;
  }
  Bezier whole = {.start = left.time,
                  .end = right.time,
                  .duration = right.time - left.time,
                  .w1 = w1,
                  .w2 = w2,
                  .y0 = left.value,
                  .y3 = right.value,
                  .rise = 0,
                  .fall = 0};
  if (w1 == 0 && w2 == 0) {
    // x and y run alike: a line.
    whole.rise = whole.y3 - whole.y0;
    whole.fall = -whole.rise;
    records[0] = CubicInTime(whole);
    return 1;
  }
  // 3 * (1.0f / 3) is 1: without weights, the tangents themselves.
  whole.rise = (3 * w1) * (left.out_tangent * whole.duration);
  whole.fall = (-3 * w2) * (right.in_tangent * whole.duration);
  if (!out_weighted && !in_weighted) {
    records[0] = CubicInTime(whole);
    return 1;
  }
  const size_t parts = CutAtInflection(whole, records);
  if (parts > 0) return parts;
  records[0] = Weighted(whole);
  return 1;
}

}  // namespace clipguard::eval
