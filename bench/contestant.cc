// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/contestant.h"

#include <memory>

#include "bench/rivals/rival.h"
#include "parser/mrtk/format.h"
#include "simd/kernel.h"

namespace clipguard::bench {
namespace {

using mrtk::CurveSlot;

// In a clip with all parts.
size_t SlotOfFloatCurve(size_t i) {
  return i < CurveSlot::kHandStates
             ? i
             : i + (CurveSlot::kJoints - CurveSlot::kHandStates);
}

Contestant OfKernel(Kernel kernel) {
  return {
      .name = std::string(KernelName(kernel)),
      .make_curve =
          [kernel](const mrtk::CurveView& curve) {
            return CompileCurve(curve, kernel);
          },
      .make_pose =
          [kernel](const Clip& clip) {
            return CompilePose(clip.view(), kernel);
          },
      .sample_once =
          [kernel](const mrtk::CurveView& curve, std::span<const float> times,
                   std::span<float> values) {
            SampleOnce(curve, kernel, times, values);
          },
      .channel = SlotOfFloatCurve,
  };
}

// Tells what the vectors are worth from what fused multiply-add is.
Contestant OfFma() {
  return {
      .name = "scalar-fma",
      .any_order = false,
      .make_curve = CompileForFma,
      .make_pose = nullptr,
      .sample_once = nullptr,
      .channel = SlotOfFloatCurve,
  };
}

using MakeRivalCurve = decltype(Rival::make_curve);
using MakeRivalPose = decltype(Rival::make_pose);

// The curve, sampled by one of its three methods.
auto CurveBy(MakeRivalCurve make,
             void (RivalCurve::*sample)(std::span<const float>,
                                        std::span<float>) const) {
  return [=](const mrtk::CurveView& curve) -> CurveSampling {
    return [=, mine = std::shared_ptr<RivalCurve>(make(curve))](
               std::span<const float> times, std::span<float> values) {
      (mine.get()->*sample)(times, values);
    };
  };
}

// Likewise a pose, by Forward() or, which is const, Search().
auto PoseBy(MakeRivalPose make, auto sample) {
  return [=](const Clip& clip) -> PoseSampling {
    return [=, mine = std::shared_ptr<RivalPose>(make(clip.FloatCurves()))](
               float time, std::span<float> values) {
      (mine.get()->*sample)(time, values);
    };
  };
}

Contestant OfCursor(const Rival& rival) {
  return {
      .name = std::string(rival.name) + "/cursor",
      .any_order = false,
      .error = rival.error,
      .make_curve = CurveBy(rival.make_curve, &RivalCurve::Forward),
      .make_pose = PoseBy(rival.make_pose, &RivalPose::Forward),
      .sample_once =
          [make = rival.make_curve](
              const mrtk::CurveView& curve, std::span<const float> times,
              std::span<float> values) { make(curve)->Forward(times, values); },
      .channel = [](size_t i) { return i; },
  };
}

Contestant OfSearch(const Rival& rival) {
  Contestant contestant = OfCursor(rival);
  contestant.name = std::string(rival.name) + "/search";
  contestant.any_order = true;
  contestant.make_curve = CurveBy(rival.make_curve, &RivalCurve::Search);
  contestant.sample_once = nullptr;
  contestant.make_pose = PoseBy(rival.make_pose, &RivalPose::Search);
  return contestant;
}

Contestant OfBranchlessSearch(const Rival& rival) {
  Contestant contestant = OfSearch(rival);
  contestant.name = std::string(rival.name) + "/branchless";
  contestant.ascending = false;
  contestant.make_curve =
      CurveBy(rival.make_curve, &RivalCurve::SearchBranchless);
  contestant.make_pose = nullptr;
  return contestant;
}

}  // namespace

std::vector<Contestant> Contestants() {
  std::vector<Contestant> contestants;
  const std::vector<Kernel> kernels = EvaluatorKernels();
  for (auto kernel = kernels.rbegin(); kernel != kernels.rend(); ++kernel) {
    contestants.push_back(OfKernel(*kernel));
  }
  if (HasFma()) contestants.push_back(OfFma());
  for (const Rival& rival : Rivals()) {
    contestants.push_back(OfCursor(rival));
    contestants.push_back(OfSearch(rival));
    contestants.push_back(OfBranchlessSearch(rival));
  }
  return contestants;
}

}  // namespace clipguard::bench
