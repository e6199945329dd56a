// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// One function for each file of benchmarks.

#ifndef CLIPGUARD_BENCH_BENCHMARKS_H_
#define CLIPGUARD_BENCH_BENCHMARKS_H_

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

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_BENCHMARKS_H_
