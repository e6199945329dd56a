// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The operators of time values with AVX2 and FMA.

#include "eval/machine/time/time_kernel.h"
#include "simd/vectors_avx2.h"

namespace clipguard::eval {
namespace {

using Lanes = simd::Avx2;

#include "eval/machine/time/time_kernel_vector.inc"

}  // namespace

constinit const TimeKernel TimeKernel::kAvx2 = MakeKernel("avx2");

}  // namespace clipguard::eval
