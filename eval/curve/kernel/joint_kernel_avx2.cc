// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Rows of joints with AVX2.

#include "eval/curve/kernel/joint_kernel.h"
#include "simd/vectors_avx2.h"

namespace clipguard::eval {
namespace {

using Lanes = simd::Avx2;

#include "eval/curve/kernel/joint_kernel_vector.inc"

}  // namespace

constinit const JointKernel JointKernel::kAvx2 = MakeKernel("avx2");

}  // namespace clipguard::eval
