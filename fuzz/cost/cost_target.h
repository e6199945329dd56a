// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Properties that hold commands to the cost rule (docs/cost.md), and are
// rewarded for what is dear. One is a format and some commands, run in-process:
//
//   constexpr CostCommand kRead[] = {{"validate --as=m3d"}};
//   CLIPGUARD_COST_PROPERTY(cost_m3d_read, kM3dFuzzing, kRead);
//
// Each input of an engine is given to each command, and each seed that is
// replayed to one in eight ($CLIPGUARD_FUZZ_EVERY: to each). Seeds, and one in
// four of an engine's inputs, are then given to one command stretched to twice
// their size again and again, for as long as a byte costs more each time.
// Limits are small: no input can use much of a budget, and it may cost little
// more than what its bytes do.

#ifndef CLIPGUARD_FUZZ_COST_COST_TARGET_H_
#define CLIPGUARD_FUZZ_COST_COST_TARGET_H_

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>

#include "fuzz/cost/cost_input.h"
#include "fuzz/cost/cost_reward.h"
#include "fuzz/shared/fuzz_format.h"
#include "fuzz/shared/mutator.h"
#include "fuzz/shared/property.h"

namespace clipguard::fuzz {

struct CostCommand {
  // Words between blanks; limits and the input are added. OTHER is the input
  // with one digit or bit changed. The other words in capitals name files that
  // are always the same: DIR is the folder of resources, TEXTURES one with many
  // textures of a name, SCRIPT a script for `play`, MODEL a block model, CONFIG
  // a configuration, BASELINE a baseline.
  std::string_view words;
  // It is the pair's armature that the command reads.
  bool armature = false;
  // It makes the whole result before it writes any: one that turns out to be
  // too large has cost what the largest would, and none of it is written.
  bool holds_result = false;
  // Additional costs that are allowed: budgets of its own that no limit lowers,
  // and that small inputs can use up. Growth is checked beyond them.
  uint64_t spare_operations = 0;
  uint64_t spare_bytes = 0;
  // And besides for each byte: fitting curves takes dozens of cubics for a key.
  uint64_t operations_per_byte = 0;
};

// Runs the commands and aborts if one is too dear, after a message that says
// which, and by how much. Two variables of the environment are for those who
// look into one: CLIPGUARD_FUZZ_COSTS=1 has all costs printed, and
// CLIPGUARD_FUZZ_STRETCHED=FILE has each stretched input written there before
// it is run.
void CheckCosts(const FuzzFormat& format, std::span<const CostCommand> commands,
                std::span<const uint8_t> bytes);

// Grown rather than mutated. Files are large enough for growth to show, and the
// engine's counts of edges, beside which the reward is lost, are off.
template <const FuzzFormat& kFormat>
inline const Inputs kCostInputs = {
    .seeds =
        kFormat.cost_seeds.empty() ? kFormat.inputs.seeds : kFormat.cost_seeds,
    .dictionary = kFormat.inputs.dictionary,
    .mutate =
        [](uint8_t* data, size_t size, size_t max_size, uint32_t seed,
           ByteMutator mutate_bytes) {
          return MutateForCost(kFormat, data, size, max_size, seed,
                               mutate_bytes);
        },
    .cross_over =
        [](std::span<const uint8_t> a, std::span<const uint8_t> b, uint8_t* out,
           size_t max_size, uint32_t seed) {
          return CrossOverForCost(kFormat, a, b, out, max_size, seed);
        },
    .flags = "-max_len=65536 -len_control=0 -use_counters=0"};

}  // namespace clipguard::fuzz

#define CLIPGUARD_COST_PROPERTY(name, format, commands)                       \
  static_assert(std::size(commands) <= ::clipguard::fuzz::kRewardedCommands); \
  CLIPGUARD_FUZZ_PROPERTY(                                                    \
      name,                                                                   \
      +[](std::span<const uint8_t> bytes) {                                   \
        ::clipguard::fuzz::CheckCosts(format, commands, bytes);               \
      },                                                                      \
      ::clipguard::fuzz::kCostInputs<format>)

#endif  // CLIPGUARD_FUZZ_COST_COST_TARGET_H_
