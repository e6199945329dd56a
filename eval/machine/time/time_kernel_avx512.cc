// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The operators of time values with AVX-512 (F, CD, BW, DQ, VL).

#include "eval/machine/time/time_kernel.h"
#include "simd/vectors_avx512.h"

namespace clipguard::eval {
namespace {

using Lanes = simd::Avx512;

#include "eval/machine/time/time_kernel_vector.inc"

}  // namespace

constinit const TimeKernel TimeKernel::kAvx512 = MakeKernel("avx512");

}  // namespace clipguard::eval
