// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The cubic in which a weighted segment tells time: rule 5 of the
// specification, "Evaluating" of docs/formats/mrtk-input-animation.md. Part of
// eval/curve/reference.h: do not optimise it.
//
//   x(u) = 3 w1 u (1-u)^2 + 3 (1-w2) u^2 (1-u) + u^3
//
// goes from 0 to 1, in any way in between: weights may have any value. The
// smallest u in [0, 1] with x(u) = s counts, where s is the time's share of the
// segment.

#ifndef CLIPGUARD_EVAL_CURVE_WEIGHTED_TIME_H_
#define CLIPGUARD_EVAL_CURVE_WEIGHTED_TIME_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "parser/mrtk/format.h"

namespace clipguard::eval {

// The weight that counts: 1/3 if none is in use, the largest float if it is
// infinite.
double OutWeight(const mrtk::Keyframe& left);
double InWeight(const mrtk::Keyframe& right);

// A place within a segment: the Bézier's parameter u, and q = 1 - u. Both are
// kept because near an end only one of them has its leading digits.
struct Parameter {
  double u;
  double q;
};

// The weights, and the time that x has to reach: as s, as 1 - s, and as
// s - 1/2.
struct WeightedTime {
  double w1;
  double w2;
  double from_left;
  double from_right;
  double from_centre;
};

// REQUIRES: left.time < time < right.time.
WeightedTime WeightedTimeOf(const mrtk::Keyframe& left,
                            const mrtk::Keyframe& right, double time);

// x(u) - s.
double Difference(const WeightedTime& x, Parameter at);

// Where a root is: x - s is negative at `low` and not at `high`, between which
// x rises. The two are distances from an end, or from the centre, so that no
// digits of small ones are lost: u, u - 1/2, or 1 - u. For the last, `high` is
// the smaller number.
struct Bracket {
  enum class From : uint8_t { kLeft, kCentre, kRight };

  double low;
  double high;
  From from;
};

Parameter ParameterAt(Bracket::From from, double distance);

// The smallest root: between neighbouring doubles, found by Newton's method and
// halving.
Parameter SmallestRoot(const WeightedTime& x);

// The Bézier of the values at a place.
double ValueAt(const mrtk::Keyframe& left, const mrtk::Keyframe& right,
               const WeightedTime& x, Parameter at);
inline double Bezier(double p0, double p1, double p2, double p3, Parameter at) {
  const auto [u, q] = at;
  return p0 * (q * q * q) + p1 * (3 * u * q * q) + p2 * (3 * u * u * q) +
         p3 * (u * u * u);
}

// The places in (0, 1) where a cubic turns, ascending; at most two. They need
// not be exact: they cut [0, 1] into pieces on which x is monotone, and are
// where y is near its extremes, and flat.
struct TurningPoints {
  std::array<double, 2> u;
  size_t count = 0;
};

// Where the derivative a u^2 + 2 h u + c is zero.
TurningPoints FindTurningPoints(double a, double h, double c);

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_CURVE_WEIGHTED_TIME_H_
