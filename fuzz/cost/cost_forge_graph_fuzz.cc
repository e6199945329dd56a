// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// To draw a state machine costs what its bytes and the drawing do.

#include "fuzz/cost/cost_target.h"
#include "fuzz/forge/fuzz_format.h"

namespace {

constexpr clipguard::fuzz::CostCommand kCommands[] = {
    {.words = "graph --as=forge-asm" CLIPGUARD_SMALL_LIMITS "-",
     .holds_result = true},
    {.words =
         "graph --format=mermaid --as=forge-asm" CLIPGUARD_SMALL_LIMITS " -",
     .holds_result = true},
    {.words = "graph --as=forge-asm --resources=DIR" CLIPGUARD_SMALL_LIMITS "-",
     .holds_result = true},
};

}  // namespace

CLIPGUARD_COST_TARGET(clipguard::fuzz::kForgeFuzzing, kCommands);
