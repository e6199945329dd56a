// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Mutates .m3d characters by their words: finds sections and elements, changes
// numbers, elements, bones, clips, labels, counts, dialects and spacing, and
// writes all of it again, mostly in the shape that it should have. Most of what
// comes out is read to its end, where flipped bytes would only ever test the
// first label that they hit.
//
// A fuzzing engine calls it by way of fuzz/m3d/fuzz_format.h.

#ifndef CLIPGUARD_FUZZ_M3D_MUTATOR_M3D_MUTATOR_H_
#define CLIPGUARD_FUZZ_M3D_MUTATOR_M3D_MUTATOR_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/shared/mutator.h"

namespace clipguard::fuzz {

// Changes the file in data[0, size), where there is room for `max_size`, and
// returns its new size. One in eight files is given to `mutate_bytes`
// (LLVMFuzzerMutate()) whole. The same for the same seed.
// REQUIRES: 0 < max_size, size <= max_size.
size_t MutateM3d(uint8_t* data, size_t size, size_t max_size, uint32_t seed,
                 ByteMutator mutate_bytes);

// Mixes two files into out[0, max_size); returns the size. Each section comes
// from either, or is spliced. REQUIRES: 0 < max_size.
size_t CrossOverM3d(std::span<const uint8_t> a, std::span<const uint8_t> b,
                    uint8_t* out, size_t max_size, uint32_t seed);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_M3D_MUTATOR_M3D_MUTATOR_H_
