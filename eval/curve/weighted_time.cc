// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/weighted_time.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>

#include "parser/mrtk/format.h"

namespace clipguard::eval {
namespace {

using mrtk::Keyframe;
using From = Bracket::From;

// Infinite weights would make infinity minus infinity of a curve whose other
// numbers are finite. As the largest floats they leave everything finite in
// double: the largest product is weight * tangent * dt, below 1e116.
double FiniteWeight(float weight) {
  constexpr float kMax = std::numeric_limits<float>::max();
  return std::clamp(weight, -kMax, kMax);
}

// time - origin, and what rounding took from it (Knuth's two-sum).
struct ExactDifference {
  ExactDifference(double time, double origin) : value(time - origin) {
    const double minus_origin = value - time;
    error = (time - (value - minus_origin)) - (origin + minus_origin);
  }
  double value;
  double error;
};

// Numbers the doubles in their order: neighbours have neighbouring numbers.
int64_t Ordinal(double number) {
  const auto bits = std::bit_cast<int64_t>(number);
  return bits < 0 ? std::numeric_limits<int64_t>::min() - bits : bits;
}

double FromOrdinal(int64_t ordinal) {
  return std::bit_cast<double>(
      ordinal < 0 ? std::numeric_limits<int64_t>::min() - ordinal : ordinal);
}

}  // namespace

double OutWeight(const Keyframe& left) {
  return left.out_weight_used() ? FiniteWeight(left.out_weight) : 1.0 / 3;
}

double InWeight(const Keyframe& right) {
  return right.in_weight_used() ? FiniteWeight(right.in_weight) : 1.0 / 3;
}

WeightedTime WeightedTimeOf(const Keyframe& left, const Keyframe& right,
                            double time) {
  const double dt = double{right.time} - double{left.time};
  const ExactDifference elapsed(time, left.time);
  const ExactDifference ahead(right.time, time);
  return {.w1 = OutWeight(left),
          .w2 = InWeight(right),
          .from_left = elapsed.value / dt,
          .from_right = ahead.value / dt,
          // s - 1/2 = ((time - t0) - (t1 - time)) / 2 dt
          .from_centre =
              ((elapsed.value - ahead.value) + (elapsed.error - ahead.error)) /
              (2 * dt)};
}

// Three forms of one polynomial: near either end it is written in the distance
// from that end, and else in v = u - 1/2, so that no digits are lost where the
// difference is small. The last matters when w1 = w2 = 1, where
// x - 1/2 = 4 v^3 is flat.
double Difference(const WeightedTime& x, Parameter at) {
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

TurningPoints FindTurningPoints(double a, double h, double c) {
  TurningPoints turns;
  const auto add = [&](double at) {
    if (at > 0 && at < 1) turns.u[turns.count++] = at;
  };
  const double discriminant = h * h - a * c;
  if (!(discriminant > 0)) return turns;  // monotone
  // The two roots, without subtracting numbers of about the same size.
  const double k = -(h + std::copysign(std::sqrt(discriminant), h));
  if (k != 0) add(c / k);
  if (a != 0) add(k / a);
  if (turns.count == 2 && turns.u[1] < turns.u[0]) {
    std::swap(turns.u[0], turns.u[1]);
  }
  return turns;
}

Parameter ParameterAt(From from, double distance) {
  switch (from) {
    case From::kLeft:
      return {distance, 1 - distance};
    case From::kCentre:
      return {0.5 + distance, 0.5 - distance};
    case From::kRight:
      break;
  }
  return {1 - distance, distance};
}

namespace {

// That of the smallest root.
Bracket SmallestRootBracket(const WeightedTime& x) {
  // x(0) <= s. The first monotone piece that ends at or above s has the
  // smallest root; the last one does, because x(1) = 1.
  const TurningPoints turns =
      FindTurningPoints(3 * (1 + 3 * x.w1 - 3 * (1 - x.w2)),
                        3 * ((1 - x.w2) - 2 * x.w1), 3 * x.w1);
  const auto reached = [&](From from, double distance) {
    return Difference(x, ParameterAt(from, distance)) >= 0;
  };
  double low = 0;
  double high = 1;
  for (size_t i = 0; i < turns.count; ++i) {
    if (reached(From::kLeft, turns.u[i])) {
      high = turns.u[i];
      break;
    }
    low = turns.u[i];
  }
  // Now to which third of [0, 1] the root belongs, for the coordinate to
  // search in.
  if (low < 0.25) {
    if (high <= 0.25 || reached(From::kLeft, 0.25)) {
      return {low, std::min(high, 0.25), From::kLeft};
    }
    low = 0.25;
  }
  if (low < 0.75) {
    if (high <= 0.75 || reached(From::kCentre, 0.25)) {
      return {low - 0.5, std::min(high, 0.75) - 0.5, From::kCentre};
    }
    low = 0.75;
  }
  return {1 - low, 1 - high, From::kRight};
}

// x'(u).
double SlopeAt(const WeightedTime& x, Parameter at) {
  const auto [u, q] = at;
  return 3 * (x.w1 * q * q + 2 * ((1 - x.w2) - x.w1) * u * q + x.w2 * u * u);
}

// A first guess: the root of x without its cubic term, as a distance from the
// end; 0 from the centre.
double NearEnd(const WeightedTime& x, From from) {
  if (from == From::kCentre) return 0;
  const bool left = from == From::kLeft;
  const double near = left ? x.w1 : x.w2;
  const double far = left ? x.w2 : x.w1;
  const double s = left ? x.from_left : x.from_right;
  const double half_c1 = 1.5 * near;
  const double c2 = 3 * ((1 - far) - 2 * near);
  const double root = std::sqrt(std::max(c2 * s + half_c1 * half_c1, 0.0));
  return half_c1 > 0 || c2 == 0 ? s / (half_c1 + root) : (root - half_c1) / c2;
}

// A bracket of a few doubles, by Newton's method. Near a turning point, where
// rounding blurs the root, it is the one that was given.
Bracket Narrow(const WeightedTime& x, Bracket bracket) {
  const double sign = bracket.from == From::kRight ? -1 : 1;
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

// Halves the number of doubles in the bracket until its ends are neighbours: at
// most 64 times, however near to 0 the root is.
Parameter Bisect(const WeightedTime& x, Bracket bracket) {
  int64_t low = Ordinal(bracket.low);
  int64_t high = Ordinal(bracket.high);
  for (;;) {
    const int64_t middle = std::midpoint(low, high);
    if (middle == low || middle == high) break;
    const Parameter at = ParameterAt(bracket.from, FromOrdinal(middle));
    (Difference(x, at) >= 0 ? high : low) = middle;
  }
  return ParameterAt(bracket.from, FromOrdinal(high));
}

}  // namespace

Parameter SmallestRoot(const WeightedTime& x) {
  return Bisect(x, Narrow(x, SmallestRootBracket(x)));
}

double ValueAt(const Keyframe& left, const Keyframe& right,
               const WeightedTime& x, Parameter at) {
  const double dt = double{right.time} - double{left.time};
  return Bezier(left.value, left.value + x.w1 * left.out_tangent * dt,
                right.value - x.w2 * right.in_tangent * dt, right.value, at);
}

}  // namespace clipguard::eval
