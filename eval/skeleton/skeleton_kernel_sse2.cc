// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Skeletal animation with SSE2, which every x86-64 processor has.

#include "eval/skeleton/skeleton_kernel.h"
#include "eval/skeleton/slerp.h"
#include "simd/vectors_sse2.h"

namespace clipguard::eval {
namespace {

using Lanes = simd::Sse2;
using RowLanes = simd::Sse2;

#include "eval/skeleton/skeleton_kernel_vector.inc"

}  // namespace

constinit const SkeletonKernel SkeletonKernel::kSse2 = MakeKernel("sse2");

}  // namespace clipguard::eval
