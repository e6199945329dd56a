// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The batch evaluator with AVX2 and FMA.

#include "eval/curve/kernel/batch_kernel.h"
#include "simd/vectors_avx2.h"

namespace clipguard::eval {
namespace {

using Lanes = simd::Avx2;
constexpr size_t kPack = 2;
constexpr size_t kRunPack = 4;

#include "eval/curve/kernel/batch_kernel_vector.inc"

}  // namespace

constinit const BatchKernel BatchKernel::kAvx2 =
    MakeKernel("avx2", BatchKernel::kOneWithFma);

}  // namespace clipguard::eval
