// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Skeletal animation with NEON, which every 64-bit ARM processor has.

#include "eval/skeleton/skeleton_kernel.h"
#include "eval/skeleton/slerp.h"
#include "simd/vectors_neon.h"

namespace clipguard::eval {
namespace {

using Lanes = simd::Neon;
using RowLanes = simd::Neon;

#include "eval/skeleton/skeleton_kernel_vector.inc"

}  // namespace

constinit const SkeletonKernel SkeletonKernel::kNeon = MakeKernel("neon");

}  // namespace clipguard::eval
