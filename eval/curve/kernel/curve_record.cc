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

constexpr double kThird = 1.0 / 3;

// A stretch of curve as a Bézier in (time, value). x has the control points
// 0, w1, 1 - w2, 1 times the duration, y has y0, y1, y2, y3, kept as
// differences: rise = 3 (y1 - y0), fall = 3 (y2 - y3).
struct Bezier {
  float start;
  float end;
  double w1;
  double w2;
  double y0;
  double y3;
  double rise;
  double fall;

  double duration() const { return double{end} - double{start}; }
};

// Numbers that a record holds, with room for the sums that are made of them,
// and so that errors of the smallest floats do not matter.
bool IsRepresentable(const Bezier& b) {
  if (!(b.duration() > 0x1p-100 && b.duration() < 0x1p100)) return false;
  // What is NaN would be lost in the comparisons of std::max().
  for (const double number : {b.y0, b.y3, b.rise, b.fall}) {
    if (!std::isfinite(number)) return false;
  }
  const double largest = std::max(
      {std::abs(b.y0), std::abs(b.y3), std::abs(b.rise), std::abs(b.fall)});
  return largest == 0 || (largest > 0x1p-100 && largest < 0x1p124);
}

TimedRecord CubicInTime(const Bezier& b) {
  if (!IsRepresentable(b)) return {b.start, ExactRecord()};
  return {b.start,
          {.end = b.end,
           .rate = static_cast<float>(1 / b.duration()),
           .w1 = kCubicInTime,
           .w2 = kCubicInTime,
           .left = static_cast<float>(b.y0) + 0.0f,
           .right = static_cast<float>(b.y3) + 0.0f,
           .rise = static_cast<float>(b.rise),
           .fall = static_cast<float>(b.fall)}};
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
  record.w1 = static_cast<float>(b.w1);
  record.w2 = static_cast<float>(b.w2);
  KeepRising(record.w1, record.w2);
  KeepRising(record.w2, record.w1);
  return timed;
}

// x(u) of a Bézier from its left end. From the right end it is the same
// function with the weights exchanged.
double TimeShare(double w1, double w2, double u) {
  const double q = 1 - u;
  return 3 * w1 * u * q * q + 3 * (1 - w2) * u * u * q + u * u * u;
}

// x'(u).
double Slope(const Bezier& b, double u) {
  const double q = 1 - u;
  return 3 * (b.w1 * q * q + 2 * ((1 - b.w2) - b.w1) * u * q + b.w2 * u * u);
}

// The v with slope v + c3 v^3 = distance, for slope >= 0 and c3 > 0: the
// distance in u from the inflection to a time near it. Newton's method from
// above, where it comes down without ever overshooting; no subtraction loses
// digits. `per_c3` is 1 / c3.
double FromInflection(double distance, double slope, double c3, double per_c3) {
  if (distance == 0) return 0;
  const double target = std::abs(distance);
  // Without the line, cbrt(target / c3) to a few percent, and a bit more; or
  // without the cube. Both are above the root.
  const uint64_t bits = std::bit_cast<uint64_t>(target * per_c3);
  const double cube =
      1.1 * std::bit_cast<double>(bits / 3 + 0x2A9F7893782DA1CE);
  const double line = target / slope;
  double v = line < cube ? line : cube;
  for (int i = 0; i < 60; ++i) {
    const double square = v * v;
    const double next =
        (2 * c3 * square * v + target) / (3 * c3 * square + slope);
    const double change = std::abs(next - v);
    v = next;
    // A step leaves less than the square of its relative change.
    if (!(change > 1e-9 * v)) break;
  }
  return std::copysign(v, distance);
}

// Where de Casteljau's algorithm divides y at u: the value there, and dy/du of
// the part before it and of the part after it, each in its own u.
struct Cut {
  Cut(const Bezier& b, double u) {
    const auto mix = [u](double from, double to) {
      return from + (to - from) * u;
    };
    const double y1 = b.y0 + b.rise * kThird;
    const double y2 = b.y3 + b.fall * kThird;
    const double before = mix(mix(b.y0, y1), mix(y1, y2));
    const double after = mix(mix(y1, y2), mix(y2, b.y3));
    value = mix(before, after);
    fall_before = 3 * (before - value);
    rise_after = 3 * (after - value);
  }
  double value;
  double fall_before;
  double rise_after;
};

// The largest float that is not above `time`.
float FloatBelow(double time) {
  const auto rounded = static_cast<float>(time);
  return rounded > time ? std::nextafter(rounded, -kInfinity) : rounded;
}

