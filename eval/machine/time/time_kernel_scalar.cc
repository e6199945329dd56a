// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The operators one by one, for any machine.

#include "eval/machine/time/time_kernel.h"
#include "eval/machine/time/time_operator.h"

namespace clipguard::eval {
namespace {

void Apply(TimeOperator op, float* values, const float* operands,
           size_t count) {
  for (size_t i = 0; i < count; ++i) {
    values[i] = ApplyTimeOperator(op, values[i], operands[i]);
  }
}

void ApplyOne(TimeOperator op, float* values, float operand, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    values[i] = ApplyTimeOperator(op, values[i], operand);
  }
}

}  // namespace

const TimeKernel TimeKernel::kScalar = {
    .name = "scalar", .apply = Apply, .apply_one = ApplyOne};

}  // namespace clipguard::eval
