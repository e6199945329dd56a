// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The operators one by one, for any machine.

#include <cstddef>
#include <utility>

#include "eval/machine/time/time_kernel.h"
#include "eval/machine/time/time_operator.h"

namespace clipguard::eval {
namespace {

// The operator is chosen once, not for each value: operand(i) is value i's.
template <typename Operand>
void ApplyAll(TimeOperator op, float* values, size_t count,
              const Operand& operand) {
  const auto apply = [&]<TimeOperator kOp>() {
    for (size_t i = 0; i < count; ++i) {
      values[i] = ApplyTimeOperator(kOp, values[i], operand(i));
    }
  };
  [&]<size_t... ops>(std::index_sequence<ops...>) {
    ((op == static_cast<TimeOperator>(ops)
          ? apply.template operator()<static_cast<TimeOperator>(ops)>()
          : void()),
     ...);
  }(std::make_index_sequence<kTimeOperators>());
}

void Apply(TimeOperator op, float* values, const float* operands,
           size_t count) {
  ApplyAll(op, values, count, [=](size_t i) { return operands[i]; });
}

void ApplyOne(TimeOperator op, float* values, float operand, size_t count) {
  ApplyAll(op, values, count, [=](size_t) { return operand; });
}

}  // namespace

const TimeKernel TimeKernel::kScalar = {
    .name = "scalar", .apply = Apply, .apply_one = ApplyOne};

}  // namespace clipguard::eval
