// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Benchmarks of what nobody has used for a while.

#ifndef CLIPGUARD_BENCH_COLD_H_
#define CLIPGUARD_BENCH_COLD_H_

#include <benchmark/benchmark.h>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace clipguard::bench {

// Few: for each of them all caches are filled anew.
inline constexpr size_t kColdSteps = 100;

// The orders that poses are asked for in.
struct ColdOrder {
  enum Order { kForward, kBackward, kRandom };
  const char* name;
  Order order;
};
inline constexpr ColdOrder kColdOrders[] = {{"forward", ColdOrder::kForward},
                                            {"backward", ColdOrder::kBackward},
                                            {"random", ColdOrder::kRandom}};

// kColdSteps times of a clip that long: 1/60 s apart, round and round, or at
// random.
std::vector<float> ColdTimes(ColdOrder::Order order, double seconds);

// Calls step(times[i]) for one time after the other. Before each, memory twice
// as large as the last-level cache is written; that is not timed. An iteration
// counts as `items`.
void RunCold(benchmark::State& state, const std::function<void(float)>& step,
             std::span<const float> times, size_t items);

// A benchmark of kColdSteps iterations that calls RunCold().
void RegisterCold(const std::string& name,
                  std::function<void(benchmark::State&)> run);

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_COLD_H_
