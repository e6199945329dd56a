// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Vectors and quaternions in double, and the little arithmetic of them that
// bounds are made with. Sums are made from the first component to the last.

#ifndef CLIPGUARD_ACTIONS_MOTION_VECTOR_H_
#define CLIPGUARD_ACTIONS_MOTION_VECTOR_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace clipguard::actions {

template <size_t N>
using Vector = std::array<double, N>;

template <size_t N>
double LargestOf(const Vector<N>& v) {
  double largest = 0;
  for (const double x : v) largest = std::max(largest, std::abs(x));
  return largest;
}

template <size_t N>
double Dot(const Vector<N>& a, const Vector<N>& b) {
  double sum = 0;
  for (size_t i = 0; i < N; ++i) sum += a[i] * b[i];
  return sum;
}

// a - sign * b; sign is 1 or -1.
template <size_t N>
Vector<N> Minus(const Vector<N>& a, const Vector<N>& b, double sign = 1) {
  Vector<N> difference;
  for (size_t i = 0; i < N; ++i) difference[i] = a[i] - sign * b[i];
  return difference;
}

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_MOTION_VECTOR_H_
