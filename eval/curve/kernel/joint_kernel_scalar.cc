// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Rows of joints for every machine.

#include "eval/curve/kernel/joint_kernel.h"

namespace clipguard::eval {
namespace {

constexpr size_t kRotation = 3;

void Raw(const float* const (&columns)[kJointCurves], size_t count,
         float* rows) {
  for (size_t i = 0; i < count; ++i) {
    float* const row = rows + kJointRow * i;
    for (size_t c = 0; c < kJointCurves; ++c) row[c] = columns[c][i];
    row[kJointCurves] = 0;
  }
}

// Whether it has become four NaN.
bool Normalize(float* rotation) {
  double largest = 0;
  double sum = 0;
  double values[4];
  for (size_t c = 0; c < 4; ++c) {
    values[c] = rotation[c];
    const double size = __builtin_fabs(values[c]);
    largest = size > largest ? size : largest;
    sum += size;
  }
  double square = 0;
  for (double& value : values) {
    value /= largest;
    square += value * value;
  }
  const double length = __builtin_sqrt(square);
  for (size_t c = 0; c < 4; ++c) {
    const float unit = static_cast<float>(values[c] / length);
    rotation[c] = sum == 0 ? (c == 3 ? 1.0f : 0.0f) : unit;
  }
  return rotation[3] != rotation[3];
}

bool Unit(const float* const (&columns)[kJointCurves], size_t count,
          float* rows) {
  Raw(columns, count, rows);
  bool nan = false;
  for (size_t i = 0; i < count; ++i) {
    nan |= Normalize(rows + kJointRow * i + kRotation);
  }
  return nan;
}

}  // namespace

constinit const JointKernel JointKernel::kScalar = {
    .name = "scalar",
    .raw = Raw,
    .unit = Unit,
};

}  // namespace clipguard::eval
