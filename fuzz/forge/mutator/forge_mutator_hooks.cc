// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Makes a libFuzzer target mutate Forge's files by their structure.

#include "fuzz/forge/mutator/forge_mutator.h"
#include "fuzz/shared/mutator_hooks.h"

CLIPGUARD_FUZZ_MUTATOR(clipguard::fuzz::MutateForge);
CLIPGUARD_FUZZ_CROSS_OVER(clipguard::fuzz::CrossOverForge);
