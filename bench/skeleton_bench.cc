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
//   Long...        the same of a long clip of many bones
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
constexpr double kRivalError = 2e-3;

const m3d::Character& Subject() {
  static const m3d::Character& character =
      *new m3d::Character(MakeSkinnedCharacter());
  return character;
}

const m3d::Character& LongSubject() {
  static const m3d::Character& character =
      *new m3d::Character(MakeLongCharacter());
  return character;
}

constexpr size_t kTimesCount = 1024;
constexpr double kClipSeconds = 1.25;
constexpr double kLongSeconds = 59.98;

std::vector<float> TimesApart(const m3d::Character& subject, double seconds) {
  const eval::SkeletonClip clip(subject, subject.clips[0]);
  std::vector<float> times;
  for (size_t i = 0; i < kTimesCount; ++i) {
    // Not at keys, but between.
    times.push_back(clip.LoopTime((static_cast<double>(i) + 0.3) * seconds));
  }
  return times;
}

std::vector<float> RandomTimes(double seconds) {
  Random random(7);
  std::vector<float> times(kTimesCount);
  for (float& time : times) {
    time = static_cast<float>(seconds * random.Unit());
  }
  return times;
}

using GetCharacter = const m3d::Character& (*)();
using Sampling = std::function<void(float time, std::span<Matrix> transforms)>;

[[noreturn]] void Fail(const std::string& name, double error) {
  std::fprintf(stderr, "%s is wrong, and not worth timing: error %g\n",
               name.c_str(), error);
  std::exit(1);
}

// Compares some times with the specification; ends the program if they are
// wrong.
void CheckSampling(const std::string& name, const m3d::Character& subject,
                   const Sampling& sample, const std::vector<float>& times,
                   double promised) {
  std::vector<Matrix> transforms(subject.bones());
  double worst = 0;
  for (size_t i = 0; i < times.size(); i += 37) {
    sample(times[i], transforms);
    const eval::SkeletonPose want =
        eval::EvaluateSkeleton(subject, subject.clips[0], times[i]);
    for (size_t b = 0; b < subject.bones(); ++b) {
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
void RegisterSampling(const std::string& name, GetCharacter subject,
                      std::vector<float> times, double promised,
                      const std::function<Sampling()>& make) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    const Sampling sample = make();
    CheckSampling(name, subject(), sample, times, promised);
    std::vector<Matrix> transforms(subject().bones());
    size_t i = 0;
    for (auto _ : state) {
      sample(times[i], transforms);
      i = (i + 1) % kTimesCount;
      benchmark::DoNotOptimize(transforms.data());
      benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) *
                            static_cast<int64_t>(subject().bones()));
  })->Unit(benchmark::kMicrosecond);
}

// "LongColdSkeleton/random/avx2", say.
void RegisterColdSampling(const std::string& kind, const ColdOrder& order,
                          const std::string& contestant, GetCharacter subject,
                          double seconds, double promised,
                          const std::function<Sampling()>& make) {
  const std::string name = kind + "ColdSkeleton/" + order.name + contestant;
  RegisterCold(name, [=, order = order.order](benchmark::State& state) {
    const std::vector<float> times = ColdTimes(order, seconds);
    const Sampling sample = make();
    CheckSampling(name, subject(), sample, times, promised);
    std::vector<Matrix> transforms(subject().bones());
    RunCold(
        state,
        [&](float time) {
          sample(time, transforms);
          benchmark::DoNotOptimize(transforms.data());
        },
        times, subject().bones());
  });
}

struct Player {
  Player(const m3d::Character& subject, Kernel kernel)
      : clip(subject, subject.clips[0], kernel), sampler(clip) {}
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  void Sample(float time, std::span<Matrix> transforms) {
    sampler.Sample(time, transforms);
  }

  eval::SkeletonClip clip;
  eval::SkeletonSampler sampler;
};

template <typename AnyPlayer>
Sampling OfPlayer(std::shared_ptr<AnyPlayer> player) {
  return
      [player = std::move(player)](float time, std::span<Matrix> transforms) {
        player->Sample(time, transforms);
      };
}

// By each kernel and, if there are any, by rivals.
void RegisterContestants(const std::string& kind, GetCharacter subject,
                         double seconds) {
  const std::vector<float> play = TimesApart(subject(), 1 / 60.0);
  const std::vector<float> slow = TimesApart(subject(), 1 / 960.0);
  const std::vector<float> seek = RandomTimes(seconds);
  const auto add = [&](const std::string& name, double promised,
                       const std::function<Sampling()>& make) {
    RegisterSampling(kind + "SkeletonPlay" + name, subject, play, promised,
                     make);
    RegisterSampling(kind + "SkeletonSlow" + name, subject, slow, promised,
                     make);
    RegisterSampling(kind + "SkeletonSeek" + name, subject, seek, promised,
                     make);
  };
  const auto add_cold = [&](const std::string& name, double promised,
                            const std::function<Sampling()>& make) {
    for (const ColdOrder& order : kColdOrders) {
      RegisterColdSampling(kind, order, name, subject, seconds, promised, make);
    }
  };
  for (const Kernel kernel : SupportedKernels()) {
    const std::string name = "/" + std::string(KernelName(kernel));
    const auto make = [=] {
      return OfPlayer(std::make_shared<Player>(subject(), kernel));
    };
    add(name, kOurError, make);
    if (HasRivals() && kernel == ActiveKernel()) {
      add_cold(name, kOurError, make);
    }
  }
  if (!HasRivals()) return;
  const auto binary = [=] {
    return OfPlayer(
        std::make_shared<RivalSkeleton>(subject(), subject().clips[0]));
  };
  add("/binary-libm", kRivalError, binary);
  add_cold("/binary-libm", kRivalError, binary);
  const auto rows = [=] {
    return OfPlayer(std::make_shared<RivalRows>(subject(), subject().clips[0]));
  };
  add("/rows-nlerp", kRivalError, rows);
  add_cold("/rows-nlerp", kRivalError, rows);
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
  RegisterContestants("", Subject, kClipSeconds);
  RegisterContestants("Long", LongSubject, kLongSeconds);
  for (const Kernel kernel : SupportedKernels()) {
    const std::string name = "/" + std::string(KernelName(kernel));
    RegisterSampling("SkeletonOnce" + name, Subject, RandomTimes(kClipSeconds),
                     kOurError, [=]() -> Sampling {
                       return [=](float time, std::span<Matrix> transforms) {
                         eval::SampleSkeleton(Subject(), Subject().clips[0],
                                              time, transforms, kernel);
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
  RegisterSkinning("Skinning/blended", [](std::span<const Matrix> transforms,
                                          std::span<Float3> positions,
                                          std::span<Float3> normals) {
    RivalSkinBlended(Subject().vertices, transforms, positions, normals);
  });
}

}  // namespace clipguard::bench
