// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The batch evaluator without vectors, for every machine.

#include <math.h>

#include "eval/curve/kernel/batch_kernel.h"

namespace clipguard::eval {
namespace {

constexpr const char* kName = "scalar";

#include "eval/curve/kernel/batch_kernel_scalar.inc"

}  // namespace

constinit const BatchKernel::EvaluateOne BatchKernel::kOne = Evaluate;
constinit const BatchKernel BatchKernel::kScalar = kFunctions;

}  // namespace clipguard::eval
