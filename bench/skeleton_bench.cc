// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Skeletal animation: a character's final transforms at a time, by each kernel
// beside rivals; and skinning its vertices. Results are checked before anything
// is timed.
//
//   SkeletonPlay   times 1/60 s apart: every bone passes a key each time
//   SkeletonSlow   1/960 s apart: mostly between the same keys
//   SkeletonSeek   times at random
//   ColdSkeleton   when nothing of it is in a cache
//   SkeletonOnce   times at random, without compiling
//   SkeletonCompile  an item is a key
//   Skinning       an item is a vertex

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/cold.h"
#include "bench/rivals/rival.h"
#include "bench/rivals/skeleton.h"
#include "bench/workloads/skeleton_workload.h"
#include "bench/workloads/workloads.h"
#include "eval/skeleton/reference.h"
#include "eval/skeleton/skeleton_clip.h"
#include "eval/skeleton/skeleton_sampler.h"
#include "eval/skeleton/skinning.h"
#include "simd/kernel.h"

namespace clipguard::bench {
namespace {

using m3d::Float3;
using m3d::Matrix;

// The largest elements are about 100.
constexpr double kOurError = 1e-5;
constexpr double kRivalError = 2e-4;

const m3d::Character& Subject() {
  static const m3d::Character& character =
      *new m3d::Character(MakeSkinnedCharacter());
  return character;
}

constexpr size_t kTimesCount = 1024;
constexpr double kClipSeconds = 1.25;

std::vector<float> TimesApart(double seconds) {
  const eval::SkeletonClip clip(Subject(), Subject().clips[0]);
  std::vector<float> times;
  for (size_t i = 0; i < kTimesCount; ++i) {
    // Not at keys, but between.
    times.push_back(clip.LoopTime((static_cast<double>(i) + 0.3) * seconds));
  }
  return times;
}

std::vector<float> RandomTimes() {
  Random random(7);
  std::vector<float> times(kTimesCount);
  for (float& time : times) {
    time = static_cast<float>(kClipSeconds * random.Unit());
  }
  return times;
}

using Sampling = std::function<void(float time, std::span<Matrix> transforms)>;

[[noreturn]] void Fail(const std::string& name, double error) {
  std::fprintf(stderr, "%s is wrong, and not worth timing: error %g\n",
               name.c_str(), error);
  std::exit(1);
}

// Compares some times with the specification; ends the program if they are
// wrong.
void CheckSampling(const std::string& name, const Sampling& sample,
                   const std::vector<float>& times, double promised) {
  std::vector<Matrix> transforms(kSkeletonBones);
  double worst = 0;
  for (size_t i = 0; i < times.size(); i += 37) {
    sample(times[i], transforms);
    const eval::SkeletonPose want =
        eval::EvaluateSkeleton(Subject(), Subject().clips[0], times[i]);
    for (size_t b = 0; b < kSkeletonBones; ++b) {
      for (size_t e = 0; e < 16; ++e) {
        const double error =
            std::abs(transforms[b][e] - want.final_transforms[b][e]);
        if (!(error <= worst)) worst = error;
      }
    }
  }
  if (!(worst <= promised)) Fail(name, worst);
}

// An item is a bone. Created where it is run: interleaved repetitions need it
// again and again, but not those that are filtered out.
void RegisterSampling(const std::string& name, std::vector<float> times,
                      double promised, const std::function<Sampling()>& make) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    const Sampling sample = make();
    CheckSampling(name, sample, times, promised);
    std::vector<Matrix> transforms(kSkeletonBones);
    size_t i = 0;
    for (auto _ : state) {
      sample(times[i], transforms);
      i = (i + 1) % kTimesCount;
      benchmark::DoNotOptimize(transforms.data());
      benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) *
                            static_cast<int64_t>(kSkeletonBones));
  })->Unit(benchmark::kMicrosecond);
}

void RegisterColdSampling(const ColdOrder& order, const std::string& contestant,
                          double promised,
                          const std::function<Sampling()>& make) {
  const std::string name =
      std::string("ColdSkeleton/") + order.name + "/" + contestant;
  RegisterCold(name, [=, order = order.order](benchmark::State& state) {
    const std::vector<float> times = ColdTimes(order, kClipSeconds);
    const Sampling sample = make();
    CheckSampling(name, sample, times, promised);
    std::vector<Matrix> transforms(kSkeletonBones);
    RunCold(
        state,
        [&](float time) {
          sample(time, transforms);
          benchmark::DoNotOptimize(transforms.data());
        },
        times, kSkeletonBones);
  });
}

struct Player {
  explicit Player(Kernel kernel)
      : clip(Subject(), Subject().clips[0], kernel), sampler(clip) {}
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  eval::SkeletonClip clip;
  eval::SkeletonSampler sampler;
};

