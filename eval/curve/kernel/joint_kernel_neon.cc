// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Rows of joints with NEON.

#include "eval/curve/kernel/joint_kernel.h"
#include "simd/vectors_neon.h"

namespace clipguard::eval {
namespace {

using Lanes = simd::Neon;

#include "eval/curve/kernel/joint_kernel_vector.inc"

}  // namespace

constinit const JointKernel JointKernel::kNeon = MakeKernel("neon");

}  // namespace clipguard::eval
