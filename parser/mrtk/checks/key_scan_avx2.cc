// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The scans with AVX2.

#include <utility>

#include "parser/mrtk/checks/key_scan.h"
#include "parser/mrtk/checks/key_scan_limits.h"
#include "simd/vectors_avx2.h"

namespace clipguard::mrtk {
namespace {

using Lanes = simd::Avx2;
#include "parser/mrtk/checks/key_scan_vector.inc"

}  // namespace

constinit const KeyScan KeyScan::kAvx2 = MakeScan();

}  // namespace clipguard::mrtk
