// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// To sample a character costs what its bytes and its result do.

#include "fuzz/cost/cost_target.h"
#include "fuzz/m3d/fuzz_format.h"

namespace {

constexpr clipguard::fuzz::CostCommand kCommands[] = {
    {"sample --as=m3d --times=0,0.3,7,1e9" CLIPGUARD_SMALL_LIMITS "-"},
    {"sample --as=m3d --times=-1,0.5 --format=csv" CLIPGUARD_SMALL_LIMITS "-"},
};

}  // namespace

CLIPGUARD_COST_TARGET(clipguard::fuzz::kM3dFuzzing, kCommands);
