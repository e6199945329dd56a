// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The batch evaluator with SSE2, which every x86-64 processor has.

#include "eval/curve/kernel/batch_kernel.h"
#include "simd/vectors_sse2.h"

namespace clipguard::eval {
namespace {

using Lanes = simd::Sse2;
// Fma takes so many registers that there are none for a second vector.
constexpr size_t kPack = 1;
constexpr size_t kRunPack = 1;

#include "eval/curve/kernel/batch_kernel_vector.inc"

}  // namespace

constinit const BatchKernel BatchKernel::kSse2 =
    MakeKernel("sse2", BatchKernel::kOne);

}  // namespace clipguard::eval
