// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Skeletal animation with AVX-512 (F, CD, BW, DQ, VL).

#include "eval/skeleton/skeleton_kernel.h"
#include "eval/skeleton/slerp.h"
#include "simd/vectors_avx512.h"

namespace clipguard::eval {
namespace {

using Lanes = simd::Avx512;
// Wider vectors cost more to arrange than they save.
using RowLanes = simd::Avx2;

#include "eval/skeleton/skeleton_kernel_vector.inc"

}  // namespace

constinit const SkeletonKernel SkeletonKernel::kAvx512 = MakeKernel("avx512");

}  // namespace clipguard::eval
