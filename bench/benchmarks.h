// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// One function for each file of benchmarks, and what they share.

#ifndef CLIPGUARD_BENCH_BENCHMARKS_H_
#define CLIPGUARD_BENCH_BENCHMARKS_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "benchmark/benchmark.h"

namespace clipguard::bench {

void RegisterCurveBenchmarks();
void RegisterOnceBenchmarks();
void RegisterClipBenchmarks();
void RegisterMrtkBenchmarks();
void RegisterSkeletonBenchmarks();
void RegisterM3dBenchmarks();
void RegisterForgeBenchmarks();
void RegisterColdBenchmarks();
void RegisterConvertBenchmarks();
void RegisterSampleBenchmarks();
void RegisterCaptureBenchmarks();

// A benchmark whose times are shown in microseconds.
template <typename F>
void Register(const std::string& name, F run) {
  benchmark::RegisterBenchmark(name.c_str(), run)
      ->Unit(benchmark::kMicrosecond);
}

// Sets the number of items that an iteration processes, to report the time of
// one.
inline void SetItems(benchmark::State& state, size_t items) {
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) *
                          static_cast<int64_t>(items));
}

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_BENCHMARKS_H_
