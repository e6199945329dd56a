// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What every `optimize` promises, whatever is optimized.

#ifndef CLIPGUARD_FUZZ_RESCUE_OPTIMIZE_PROMISES_H_
#define CLIPGUARD_FUZZ_RESCUE_OPTIMIZE_PROMISES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

#include "actions/optimize/optimize.h"
#include "base/memory/work_counter.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/heap_promise.h"
#include "fuzz/shared/stages.h"

namespace clipguard::fuzz {

// How many random times of a curve or clip are looked at.
inline constexpr int kOptimizeTimes = 16;

// Which tolerances a file of `size` bytes is optimized with.
inline actions::OptimizeOptions OptimizeOptionsOf(size_t size) {
  constexpr std::array<double, 5> kTolerances = {1e-6, 1e-4, 1e-2, 10, 0};
  return {.tolerance = kTolerances[size % kTolerances.size()],
          .angle_tolerance = size % 3 == 0 ? 20 : 0.1};
}

// What it may take for each byte of the file, and 2^20 of each besides.
struct OptimizeCost {
  uint64_t heap_bytes;
  uint64_t work;  // operations, as TimeAndMemoryFollowTheFile counts them
};

// What optimize() gives, for a file of `size` bytes; its cost is held.
template <typename Optimize>
auto OptimizedWithin(const OptimizeCost& cost, size_t size,
                     const Optimize& optimize) {
  constexpr uint64_t kSpare = uint64_t{1} << 20;
  const uint64_t work = WorkDone();
  auto result = WithinHeap({kSpare, cost.heap_bytes}, size, optimize);
  CLIPGUARD_CHECK(WorkDone() - work <= kSpare + cost.work * size);
  return result;
}

// `fault` says what does not hold of `result`; empty if all does.
inline void CheckOptimized(const actions::Optimized& result,
                           const std::string& fault) {
  if (result.changed()) CLIPGUARD_STAGE("smaller");
  if (!result.kept.empty()) CLIPGUARD_STAGE("kept as it was");
  if (!fault.empty()) std::fprintf(stderr, "%s\n", fault.c_str());
  CLIPGUARD_CHECK(fault.empty());
}

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_RESCUE_OPTIMIZE_PROMISES_H_
