// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// One pose when nothing of the clip is in a cache, as ACL measures it: before
// each pose, memory larger than the caches is written. Only the pose is timed.
//
//   ColdPose       all 391 curves of a recording of 10 s; an item is a curve
//   ColdSkeleton   a character's transforms; an item is a bone
//
// /forward, /backward: 1/60 s apart. /random: at times at random. /among: no
// memory is written, but each pose is of another of 128 clips, which together
// are larger than the caches.
//
// "bytes" is what a pose reads and writes of the clip and the sampler, as the
// layout has it: each channel's record and its start; forward and backward the
// records that fall due.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
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
#include "bench/rivals/skeleton.h"
#include "bench/workloads/skeleton_workload.h"
#include "bench/workloads/workloads.h"
#include "eval/curve/kernel/curve_record.h"
#include "eval/skeleton/skeleton_clip.h"
#include "eval/skeleton/skeleton_sampler.h"
#include "simd/kernel.h"

namespace clipguard::bench {
namespace {

constexpr double kSeconds = 10;
constexpr size_t kClips = 128;

enum class Times { kForward, kBackward, kRandom };
struct NamedTimes {
  const char* name;
  Times times;
};
constexpr NamedTimes kOrders[] = {{"forward", Times::kForward},
                                  {"backward", Times::kBackward},
                                  {"random", Times::kRandom}};

std::vector<float> MakePoseTimes(Times order, double seconds) {
  Random random(11);
  std::vector<float> times;
  for (size_t i = 0; i < kColdSteps; ++i) {
    const double even = 0.3 * seconds + static_cast<double>(i) / kPoseRate;
    times.push_back(static_cast<float>(
        order == Times::kRandom ? seconds * random.Unit() : even));
  }
  if (order == Times::kBackward) std::reverse(times.begin(), times.end());
  return times;
}

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
      const WorstError worst =
          exact.Worst(std::vector<float>{pose[contestant.channel(i)]});
      if (worst.error <= contestant.error) continue;
      std::fprintf(stderr, "%s is wrong, and not worth timing: error %s\n",
                   name.c_str(), worst.Text().c_str());
      std::exit(1);
    }
  }
}

// A record is copied from the stream to its channel, with its event.
double BytesOfPose(Times order) {
  constexpr double kRecord =
      sizeof(eval::CurveRecord) + sizeof(float);  // and its start
  constexpr double kEvent = 2 * sizeof(eval::CurveRecord) + 16;
  if (order == Times::kRandom) return 0;  // nobody has counted
  const double due = kPoseKeys / kSeconds / kPoseRate;
  return static_cast<double>(kPoseCurves) * (kRecord + due * kEvent);
}

void RegisterPoses(const Contestant& contestant) {
  for (const NamedTimes& order : kOrders) {
    const std::string name =
        std::string("ColdPose/") + order.name + "/" + contestant.name;
    RegisterCold(
        name, [contestant, name, order = order.times](benchmark::State& state) {
          const PoseSampling sample = contestant.make_pose(Recording());
          Check(name, contestant, sample);
          const Pose pose = PoseOf(sample);
          RunCold(state, pose, MakePoseTimes(order, kSeconds), kPoseCurves);
          const double bytes = BytesOfPose(order);
          if (bytes > 0) state.counters["bytes"] = bytes;
        });
  }
  // Round and round: the next clip is the one that has not been used longest.
  benchmark::RegisterBenchmark(
      ("ColdPose/among/" + contestant.name).c_str(),
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
        state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) *
                                static_cast<int64_t>(kPoseCurves));
      })
      ->Unit(benchmark::kMicrosecond);
}

// ---- Skeletons --------------------------------------------------------------

const m3d::Character& Subject() {
  static const m3d::Character& character =
      *new m3d::Character(MakeSkinnedCharacter());
  return character;
}

struct Player {
  Player() : clip(Subject(), Subject().clips[0]), sampler(clip) {}
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  eval::SkeletonClip clip;
  eval::SkeletonSampler sampler;
};

constexpr float kSkeletonSeconds = 1.25f;

void RegisterSkeletons() {
  for (const NamedTimes& order : kOrders) {
    const std::string prefix = std::string("ColdSkeleton/") + order.name + "/";
    const auto times = [order = order.times] {
      std::vector<float> made = MakePoseTimes(order, kSkeletonSeconds);
      for (float& time : made) {
        while (time >= kSkeletonSeconds) time -= kSkeletonSeconds;
      }
      return made;
    };
    RegisterCold(prefix + std::string(KernelName(ActiveKernel())),
                 [times](benchmark::State& state) {
                   Player player;
                   std::vector<m3d::Matrix> transforms(kSkeletonBones);
                   RunCold(
                       state,
                       [&](float time) {
                         player.sampler.Sample(time, transforms);
                         benchmark::DoNotOptimize(transforms.data());
                       },
                       times(), kSkeletonBones);
                 });
    RegisterCold(prefix + "binary-libm", [times](benchmark::State& state) {
      RivalSkeleton rival(Subject(), Subject().clips[0]);
      std::vector<m3d::Matrix> transforms(kSkeletonBones);
      RunCold(
          state,
          [&](float time) {
            rival.SampleBinary(time, transforms);
            benchmark::DoNotOptimize(transforms.data());
          },
          times(), kSkeletonBones);
    });
  }
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
  RegisterSkeletons();
}

}  // namespace clipguard::bench
