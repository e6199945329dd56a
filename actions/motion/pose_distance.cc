// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/motion/pose_distance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "actions/motion/vector.h"
#include "base/numbers.h"

namespace clipguard::actions {
namespace {

template <size_t N>
double LengthOf(const Vector<N>& v) {
  const double scale = LargestOf(v);
  if (!(scale > 0) || std::isinf(scale)) return scale;
  double sum = 0;
  for (const double x : v) sum += (x / scale) * (x / scale);
  return scale * std::sqrt(sum);
}

// The area that two vectors span is the length of this: all a_i b_j - a_j b_i.
template <size_t N>
using Area = std::array<double, N*(N - 1) / 2>;

template <size_t N>
Area<N> Wedge(const Vector<N>& a, const Vector<N>& b) {
  Area<N> area;
  size_t k = 0;
  for (size_t i = 0; i < N; ++i) {
    for (size_t j = i + 1; j < N; ++j) area[k++] = a[i] * b[j] - a[j] * b[i];
  }
  return area;
}

template <size_t N>
double LengthOfArea(const Area<N>& area) {
  double sum = 0;
  for (const double x : area) sum += x * x;
  return std::sqrt(sum);
}

template <size_t N>
Vector<N> Unit(const Vector<N>& v) {
  const double scale = LargestOf(v);
  Vector<N> unit = v;
  if (!(scale > 0)) return unit;
  for (double& x : unit) x /= scale;
  const double length = std::sqrt(Dot(unit, unit));
  for (double& x : unit) x /= length;
  return unit;
}

Vector<4> UnitRotation(const Vector<4>& q) {
  return LargestOf(q) > 0 ? Unit(q) : Vector<4>{0, 0, 0, 1};
}

}  // namespace

double Length(const Vector<3>& v) { return LengthOf(v); }
double Length(const Vector<4>& v) { return LengthOf(v); }

double SineBetweenRotations(const Vector<4>& a, const Vector<4>& b) {
  const double sine = LengthOfArea<4>(Wedge(UnitRotation(a), UnitRotation(b)));
  return std::min(sine, 1.0);
}

// The sine of half the angle is half the distance of the unit vectors' ends.
double SineBetweenDirections(const Vector<3>& a, const Vector<3>& b) {
  const bool is_a = LargestOf(a) > 0;
  const bool is_b = LargestOf(b) > 0;
  if (!is_a || !is_b) return is_a == is_b ? 0 : 1;
  return std::min(LengthOf(Minus(Unit(a), Unit(b))) / 2, 1.0);
}

double JointDisplacement(const Vector<3>& move, const Vector<4>& a,
                         const Vector<4>& b, double distance) {
  const Vector<4> p = UnitRotation(a);
  const Vector<4> q = UnitRotation(b);
  // The vector part of p times the conjugate of q: the axis, times the sine of
  // half the angle. Grouped so that p and q are exchanged without a change.
  const Vector<3> axis = {
      (p[0] * q[3] - p[3] * q[0]) + (p[2] * q[1] - p[1] * q[2]),
      (p[1] * q[3] - p[3] * q[1]) + (p[0] * q[2] - p[2] * q[0]),
      (p[2] * q[3] - p[3] * q[2]) + (p[1] * q[0] - p[0] * q[1])};
  const double sine = LengthOf(axis);
  const double moved = LengthOf(move);
  if (!(sine > 0)) return moved;
  // Turning moves a sphere's points within a disc, at right angles to the axis.
  const double disc = 2 * distance * std::min(sine, 1.0);
  double along = 0;
  for (size_t i = 0; i < 3; ++i) along += move[i] * (axis[i] / sine);
  const double across =
      std::sqrt(std::max(moved * moved - along * along, 0.0)) + disc;
  return std::sqrt(along * along + across * across);
}

}  // namespace clipguard::actions