// Where a Bézier bends the other way, and how its u runs near there.
struct Inflection {
  // At that u; `cubic` is the coefficient of u^3 in x, `per_cubic` 1 / that.
  Inflection(const Bezier& b, double at, double cubic, double per_cubic)
      : u(at),
        c3(cubic),
        per_c3(per_cubic),
        duration(b.duration()),
        per_duration(1 / duration),
        passed(TimeShare(b.w1, b.w2, at)),
        to_come(TimeShare(b.w2, b.w1, 1 - at)),
        slope(std::max(0.0, Slope(b, at))) {}

  double time(const Bezier& b) const {
    return u < 0.5 ? b.start + duration * passed : b.end - duration * to_come;
  }
  // How far a float's u is from the inflection's. Its time from the
  // inflection's comes first, in units of x.
  double Distance(const Bezier& b, float at) const {
    const double distance = u < 0.5 ? (double{at} - b.start) - duration * passed
                                    : duration * to_come - (double{b.end} - at);
    return FromInflection(distance * per_duration, slope, c3, per_c3);
  }
  // dx/du at that distance.
  double SlopeAt(double v) const { return slope + 3 * c3 * v * v; }

  double u;
  double c3;
  double per_c3;
  double duration;
  double per_duration;
  double passed;   // x(u)
  double to_come;  // 1 - x(u)
  double slope;
};

// The part of a Bézier up to a float, and the part from one.
TimedRecord PartUpTo(const Bezier& b, const Inflection& inflection,
                     float last) {
  const double v = inflection.Distance(b, last);
  const double u = inflection.u + v;
  const double slope = inflection.SlopeAt(v);
  // 1 / its share of the duration.
  const double stretched = inflection.duration * (1 / (double{last} - b.start));
  const Cut y(b, u);
  return Weighted({.start = b.start,
                   .end = last,
                   .w1 = b.w1 * u * stretched,
                   .w2 = u * slope * kThird * stretched,
                   .y0 = b.y0,
                   .y3 = y.value,
                   .rise = b.rise * u,
                   .fall = y.fall_before});
}
TimedRecord PartFrom(const Bezier& b, const Inflection& inflection,
                     float next) {
  const double v = inflection.Distance(b, next);
  const double u = inflection.u + v;
  const double slope = inflection.SlopeAt(v);
  const double stretched = inflection.duration * (1 / (double{b.end} - next));
  const Cut y(b, u);
  return Weighted({.start = next,
                   .end = b.end,
                   .w1 = (1 - u) * slope * kThird * stretched,
                   .w2 = b.w2 * (1 - u) * stretched,
                   .y0 = y.value,
                   .y3 = b.y3,
                   .rise = y.rise_after,
                   .fall = b.fall * (1 - u)});
}

// The records of a Bézier that is cut at its inflection; none if there is no
// need to. No float lies between the parts: the left one ends at the last float
// before the inflection, the right one starts at the next, and each is cut off
// at its own u. Were it one and the same u, or a rounded one, the parts would
// not fit their ends.
size_t CutAtInflection(const Bezier& b, TimedRecord (&records)[kMaxRecords]) {
  constexpr double kNearEnd = 0.15;
  const double sum = b.w1 + b.w2;
  if (!(sum > 1.000001)) return 0;
  const double c3 = 3 * sum - 2;
  const double per_c3 = 1 / c3;
  const double u = (2 * b.w1 + b.w2 - 1) / c3;
  if (!(u > kNearEnd && u < 1 - kNearEnd)) return 0;

  const Inflection inflection(b, u, c3, per_c3);
  const float last = FloatBelow(inflection.time(b));
  const float next = std::nextafter(last, kInfinity);
  if (!(last >= b.start && next <= b.end)) return 0;

  size_t count = 0;
  records[count++] =
      last > b.start
          ? PartUpTo(b, inflection, last)
          : TimedRecord{b.start, ConstantRecord(static_cast<float>(b.y0))};
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
  const float w1 = left.out_weight_used() ? left.out_weight : 1.0f / 3;
  const float w2 = right.in_weight_used() ? right.in_weight : 1.0f / 3;
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
  const double w1 = out_weighted ? left.out_weight : kThird;
  const double w2 = in_weighted ? right.in_weight : kThird;
  if (!(w1 >= 0 && w1 <= 1 && w2 >= 0 && w2 <= 1)) {
    records[0] = {left.time, ExactRecord()};
    return 1;
  }
  Bezier whole = {.start = left.time,
                  .end = right.time,
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
  // 3 * (1.0 / 3) is 1: without weights, the tangents themselves.
  whole.rise = 3 * w1 * left.out_tangent * whole.duration();
  whole.fall = -3 * w2 * right.in_tangent * whole.duration();
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
