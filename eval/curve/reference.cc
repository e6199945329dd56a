// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/reference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "eval/curve/exact_difference.h"

namespace clipguard::eval {
namespace {

using mrtk::CurveView;
using mrtk::Keyframe;
using mrtk::WrapMode;

constexpr size_t kNoKey = std::numeric_limits<size_t>::max();

// The last key with time <= `time`. Keys at one time follow each other in the
// file, so that the last of them wins (rule 2).
size_t LastKeyNotAfter(const CurveView& curve, double time) {
  for (size_t i = curve.size(); i > 0; --i) {
    if (curve.time(i - 1) <= time) return i - 1;
  }
  return kNoKey;
}

// Infinite weights would make infinity minus infinity of a curve whose other
// numbers are finite. As the largest floats they leave everything finite in
// double: the largest product is weight * tangent * dt, below 1e116.
double FiniteWeight(float weight) {
  constexpr float kMax = std::numeric_limits<float>::max();
  return std::clamp(weight, -kMax, kMax);
}

// A place within a segment: the Bézier's parameter u, and q = 1 - u. Both are
// kept because near an end only one of them has its leading digits.
struct Parameter {
  double u;
  double q;
};

// The cubic x(u) of rule 5, with x(0) = 0 and x(1) = 1, and the time that it
// has to reach: as s, as 1 - s, and as s - 1/2.
struct TimeCubic {
  double w1;
  double w2;
  double from_left;
  double from_right;
  double from_centre;
};

// x(u) - s. Three forms of one polynomial: near either end it is written in
// the distance from that end, and else in v = u - 1/2, so that no digits are
// lost where the difference is small. The last matters when w1 = w2 = 1, where
// x - 1/2 = 4 v^3 is flat.
double Difference(const TimeCubic& x, Parameter at) {
  const auto [u, q] = at;
  if (u <= 0.25) {
    return 3 * x.w1 * u * q * q + 3 * (1 - x.w2) * u * u * q + u * u * u -
           x.from_left;
  }
  if (q <= 0.25) {
    return x.from_right -
           (3 * x.w2 * q * u * u + 3 * (1 - x.w1) * q * q * u + q * q * q);
  }
  // Expand x(1/2 + v) - 1/2 and collect powers of v.
  const double v = u < 0.5 ? 0.5 - q : u - 0.5;
  const double sum = x.w1 + x.w2;
  const double c0 = 0.375 * (x.w1 - x.w2);
  const double c1 = 1.5 - 0.75 * sum;
  const double c2 = 1.5 * (x.w2 - x.w1);
  const double c3 = 3 * sum - 2;
  return c0 + ((c3 * v + c2) * v + c1) * v - x.from_centre;
}

// The places in (0, 1) where a cubic turns, ascending; at most two. They need
// not be exact: they cut [0, 1] into pieces on which x is monotone, and are
// where y is near its extremes, and flat.
struct TurningPoints {
  std::array<double, 2> u;
  size_t count = 0;

