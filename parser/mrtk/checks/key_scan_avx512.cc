// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The scans with AVX-512.

#include <utility>

#include "parser/mrtk/checks/key_scan.h"
#include "parser/mrtk/checks/key_scan_limits.h"
#include "simd/vectors_avx512.h"

namespace clipguard::mrtk {
namespace {

using Lanes = simd::Avx512;
#include "parser/mrtk/checks/key_scan_vector.inc"

}  // namespace

constinit const KeyScan KeyScan::kAvx512 = MakeScan();

}  // namespace clipguard::mrtk
