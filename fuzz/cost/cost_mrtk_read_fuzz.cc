// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// To check and describe a recording costs what its bytes do.

#include "fuzz/cost/cost_target.h"
#include "fuzz/mrtk/fuzz_format.h"

namespace {

constexpr clipguard::fuzz::CostCommand kCommands[] = {
    {"validate --as=mrtk --jobs=1 --format=json" CLIPGUARD_SMALL_LIMITS "-"},
    {"info --as=mrtk --curves" CLIPGUARD_SMALL_LIMITS "-"},
};

}  // namespace

CLIPGUARD_COST_TARGET(clipguard::fuzz::kMrtkFuzzing, kCommands);
