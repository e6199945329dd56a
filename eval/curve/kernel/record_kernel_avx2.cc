// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The builder of records with AVX2 and FMA.

#include "eval/curve/kernel/record_kernel.h"
#include "parser/mrtk/format.h"
#include "simd/vectors_avx2.h"

namespace clipguard::eval {
namespace {

using Lanes = simd::Avx2;
using KeyLanes = Lanes;

#include "eval/curve/kernel/record_kernel_vector.inc"

}  // namespace

constinit const RecordKernel RecordKernel::kAvx2 = MakeKernel("avx2");

}  // namespace clipguard::eval
