// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Targets that hold commands to the cost rule (docs/cost.md), and are rewarded
// for what is dear. One is a format and some commands, run in-process:
//
//   constexpr CostCommand kCommands[] = {
//       {"validate --as=m3d" CLIPGUARD_SMALL_LIMITS "-"}};
//   CLIPGUARD_COST_TARGET(clipguard::fuzz::kM3dFuzzing, kCommands);
//
// Each input is given to each command, and then, to one of them, stretched to
// twice its size again and again for as long as a byte costs more each time.
// Limits are small, so that what an input may cost is little more than what its
// bytes do.

#ifndef CLIPGUARD_FUZZ_COST_COST_TARGET_H_
#define CLIPGUARD_FUZZ_COST_COST_TARGET_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "fuzz/cost/cost_input.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/mutator.h"
#include "fuzz/shared/mutator_hooks.h"

namespace clipguard::fuzz {

struct CostCommand {
  // Words between blanks. "-" is the input; DIR is the folder of resources and
  // SCRIPT a script for `play`.
  std::string_view words;
  // It is the pair's armature that the command reads.
  bool armature = false;
  // It makes the whole result before it writes any: one that turns out to be
  // too large has cost what the largest would, and none of it is written.
  bool holds_result = false;
};

// For commands: budgets of which one input cannot use much.
#define CLIPGUARD_SMALL_LIMITS                              \
  " --limit=evaluation-steps=32k --limit=request-steps=32k" \
  " --limit=step-bytes=64k --limit=graph-bytes=64k"         \
  " --limit=findings-kept=100 "

// Runs the commands and aborts if one is too dear, after a message that says
// which, and by how much. Two variables of the environment are for those who
// look into one: CLIPGUARD_FUZZ_COSTS=1 has all costs printed, and
// CLIPGUARD_FUZZ_STRETCHED=FILE has each stretched input written there before
// it is run.
void CheckCosts(const FuzzFormat& format, std::span<const CostCommand> commands,
                std::span<const uint8_t> bytes);

}  // namespace clipguard::fuzz

#define CLIPGUARD_COST_TARGET(format, commands)                               \
  extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {   \
    clipguard::fuzz::CheckCosts(format, commands, {data, size});              \
    return 0;                                                                 \
  }                                                                           \
  static size_t MutateInput(uint8_t* data, size_t size, size_t max_size,      \
                            uint32_t seed,                                    \
                            clipguard::fuzz::ByteMutator mutate_bytes) {      \
    return clipguard::fuzz::MutateForCost(format, data, size, max_size, seed, \
                                          mutate_bytes);                      \
  }                                                                           \
  static size_t CrossOverInputs(std::span<const uint8_t> a,                   \
                                std::span<const uint8_t> b, uint8_t* out,     \
                                size_t max_size, uint32_t seed) {             \
    return clipguard::fuzz::CrossOverForCost(format, a, b, out, max_size,     \
                                             seed);                           \
  }                                                                           \
  CLIPGUARD_FUZZ_MUTATOR(MutateInput);                                        \
  CLIPGUARD_FUZZ_CROSS_OVER(CrossOverInputs)

#endif  // CLIPGUARD_FUZZ_COST_COST_TARGET_H_
