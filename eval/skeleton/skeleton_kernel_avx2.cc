// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Skeletal animation with AVX2 and FMA.

#include "eval/skeleton/skeleton_kernel.h"
#include "eval/skeleton/slerp.h"
#include "simd/vectors_avx2.h"

namespace clipguard::eval {
namespace {

using Lanes = simd::Avx2;
using RowLanes = simd::Avx2;

#include "eval/skeleton/skeleton_kernel_vector.inc"

}  // namespace

constinit const SkeletonKernel SkeletonKernel::kAvx2 = MakeKernel("avx2");

}  // namespace clipguard::eval
