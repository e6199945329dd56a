// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/exact.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/numbers.h"
#include "eval/curve/exact_difference.h"
#include "eval/curve/reference.h"
#include "eval/curve/weighted_time.h"
#include "parser/mrtk/format.h"

namespace clipguard::eval {
namespace {

using mrtk::CurveView;
using mrtk::Keyframe;

static_assert(std::numeric_limits<double>::is_iec559 &&
                  std::numeric_limits<float>::is_iec559,
              "the same bits everywhere takes IEEE 754 arithmetic");

// c1 u + c2 u^2 + c3 u^3, rising all the way from 0 at u = 0 to u = 3/4.
struct Cubic {
  double c1;
  double c2;
  double c3;
};

// About cbrt(s), within a few percent, for s > 0: the exponent and mantissa
// bits of a double are nearly its logarithm, and dividing by 3 takes the root.
double RoughCubeRoot(double s) {
  return std::bit_cast<double>(std::bit_cast<uint64_t>(s) / 3 +
                               0x2A9F789300000000);
}

// The u at which x is s, for s up to about x(1/2). The bracket leaves room
// beyond 1/2, so that Newton's method may overshoot a root there.
double Solve(const Cubic& x, double s) {
  if (!(s > 0)) return 0;
  double low = 0;
  double high = 0.75;

  // Treat x as a quadratic whose last coefficient is right near the cube root
  // of s. With c1 = c2 = 0 that is the root; with c3 = 0 the guess is exact.
  const double half_c1 = 0.5 * x.c1;
  const double near = std::min(RoughCubeRoot(s), 0.5);
  const double square = std::abs((x.c3 * near + x.c2) * s + half_c1 * half_c1);
  const double divisor = half_c1 + std::sqrt(square);
  double u = divisor > 0 ? s / divisor : 0.5;
  if (!(u < 0.5)) u = 0.5;

  // Newton's method. It stops when a step no longer changes the leading half
  // of u's digits, since the step has then corrected the other half. The root
  // stays bracketed: a step that leaves the bracket is replaced by halving it,
  // and if it should ever come to that, so is every other late step. Four
  // rounds are usual.
  constexpr double kEnough = 0x1p-27;
  for (int i = 0; i < 120; ++i) {
    const double b2 = x.c3 * u + x.c2;
    const double b1 = b2 * u + x.c1;
    const double excess = b1 * u - s;
    if (excess >= 0) high = u;
    if (excess <= 0) low = u;
    const double slope = (x.c3 * u + b2) * u + b1;
    double step = excess / slope;
    if (i == 0) {
      // Halley's method instead, whose first step is the better one.
      const double half_curve = 3 * x.c3 * u + x.c2;
      step = excess * slope / (slope * slope - excess * half_curve);
    }
    const double next = u - step;
    const bool late = i > 10 && i % 2 == 1;
    if (late || !(next >= low && next <= high)) {
      u = low + (high - low) / 2;
      continue;
    }
    u = next;
    if (std::abs(step) <= kEnough * u) break;
  }
  return u;
}

// x'(u).
double SlopeAt(const WeightedTime& x, Parameter at) {
  const auto [u, q] = at;
  return 3 * (x.w1 * q * q + 2 * ((1 - x.w2) - x.w1) * u * q + x.w2 * u * u);
}

// A first guess: the root of x without its cubic term, as a distance from the
// end; 0 from the centre.
double NearEnd(const WeightedTime& x, Bracket::From from) {
  if (from == Bracket::From::kCentre) return 0;
  const bool left = from == Bracket::From::kLeft;
  const double near = left ? x.w1 : x.w2;
  const double far = left ? x.w2 : x.w1;
  const double s = left ? x.from_left : x.from_right;
  const double half_c1 = 1.5 * near;
  const double c2 = 3 * ((1 - far) - 2 * near);
  const double root = std::sqrt(std::max(c2 * s + half_c1 * half_c1, 0.0));
  return half_c1 > 0 || c2 == 0 ? s / (half_c1 + root) : (root - half_c1) / c2;
}

// A bracket of a few doubles, by Newton's method. Near a turning point, where
// rounding blurs the root, it is the one that was given: so Bisect() finds what
// the specification does.
Bracket Narrow(const WeightedTime& x, Bracket bracket) {
  const double sign = bracket.from == Bracket::From::kRight ? -1 : 1;
  const auto between = [&](double at) {
    return (at - bracket.low) * sign > 0 && (bracket.high - at) * sign > 0;
  };
  const auto look_at = [&](double at) {
    const double difference = Difference(x, ParameterAt(bracket.from, at));
    (difference >= 0 ? bracket.high : bracket.low) = at;
    return difference;
  };
  // Bisects if a step leaves the bracket or Newton's method takes many rounds.
  constexpr double kEnough = 0x1p-40;
  constexpr int kMostRounds = 40;
  const Bracket given = bracket;
  double at = NearEnd(x, bracket.from);
  if (!between(at)) at = bracket.low + (bracket.high - bracket.low) / 2;
  for (int i = 0;; ++i) {
    const double slope = SlopeAt(x, ParameterAt(bracket.from, at));
    const double step = look_at(at) / (sign * slope);
    const bool near = std::abs(step) <= kEnough * std::abs(at);
    double next = at - step;
    const bool late = i > 10 && i % 2 == 1;
    if (near || i == kMostRounds) {
      const double flat = 0x1p-10 * (1 + std::abs(x.w1) + std::abs(x.w2));
      if (!(std::abs(slope) > flat)) return given;
      if (!between(next)) break;
      at = next;
      look_at(at);
      break;
    }
    if (late || !between(next)) {
      next = bracket.low + (bracket.high - bracket.low) / 2;
      if (!between(next)) return given;
    }
    at = next;
  }
  const double to_root = at == bracket.high ? -sign : sign;
  for (double away = 0x1p-51 * std::abs(at);; away *= 64) {
    const bool was_high = at == bracket.high;
    at += to_root * away;
    if (!between(at) || (look_at(at) >= 0) != was_high) break;
  }
  return bracket;
}

// The stretch between two keys, prepared for many times. The formulas are
// those of eval/curve/reference.cc and weighted_time.h.
class Segment {
 public:
  Segment(const Keyframe& left, const Keyframe& right)
      : left_(left), right_(right) {
    dt_ = double{right.time} - double{left.time};
    if (std::isinf(left.out_tangent) || std::isinf(right.in_tangent) ||
        !(dt_ > 0)) {
      kind_ = Kind::kConstant;
      return;
    }
    const bool out_weighted = left.out_weight_used();
    const bool in_weighted = right.in_weight_used();
    w1_ = out_weighted ? left.out_weight : 1.0 / 3;
    w2_ = in_weighted ? right.in_weight : 1.0 / 3;
    if (!out_weighted && !in_weighted) {
      kind_ = Kind::kHermite;
      // The same cubic as a Bézier in time.
      w1_ = w2_ = 1.0 / 3;
    } else if (!(w1_ >= 0 && w1_ <= 1 && w2_ >= 0 && w2_ <= 1)) {
      kind_ = Kind::kAnyCubic;
      return;
    } else {
      // With weights near 1, x is flat in the middle, and its slope vanishes
      // there when both are 1.
      constexpr double kFlat = 0.1;
      kind_ = MiddleSlope() < kFlat ? Kind::kFlat : Kind::kSteep;
    }
    p1_ = left.value + w1_ * left.out_tangent * dt_;
    p2_ = right.value - w2_ * right.in_tangent * dt_;
  }

