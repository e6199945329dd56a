// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The builder of records with NEON.

#include "eval/curve/kernel/record_kernel.h"
#include "parser/mrtk/format.h"
#include "simd/vectors_neon.h"

namespace clipguard::eval {
namespace {

using Lanes = simd::Neon;
using KeyLanes = Lanes;

#include "eval/curve/kernel/record_kernel_vector.inc"

}  // namespace

constinit const RecordKernel RecordKernel::kNeon = MakeKernel("neon");

}  // namespace clipguard::eval
