// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// To check and describe a state machine or an armature, and a machine with the
// armature that it uses, costs what their bytes do.

#include "fuzz/cost/cost_target.h"
#include "fuzz/forge/fuzz_format.h"

namespace {

constexpr clipguard::fuzz::CostCommand kCommands[] = {
    {"validate --jobs=1 --format=json" CLIPGUARD_SMALL_LIMITS "-"},
    {"validate --jobs=1 --format=json --resources=DIR" CLIPGUARD_SMALL_LIMITS
     "-"},
    {"validate --jobs=1 --format=json" CLIPGUARD_SMALL_LIMITS "-",
     /*armature=*/true},
    {"info" CLIPGUARD_SMALL_LIMITS "-"},
    {"info" CLIPGUARD_SMALL_LIMITS "-", /*armature=*/true},
};

}  // namespace

CLIPGUARD_COST_TARGET(clipguard::fuzz::kForgeFuzzing, kCommands);
