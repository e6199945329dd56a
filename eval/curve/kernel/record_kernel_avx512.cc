// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The builder of records with AVX-512 (F, CD, BW, DQ, VL).

#include "eval/curve/kernel/record_kernel.h"
#include "parser/mrtk/format.h"
#include "simd/vectors_avx512.h"

namespace clipguard::eval {
namespace {

using Lanes = simd::Avx512;
using KeyLanes = simd::Avx2;

#include "eval/curve/kernel/record_kernel_vector.inc"

}  // namespace

constinit const RecordKernel RecordKernel::kAvx512 = MakeKernel("avx512");

}  // namespace clipguard::eval
