// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The operators of time values with SSE2.

#include <cstddef>
#include <cstdint>

#include "eval/machine/time_kernel.h"

namespace clipguard::eval {
namespace {

constexpr int kVectorBytes = 16;

#include "eval/machine/time_kernel_vector.inc"

}  // namespace

const TimeKernel TimeKernel::kSse2 = {
    .name = "sse2", .apply = Apply, .apply_one = ApplyOne};

}  // namespace clipguard::eval
