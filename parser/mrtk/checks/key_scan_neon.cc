// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The scans with NEON.

#include <utility>

#include "parser/mrtk/checks/key_scan.h"
#include "parser/mrtk/checks/key_scan_limits.h"
#include "simd/vectors_neon.h"

namespace clipguard::mrtk {
namespace {

using Lanes = simd::Neon;
#include "parser/mrtk/checks/key_scan_vector.inc"

}  // namespace

constinit const KeyScan KeyScan::kNeon = MakeScan();

}  // namespace clipguard::mrtk
