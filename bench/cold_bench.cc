// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// ColdPose: all 391 curves of a recording of 10 s, one pose when nothing of the
// clip is in a cache, as ACL measures it. An item is a curve.
//
// /forward, /backward: 1/60 s apart. /random: at times at random. /among: no
// caches are filled, but each pose is of another of 128 clips, which together
// are larger than they are.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bench/accuracy.h"
#include "bench/benchmarks.h"
#include "bench/cold.h"
#include "bench/contestant.h"
#include "bench/workloads/workloads.h"

namespace clipguard::bench {
namespace {

constexpr double kSeconds = 10;
constexpr size_t kClips = 128;

using Pose = std::function<void(float time)>;

// ---- Curves -----------------------------------------------------------------

const Clip& Recording() {
  static const Clip& clip = *new Clip(MakePoseClip(
      {.keys = kPoseKeys, .seconds = kSeconds}, mrtk::KeyLayout::kFull));
  return clip;
}

Pose PoseOf(const PoseSampling& sample) {
  return [sample, values = std::make_shared<std::vector<float>>(
                      mrtk::CurveSlot::kCount)](float time) {
    sample(time, *values);
    benchmark::DoNotOptimize(values->data());
  };
}

// Ends the program if a pose is wrong.
void Check(const std::string& name, const Contestant& contestant,
           const PoseSampling& sample) {
  std::vector<float> pose(mrtk::CurveSlot::kCount);
  const std::vector<mrtk::CurveView> curves = Recording().FloatCurves();
  for (const float time : {3.0f, 9.9f, 0.1f}) {
    sample(time, pose);
    for (size_t i = 0; i < curves.size(); ++i) {
      const ExactValues exact(curves[i], std::vector<float>{time});
      const float value = pose[contestant.channel(i)];
      CheckedError(name, exact.Worst({&value, 1}), contestant.error);
    }
  }
}

void RegisterPoses(const Contestant& contestant) {
  for (const ColdOrder& order : kColdOrders) {
    const std::string name =
        std::string("ColdPose/") + order.name + "/" + contestant.name;
    RegisterCold(
        name, [contestant, name, order = order.order](benchmark::State& state) {
          const PoseSampling sample = contestant.make_pose(Recording());
          Check(name, contestant, sample);
          const Pose pose = PoseOf(sample);
          RunCold(state, pose, ColdTimes(order, kSeconds), kPoseCurves);
        });
  }
  // Round and round: the next clip is the one that has not been used longest.
  Register("ColdPose/among/" + contestant.name,
           [contestant](benchmark::State& state) {
             std::vector<PoseSampling> clips;
             for (size_t i = 0; i < kClips; ++i) {
               clips.push_back(contestant.make_pose(Recording()));
             }
             std::vector<float> values(mrtk::CurveSlot::kCount);
             size_t i = 0;
             for (auto _ : state) {
               const double time =
                   3 + static_cast<double>(i / kClips % 60) / kPoseRate;
               clips[i % kClips](static_cast<float>(time), values);
               benchmark::DoNotOptimize(values.data());
               ++i;
             }
             SetItems(state, kPoseCurves);
           });
}

// The quickest of each kind: more would take minutes.
bool IsChosen(const Contestant& contestant) {
  for (const char* name :
       {"avx512", "avx2", "neon", "halley-vector/cursor", "halley-float/cursor",
        "closed-form-double/cursor"}) {
    if (contestant.name == name) return contestant.make_pose != nullptr;
  }
  return false;
}

}  // namespace

void RegisterColdBenchmarks() {
  for (const Contestant& contestant : Contestants()) {
    if (IsChosen(contestant)) RegisterPoses(contestant);
  }
}

}  // namespace clipguard::bench