  // REQUIRES: left.time <= time < right.time.
  double At(double time) const {
    switch (kind_) {
      case Kind::kConstant:
        return left_.value;
      case Kind::kAnyCubic:
        return AnyCubic(time);
      case Kind::kHermite:
        return Bezier((time - left_.time) / dt_, (right_.time - time) / dt_);
      case Kind::kSteep:
        return Steep(time);
      case Kind::kFlat:
        return Flat(time);
    }
    return left_.value;
  }

 private:
  enum class Kind : uint8_t { kConstant, kAnyCubic, kHermite, kSteep, kFlat };

  // x'(1/2), and x(1/2) - 1/2.
  double MiddleSlope() const { return 1.5 - 0.75 * (w1_ + w2_); }
  double MiddleOffset() const { return 0.375 * (w1_ - w2_); }

  // Solves in the distance from the nearer end, so that no digits are lost
  // where x leaves the end with little or no slope, as it does with weight 0.
  double Steep(double time) const {
    const double s = (time - left_.time) / dt_;
    const double c3 = 3 * (w1_ + w2_) - 2;
    if (s <= 0.5 + MiddleOffset()) {
      const double u = Solve({3 * w1_, 3 * ((1 - w2_) - 2 * w1_), c3}, s);
      return Bezier(u, 1 - u);
    }
    const double q = Solve({3 * w2_, 3 * ((1 - w1_) - 2 * w2_), c3},
                           (right_.time - time) / dt_);
    return Bezier(1 - q, q);
  }

