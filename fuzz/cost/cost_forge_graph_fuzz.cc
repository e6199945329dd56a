// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// To draw a state machine costs what its bytes and the drawing do.

#include "fuzz/cost/cost_target.h"

namespace {

constexpr clipguard::fuzz::CostCommand kCommands[] = {
    {"graph --as=forge-asm" CLIPGUARD_SMALL_LIMITS "-"},
    {"graph --as=forge-asm --resources=DIR" CLIPGUARD_SMALL_LIMITS "-"},
};

}  // namespace

CLIPGUARD_COST_TARGET(clipguard::fuzz::kForgeCost, kCommands);
