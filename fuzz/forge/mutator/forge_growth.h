// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Makes Forge's files larger, or only dearer, in one direction at a time: long
// names, numbers and operators, long lists, many states, names that refer to a
// name twice, deep brackets.

#ifndef CLIPGUARD_FUZZ_FORGE_MUTATOR_FORGE_GROWTH_H_
#define CLIPGUARD_FUZZ_FORGE_MUTATOR_FORGE_GROWTH_H_

#include <cstddef>

#include "fuzz/forge/mutator/json_tree.h"
#include "fuzz/shared/random.h"

namespace clipguard::fuzz {

// Adds about `bytes` bytes in a direction and at a place of chance, mostly such
// that a sound file stays sound: a name that gets longer does so wherever it
// stands. The same for the same tree and random numbers; a larger `bytes` is
// more of the same.
void GrowForge(JsonTree& root, size_t bytes, Random& random);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_FORGE_MUTATOR_FORGE_GROWTH_H_
