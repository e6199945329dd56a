// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The batch evaluator with NEON, which every 64-bit ARM processor has.

#include "eval/curve/kernel/batch_kernel.h"
#include "simd/vectors_neon.h"

namespace clipguard::eval {
namespace {

using Lanes = simd::Neon;
constexpr size_t kPack = 2;
constexpr size_t kRunPack = 4;

#include "eval/curve/kernel/batch_kernel_vector.inc"

}  // namespace

constinit const BatchKernel BatchKernel::kNeon =
    MakeKernel("neon", BatchKernel::kOne);

}  // namespace clipguard::eval
