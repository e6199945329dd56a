// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/armature/armature_check.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "actions/optimize/armature/armature.h"
#include "actions/optimize/optimize.h"
#include "base/text_of.h"
#include "eval/machine/reference.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"

namespace clipguard::actions {
namespace {

using forge::Armature;
using forge::Variable;

// What float32 adds: of the values, and of where in a stretch a time is, whose
// distance from 0 is rounded as a number of stretches. Of angles the way from
// one to another is rounded as well.
double RoundingOf(std::span<const float> samples, bool is_angle) {
  double size = is_angle ? 720 : 0;
  for (const float sample : samples) {
    if (!std::isfinite(sample)) continue;
    size = std::max(size, std::abs(double{sample}));
  }
  return size * 0x1p-20 * (1 + static_cast<double>(samples.size()));
}

class Check {
 public:
  Check(const Armature& before, const Armature& after, int times)
      : before_(before), after_(after), times_(times) {}

  std::string Run(const Armature::Clip& clip, const OptimizedPart& part) {
    for (const Armature::JointClip& joint : before_.JointClips(clip)) {
      for (size_t i = 0; i < joint.variables.count; ++i) {
        std::string fault = Look(clip, joint.variables.first + i, part);
        if (!fault.empty()) return fault;
      }
    }
    return {};
  }

 private:
  std::string Look(const Armature::Clip& clip, size_t i,
                   const OptimizedPart& part) {
    const Armature::VariableClip& variable = before_.variables[i];
    const auto samples = before_.Samples(variable);
    const bool is_angle = variable.variable == Variable::kAngle;
    const double proven = is_angle ? part.proven.angle : part.proven.distance;
    const double allowed = proven * (1 + 1e-9) + RoundingOf(samples, is_angle);
    const size_t step = 1 + samples.size() / static_cast<size_t>(times_);
    std::vector<float> times;
    for (size_t s = 0; s < samples.size(); s += step) {
      times.push_back(static_cast<float>(s) /
                      static_cast<float>(samples.size()));
    }
    for (int k = 0; k < times_; ++k) {
      times.push_back(static_cast<float>(engine_()) * 0x1p-30f - 1);
    }
    for (const float time : times) {
      const double a =
          eval::EvaluateVariable(before_, variable, clip.loop, time);
      const double b =
          eval::EvaluateVariable(after_, after_.variables[i], clip.loop, time);
      // What is not a number does not move, and has to stay that.
      if (std::isnan(a) && std::isnan(b)) continue;
      double off = a == b ? 0 : std::abs(a - b);
      if (is_angle) {
        off = std::fmod(off, 360);
        off = std::min(off, 360 - off);
      }
      if (!(off <= allowed)) {
        return absl::StrCat("variable ", i, ": ", off, " at ", time, ", ",
                            proven, " is proven");
      }
    }
    return {};
  }

  const Armature& before_;
  const Armature& after_;
  int times_;
  std::mt19937 engine_{1};
};

}  // namespace

std::string WhatDoesNotHoldOfArmature(std::span<const uint8_t> bytes,
                                      const OptimizeOptions& options,
                                      const Optimized& result, int times) {
  for (const OptimizedPart& part : result.parts) {
    if (!(part.proven.distance <= options.tolerance) ||
        !(part.proven.angle <= options.angle_tolerance)) {
      return part.name + ": more than the tolerance is proven";
    }
  }
  if (!result.changed()) return {};
  FindingList findings;
  const auto before = forge::ReadArmature(TextOf(bytes), {}, findings);
  const auto after = forge::ReadArmature(TextOf(result.bytes), {}, findings);
  if (!before) return "the original has errors";
  if (!after) return "the result has errors";
  if (result.bytes.size() >= bytes.size()) return "it is not smaller";
  if (before->clips.size() != after->clips.size() ||
      before->variables.size() != after->variables.size() ||
      before->events.size() != after->events.size()) {
    return "more than samples is gone";
  }
  Check check(*before, *after, times);
  for (size_t i = 0; i < before->clips.size(); ++i) {
    std::string fault = check.Run(before->clips[i], result.parts[i]);
    if (!fault.empty()) return absl::StrCat(result.parts[i].name, ": ", fault);
  }
  const auto again = OptimizeArmature(result.bytes, {}, options);
  if (!again) return "a second time it is refused";
  return again->bytes.size() > result.bytes.size() ? "a second time it grows"
                                                   : "";
}

}  // namespace clipguard::actions
