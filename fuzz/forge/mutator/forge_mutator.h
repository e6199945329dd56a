// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Mutates Forge's state machines and armatures by their structure: finds time
// values, clips, states, joints and events in the JSON, changes and replaces
// them, and writes all of it again, mostly with the names, keys and arguments
// that it needs.
//
// A fuzzing engine calls it by way of fuzz/forge/fuzz_format.h.

#ifndef CLIPGUARD_FUZZ_FORGE_MUTATOR_FORGE_MUTATOR_H_
#define CLIPGUARD_FUZZ_FORGE_MUTATOR_FORGE_MUTATOR_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/shared/mutator.h"

namespace clipguard::fuzz {

// Changes the file in data[0, size), where there is room for `max_size`, and
// returns its new size. One in eight files is given to `mutate_bytes`
// (LLVMFuzzerMutate()) whole. The same for the same seed.
// REQUIRES: 0 < max_size, size <= max_size.
size_t MutateForge(uint8_t* data, size_t size, size_t max_size, uint32_t seed,
                   ByteMutator mutate_bytes);

// Mixes two files into out[0, max_size); returns the size. Members of each
// section come from either. REQUIRES: 0 < max_size.
size_t CrossOverForge(std::span<const uint8_t> a, std::span<const uint8_t> b,
                      uint8_t* out, size_t max_size, uint32_t seed);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_FORGE_MUTATOR_FORGE_MUTATOR_H_