  void Add(double at) {
    if (at > 0 && at < 1) u[count++] = at;
  }
};

// Where the derivative a u^2 + 2 h u + c is zero.
TurningPoints FindTurningPoints(double a, double h, double c) {
  TurningPoints turns;
  const double discriminant = h * h - a * c;
  if (!(discriminant > 0)) return turns;  // monotone
  // The two roots, without subtracting numbers of about the same size.
  const double k = -(h + std::copysign(std::sqrt(discriminant), h));
  if (k != 0) turns.Add(c / k);
  if (a != 0) turns.Add(k / a);
  if (turns.count == 2 && turns.u[1] < turns.u[0]) {
    std::swap(turns.u[0], turns.u[1]);
  }
  return turns;
}

Parameter FromLeft(double u) { return {u, 1 - u}; }
Parameter FromRight(double q) { return {1 - q, q}; }
Parameter FromCentre(double v) { return {0.5 + v, 0.5 - v}; }

// Halves the way from `low`, where x - s is negative, to `high`, where it is
// not, until the two are neighbouring doubles. `parameter` makes a place of a
// coordinate, in which `high` may be the smaller number. 1100 is more than the
// halvings from 1 down to the least double.
template <typename ToParameter>
Parameter Bisect(const TimeCubic& x, double low, double high,
                 ToParameter parameter) {
  for (int i = 0; i < 1100; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    if (Difference(x, parameter(middle)) >= 0) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return parameter(high);
}

// The smallest u in [0, 1] with x(u) = s.
Parameter SmallestRoot(const TimeCubic& x) {
  // x(0) <= s. The first monotone piece that ends at or above s has the
  // smallest root; the last one does, because x(1) = 1.
  const TurningPoints turns =
      FindTurningPoints(3 * (1 + 3 * x.w1 - 3 * (1 - x.w2)),
                        3 * ((1 - x.w2) - 2 * x.w1), 3 * x.w1);
  double low = 0;
  double high = 1;
  for (size_t i = 0; i < turns.count; ++i) {
    if (Difference(x, FromLeft(turns.u[i])) >= 0) {
      high = turns.u[i];
      break;
    }
    low = turns.u[i];
  }
  // Now to which third of [0, 1] the root belongs, for the coordinate to
  // search in: the distance from the left end, from the centre, or from the
  // right end.
  if (low < 0.25) {
    if (high <= 0.25 || Difference(x, FromLeft(0.25)) >= 0) {
      return Bisect(x, low, std::min(high, 0.25), FromLeft);
    }
    low = 0.25;
  }
  if (low < 0.75) {
    if (high <= 0.75 || Difference(x, FromCentre(0.25)) >= 0) {
      return Bisect(x, low - 0.5, std::min(high, 0.75) - 0.5, FromCentre);
    }
    low = 0.75;
  }
  return Bisect(x, 1 - low, 1 - high, FromRight);
}

double Hermite(const Keyframe& left, const Keyframe& right, double p, double q,
               double dt) {
  // The four Hermite basis functions in p = s and q = 1 - s.
  return left.value * (q * q * (1 + 2 * p)) +
         left.out_tangent * dt * (p * q * q) +
         right.value * (p * p * (1 + 2 * q)) -
         right.in_tangent * dt * (p * p * q);
}

double Bezier(double p0, double p1, double p2, double p3, Parameter at) {
  const auto [u, q] = at;
  return p0 * (q * q * q) + p1 * (3 * u * q * q) + p2 * (3 * u * u * q) +
         p3 * (u * u * u);
}

}  // namespace

double WrapTime(const CurveView& curve, double time) {
  const double first = curve.time(0);
  const double last = curve.time(curve.size() - 1);
  if (time >= first && time <= last) return time;
  const double range = last - first;
  if (!std::isfinite(time) || !(range > 0)) return time;

  // std::fmod is exact, so that no C library's result differs.
  const bool before = time < first;
  switch (WrapMode{before ? curve.pre_wrap() : curve.post_wrap()}) {
    case WrapMode::kLoop: {
      double phase = std::fmod(time - first, range);
      if (phase < 0) phase += range;
      return std::min(first + phase, last);
    }
    case WrapMode::kPingPong: {
      // The first key is a mirror: which side of it does not matter.
      double phase = std::fmod(std::abs(time - first), 2 * range);
      if (phase > range) phase = 2 * range - phase;
      return std::min(first + phase, last);
    }
    case WrapMode::kDefault:
    case WrapMode::kOnce:
    case WrapMode::kClampForever:
      break;
  }
  return time;
}

double EvaluateSegment(const Keyframe& left, const Keyframe& right,
                       double time) {
  // Rule 3: an infinite tangent makes a step.
  if (std::isinf(left.out_tangent) || std::isinf(right.in_tangent)) {
    return left.value;
  }
  const double dt = double{right.time} - double{left.time};
  if (!(dt > 0) || !(time > left.time)) return left.value;
  if (time >= right.time) return right.value;
  const ExactDifference elapsed(time, left.time);
  const ExactDifference ahead(right.time, time);
  const double s = elapsed.value / dt;
  const double s_right = ahead.value / dt;

  // Rule 4: without weights, a Hermite cubic in time.
  const bool out_weighted = left.out_weight_used();
  const bool in_weighted = right.in_weight_used();
  if (!out_weighted && !in_weighted) {
    return Hermite(left, right, s, s_right, dt);
  }

  // Rule 5: a Bézier in (time, value). An unused weight counts as 1/3.
  TimeCubic x;
  x.w1 = out_weighted ? FiniteWeight(left.out_weight) : 1.0 / 3;
  x.w2 = in_weighted ? FiniteWeight(right.in_weight) : 1.0 / 3;
  x.from_left = s;
  x.from_right = s_right;
  // s - 1/2 = ((time - t0) - (t1 - time)) / 2 dt
  x.from_centre =
      ((elapsed.value - ahead.value) + (elapsed.error - ahead.error)) /
      (2 * dt);
  return Bezier(left.value, left.value + x.w1 * left.out_tangent * dt,
                right.value - x.w2 * right.in_tangent * dt, right.value,
                SmallestRoot(x));
}

double EvaluateCurve(const CurveView& curve, double time) {
  if (std::isnan(time)) return time;
  // Rule 1: no keys, one key, times outside the key range.
  if (curve.empty()) return 0;
  if (curve.size() == 1) return curve.value(0);
  const double wrapped = WrapTime(curve, time);

  // Rule 2: the last key with time <= t, and the next one. Where there is only
  // one of the two, the curve clamps to it.
  const size_t i = LastKeyNotAfter(curve, wrapped);
  if (i == kNoKey) return curve.value(0);
  if (i + 1 == curve.size()) return curve.value(i);
  return EvaluateSegment(curve.key(i), curve.key(i + 1), wrapped);
}

double ValueScale(const Keyframe& left, const Keyframe& right) {
  const double p0 = left.value;
  const double p3 = right.value;
  double low = std::min(p0, p3);
  double high = std::max(p0, p3);
  if (!std::isinf(left.out_tangent) && !std::isinf(right.in_tangent)) {
    const double dt = double{right.time} - double{left.time};
    const double w1 =
        left.out_weight_used() ? FiniteWeight(left.out_weight) : 1.0 / 3;
    const double w2 =
        right.in_weight_used() ? FiniteWeight(right.in_weight) : 1.0 / 3;
    const double p1 = p0 + w1 * left.out_tangent * dt;
    const double p2 = p3 - w2 * right.in_tangent * dt;
    const TurningPoints turns =
        FindTurningPoints(p3 - 3 * p2 + 3 * p1 - p0, p2 - 2 * p1 + p0, p1 - p0);
    for (size_t i = 0; i < turns.count; ++i) {
      const double value = Bezier(p0, p1, p2, p3, FromLeft(turns.u[i]));
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  return std::max({high - low, std::abs(low), std::abs(high)});
}

double ValueScale(const CurveView& curve, double time) {
  if (std::isnan(time) || curve.empty()) return 0;
  const size_t i = LastKeyNotAfter(curve, WrapTime(curve, time));
  if (i == kNoKey) return std::abs(double{curve.value(0)});
  if (i + 1 == curve.size()) return std::abs(double{curve.value(i)});
  return ValueScale(curve.key(i), curve.key(i + 1));
}

bool EvaluateBoolean(const CurveView& curve, double time) {
  if (std::isnan(time) || curve.empty()) return false;
  const size_t i = LastKeyNotAfter(curve, WrapTime(curve, time));
  return curve.value(i == kNoKey ? 0 : i) > 0.5f;
}

}  // namespace clipguard::eval
