// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Seven curves of a joint become rows, and rotations unit quaternions, once for
// each instruction set.
//
// All versions give the same bits: they use IEEE 754 additions,
// multiplications, divisions and square roots of doubles, conversions between
// float and double, and comparisons, in one and the same order; nothing is
// fused.

#ifndef CLIPGUARD_EVAL_CURVE_KERNEL_JOINT_KERNEL_H_
#define CLIPGUARD_EVAL_CURVE_KERNEL_JOINT_KERNEL_H_

#include <cstddef>

namespace clipguard::eval {

// Position x y z, rotation x y z w.
inline constexpr size_t kJointCurves = 7;
// Floats of a row: the seven values and a 0.
inline constexpr size_t kJointRow = 8;
// Rows that are made at once at most.
inline constexpr size_t kJointRows = 64;

struct JointKernel {
  // Which of the versions it is: "scalar", "neon", "sse2" ...
  const char* name;

  // rows[kJointRow * i + c] = columns[c][i].
  void (*raw)(const float* const (&columns)[kJointCurves], size_t count,
              float* rows);

  // The same, but rotations are scaled to length one: divided by their largest
  // number and then by their length, in double. One of zeros becomes
  // 0, 0, 0, 1. One with an infinite number or a NaN becomes four NaN; returns
  // whether there are any.
  bool (*unit)(const float* const (&columns)[kJointCurves], size_t count,
               float* rows);
  // Both: count <= kJointRows; `rows` is 64-byte aligned, has room for
  // kJointRows, and those from `count` on may hold anything afterwards.

  static const JointKernel kScalar, kNeon, kSse2, kAvx2, kAvx512;
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_CURVE_KERNEL_JOINT_KERNEL_H_
