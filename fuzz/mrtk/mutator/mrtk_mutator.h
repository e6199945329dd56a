// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Mutates MRTK recordings by their structure: decodes what is there, changes
// keys, curves, parts, markers and layout, and writes it again, mostly with
// counts that fit. Most of what comes out is read to its end and evaluated,
// where flipped bits would only ever test the first checks.
//
// A fuzzing engine calls it by way of fuzz/mrtk/fuzz_format.h.

#ifndef CLIPGUARD_FUZZ_MRTK_MUTATOR_MRTK_MUTATOR_H_
#define CLIPGUARD_FUZZ_MRTK_MUTATOR_MRTK_MUTATOR_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "corpus/mrtk/recording.h"
#include "fuzz/shared/mutator.h"
#include "fuzz/shared/random.h"

namespace clipguard::fuzz {

// Changes the file in data[0, size), where there is room for `max_size`, and
// returns its new size. One in eight files is given to `mutate_bytes` whole.
// The same for the same seed. REQUIRES: 0 < max_size, size <= max_size.
size_t MutateMrtk(uint8_t* data, size_t size, size_t max_size, uint32_t seed,
                  ByteMutator mutate_bytes);

// Mixes two files into out[0, max_size); returns the size. Keys, curves, parts
// and markers come from either. REQUIRES: 0 < max_size.
size_t CrossOverMrtk(std::span<const uint8_t> a, std::span<const uint8_t> b,
                     uint8_t* out, size_t max_size, uint32_t seed);

// One change, or a few, of a recording.
void MutateRecording(corpus::Recording& recording, Random& random,
                     ByteMutator mutate_bytes);

// Drops keys, markers and at last the hands until the file fits. False if it
// cannot.
bool ShrinkToFit(corpus::Recording& recording, size_t max_size);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_MRTK_MUTATOR_MRTK_MUTATOR_H_
