// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Makes a libFuzzer target mutate .m3d characters by their words.

#include "fuzz/m3d/mutator/m3d_mutator.h"
#include "fuzz/shared/mutator_hooks.h"

CLIPGUARD_FUZZ_MUTATOR(clipguard::fuzz::MutateM3d);
CLIPGUARD_FUZZ_CROSS_OVER(clipguard::fuzz::CrossOverM3d);
