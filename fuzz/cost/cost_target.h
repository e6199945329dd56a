// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Targets that hold commands to the cost rule (docs/cost.md), and are rewarded
// for what is dear. One is a format and some commands, run in-process:
//
//   constexpr CostCommand kCommands[] = {
//       {"validate --as=m3d" CLIPGUARD_SMALL_LIMITS "-"}};
//   CLIPGUARD_COST_TARGET(clipguard::fuzz::kM3dCost, kCommands);
//
// Each input is given to each command, and then, to one of them, stretched to
// twice its size again and again for as long as that more than doubles the
// cost. Limits are small, so that what an input may cost is little more than
// what its bytes do.

#ifndef CLIPGUARD_FUZZ_COST_COST_TARGET_H_
#define CLIPGUARD_FUZZ_COST_COST_TARGET_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "fuzz/cost/cost_format.h"
#include "fuzz/shared/check.h"

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
void CheckCosts(const CostFormat& format, std::span<const CostCommand> commands,
                std::span<const uint8_t> bytes);

}  // namespace clipguard::fuzz

// The engine's; not there in a program that only replays.
extern "C" __attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t* data,
                                                         size_t size,
                                                         size_t max_size);

#define CLIPGUARD_COST_TARGET(format, commands)                                \
  extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {    \
    clipguard::fuzz::CheckCosts(format, commands, {data, size});               \
    return 0;                                                                  \
  }                                                                            \
  extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size,        \
                                            size_t max_size, unsigned seed) {  \
    return clipguard::fuzz::MutateForCost(format, data, size, max_size, seed,  \
                                          LLVMFuzzerMutate);                   \
  }                                                                            \
  extern "C" size_t LLVMFuzzerCustomCrossOver(                                 \
      const uint8_t* a, size_t a_size, const uint8_t* b, size_t b_size,        \
      uint8_t* out, size_t max_size, unsigned seed) {                          \
    return clipguard::fuzz::CrossOverForCost(format, {a, a_size}, {b, b_size}, \
                                             out, max_size, seed);             \
  }                                                                            \
  static_assert(true, "to be ended with a semicolon")

#endif  // CLIPGUARD_FUZZ_COST_COST_TARGET_H_
