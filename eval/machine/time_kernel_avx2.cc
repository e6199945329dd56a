// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The operators of time values with AVX2.

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "eval/machine/time_kernel.h"

namespace clipguard::eval {
namespace {

constexpr int kVectorBytes = 32;

#include "eval/machine/time_kernel_vector.inc"

}  // namespace

const TimeKernel TimeKernel::kAvx2 = {
    .name = "avx2", .apply = Apply, .apply_one = ApplyOne};

}  // namespace clipguard::eval
