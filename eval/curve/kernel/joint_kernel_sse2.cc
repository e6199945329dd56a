// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Rows of joints with SSE2.

#include "eval/curve/kernel/joint_kernel.h"
#include "simd/vectors_sse2.h"

namespace clipguard::eval {
namespace {

using Lanes = simd::Sse2;

#include "eval/curve/kernel/joint_kernel_vector.inc"

}  // namespace

constinit const JointKernel JointKernel::kSse2 = MakeKernel("sse2");

}  // namespace clipguard::eval
