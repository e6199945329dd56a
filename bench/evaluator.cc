// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/evaluator.h"

#include <memory>

#include "eval/curve/bake.h"
#include "eval/curve/compiled_clip.h"
#include "eval/curve/compiled_curve.h"
#include "eval/curve/curve.h"
#include "eval/curve/kernel/batch_kernel.h"

namespace clipguard::bench {
namespace {

// A clip and the sampler that looks into it.
struct Player {
  Player(const mrtk::InputAnimationView& view, Kernel kernel)
      : clip(view, kernel), sampler(clip) {}
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  eval::CompiledClip clip;
  eval::PoseSampler sampler;
};

}  // namespace

std::vector<Kernel> EvaluatorKernels() { return SupportedKernels(); }

CurveSampling CompileCurve(const mrtk::CurveView& curve, Kernel kernel) {
  return [mine = std::make_shared<eval::CompiledCurve>(curve, kernel)](
             std::span<const float> times, std::span<float> values) {
    mine->Sample(times, values);
  };
}

#if defined(__x86_64__)
bool HasFma() { return IsSupported(Kernel::kAvx2); }

CurveSampling CompileForFma(const mrtk::CurveView& curve) {
  return [mine = std::make_shared<eval::CompiledCurve>(curve, Kernel::kScalar)](
             std::span<const float> times, std::span<float> values) {
    eval::BatchKernel::kFma.evaluate_ascending(mine->records(), 0, times.data(),
                                               values.data(), times.size());
  };
}
#else
bool HasFma() { return false; }

CurveSampling CompileForFma(const mrtk::CurveView& curve) {
  return CompileCurve(curve, Kernel::kScalar);
}
#endif

void SampleOnce(const mrtk::CurveView& curve, Kernel kernel,
                std::span<const float> times, std::span<float> values) {
  eval::SampleCurve(curve, times, values, kernel);
}

PoseSampling CompilePose(const mrtk::InputAnimationView& view, Kernel kernel) {
  return [mine = std::make_shared<Player>(view, kernel)](
             float time, std::span<float> values) {
    mine->sampler.Sample(time, values);
  };
}

size_t CompileAndForget(const mrtk::InputAnimationView& view, Kernel kernel) {
  return eval::CompiledClip(view, kernel).memory();
}

void Bake(const mrtk::InputAnimationView& view, Kernel kernel, double fps,
          size_t frames, std::span<float> matrix) {
  eval::Bake(view, {.from = 0, .fps = fps, .frames = frames}, matrix,
             /*threads=*/1, kernel);
}

}  // namespace clipguard::bench
