// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Makes a libFuzzer target mutate MRTK recordings by their structure.

#include "fuzz/mrtk/mutator/mrtk_mutator.h"
#include "fuzz/shared/mutator_hooks.h"

CLIPGUARD_FUZZ_MUTATOR(clipguard::fuzz::MutateMrtk);
CLIPGUARD_FUZZ_CROSS_OVER(clipguard::fuzz::CrossOverMrtk);
