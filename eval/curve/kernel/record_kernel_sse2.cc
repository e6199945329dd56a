// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The builder of records with SSE2.

#include "eval/curve/kernel/record_kernel.h"
#include "parser/mrtk/format.h"
#include "simd/vectors_sse2.h"

namespace clipguard::eval {
namespace {

using Lanes = simd::Sse2;
using KeyLanes = Lanes;

#include "eval/curve/kernel/record_kernel_vector.inc"

}  // namespace

constinit const RecordKernel RecordKernel::kSse2 = MakeKernel("sse2");

}  // namespace clipguard::eval
