// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/cold.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <utility>
#include <vector>

#include "bench/workloads/workloads.h"

namespace clipguard::bench {
namespace {

// Returns the size of the last-level cache, as Linux reports it; 32 MiB if it
// does not.
size_t CacheBytes() {
  std::ifstream file("/sys/devices/system/cpu/cpu0/cache/index3/size");
  size_t kib = 0;
  file >> kib;
  return (kib > 0 ? kib : 32768) * 1024;
}

// Puts something else into all caches.
void FillCaches() {
  static std::vector<uint8_t>& memory =
      *new std::vector<uint8_t>(2 * CacheBytes());
  static uint8_t number = 0;
  ++number;
  std::fill(memory.begin(), memory.end(), number);
  benchmark::DoNotOptimize(memory.data());
  benchmark::ClobberMemory();
}

}  // namespace

std::vector<float> ColdTimes(ColdOrder::Order order, double seconds) {
  Random random(11);
  std::vector<float> times;
  for (size_t i = 0; i < kColdSteps; ++i) {
    const double even =
        std::fmod(0.3 * seconds + static_cast<double>(i) / kPoseRate, seconds);
    times.push_back(static_cast<float>(
        order == ColdOrder::kRandom ? seconds * random.Unit() : even));
  }
  if (order == ColdOrder::kBackward) std::reverse(times.begin(), times.end());
  return times;
}

void RunCold(benchmark::State& state, const std::function<void(float)>& step,
             std::span<const float> times, size_t items) {
  using Clock = std::chrono::steady_clock;
  step(times[0]);
  size_t i = 0;
  for (auto _ : state) {
    FillCaches();
    const Clock::time_point begin = Clock::now();
    step(times[i]);
    const Clock::time_point end = Clock::now();
    state.SetIterationTime(std::chrono::duration<double>(end - begin).count());
    i = (i + 1) % times.size();
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) *
                          static_cast<int64_t>(items));
}

void RegisterCold(const std::string& name,
                  std::function<void(benchmark::State&)> run) {
  benchmark::RegisterBenchmark(name.c_str(), std::move(run))
      ->Unit(benchmark::kMicrosecond)
      ->Iterations(kColdSteps)
      ->UseManualTime();
}

}  // namespace clipguard::bench
