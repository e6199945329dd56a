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
//
// "worst_error" is that of matrices' elements, "bytes" those of the clip.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
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

// Who samples, what may be wrong of its matrices' elements, and how many bytes
// its clip has, if anybody counts them.
struct Player {
  Sampling sample;
  double promised = 0;
  size_t bytes = 0;
};

[[noreturn]] void FailAt(const std::string& name, double error) {
  Fail(name, absl::StrCat("wrong, and not worth timing: error ", error));
}

// Compares some times with the specification; ends the program if they are
// wrong.
void CheckSampling(const std::string& name, const m3d::Character& subject,
                   const Player& player, const std::vector<float>& times,
                   benchmark::State& state) {
  std::vector<Matrix> transforms(subject.bones());
  double worst = 0;
  for (size_t i = 0; i < times.size(); i += 37) {
    player.sample(times[i], transforms);
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
  if (!(worst <= player.promised)) FailAt(name, worst);
  state.counters["worst_error"] = worst;
  if (player.bytes > 0) {
    state.counters["bytes"] = static_cast<double>(player.bytes);
  }
}

// An item is a bone. Created where it is run: interleaved repetitions need it
// again and again, but not those that are filtered out.
void RegisterSampling(const std::string& name, GetCharacter subject,
                      std::vector<float> times,
                      const std::function<Player()>& make) {
  Register(name, [=](benchmark::State& state) {
    const Player player = make();
    CheckSampling(name, subject(), player, times, state);
    std::vector<Matrix> transforms(subject().bones());
    size_t i = 0;
    for (auto _ : state) {
      player.sample(times[i], transforms);
      i = (i + 1) % kTimesCount;
      benchmark::DoNotOptimize(transforms.data());
      benchmark::ClobberMemory();
    }
    SetItems(state, subject().bones());
  });
}

// "LongColdSkeleton/random/avx2", say.
void RegisterColdSampling(const std::string& kind, const ColdOrder& order,
                          const std::string& contestant, GetCharacter subject,
                          double seconds, const std::function<Player()>& make) {
  const std::string name = kind + "ColdSkeleton/" + order.name + contestant;
  RegisterCold(name, [=, order = order.order](benchmark::State& state) {
    const std::vector<float> times = ColdTimes(order, seconds);
    const Player player = make();
    CheckSampling(name, subject(), player, times, state);
    std::vector<Matrix> transforms(subject().bones());
    RunCold(
        state,
        [&](float time) {
          player.sample(time, transforms);
          benchmark::DoNotOptimize(transforms.data());
        },
        times, subject().bones());
  });
}

struct Compiled {
  Compiled(const m3d::Character& subject, const m3d::Clip& keys, Kernel kernel)
      : clip(subject, keys, kernel), sampler(clip) {}
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;

  void Sample(float time, std::span<Matrix> transforms) {
    sampler.Sample(time, transforms);
  }
  size_t bytes() const { return clip.memory(); }

  eval::SkeletonClip clip;
  eval::SkeletonSampler sampler;
};

template <typename AnyPlayer, typename... Arguments>
std::function<Player()> Make(double promised, GetCharacter subject,
                             Arguments... arguments) {
  return [=]() -> Player {
    const auto player = std::make_shared<AnyPlayer>(
        subject(), subject().clips[0], arguments...);
    return {.sample =
                [player](float time, std::span<Matrix> transforms) {
                  player->Sample(time, transforms);
                },
            .promised = promised,
            .bytes = player->bytes()};
  };
}

// By each kernel and, if there are any, by rivals.
void RegisterContestants(const std::string& kind, GetCharacter subject,
                         double seconds) {
  const std::vector<float> play = TimesApart(subject(), 1 / 60.0);
  const std::vector<float> slow = TimesApart(subject(), 1 / 960.0);
  const std::vector<float> seek = RandomTimes(seconds);
  const auto add = [&](const std::string& name,
                       const std::function<Player()>& make) {
    RegisterSampling(kind + "SkeletonPlay" + name, subject, play, make);
    RegisterSampling(kind + "SkeletonSlow" + name, subject, slow, make);
    RegisterSampling(kind + "SkeletonSeek" + name, subject, seek, make);
  };
  const auto add_cold = [&](const std::string& name,
                            const std::function<Player()>& make) {
    for (const ColdOrder& order : kColdOrders) {
      RegisterColdSampling(kind, order, name, subject, seconds, make);
    }
  };
  for (const Kernel kernel : SupportedKernels()) {
    const std::string name = "/" + std::string(KernelName(kernel));
    const auto make = Make<Compiled>(kOurError, subject, kernel);
    add(name, make);
    if (HasRivals() && kernel == ActiveKernel()) add_cold(name, make);
  }
  if (!HasRivals()) return;
  const std::pair<const char*, std::function<Player()>> rivals[] = {
      {"/binary-libm", Make<RivalSkeleton>(kRivalError, subject)},
      {"/rows-nlerp", Make<RivalRows>(kRivalError, subject)},
  };
  for (const auto& [name, make] : rivals) {
    add(name, make);
    add_cold(name, make);
  }
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
  if (!(worst <= kRivalError)) FailAt(name, worst);
}

void RegisterSkinning(const std::string& name, const Skinning& skin) {
  Register(name, [=](benchmark::State& state) {
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
    SetItems(state, kSkinnedVertices);
  });
}

void Compile(benchmark::State& state) {
  const m3d::Character& character = Subject();
  eval::SkeletonClip clip;
  for (auto _ : state) {
    clip.Compile(character, character.clips[0]);
    benchmark::DoNotOptimize(clip);
  }
  SetItems(state, character.clips[0].keys());
}

}  // namespace

void RegisterSkeletonBenchmarks() {
  RegisterContestants("", Subject, kClipSeconds);
  RegisterContestants("Long", LongSubject, kLongSeconds);
  for (const Kernel kernel : SupportedKernels()) {
    const std::string name = "/" + std::string(KernelName(kernel));
    const Sampling once = [=](float time, std::span<Matrix> transforms) {
      eval::SampleSkeleton(Subject(), Subject().clips[0], time, transforms,
                           kernel);
    };
    RegisterSampling("SkeletonOnce" + name, Subject, RandomTimes(kClipSeconds),
                     [=] { return Player{once, kOurError}; });
    RegisterSkinning("Skinning" + name, [=](std::span<const Matrix> transforms,
                                            std::span<Float3> positions,
                                            std::span<Float3> normals) {
      eval::SkinVertices(eval::SkinInput(Subject().vertices), transforms,
                         positions, normals, kernel);
    });
  }
  Register("SkeletonCompile", Compile);
  if (!HasRivals()) return;
  RegisterSkinning("Skinning/blended", [](std::span<const Matrix> transforms,
                                          std::span<Float3> positions,
                                          std::span<Float3> normals) {
    RivalSkinBlended(Subject().vertices, transforms, positions, normals);
  });
}

}  // namespace clipguard::bench
