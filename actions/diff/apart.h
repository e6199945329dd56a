// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How far two numbers are apart, of which some may be no numbers.

#ifndef CLIPGUARD_ACTIONS_DIFF_APART_H_
#define CLIPGUARD_ACTIONS_DIFF_APART_H_

#include <cmath>
#include <limits>

namespace clipguard::actions {

// 0 if they are equal, or both NaN; infinity if only one is a finite number.
inline double Apart(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  const double difference = std::abs(a - b);
  return std::isnan(difference) ? std::numeric_limits<double>::infinity()
                                : difference;
}

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_DIFF_APART_H_
