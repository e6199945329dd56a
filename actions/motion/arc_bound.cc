// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/motion/arc_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "actions/motion/pose_bounds.h"

namespace clipguard::actions {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();
constexpr double kOffUnit = 0.01;
// For rounding, and for lines that stand for arcs: those of quaternions whose
// dot product is 0.9995 or more dip by 1.3e-4 of their length.
constexpr double kRoom = 1.0003;

}  // namespace

ArcStretch PartOf(const SlerpArc& arc, double from, double to) {
  return {arc.At(from), arc.At(to), arc.angle() * (to - from)};
}

double SineBoundOfArcs(const ArcStretch& a, const ArcStretch& b) {
  double shortest = 1;
  double longest = 1;
  for (const Vector<4>* q : {&a.from, &a.to, &b.from, &b.to}) {
    const double length = Length(*q);
    if (!(std::abs(length - 1) <= kOffUnit)) return kUnknown;
    shortest = std::min(shortest, length);
    longest = std::max(longest, length);
  }
  const double sign = Dot(a.from, b.from) < 0 ? -1 : 1;
  const double ends = std::max(Length(Minus(a.from, b.from, sign)),
                               Length(Minus(a.to, b.to, sign)));
  const double bend =
      std::abs(a.angle * a.angle - b.angle * b.angle) * longest / 8;
  const double least = std::min(a.angle, b.angle);
  const double apart = (ends + bend) / (1 - least * least / 8);
  return std::min(apart / shortest * kRoom, 1.0);
}

}  // namespace clipguard::actions
