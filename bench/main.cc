// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// bazel run //bench: all benchmarks, interleaved, and tables of their medians.
// Google Benchmark's flags apply:
//
//   bazel run //bench -- --benchmark_filter='W[1-6]'
//   --benchmark_out=/tmp/x.json

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/context.h"
#include "bench/report.h"
#include "simd/kernel.h"

namespace clipguard::bench {
namespace {

// Why a run was given up; null if it was not. The names are those of Google
// Benchmark up to 1.7, and from 1.8 on.
template <typename Run>
const std::string* Problem(const Run& run) {
  if constexpr (requires { run.error_occurred; }) {
    return run.error_occurred ? &run.error_message : nullptr;
  } else {
    return run.skipped != decltype(run.skipped){} ? &run.skip_message : nullptr;
  }
}

// Says where it runs at the beginning, and prints lines and tables at the end:
// interleaved repetitions are complete only then.
class TableReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override {
    for (const auto& [key, value] : BenchmarkContext()) {
      std::printf("%-9s %s\n", (key + ":").c_str(), value.c_str());
    }
    std::printf("\n");
    std::fflush(stdout);
    std::fprintf(stderr, "running; figures follow when all is measured\n");
    return true;
  }

  void ReportRuns(const std::vector<Run>& runs) override {
    Measurement measurement;
    for (const Run& run : runs) {
      if (const std::string* problem = Problem(run)) {
        std::printf("%s: %s\n", run.benchmark_name().c_str(), problem->c_str());
        return;
      }
      if (run.run_type != Run::RT_Iteration) continue;
      const auto iterations = static_cast<double>(run.iterations);
      const bool is_manual = run.run_name.time_type == "manual_time";
      const double seconds =
          (is_manual ? run.real_accumulated_time : run.cpu_accumulated_time) /
          iterations;
      measurement.name =
          is_manual ? run.run_name.function_name : run.run_name.str();
      measurement.ns.push_back(seconds * 1e9);
      measurement.items = Counter(run, "items_per_second", 0) * seconds;
      measurement.bytes = Counter(run, "bytes_per_second", 0) * seconds;
      measurement.worst_error = Counter(run, "worst_error", -1);
    }
    if (measurement.ns.empty()) return;
    std::fputs(Line(measurement).c_str(), stdout);
    std::fflush(stdout);
    measurements_.push_back(std::move(measurement));
  }

  void Finalize() override {
    std::printf("\n%s", Tables(measurements_).c_str());
  }

 private:
  static double Counter(const Run& run, const char* name, double missing) {
    const auto found = run.counters.find(name);
    return found == run.counters.end() ? missing : found->second.value;
  }

  std::vector<Measurement> measurements_;
};

int Main(int argc, char** argv) {
  const auto& kernel = KernelFromEnvironment();
  if (!kernel.ok()) {
    std::fprintf(stderr, "%s\n",
                 std::string(kernel.status().message()).c_str());
    return 2;
  }
  // Ours first: what the caller says afterwards rules.
  std::string repetitions = "--benchmark_repetitions=7";
  std::string interleaved = "--benchmark_enable_random_interleaving=true";
  std::string time = "--benchmark_min_time=0.05";
  std::vector<char*> args = {argv[0], repetitions.data(), interleaved.data(),
                             time.data()};
  args.insert(args.end(), argv + 1, argv + argc);
  const bool own_format =
      std::none_of(args.begin(), args.end(), [](const char* arg) {
        return std::string_view(arg).starts_with("--benchmark_format");
      });
  int count = static_cast<int>(args.size());
  args.push_back(nullptr);
  benchmark::Initialize(&count, args.data());
  if (benchmark::ReportUnrecognizedArguments(count, args.data())) return 2;
  for (const auto& [key, value] : BenchmarkContext()) {
    benchmark::AddCustomContext(key, value);
  }
  RegisterCurveBenchmarks();
  RegisterOnceBenchmarks();
  RegisterClipBenchmarks();
  RegisterMrtkBenchmarks();
  RegisterSkeletonBenchmarks();
  RegisterM3dBenchmarks();
  RegisterForgeBenchmarks();
  RegisterColdBenchmarks();
  RegisterConvertBenchmarks();
  RegisterSampleBenchmarks();
  RegisterCaptureBenchmarks();
  TableReporter tables;
  benchmark::RunSpecifiedBenchmarks(own_format ? &tables : nullptr);
  benchmark::Shutdown();
  return 0;
}

}  // namespace
}  // namespace clipguard::bench

int main(int argc, char** argv) { return clipguard::bench::Main(argc, argv); }
