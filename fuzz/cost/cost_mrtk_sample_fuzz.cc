// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// To sample a recording costs what its bytes and its result do.

#include "fuzz/cost/cost_target.h"
#include "fuzz/mrtk/fuzz_format.h"

namespace {

constexpr clipguard::fuzz::CostCommand kCommands[] = {
    {"sample --as=mrtk --times=0,0.3,7,1e9" CLIPGUARD_SMALL_LIMITS "-"},
    {"sample --as=mrtk --times=-1,0.5 --format=csv "
     "--raw-rotation" CLIPGUARD_SMALL_LIMITS "-"},
};

}  // namespace

CLIPGUARD_COST_TARGET(clipguard::fuzz::kMrtkFuzzing, kCommands);
