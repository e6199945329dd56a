// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/reference.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "base/numbers.h"
#include "eval/curve/weighted_time.h"

namespace clipguard::eval {
namespace {

using mrtk::CurveView;
using mrtk::Keyframe;
using mrtk::WrapMode;

// The last key with time <= `time`, by halving. Keys at one time follow each
// other in the file, so that the last of them wins (rule 2). The first key, if
// even that is later. The multiplication stands for a branch that no processor
// would predict.
size_t LastKeyNotAfter(const CurveView& curve, double time) {
  size_t begin = 0;
  for (size_t count = curve.size(); count > 1;) {
    const size_t half = count / 2;
    begin += half * static_cast<size_t>(curve.time(begin + half) <= time);
    count -= half;
  }
  return begin;
}

double Hermite(const Keyframe& left, const Keyframe& right, double p, double q,
               double dt) {
  // The four Hermite basis functions in p = s and q = 1 - s.
  return left.value * (q * q * (1 + 2 * p)) +
         left.out_tangent * dt * (p * q * q) +
         right.value * (p * p * (1 + 2 * q)) -
         right.in_tangent * dt * (p * p * q);
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

  // Rule 4: without weights, a Hermite cubic in time.
  if (!left.out_weight_used() && !right.in_weight_used()) {
    return Hermite(left, right, (time - left.time) / dt,
                   (right.time - time) / dt, dt);
  }

  // Rule 5: a Bézier in (time, value). An unused weight counts as 1/3.
  const WeightedTime x = WeightedTimeOf(left, right, time);
  if (std::isnan(x.w1) || std::isnan(x.w2)) return kNan;
  return ValueAt(left, right, x, SmallestRoot(x));
}

double EvaluateCurve(const CurveView& curve, double time) {
  if (std::isnan(time)) return time;
  // Rule 1: no keys, one key, times outside the key range.
  if (curve.empty()) return 0;
  if (curve.size() == 1) return curve.value(0);
  const double wrapped = WrapTime(curve, time);

  // Rule 2: the last key with time <= t, and the next one. Where there is only
  // one of the two, the curve clamps to it.
  if (!(curve.time(0) <= wrapped)) return curve.value(0);
  const size_t i = LastKeyNotAfter(curve, wrapped);
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
    const double p1 = p0 + OutWeight(left) * left.out_tangent * dt;
    const double p2 = p3 - InWeight(right) * right.in_tangent * dt;
    const TurningPoints turns =
        FindTurningPoints(p3 - 3 * p2 + 3 * p1 - p0, p2 - 2 * p1 + p0, p1 - p0);
    for (size_t i = 0; i < turns.count; ++i) {
      const Parameter at = ParameterAt(Bracket::From::kLeft, turns.u[i]);
      const double value = Bezier(p0, p1, p2, p3, at);
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  return std::max({high - low, std::abs(low), std::abs(high)});
}

double ValueScale(const CurveView& curve, double time) {
  if (std::isnan(time) || curve.empty()) return 0;
  const double wrapped = WrapTime(curve, time);
  const size_t i = LastKeyNotAfter(curve, wrapped);
  if (!(curve.time(i) <= wrapped) || i + 1 == curve.size()) {
    return std::abs(double{curve.value(i)});
  }
  return ValueScale(curve.key(i), curve.key(i + 1));
}

bool EvaluateBoolean(const CurveView& curve, double time) {
  if (std::isnan(time) || curve.empty()) return false;
  return curve.value(LastKeyNotAfter(curve, WrapTime(curve, time))) > 0.5f;
}

float RoundedValue(const CurveView& curve, float time) {
  if (std::isnan(time)) return std::numeric_limits<float>::quiet_NaN();
  return static_cast<float>(EvaluateCurve(curve, time)) + 0.0f;
}

float RoundedState(const CurveView& curve, float time) {
  if (std::isnan(time)) return std::numeric_limits<float>::quiet_NaN();
  return EvaluateBoolean(curve, time) ? 1.0f : 0.0f;
}

}  // namespace clipguard::eval
