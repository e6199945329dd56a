// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/motion/slerp_arc.h"

#include <algorithm>
#include <cstddef>

#include "actions/motion/pose_distance.h"
#include "eval/skeleton/bone_key.h"
#include "eval/skeleton/slerp.h"

namespace clipguard::actions {
namespace {

// sin(x) for 0 <= x <= pi / 2, within 1e-15: the C library's last bit may be
// another elsewhere.
double Sine(double x) {
  const double square = x * x;
  double term = x;
  double sum = x;
  for (int k = 1; k <= 12; ++k) {
    term *= -square / ((2.0 * k) * (2.0 * k + 1));
    sum += term;
  }
  return sum;
}

}  // namespace

SlerpArc::SlerpArc(const Vector<4>& a, const Vector<4>& b) : a_(a), b_(b) {
  double dot = Dot(a, b);
  if (dot < 0) {
    dot = -dot;
    for (double& x : b_) x = -x;
  }
  if (!(dot > eval::kSlerpThreshold)) {
    angle_ = eval::AngleOfCosine(std::min(dot, 1.0));
    sine_ = Sine(angle_);
  }
}

Vector<4> SlerpArc::At(double u) const {
  double of_a = 1 - u;
  double of_b = u;
  if (angle_ > 0) {
    of_a = Sine((1 - u) * angle_) / sine_;
    of_b = Sine(u * angle_) / sine_;
  }
  Vector<4> result;
  for (size_t i = 0; i < 4; ++i) result[i] = a_[i] * of_a + b_[i] * of_b;
  return result;
}

}  // namespace clipguard::actions
