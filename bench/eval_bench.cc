// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Evaluating curves one value at a time: one long curve at sorted and random
// times, weighted and not, and whole poses of a recording. Results are compared
// with the specification before anything is timed.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/recording.h"
#include "eval/clip.h"
#include "eval/compiled_curve.h"
#include "eval/curve.h"
#include "eval/reference.h"
#include "parser/finding.h"
#include "parser/mrtk/input_animation.h"

namespace clipguard::bench {
namespace {

using mrtk::Keyframe;

constexpr size_t kKeys = 1000;
constexpr size_t kTimes = 100'000;

// Keys at 0.25 to 1.75 of the mean distance, values in [-1, 1], tangents
// normal with the range over the distance as deviation; weights in [0, 1].
mrtk::Curve MakeCurve(bool weighted) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> unit(0, 1);
  std::normal_distribution<float> slope(0, 2);
  mrtk::Curve curve;
  float time = 0;
  for (size_t i = 0; i < kKeys; ++i) {
    const float value = 2 * unit(random) - 1;
    const float in = slope(random);
    const float out = slope(random);
    curve.keys.push_back({.time = time,
                          .value = value,
                          .in_tangent = in,
                          .out_tangent = out,
                          .in_weight = unit(random),
                          .out_weight = unit(random),
                          .weighted_mode = weighted ? 3 : 0});
    time += 0.25f + 1.5f * unit(random);
  }
  return curve;
}

std::vector<float> MakeTimes(const mrtk::Curve& curve, bool sorted) {
  std::mt19937 random(2);
  std::uniform_real_distribution<float> any(0, curve.keys.back().time);
  std::vector<float> times(kTimes);
  for (float& time : times) time = any(random);
  if (sorted) std::sort(times.begin(), times.end());
  return times;
}

// A benchmark of wrong results is worthless: stop.
void Check(const mrtk::CurveView& curve, std::span<const float> times,
           std::span<const float> values) {
  for (size_t i = 0; i < times.size(); i += 97) {
    const double exact = eval::EvaluateCurve(curve, double{times[i]});
    if (std::abs(exact - double{values[i]}) <= 2e-6 * 4) continue;
    std::fprintf(stderr, "at %g: %g, not %g\n", double{times[i]},
                 double{values[i]}, exact);
    std::exit(1);
  }
}

void SampleCurve(benchmark::State& state, bool weighted, bool sorted) {
  const mrtk::Curve curve = MakeCurve(weighted);
  const std::vector<float> times = MakeTimes(curve, sorted);
  std::vector<float> values(times.size());
  const eval::CompiledCurve sampler(curve.View());
  sampler.Sample(times, values);
  Check(curve.View(), times, values);
  for (auto _ : state) {
    sampler.Sample(times, values);
    benchmark::DoNotOptimize(values.data());
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) *
                          static_cast<int64_t>(times.size()));
}

void SamplePose(benchmark::State& state, mrtk::KeyLayout layout) {
  const Buffer recording = MakeRecording(layout, Parts::kAll, 1'743'988);
  FindingList findings;
  const auto view =
      mrtk::InputAnimationView::Parse(recording.bytes(), {}, findings);
  if (!view) std::exit(1);
  const eval::ClipSampler clip(*view);
  const float duration = view->Duration();
  eval::ClipPose pose;
  float time = 0;
  for (auto _ : state) {
    pose = clip.Sample(time);
    benchmark::DoNotOptimize(pose);
    time = time + 1.0f / 60 < duration ? time + 1.0f / 60 : 0;
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) *
                          static_cast<int64_t>(view->curve_count()));
}

}  // namespace

void RegisterEvalBenchmarks() {
  for (bool weighted : {true, false}) {
    for (bool sorted : {true, false}) {
      const std::string name = std::string("SampleCurve/") +
                               (weighted ? "weighted/" : "hermite/") +
                               (sorted ? "sorted" : "random");
      benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
        SampleCurve(state, weighted, sorted);
      })->Unit(benchmark::kMicrosecond);
    }
  }
  for (mrtk::KeyLayout layout :
       {mrtk::KeyLayout::kFull, mrtk::KeyLayout::kCompact}) {
    const std::string name =
        "SamplePose/" + std::string(mrtk::KeyLayoutName(layout));
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
      SamplePose(state, layout);
    })->Unit(benchmark::kMicrosecond);
  }
}

}  // namespace clipguard::bench
