// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// One function for each file of benchmarks, and what they share.

#ifndef CLIPGUARD_BENCH_BENCHMARKS_H_
#define CLIPGUARD_BENCH_BENCHMARKS_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "bench/accuracy.h"
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

// The same of its bytes.
inline void SetBytes(benchmark::State& state, size_t bytes) {
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) *
                          static_cast<int64_t>(bytes));
}

// Ends the program: a benchmark of wrong results is worthless.
[[noreturn]] inline void Fail(const std::string& who, const std::string& what) {
  std::fprintf(stderr, "%s: %s\n", who.c_str(), what.c_str());
  std::exit(1);
}

// The error of results that are good enough to be timed. Else ends the program.
inline double CheckedError(const std::string& who, const WorstError& worst,
                           double allowed) {
  if (worst.error > allowed) {
    Fail(who, "wrong, and not worth timing: error " + worst.Text());
  }
  return worst.error;
}

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_BENCHMARKS_H_
