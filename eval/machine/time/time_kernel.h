// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The operators of time values over many values, once for each instruction set.
//
// All versions give the same bits, as eval/curve/kernel/batch_kernel.h
// explains, where a result is not NaN: only IEEE 754 operations, conversions,
// comparisons, and arithmetic on the bits. Each file is compiled with its own
// flags and shares no function with another, so this header has no code.

#ifndef CLIPGUARD_EVAL_MACHINE_TIME_TIME_KERNEL_H_
#define CLIPGUARD_EVAL_MACHINE_TIME_TIME_KERNEL_H_

#include <cstddef>
#include <cstdint>

namespace clipguard::eval {

enum class TimeOperator : uint8_t;

struct TimeKernel {
  // "scalar", "neon", "sse2" ...
  const char* name;

  // values[i] = values[i] op operands[i].
  void (*apply)(TimeOperator op, float* values, const float* operands,
                size_t count);

  // values[i] = values[i] op operand.
  void (*apply_one)(TimeOperator op, float* values, float operand,
                    size_t count);

  static const TimeKernel kScalar, kNeon, kSse2, kAvx2, kAvx512;
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_MACHINE_TIME_TIME_KERNEL_H_
