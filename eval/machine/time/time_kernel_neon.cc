// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The operators of time values with NEON, which every 64-bit ARM processor has.

#include "eval/machine/time/time_kernel.h"
#include "simd/vectors_neon.h"

namespace clipguard::eval {
namespace {

using Lanes = simd::Neon;

#include "eval/machine/time/time_kernel_vector.inc"

}  // namespace

constinit const TimeKernel TimeKernel::kNeon = MakeKernel("neon");

}  // namespace clipguard::eval
