// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// bazel run //bench: all benchmarks; Google Benchmark's flags apply:
//   bazel run //bench -- --benchmark_filter=MrtkValidate

#include <benchmark/benchmark.h>

#include <string>

#include "bench/benchmarks.h"
#include "parser/kernel.h"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::AddCustomContext(
      "kernel", std::string(clipguard::KernelName(clipguard::ActiveKernel())));
  benchmark::AddCustomContext("compiler", __VERSION__);
  clipguard::bench::RegisterMrtkBenchmarks();
  clipguard::bench::RegisterEvalBenchmarks();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