  // Solves in the distance v from the middle. If x is 4 v^3, an error of s in
  // the last digit is one of u in the sixth: s - 1/2 must be exact.
  double Flat(double time) const {
    const ExactDifference elapsed(time, left_.time);
    const ExactDifference ahead(right_.time, time);
    const double s =
        ((elapsed.value - ahead.value) + (elapsed.error - ahead.error)) /
        (2 * dt_);
    const double target = s - MiddleOffset();
    const double c2 = 1.5 * (w2_ - w1_);
    const double c3 = 3 * (w1_ + w2_) - 2;
    if (target < 0) {
      const double v = Solve({MiddleSlope(), -c2, c3}, -target);
      return Bezier(0.5 - v, 0.5 + v);
    }
    const double v = Solve({MiddleSlope(), c2, c3}, target);
    return Bezier(0.5 + v, 0.5 - v);
  }

  // For weights outside [0, 1].
  double AnyCubic(double time) const {
    if (!(time > left_.time)) return left_.value;
    const WeightedTime x = WeightedTimeOf(left_, right_, time);
    if (std::isnan(x.w1) || std::isnan(x.w2)) return kNan;
    return ValueAt(left_, right_, x,
                   Bisect(x, Narrow(x, SmallestRootBracket(x))));
  }

  double Bezier(double u, double q) const {
    return eval::Bezier(left_.value, p1_, p2_, right_.value, {u, q});
  }

  Keyframe left_;
  Keyframe right_;
  double dt_ = 0;
  double w1_ = 0;
  double w2_ = 0;
  double p1_ = 0;  // control points 1 and 2
  double p2_ = 0;
  Kind kind_;
};

}  // namespace

// The multiplication stands for a branch that no processor would predict.
size_t LastKeyAtOrBefore(const CurveView& curve, double time) {
  size_t begin = 0;
  for (size_t count = curve.size(); count > 1;) {
    const size_t half = count / 2;
    begin += half * static_cast<size_t>(curve.time(begin + half) <= time);
    count -= half;
  }
  return begin;
}

double SampleExactly(const CurveView& curve, float time) {
  if (std::isnan(time)) return time;
  if (curve.empty()) return 0;
  if (curve.size() == 1) return curve.value(0);
  const double wrapped = WrapTime(curve, time);
  if (!(curve.time(0) <= wrapped)) return curve.value(0);
  const size_t i = LastKeyAtOrBefore(curve, wrapped);
  if (i + 1 == curve.size()) return curve.value(i);
  return Segment(curve.key(i), curve.key(i + 1)).At(wrapped);
}

bool SampleBooleanExactly(const CurveView& curve, float time) {
  if (std::isnan(time) || curve.empty()) return false;
  return curve.value(LastKeyAtOrBefore(curve, WrapTime(curve, time))) > 0.5f;
}

float SampleExactlyRounded(const CurveView& curve, float time) {
  if (std::isnan(time)) return std::numeric_limits<float>::quiet_NaN();
  return static_cast<float>(SampleExactly(curve, time)) + 0.0f;
}

float SampleBooleanExactlyRounded(const CurveView& curve, float time) {
  if (std::isnan(time)) return std::numeric_limits<float>::quiet_NaN();
  return SampleBooleanExactly(curve, time) ? 1.0f : 0.0f;
}

}  // namespace clipguard::eval
