// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Makes MRTK recordings larger in one direction at a time: keys, markers, their
// names, what is after the end.

#ifndef CLIPGUARD_FUZZ_MRTK_MUTATOR_MRTK_GROWTH_H_
#define CLIPGUARD_FUZZ_MRTK_MUTATOR_MRTK_GROWTH_H_

#include <cstddef>

#include "corpus/mrtk/recording.h"
#include "fuzz/shared/random.h"

namespace clipguard::fuzz {

// Adds about `bytes` bytes in a direction and at a place of chance. The same
// for the same recording and random numbers; a larger `bytes` is more of the
// same.
void GrowMrtk(corpus::Recording& recording, size_t bytes, Random& random);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_MRTK_MUTATOR_MRTK_GROWTH_H_
