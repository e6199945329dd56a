// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A recording's curve between two neighbouring keyframes, and the bound of its
// distance from a cubic in time.
//
// Unity's weighted keyframes make a Bézier curve in (time, value), which is no
// polynomial in time. Formats such as glTF have only cubics in time
// (CUBICSPLINE). To carry a curve over, it is cut into pieces, and each
// replaced by a cubic; Stretch::Bound() proves how far off that is.
//
// The proof: with s the Bézier's parameter, y(s) its value, x(s) its time and
// c(t) the cubic, the difference y(s) - c(x(s)) is a polynomial of degree 9.
// Written in Bernstein's basis, it lies between its smallest and its largest
// coefficient (the convex hull property; Farin, Curves and Surfaces for CAGD).
// Halving the interval brings these close to the true extremes. The bound
// includes the rounding errors in double.
//
// Two Béziers, a(t) and b(t), are compared by a cubic c(t) between them:
// |a - b| <= |a - c| + |b - c|, where both are bounded as above. Where one of
// them is a straight line, c is not needed: the difference of y(s) and a line
// in x(s) is a polynomial of degree 3. Where a curve is all but vertical, no
// cubic is close, but how far its values and the other's are apart is a bound.
//
// Times are seconds; values have the curve's unit. Only IEEE operations: the
// same bits on every machine. Nothing allocates. Thread-safe.

#ifndef CLIPGUARD_ACTIONS_MOTION_STRETCH_H_
#define CLIPGUARD_ACTIONS_MOTION_STRETCH_H_

#include <array>
#include <optional>

#include "parser/mrtk/format.h"

namespace clipguard::actions {

// A cubic in time, by what it is at its ends: between two keyframes of
// CUBICSPLINE. REQUIRES: begin < end; all are finite.
struct TimeCubic {
  float begin = 0;  // seconds
  float end = 0;
  float left = 0;  // value at `begin`
  float right = 0;
  float left_tangent = 0;  // value a second
  float right_tangent = 0;

  // In double, for comparisons. REQUIRES: begin <= time <= end.
  double Value(double time) const;
};

class Stretch {
 public:
  // 0 from second 0 to 1.
  Stretch() = default;

  // Between two neighbouring keys. Nothing if no bound can be proven there: the
  // times do not ascend, something is not a number, a value is infinite, or a
  // weight in use lies outside [0, 1]. (Infinite tangents make a step.)
  static std::optional<Stretch> Of(const mrtk::Keyframe& left,
                                   const mrtk::Keyframe& right);

  // The left key's value at all times before the right key's.
  bool is_step() const { return is_step_; }
  float begin() const { return begin_; }
  float end() const { return end_; }

  // Value and slope (value a second) at a time in [begin, end]. A slope may be
  // infinite. At `end`, a step still has the left key's value.
  double Value(double time) const;
  struct Place {
    double value;
    double slope;
    double parameter = 0;  // of the Bézier, about
  };
  Place At(double time) const;

  // At least the largest of |values| and of the Bézier's control values.
  double scale() const { return scale_; }

  // No time in [cubic.begin, cubic.end], which REQUIRES to be within [begin,
  // end], has a larger difference between this and the cubic. Looks no closer
  // when it is no more than `enough`.
  double Bound(const TimeCubic& cubic, double enough = 0) const;
  // As that, of a cubic at whose ends the places are known: nothing is solved.
  double Bound(const TimeCubic& cubic, const Place& left, const Place& right,
               double enough) const {
    return Bound(cubic, Span{left.parameter, right.parameter}, enough);
  }

  // Whether the value is a straight line in time: a step; a constant; no
  // weight at either end, as between compact keys.
  bool is_line() const { return is_line_; }

  // No time in [from, to], which REQUIRES to be within both and from < to, has
  // a larger difference between this and the other. Looks no closer when it
  // is no more than `enough`; of two Béziers, none of which is a line, in up to
  // 2 ^ `halvings` parts: that takes some 10 us for each that is not enough.
  double Difference(const Stretch& other, float from, float to,
                    double enough = 0, int halvings = 6) const;

 private:
  // Coefficients in Bernstein's basis.
  using Cubic = std::array<double, 4>;

  // Parameters of the Bézier.
  struct Span {
    double from;
    double to;
  };

  double ShareAt(double s) const;
  double Solve(double share) const;
  double ParameterBefore(double share, double s) const;
  double ParameterAfter(double share, double s) const;
  Span SpanOf(double from, double to) const;
  Span Around(double from, double to, const Span& about) const;
  double Bound(const TimeCubic& cubic, const Span& about, double enough) const;
  double LineValue(double time) const;
  double DifferenceOfLines(const Stretch& other, float from, float to) const;
  double DifferenceFromLine(const Stretch& line, float from, float to,
                            double enough) const;
  TimeCubic CubicBetween(float from, float to) const;
  double Apart(const Stretch& other, float from, float to) const;
  Cubic ValuesBetween(float from, float to) const;
  double DifferenceByCubics(const Stretch& other, float from, float to,
                            double enough, int halvings) const;

  float begin_ = 0;
  float end_ = 1;
  bool is_step_ = false;
  bool is_line_ = true;
  double duration_ = 1;
  double scale_ = 0;
  Cubic x_ = {0, 0, 1,
              1};  // from 0 to 1, as a share of the duration; it never falls
  Cubic y_ = {};
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_MOTION_STRETCH_H_
