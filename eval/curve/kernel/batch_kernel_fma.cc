// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The batch evaluator without vectors, with the processor's own fused
// multiply-add.

#include <math.h>

#include "eval/curve/kernel/batch_kernel.h"

namespace clipguard::eval {
namespace {

constexpr const char* kName = "fma";

#include "eval/curve/kernel/batch_kernel_scalar.inc"

}  // namespace

constinit const BatchKernel::EvaluateOne BatchKernel::kOneWithFma = Evaluate;
constinit const BatchKernel BatchKernel::kFma = kFunctions;

}  // namespace clipguard::eval
