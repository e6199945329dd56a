// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// W5 and W6 (bench/workloads/workloads.h): from keys to values once, what has
// to be prepared included, by every kernel and every rival. As in
// bench/curve_bench.cc, a wrong result ends the program.
//
//   OneValue      of a compiled curve, a call for each time, at random
//   OneValueOnce  the same without compiling

#include <benchmark/benchmark.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/accuracy.h"
#include "bench/benchmarks.h"
#include "bench/contestant.h"
#include "bench/workloads/workloads.h"
#include "eval/curve/compiled_curve.h"
#include "eval/curve/curve.h"
#include "simd/kernel.h"

namespace clipguard::bench {
namespace {

// Curves, when to sample them, and what should come out.
struct Work {
  Work(const std::function<Clip()>& make_clip, size_t curve_count,
       std::vector<float> at)
      : clip(make_clip()), curves(clip.FloatCurves()), times(std::move(at)) {
    curves.resize(std::min(curves.size(), curve_count));
    for (const mrtk::CurveView& curve : curves) {
      exact.emplace_back(curve, times);
    }
  }

  Clip clip;
  std::vector<mrtk::CurveView> curves;
  std::vector<float> times;
  std::vector<ExactValues> exact;
};

double WorstOf(const std::string& name, const Work& work,
               const Contestant& contestant) {
  std::vector<float> values(work.times.size());
  double worst = 0;
  for (size_t i = 0; i < work.curves.size(); ++i) {
    contestant.sample_once(work.curves[i], work.times, values);
    worst = std::max(worst, CheckedError(name, work.exact[i].Worst(values),
                                         contestant.error));
  }
  return worst;
}

void SampleOnce(benchmark::State& state, const std::string& name,
                const Contestant& contestant, const Work& work) {
  // Google Benchmark calls this once for each repetition.
  static std::map<std::string, double> errors;
  auto found = errors.find(name);
  if (found == errors.end()) {
    found = errors.insert({name, WorstOf(name, work, contestant)}).first;
  }
  std::vector<float> values(work.times.size());
  for (auto _ : state) {
    for (const mrtk::CurveView& curve : work.curves) {
      contestant.sample_once(curve, work.times, values);
      benchmark::DoNotOptimize(values.data());
      benchmark::ClobberMemory();
    }
  }
  SetItems(state, work.times.size() * work.curves.size());
  state.counters["worst_error"] = found->second;
}

void RegisterOnce(const std::string& workload,
                  const std::function<std::unique_ptr<Work>()>& make) {
  const auto kept = std::make_shared<std::unique_ptr<Work>>();
  for (const Contestant& contestant : Contestants()) {
    if (!contestant.sample_once) continue;
    const std::string name = workload + "/" + contestant.name;
    Register(name, [=](benchmark::State& state) {
      if (!*kept) *kept = make();
      SampleOnce(state, name, contestant, **kept);
    });
  }
}

std::unique_ptr<Work> OneCurve(bool weighted, size_t times_per_key) {
  const CurveShape shape = {.keys = kOnceKeys, .weighted = weighted};
  return std::make_unique<Work>(
      [&] { return MakeCurveClip(shape); }, 1,
      MakeTimes(shape, kOnceKeys * times_per_key, Order::kAscending));
}

std::unique_ptr<Work> WholeRecording() {
  const CurveShape shape = {
      .keys = static_cast<size_t>(kRecordedSeconds * kRecordedKeyRate),
      .seconds = kRecordedSeconds};
  std::vector<float> times;
  for (int i = 0; i < static_cast<int>(kRecordedSeconds * kPoseRate); ++i) {
    times.push_back(static_cast<float>(i / kPoseRate));
  }
  return std::make_unique<Work>(
      [&] { return MakePoseClip(shape, mrtk::KeyLayout::kCompact); },
      kRecordedCurves, std::move(times));
}

// `sample` takes the curve, the same compiled, and a time.
template <typename Sample>
void RegisterOneValue(const std::string& name, Sample sample, Kernel kernel) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    const CurveShape shape = {.weighted = true};
    const Clip clip = MakeCurveClip(shape);
    const mrtk::CurveView curve = clip.FloatCurves()[0];
    constexpr size_t kTimes = 1024;
    const std::vector<float> times = MakeTimes(shape, kTimes, Order::kRandom);
    const eval::CompiledCurve compiled(curve, kernel);
    std::vector<float> values(times.size());
    compiled.Sample(times, values);
    for (size_t i = 0; i < times.size(); ++i) {
      if (sample(curve, compiled, times[i]) != values[i]) {
        Fail(name, "wrong, and not worth timing");
      }
    }
    size_t i = 0;
    for (auto _ : state) {
      benchmark::DoNotOptimize(sample(curve, compiled, times[i]));
      i = (i + 1) % kTimes;
    }
    SetItems(state, 1);
  });
}

}  // namespace

void RegisterOnceBenchmarks() {
  for (const Kernel kernel : SupportedKernels()) {
    RegisterOneValue(
        "OneValue/" + std::string(KernelName(kernel)),
        [](const mrtk::CurveView&, const eval::CompiledCurve& compiled,
           float time) { return compiled.Sample(time); },
        kernel);
  }
  RegisterOneValue(
      "OneValueOnce/" + std::string(KernelName(ActiveKernel())),
      [](const mrtk::CurveView& curve, const eval::CompiledCurve&, float time) {
        return eval::SampleCurve(curve, time);
      },
      ActiveKernel());
  for (const size_t times : {1, 4, 12, 100}) {
    const std::string name = "W5_" + std::to_string(times);
    RegisterOnce(name, [=] { return OneCurve(/*weighted=*/true, times); });
    RegisterOnce(name + "_hermite",
                 [=] { return OneCurve(/*weighted=*/false, times); });
  }
  RegisterOnce("W6", WholeRecording);
}

}  // namespace clipguard::bench
