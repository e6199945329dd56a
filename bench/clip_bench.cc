// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Benchmarks of whole recordings: compiling, playing, baking, and all of it
// from a file's bytes on.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bench/accuracy.h"
#include "bench/benchmarks.h"
#include "bench/evaluator.h"
#include "bench/workloads/workloads.h"
#include "eval/curve/clip.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
#include "simd/kernel.h"

namespace clipguard::bench {
namespace {

using mrtk::CurveSlot;
using mrtk::InputAnimationView;
using mrtk::KeyLayout;

// Five minutes of everything, five keys a second, played at 60 Hz.
constexpr CurveShape kLong = {.keys = 1500, .seconds = 300};
constexpr double kRate = 60;
constexpr size_t kClipFrames = 300 * 60 + 1;

// One recording for each layout, made when it is asked for.
const Clip& LongClip(KeyLayout layout) {
  if (layout == KeyLayout::kFull) {
    static const Clip full = MakePoseClip(kLong, KeyLayout::kFull);
    return full;
  }
  static const Clip compact = MakePoseClip(kLong, KeyLayout::kCompact);
  return compact;
}

// Compares some rows of a baked matrix with the specification; ends the program
// if they are wrong.
void CheckMatrix(const std::string& name, const Clip& clip,
                 std::span<const float> matrix) {
  constexpr size_t kStep = 997;
  std::vector<float> times;
  for (size_t i = 0; i < kClipFrames; i += kStep) {
    times.push_back(static_cast<float>(static_cast<double>(i) / kRate));
  }
  for (size_t slot = 0; slot < CurveSlot::kCount; ++slot) {
    if (CurveSlot(slot).is_boolean()) continue;
    std::vector<float> values;
    for (size_t i = 0; i < kClipFrames; i += kStep) {
      values.push_back(matrix[i * CurveSlot::kCount + slot]);
    }
    const ExactValues exact(clip.view().curve(CurveSlot(slot)), times);
    CheckedError(name + ": " + CurveSlot(slot).Path(), exact.Worst(values),
                 kPromisedError);
  }
}

size_t KeysOf(const InputAnimationView& view) {
  size_t keys = 0;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    keys += view.curve(CurveSlot(i)).size();
  }
  return keys;
}

// An item is a key.
void Compile(benchmark::State& state, KeyLayout layout, Kernel kernel) {
  const InputAnimationView& view = LongClip(layout).view();
  for (auto _ : state) {
    benchmark::DoNotOptimize(CompileAndForget(view, kernel));
  }
  SetItems(state, KeysOf(view));
}

// From the file's bytes, with full validation. An item is an element of the
// matrix.
void BytesToMatrix(benchmark::State& state, const std::string& name,
                   KeyLayout layout, Kernel kernel) {
  const Clip& clip = LongClip(layout);
  static std::vector<float> matrix(kClipFrames * CurveSlot::kCount);
  static std::vector<std::string> checked;
  if (std::find(checked.begin(), checked.end(), name) == checked.end()) {
    Bake(clip.view(), kernel, kRate, kClipFrames, matrix);
    CheckMatrix(name, clip, matrix);
    checked.push_back(name);
  }
  for (auto _ : state) {
    FindingList findings;
    auto view = mrtk::ReadInputAnimation(clip.bytes(), {}, findings);
    if (!view || !mrtk::Validate(*view, findings, kernel)) {
      state.SkipWithError("the recording is not found sound");
      return;
    }
    Bake(*view, kernel, kRate, kClipFrames, matrix);
    benchmark::DoNotOptimize(matrix.data());
    benchmark::ClobberMemory();
  }
  SetItems(state, kClipFrames * CurveSlot::kCount);
}

// Ten seconds at a time: ClipSampler with normalised rotations, and with those
// of the curves; and a matrix of the plain values. An item is a curve at a
// time.
enum class Poses { kNormalized, kRaw, kMatrix };

void SampleClip(benchmark::State& state, KeyLayout layout, Poses what) {
  constexpr size_t kPoses = 600;
  const Clip& clip = LongClip(layout);
  const eval::ClipSampler sampler(clip.view());
  std::vector<float> times;
  for (size_t i = 0; i < kPoses; ++i) {
    times.push_back(static_cast<float>(static_cast<double>(i) / kRate));
  }
  std::vector<eval::ClipPose> poses(kPoses);
  std::vector<float> matrix(kPoses * CurveSlot::kCount);
  for (auto _ : state) {
    if (what == Poses::kMatrix) {
      Bake(clip.view(), ActiveKernel(), kRate, kPoses, matrix);
    } else {
      sampler.Sample(times,
                     what == Poses::kRaw ? eval::Rotations::kRaw
                                         : eval::Rotations::kNormalized,
                     poses);
    }
    benchmark::DoNotOptimize(poses.data());
    benchmark::ClobberMemory();
  }
  SetItems(state, CurveSlot::kCount * times.size());
}

// Poses of the recording of W4_10s from far apart, in a warm cache: a time at
// random, and one a second before the last. An item is a curve.
void SeekPose(benchmark::State& state, Kernel kernel, bool at_random) {
  constexpr CurveShape kShape = {.keys = kPoseKeys, .seconds = 10};
  static const Clip& clip = *new Clip(MakePoseClip(kShape, KeyLayout::kFull));
  const PoseSampling sample = CompilePose(clip.view(), kernel);
  std::vector<float> times = MakeTimes(kShape, 1000, Order::kRandom);
  if (!at_random) {
    for (size_t i = 0; i < times.size(); ++i) {
      times[i] = static_cast<float>(9 - i % 10) + 0.5f;
    }
  }
  std::vector<float> pose(CurveSlot::kCount);
  for (auto _ : state) {
    for (const float time : times) {
      sample(time, pose);
      benchmark::DoNotOptimize(pose.data());
    }
  }
  SetItems(state, times.size() * kPoseCurves);
}

}  // namespace

void RegisterClipBenchmarks() {
  for (Kernel kernel : EvaluatorKernels()) {
    for (const bool at_random : {true, false}) {
      Register(
          "SeekPose/" + std::string(at_random ? "random/" : "backward/") +
              std::string(KernelName(kernel)),
          [=](benchmark::State& state) { SeekPose(state, kernel, at_random); });
    }
  }
  for (KeyLayout layout : {KeyLayout::kFull, KeyLayout::kCompact}) {
    const std::string keys = "/" + std::string(mrtk::KeyLayoutName(layout));
    for (Kernel kernel : EvaluatorKernels()) {
      const std::string name =
          "BytesToMatrix" + keys + "/" + std::string(KernelName(kernel));
      Register(name, [=](benchmark::State& state) {
        BytesToMatrix(state, name, layout, kernel);
      });
    }
    // It is the same work for every kernel.
    Register("Compile" + keys, [=](benchmark::State& state) {
      Compile(state, layout, ActiveKernel());
    });
    Register("ClipSampler" + keys, [=](benchmark::State& state) {
      SampleClip(state, layout, Poses::kNormalized);
    });
    Register("ClipSampler" + keys + "/raw", [=](benchmark::State& state) {
      SampleClip(state, layout, Poses::kRaw);
    });
    Register("ClipSampler" + keys + "/matrix", [=](benchmark::State& state) {
      SampleClip(state, layout, Poses::kMatrix);
    });
  }
}

}  // namespace clipguard::bench
