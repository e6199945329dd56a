// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/motion/angle.h"

#include <algorithm>
#include <cmath>

#include "base/numbers.h"

namespace clipguard::actions {
namespace {

// asin(x) for 0 <= x <= 0.5: its power series, whose terms fall to a quarter.
double Arcsine(double x) {
  const double square = x * x;
  double term = x;
  double sum = x;
  for (int k = 1; k <= 26; ++k) {
    term *= square * (2.0 * k - 1) / (2.0 * k);
    sum += term / (2.0 * k + 1);
  }
  return sum;
}

}  // namespace

double DegreesOfSine(double sine) {
  if (!(sine > 0)) return 0;
  if (sine >= 1) return 90;
  if (sine <= 0.5) return std::min(kDegrees * Arcsine(sine), 30.0);
  // asin(x) = pi/2 - 2 asin(sqrt((1 - x) / 2))
  const double rest = 2 * kDegrees * Arcsine(std::sqrt((1 - sine) / 2));
  return std::max(90 - rest, 30.0);
}

}  // namespace clipguard::actions
