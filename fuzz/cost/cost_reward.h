// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Rewards a fuzzer for cost: what an input costs a byte is coverage, so that
// libFuzzer keeps whatever costs more than anything of about its size before,
// and goes on from there.

#ifndef CLIPGUARD_FUZZ_COST_COST_REWARD_H_
#define CLIPGUARD_FUZZ_COST_COST_REWARD_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/cost/cost_meter.h"
#include "fuzz/shared/random.h"

namespace clipguard::fuzz {

// Logarithms: two steps for each power of two. 0 for 0, 1 for 1, 3 for 2, 4 for
// 3, 5 for 4 and 5, 6 for 6 and 7, 7 from 8 on.
size_t HalfOctave(uint64_t value);

// The size of an input, coarsely: 0 up to 255 bytes, then one more for each
// fourfold, up to 4. A small file that costs as much a byte as a large one
// counts for itself.
size_t SizeClass(size_t bytes);
inline constexpr size_t kSizeClasses = 5;

// How many commands one target may tell apart.
inline constexpr size_t kRewardedCommands = 8;

// Marks how many times as much as usual the input of `bytes` bytes costs: in
// operations, in memory, in bytes written. Nothing for what is usual. The
// engine clears the marks before each input. REQUIRES: command <
// kRewardedCommands.
void RewardCost(size_t command, size_t bytes, const Cost& cost);

// The same of an input that the engine gave, which is remembered if none of its
// size was as dear in some part.
void RewardInput(size_t command, std::string_view input, const Cost& cost);

// One of those that are remembered; empty if none is.
std::string_view AnyDearInput(Random& random);

// Marks that are set: for tests.
size_t RewardMarks();

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_COST_COST_REWARD_H_
