// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// To sample parameters and armatures costs what their bytes and the result do,
// and no more than the limits on steps allow.

#include "fuzz/cost/cost_target.h"
#include "fuzz/forge/fuzz_format.h"

namespace {

constexpr clipguard::fuzz::CostCommand kCommands[] = {
    {"sample --times=0,0.3,nan,1e9 --set=input=0.5 "
     "--set=click_time=1" CLIPGUARD_SMALL_LIMITS "-"},
    {"sample --times=0,0.3,0.9 --format=csv" CLIPGUARD_SMALL_LIMITS "-",
     /*armature=*/true},
};

}  // namespace

CLIPGUARD_COST_TARGET(clipguard::fuzz::kForgeFuzzing, kCommands);
