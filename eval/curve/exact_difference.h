// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CLIPGUARD_EVAL_CURVE_EXACT_DIFFERENCE_H_
#define CLIPGUARD_EVAL_CURVE_EXACT_DIFFERENCE_H_

namespace clipguard::eval {

// time - origin, and what rounding took from it (Knuth's two-sum).
struct ExactDifference {
  ExactDifference(double time, double origin) : value(time - origin) {
    const double minus_origin = value - time;
    error = (time - (value - minus_origin)) - (origin + minus_origin);
  }
  double value;
  double error;
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_CURVE_EXACT_DIFFERENCE_H_