Sampling OfKernel(Kernel kernel) {
  return [player = std::make_shared<Player>(kernel)](
             float time, std::span<Matrix> transforms) {
    player->sampler.Sample(time, transforms);
  };
}

Sampling OfRival() {
  return
      [rival = std::make_shared<RivalSkeleton>(Subject(), Subject().clips[0])](
          float time, std::span<Matrix> transforms) {
        rival->Sample(time, transforms);
      };
}

using Skinning = std::function<void(std::span<const Matrix>, std::span<Float3>,
                                    std::span<Float3>)>;

void CheckSkinning(const std::string& name, const Skinning& skin,
                   std::span<const Matrix> transforms) {
  std::vector<eval::Matrix4d> exact(transforms.size());
  for (size_t b = 0; b < transforms.size(); ++b) {
    std::copy(transforms[b].begin(), transforms[b].end(), exact[b].begin());
  }
  std::vector<Float3> positions(kSkinnedVertices);
  std::vector<Float3> normals(kSkinnedVertices);
  skin(transforms, positions, normals);
  double worst = 0;
  for (size_t i = 0; i < kSkinnedVertices; ++i) {
    const eval::SkinnedVertex want =
        eval::SkinVertex(Subject().vertices, i, exact);
    for (const double error :
         {positions[i].x - want.position.x, positions[i].y - want.position.y,
          positions[i].z - want.position.z, normals[i].x - want.normal.x,
          normals[i].y - want.normal.y, normals[i].z - want.normal.z}) {
      if (!(std::abs(error) <= worst)) worst = std::abs(error);
    }
  }
  if (!(worst <= kRivalError)) Fail(name, worst);
}

void RegisterSkinning(const std::string& name, const Skinning& skin) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    std::vector<Matrix> transforms(kSkeletonBones);
    eval::SampleSkeleton(Subject(), Subject().clips[0], 0.6f, transforms);
    CheckSkinning(name, skin, transforms);
    std::vector<Float3> positions(kSkinnedVertices);
    std::vector<Float3> normals(kSkinnedVertices);
    for (auto _ : state) {
      skin(transforms, positions, normals);
      benchmark::DoNotOptimize(positions.data());
      benchmark::DoNotOptimize(normals.data());
      benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) *
                            static_cast<int64_t>(kSkinnedVertices));
  })->Unit(benchmark::kMicrosecond);
}

void Compile(benchmark::State& state) {
  const m3d::Character& character = Subject();
  eval::SkeletonClip clip;
  for (auto _ : state) {
    clip.Compile(character, character.clips[0]);
    benchmark::DoNotOptimize(clip);
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) *
                          static_cast<int64_t>(character.clips[0].keys()));
}

}  // namespace

void RegisterSkeletonBenchmarks() {
  const std::vector<float> play = TimesApart(1 / 60.0);
  const std::vector<float> slow = TimesApart(1 / 960.0);
  const std::vector<float> seek = RandomTimes();
  for (const Kernel kernel : SupportedKernels()) {
    const std::string name = "/" + std::string(KernelName(kernel));
    const auto make = [=] { return OfKernel(kernel); };
    RegisterSampling("SkeletonPlay" + name, play, kOurError, make);
    RegisterSampling("SkeletonSlow" + name, slow, kOurError, make);
    RegisterSampling("SkeletonSeek" + name, seek, kOurError, make);
    RegisterSampling("SkeletonOnce" + name, seek, kOurError, [=]() -> Sampling {
      return [=](float time, std::span<Matrix> transforms) {
        eval::SampleSkeleton(Subject(), Subject().clips[0], time, transforms,
                             kernel);
      };
    });
    RegisterSkinning("Skinning" + name, [=](std::span<const Matrix> transforms,
                                            std::span<Float3> positions,
                                            std::span<Float3> normals) {
      eval::SkinVertices(eval::SkinInput(Subject().vertices), transforms,
                         positions, normals, kernel);
    });
  }
  benchmark::RegisterBenchmark("SkeletonCompile", Compile)
      ->Unit(benchmark::kMicrosecond);
  if (!HasRivals()) return;
  RegisterSampling("SkeletonPlay/binary-libm", play, kRivalError, OfRival);
  RegisterSampling("SkeletonSeek/binary-libm", seek, kRivalError, OfRival);
  for (const ColdOrder& order : kColdOrders) {
    RegisterColdSampling(order, std::string(KernelName(ActiveKernel())),
                         kOurError, [] { return OfKernel(ActiveKernel()); });
    RegisterColdSampling(order, "binary-libm", kRivalError, OfRival);
  }
  RegisterSkinning("Skinning/blended", [](std::span<const Matrix> transforms,
                                          std::span<Float3> positions,
                                          std::span<Float3> normals) {
    RivalSkinBlended(Subject().vertices, transforms, positions, normals);
  });
}

}  // namespace clipguard::bench
