// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/motion/pose_bounds.h"

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

// The least distance of the line's points from the origin, on the way from left
// to right.
template <size_t N>
double LeastLength(const Vector<N>& left, const Vector<N>& right) {
  const Vector<N> way = Minus(right, left);
  const double square = Dot(way, way);
  double share = square > 0 ? -Dot(left, way) / square : 0;
  share = share > 0 ? std::min(share, 1.0) : 0;
  Vector<N> nearest;
  for (size_t i = 0; i < N; ++i) {
    nearest[i] = left[i] * (1 - share) + right[i] * share;
  }
  return std::sqrt(Dot(nearest, nearest));
}

// Two lines, scaled so that nothing overflows.
template <size_t N>
struct Pair {
  Pair(const Lines<N>& first, const Lines<N>& second) : a(first), b(second) {
    Scale(a);
    Scale(b);
    a_off = LengthOf(a.off);
    b_off = LengthOf(b.off);
    a_most = std::max(LengthOf(a.left), LengthOf(a.right));
    b_most = std::max(LengthOf(b.left), LengthOf(b.right));
    const double a_least = LeastLength(a.left, a.right) - a_off - 8 * kEpsilon;
    const double b_least = LeastLength(b.left, b.right) - b_off - 8 * kEpsilon;
    least = a_least > 0 && b_least > 0 ? a_least * b_least : 0;
  }

  static void Scale(Lines<N>& lines) {
    const double scale =
        std::max({LargestOf(lines.left), LargestOf(lines.right)});
    if (!(scale > 0)) return;
    for (Vector<N>* v : {&lines.left, &lines.right, &lines.off}) {
      for (double& x : *v) x /= scale;
    }
  }

  // What the lines' distances from the curves, and rounding, can add to a
  // product of the two.
  double Slack() const {
    return a_most * b_off + b_most * a_off + a_off * b_off +
           32 * kEpsilon * (a_most * b_most);
  }

  Lines<N> a;
  Lines<N> b;
  double a_off;
  double b_off;
  double a_most;
  double b_most;
  double least;  // product of lengths; 0: one may vanish
};

// At least the sine of the angle between the two, as of lines without sign: 1
// if one may vanish. The area that they span is quadratic along the lines, and
// so within the hull of three control values.
template <size_t N>
double SineOfLines(const Pair<N>& pair) {
  if (!(pair.least > 0)) return 1;
  const Area<N> left = Wedge(pair.a.left, pair.b.left);
  const Area<N> right = Wedge(pair.a.right, pair.b.right);
  const Area<N> forth = Wedge(pair.a.left, pair.b.right);
  const Area<N> back = Wedge(pair.a.right, pair.b.left);
  Area<N> middle;
  for (size_t i = 0; i < middle.size(); ++i) {
    middle[i] = (forth[i] + back[i]) / 2;
  }
  const double area = std::max({LengthOfArea<N>(left), LengthOfArea<N>(middle),
                                LengthOfArea<N>(right)}) +
                      pair.Slack();
  const double sine = area / pair.least;
  return sine < 1 ? sine : 1;
}

}  // namespace

double Length(const Vector<3>& v) { return LengthOf(v); }
double Length(const Vector<4>& v) { return LengthOf(v); }

double SineBetweenRotations(const Vector<4>& a, const Vector<4>& b) {
  const double sine = LengthOfArea<4>(Wedge(UnitRotation(a), UnitRotation(b)));
  return std::min(sine, 1.0);
}

double SineBoundOfRotations(const Lines<4>& a, const Lines<4>& b) {
  return SineOfLines(Pair<4>(a, b));
}

// Of half the angle: half the distance of the unit vectors' ends.
double SineBetweenDirections(const Vector<3>& a, const Vector<3>& b) {
  const bool is_a = LargestOf(a) > 0;
  const bool is_b = LargestOf(b) > 0;
  if (!is_a || !is_b) return is_a == is_b ? 0 : 1;
  return std::min(LengthOf(Minus(Unit(a), Unit(b))) / 2, 1.0);
}

double SineBoundOfDirections(const Lines<3>& a, const Lines<3>& b) {
  const Pair<3> pair(a, b);
  const double sine = SineOfLines(pair);
  // They are less than a right angle apart if their product is above 0 all the
  // way.
  const double middle =
      (Dot(pair.a.left, pair.b.right) + Dot(pair.a.right, pair.b.left)) / 2;
  const double product = std::min(
      {Dot(pair.a.left, pair.b.left), middle, Dot(pair.a.right, pair.b.right)});
  if (!(product > pair.Slack())) return 1;
  const double cosine = std::sqrt(std::max(1 - sine * sine, 0.0));
  return std::min(sine / std::sqrt(2 * (1 + cosine)) * (1 + 8 * kEpsilon), 1.0);
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
