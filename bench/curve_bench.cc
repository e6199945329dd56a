// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// W1 to W4 (bench/workloads/workloads.h) by every kernel and every rival. Each
// result is compared with the specification before it is timed, and a wrong one
// ends the program. That takes some ten seconds; CLIPGUARD_BENCH_CHECK=sparse
// looks at fewer values.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/accuracy.h"
#include "bench/benchmarks.h"
#include "bench/contestant.h"
#include "bench/workloads/workloads.h"

namespace clipguard::bench {
namespace {

bool CheckSparsely() {
  const char* check = std::getenv("CLIPGUARD_BENCH_CHECK");
  return check != nullptr && std::string_view(check) == "sparse";
}

// ---- W1 to W3: one curve at many times -------------------------------------

// The input of a measurement, and its exact results.
struct CurveWork {
  CurveWork(const CurveShape& shape, Order order)
      : clip(MakeCurveClip(shape)),
        curve(clip.FloatCurves()[0]),
        times(MakeTimes(shape, kTimes, order)),
        exact(curve, times, CheckSparsely() ? 101 : 1) {}

  Clip clip;
  mrtk::CurveView curve;
  std::vector<float> times;
  ExactValues exact;
};

// A contestant that has passed the check. Google Benchmark calls a benchmark
// once for each repetition: what takes long is done for the first one.
template <typename Sampling>
struct Checked {
  Sampling sample;
  double error;
};

const CurveWork& Work(const CurveShape& shape, Order order) {
  static std::map<std::pair<bool, Order>, std::unique_ptr<CurveWork>> kept;
  auto& work = kept[{shape.weighted, order}];
  if (!work) work = std::make_unique<CurveWork>(shape, order);
  return *work;
}

void SampleCurve(benchmark::State& state, const std::string& name,
                 const Contestant& contestant, const CurveShape& shape,
                 Order order) {
  static std::map<std::string, Checked<CurveSampling>> kept;
  const CurveWork& work = Work(shape, order);
  std::vector<float> values(work.times.size());
  auto found = kept.find(name);
  if (found == kept.end()) {
    CurveSampling sample = contestant.make_curve(work.curve);
    sample(work.times, values);
    const double error =
        CheckedError(name, work.exact.Worst(values), contestant.error);
    found = kept.insert({name, {std::move(sample), error}}).first;
  }
  const Checked<CurveSampling>& checked = found->second;
  for (auto _ : state) {
    checked.sample(work.times, values);
    benchmark::DoNotOptimize(values.data());
    benchmark::ClobberMemory();
  }
  SetItems(state, work.times.size());
  state.counters["worst_error"] = checked.error;
}

// ---- W4: all curves of a clip at one time after the other ------------------

struct PoseWork {
  explicit PoseWork(double seconds)
      : clip(MakePoseClip({.keys = kPoseKeys, .seconds = seconds},
                          mrtk::KeyLayout::kFull)) {
    const auto frames = static_cast<size_t>(seconds * kPoseRate);
    for (size_t i = 0; i < frames; ++i) {
      times.push_back(static_cast<float>(static_cast<double>(i) / kPoseRate));
    }
    std::vector<float> checked_times;
    for (size_t i = 0; i < frames; i += step) {
      checked_times.push_back(times[i]);
    }
    for (const mrtk::CurveView& curve : clip.FloatCurves()) {
      exact.emplace_back(curve, checked_times);
    }
  }

  Clip clip;
  std::vector<float> times;
  // For each float curve, its values at some of the times.
  size_t step = CheckSparsely() ? 97 : 7;
  std::vector<ExactValues> exact;
};

const PoseWork& Work(int seconds) {
  static std::map<int, std::unique_ptr<PoseWork>> kept;
  auto& work = kept[seconds];
  if (!work) work = std::make_unique<PoseWork>(seconds);
  return *work;
}

WorstError WorstOf(const PoseWork& work, const Contestant& contestant,
                   const PoseSampling& sample) {
  std::vector<float> pose(mrtk::CurveSlot::kCount);
  std::vector<std::vector<float>> values(work.exact.size());
  for (size_t i = 0; i < work.times.size(); ++i) {
    sample(work.times[i], pose);
    if (i % work.step != 0) continue;
    for (size_t k = 0; k < values.size(); ++k) {
      values[k].push_back(pose[contestant.channel(k)]);
    }
  }
  WorstError worst;
  for (size_t k = 0; k < values.size(); ++k) {
    const WorstError error = work.exact[k].Worst(values[k]);
    if (error.error > worst.error) worst = error;
  }
  return worst;
}

void SamplePose(benchmark::State& state, const std::string& name,
                const Contestant& contestant, int seconds) {
  static std::map<std::string, Checked<PoseSampling>> kept;
  const PoseWork& work = Work(seconds);
  auto found = kept.find(name);
  if (found == kept.end()) {
    PoseSampling sample = contestant.make_pose(work.clip);
    const double error =
        CheckedError(name, WorstOf(work, contestant, sample), contestant.error);
    found = kept.insert({name, {std::move(sample), error}}).first;
  }
  const Checked<PoseSampling>& checked = found->second;
  std::vector<float> pose(mrtk::CurveSlot::kCount);
  for (auto _ : state) {
    for (float time : work.times) {
      checked.sample(time, pose);
      benchmark::DoNotOptimize(pose.data());
      benchmark::ClobberMemory();
    }
  }
  // A float curve is an item; what the booleans cost is on top.
  SetItems(state, work.times.size() * kPoseCurves);
  state.counters["worst_error"] = checked.error;
}

}  // namespace

void RegisterCurveBenchmarks() {
  struct CurveRow {
    const char* name;
    CurveShape shape;
    Order order;
  };
  for (const CurveRow& row :
       {CurveRow{"W1", kWeightedCurve, Order::kAscending},
        CurveRow{"W2", kWeightedCurve, Order::kRandom},
        CurveRow{"W3", kHermiteCurve, Order::kAscending}}) {
    for (const Contestant& contestant : Contestants()) {
      if (row.order == Order::kRandom ? !contestant.any_order
                                      : !contestant.ascending) {
        continue;
      }
      const std::string name = std::string(row.name) + "/" + contestant.name;
      Register(name, [=](benchmark::State& state) {
        SampleCurve(state, name, contestant, row.shape, row.order);
      });
    }
  }
  for (int seconds : {10, 60}) {
    for (const Contestant& contestant : Contestants()) {
      if (!contestant.make_pose) continue;
      const std::string name =
          "W4_" + std::to_string(seconds) + "s/" + contestant.name;
      Register(name, [=](benchmark::State& state) {
        SamplePose(state, name, contestant, seconds);
      });
    }
  }
}

}  // namespace clipguard::bench
