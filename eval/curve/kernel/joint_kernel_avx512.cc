// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Rows of joints with AVX-512 (F, CD, BW, DQ, VL).

#include "eval/curve/kernel/joint_kernel.h"
#include "simd/vectors_avx512.h"

namespace clipguard::eval {
namespace {

using Lanes = simd::Avx512;

#include "eval/curve/kernel/joint_kernel_vector.inc"

}  // namespace

constinit const JointKernel JointKernel::kAvx512 = MakeKernel("avx512");

}  // namespace clipguard::eval
