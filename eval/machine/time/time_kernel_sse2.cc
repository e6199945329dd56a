// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The operators of time values with SSE2, which every x86-64 processor has.

#include "eval/machine/time/time_kernel.h"
#include "simd/vectors_sse2.h"

namespace clipguard::eval {
namespace {

using Lanes = simd::Sse2;

#include "eval/machine/time/time_kernel_vector.inc"

}  // namespace

constinit const TimeKernel TimeKernel::kSse2 = MakeKernel("sse2");

}  // namespace clipguard::eval
