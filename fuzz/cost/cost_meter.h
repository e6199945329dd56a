// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Measures the cost of a computation, compares it with its limits, and tells
// whether it grows faster than its input. See docs/fuzzing.md, "Cost".

#ifndef CLIPGUARD_FUZZ_COST_COST_METER_H_
#define CLIPGUARD_FUZZ_COST_COST_METER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "absl/functional/function_ref.h"

namespace clipguard::fuzz {

struct Cost {
  size_t bytes = 0;  // of input
  uint64_t operations = 0;
  uint64_t allocations = 0;
  uint64_t peak_bytes = 0;   // of the heap, beyond what was there before
  uint64_t written = 0;      // bytes of result
  uint64_t nanoseconds = 0;  // of this thread's processor time
};

// `work` reads `bytes` bytes, and returns the number of bytes that it has
// written.
Cost MeasureCost(size_t bytes, absl::FunctionRef<uint64_t()> work);

// So much, and so much more for each byte of input.
struct CostRate {
  uint64_t spare = 0;
  uint64_t per_byte = 0;

  uint64_t For(size_t bytes) const { return spare + per_byte * bytes; }
};

// The rule of docs/cost.md for small files and small limits. Without counters
// of regions, processor time stands for operations.
struct CostRule {
  CostRate operations = {4'000'000, 300};
  uint64_t operations_per_written = 40;
  CostRate peak_bytes = {uint64_t{8} << 20, 24};
  CostRate written = {uint64_t{1} << 20, 16};
  CostRate nanoseconds = {300'000'000, 300};
  // Limit on a byte's cost in an input of about twice the size, in percent of
  // its cost before. Costs below the spare operations are ignored.
  uint64_t growth_percent = 130;
  // An added byte that costs more than this, in percent of one added before,
  // may exceed the limit in larger inputs.
  uint64_t watched_percent = 110;
  // Limit on the cost of an added byte, in percent of one that was added
  // before. Twice as much, 200, is quadratic.
  uint64_t added_percent = 160;
};

// Describes costs beyond the rule, with numbers; empty if there are none.
std::string Excess(const Cost& cost, const CostRule& rule);

// Whether a byte of the larger input cost more than it should.
bool GrowsFast(const Cost& once, const Cost& twice, const CostRule& rule);

// Whether it is worth to look at a larger input than the last of these: there
// are fewer than three, or a byte of the last cost more than it should, or a
// byte that the last added cost more than one that was added before. (A small
// file's fixed costs hide what grows.)
bool KeepsGrowing(std::span<const Cost> costs, const CostRule& rule);

// Costs of inputs of which each has about twice as much more than the first as
// the one before, with the sizes that they came to. Speaks if of the last three
// additions each cost more, byte by byte, than the one before should make it,
// and the last cost counts.
std::string FastGrowth(std::span<const Cost> costs, const CostRule& rule);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_COST_COST_METER_H_
