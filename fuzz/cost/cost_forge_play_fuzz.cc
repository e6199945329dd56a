// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// To play a state machine with an armature costs what their bytes and the steps
// do, and no more than the limits on steps and on a step's result allow.

#include "fuzz/cost/cost_target.h"
#include "fuzz/forge/fuzz_format.h"

namespace {

constexpr clipguard::fuzz::CostCommand kCommands[] = {
    {"play --as=forge-asm --resources=DIR --times=-1,0.3,0.9 --set=input=0.5 "
     "--set=click_time=0 --set=progress=0.5 "
     "--set=open_speed=1" CLIPGUARD_SMALL_LIMITS "-"},
    {"play --as=forge-asm --resources=DIR "
     "--script=SCRIPT" CLIPGUARD_SMALL_LIMITS "-"},
    {"play --as=forge-asm --times=-1,0,0.9" CLIPGUARD_SMALL_LIMITS "-"},
    {"play --format=csv --as=forge-asm --resources=DIR "
     "--script=SCRIPT" CLIPGUARD_SMALL_LIMITS "-"},
};

}  // namespace

CLIPGUARD_COST_TARGET(clipguard::fuzz::kForgeFuzzing, kCommands);
