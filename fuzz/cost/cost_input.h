// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Inputs of the cost targets: files of one format, how they are mutated and how
// they are made larger.
//
// An input of Forge's is a machine, an armature, or both: a machine,
// "\n$armature\n", and the armature that the game would load for all of the
// machine's models called example:block/chest. Mutators work on either.

#ifndef CLIPGUARD_FUZZ_COST_COST_INPUT_H_
#define CLIPGUARD_FUZZ_COST_COST_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "fuzz/shared/fuzz_format.h"
#include "fuzz/shared/mutator.h"
#include "fuzz/shared/random.h"

namespace clipguard::fuzz {

struct ForgePair {
  std::string_view machine;
  std::string_view armature;  // empty if there is none
};
ForgePair SplitForgePair(std::string_view input);

// Grows three of four inputs, by any amount that there is room for, in one
// direction to three; mutates the others as the format's other targets do.
size_t MutateForCost(const FuzzFormat& format, uint8_t* data, size_t size,
                     size_t max_size, uint32_t seed, ByteMutator mutate_bytes);
size_t CrossOverForCost(const FuzzFormat& format, std::span<const uint8_t> a,
                        std::span<const uint8_t> b, uint8_t* out,
                        size_t max_size, uint32_t seed);

// The input grown by `bytes` bytes, half of them in one direction and half in
// another. Which ones only the seed says: stretched to twice the size, an input
// has more of the same.
std::string Stretch(const FuzzFormat& format, std::string_view input,
                    size_t bytes, uint32_t seed);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_COST_COST_INPUT_H_
