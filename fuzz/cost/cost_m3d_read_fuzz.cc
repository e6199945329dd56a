// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// To check and describe a character costs what its bytes do.

#include "fuzz/cost/cost_target.h"
#include "fuzz/m3d/fuzz_format.h"

namespace {

constexpr clipguard::fuzz::CostCommand kCommands[] = {
    {"validate --as=m3d --jobs=1 --format=json" CLIPGUARD_SMALL_LIMITS "-"},
    {"info --as=m3d" CLIPGUARD_SMALL_LIMITS "-"},
};

}  // namespace

CLIPGUARD_COST_TARGET(clipguard::fuzz::kM3dFuzzing, kCommands);
