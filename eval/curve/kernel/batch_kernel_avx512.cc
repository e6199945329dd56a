// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The batch evaluator with AVX-512 (F, CD, BW, DQ, VL).

#include "eval/curve/kernel/batch_kernel.h"
#include "simd/vectors_avx512.h"

namespace clipguard::eval {
namespace {

using Lanes = simd::Avx512;
constexpr size_t kPack = 2;
constexpr size_t kRunPack = 2;

#include "eval/curve/kernel/batch_kernel_vector.inc"

}  // namespace

constinit const BatchKernel BatchKernel::kAvx512 =
    MakeKernel("avx512", BatchKernel::kOneWithFma);

}  // namespace clipguard::eval
