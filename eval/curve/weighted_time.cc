// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/weighted_time.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "eval/curve/exact_difference.h"
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

// 1100 is more than the halvings from 1 down to the least double.
Parameter Bisect(const WeightedTime& x, Bracket bracket) {
  auto [low, high, from] = bracket;
  for (int i = 0; i < 1100; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle == low || middle == high) break;
    if (Difference(x, ParameterAt(from, middle)) >= 0) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return ParameterAt(from, high);
}

double ValueAt(const Keyframe& left, const Keyframe& right,
               const WeightedTime& x, Parameter at) {
  const double dt = double{right.time} - double{left.time};
  return Bezier(left.value, left.value + x.w1 * left.out_tangent * dt,
                right.value - x.w2 * right.in_tangent * dt, right.value, at);
}

}  // namespace clipguard::eval
