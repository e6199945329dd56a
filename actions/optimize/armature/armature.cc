// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/armature/armature.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "actions/optimize/armature/sample_grid.h"
#include "actions/optimize/armature/sample_text.h"
#include "actions/optimize/optimize.h"
#include "base/text_of.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/json/json_document.h"

namespace clipguard::actions {
namespace {

using forge::Armature;
using forge::Variable;

constexpr size_t kNameShown = 200;

SampleGrid GridOf(const Armature& armature, const Armature::Clip& clip,
                  const Armature::VariableClip& variable) {
  return {.samples = armature.Samples(variable),
          .loop = clip.loop,
          .interpolation = variable.interpolation,
          .is_angle = variable.variable == Variable::kAngle};
}

// How far a variable may be off: an axis not at all.
double ToleranceOf(Variable variable, const OptimizeOptions& options) {
  switch (variable) {
    case Variable::kAngle:
      return options.angle_tolerance;
    case Variable::kAxisX:
    case Variable::kAxisY:
    case Variable::kAxisZ:
      return 0;
    default:
      return options.tolerance;
  }
}

// Whether they are the same number, or the same that is none.
bool SameBits(float a, float b) {
  return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
}

// Whether all but samples is the same.
bool SameButForSamples(const Armature& a, const Armature& b) {
  const auto same_range = [](Armature::Range x, Armature::Range y) {
    return x.first == y.first && x.count == y.count;
  };
  const auto same_clip = [&](const Armature::Clip& x, const Armature::Clip& y) {
    return a.texts[x.name] == b.texts[y.name] && x.loop == y.loop &&
           same_range(x.joint_clips, y.joint_clips) &&
           same_range(x.events, y.events);
  };
  const auto same_joint = [&](const Armature::Joint& x,
                              const Armature::Joint& y) {
    return a.texts[x.name] == b.texts[y.name] &&
           same_range(x.weights, y.weights);
  };
  const auto same_joint_clip = [&](const Armature::JointClip& x,
                                   const Armature::JointClip& y) {
    return a.texts[x.joint] == b.texts[y.joint] &&
           same_range(x.variables, y.variables);
  };
  return std::ranges::equal(a.clips, b.clips, same_clip) &&
         std::ranges::equal(a.joints, b.joints, same_joint) &&
         std::ranges::equal(a.joint_clips, b.joint_clips, same_joint_clip) &&
         std::ranges::equal(a.variables, b.variables,
                            [](const auto& x, const auto& y) {
                              return x.variable == y.variable &&
                                     x.interpolation == y.interpolation;
                            }) &&
         std::ranges::equal(a.weights, b.weights,
                            [](const auto& x, const auto& y) {
                              return x.element == y.element &&
                                     SameBits(x.weight, y.weight);
                            }) &&
         std::ranges::equal(a.events, b.events,
                            [&](const auto& x, const auto& y) {
                              return SameBits(x.time, y.time) &&
                                     a.texts[x.name] == b.texts[y.name];
                            });
}

class Task {
 public:
  Task(std::span<const uint8_t> bytes, const forge::ArmatureOptions& read,
       const OptimizeOptions& options, const Armature& armature)
      : bytes_(bytes), read_(read), options_(options), armature_(armature) {}

  Optimized Run() {
    result_.unit = LengthUnit::kBlock;
    result_.reach = 0;
    for (const Armature::Clip& clip : armature_.clips) AddPart(clip);
    FindingList findings;
    const auto json = forge::ReadJson(TextOf(bytes_), read_.limits, findings);
    if (!json) return std::move(result_);
    const SampleArrays found = FindSamples(*json, armature_.variables.size());
    if (!found.fault.empty()) {
      if (!armature_.variables.empty()) KeepAll(found.fault);
      return std::move(result_);
    }
    keeps_.assign(found.arrays.size(), 1);
    Choose();
    // What is not proven stays as it is; the second time all of it is.
    for (int i = 0; i < 2 && Saves(); ++i) {
      if (Write(*json, found.arrays)) break;
    }
    if (!result_.changed()) Undo();
    CountBytes(*json, found.arrays);
    return std::move(result_);
  }

 private:
  void AddPart(const Armature::Clip& clip) {
    OptimizedPart& part = result_.parts.emplace_back();
    part.name = absl::StrFormat(
        "/clips/%s", armature_.texts[clip.name].substr(0, kNameShown));
    part.is_measured = false;
    for (const Armature::JointClip& joint : armature_.JointClips(clip)) {
      for (const auto& variable : armature_.Variables(joint)) {
        part.keys_before += variable.samples.count;
      }
    }
    part.keys_after = part.keys_before;
  }

  void KeepAll(std::string_view reason) {
    result_.kept.push_back({"/clips", std::string(reason)});
    Undo();
  }

  void Undo() {
    std::ranges::fill(keeps_, size_t{1});
    for (OptimizedPart& part : result_.parts) {
      part.keys_after = part.keys_before;
      part.proven = {};
    }
  }

  // Calls visit(number of the variable) for all of a clip's.
  template <typename Visit>
  void ForEachVariable(const Armature::Clip& clip, Visit visit) const {
    for (const Armature::JointClip& joint : armature_.JointClips(clip)) {
      for (size_t i = 0; i < joint.variables.count; ++i) {
        visit(joint.variables.first + i);
      }
    }
  }

  // How many samples become one, of each variable.
  void Choose() {
    for (const Armature::Clip& clip : armature_.clips) {
      ForEachVariable(clip, [&](size_t i) {
        const Armature::VariableClip& variable = armature_.variables[i];
        keeps_[i] = Thinning(GridOf(armature_, clip, variable),
                             ToleranceOf(variable.variable, options_));
      });
    }
  }

  bool Saves() const {
    return std::ranges::any_of(keeps_, [](size_t k) { return k > 1; });
  }

  void CountBytes(const forge::JsonDocument& json,
                  const std::vector<forge::JsonNode>& arrays) {
    for (size_t c = 0; c < armature_.clips.size(); ++c) {
      OptimizedPart& part = result_.parts[c];
      ForEachVariable(armature_.clips[c], [&](size_t i) {
        size_t k = 0;
        for (const forge::JsonNode sample : json.Elements(arrays[i])) {
          const uint64_t size = json.range(sample).length;
          part.bytes_before += size;
          if (k++ % keeps_[i] == 0) part.bytes_after += size;
        }
      });
    }
  }

  // False if a clip has to stay after all.
  bool Write(const forge::JsonDocument& json,
             const std::vector<forge::JsonNode>& arrays) {
    std::vector<uint8_t> text = TextWithSamples(json, arrays, keeps_);
    FindingList findings;
    const auto after = forge::ReadArmature(TextOf(text), read_, findings);
    if (!after || !SameButForSamples(armature_, *after)) {
      KeepAll("the result would not be sound");
      return false;
    }
    bool holds = true;
    for (size_t c = 0; c < armature_.clips.size(); ++c) {
      if (!ProveClip(c, *after)) holds = false;
    }
    if (holds) result_.bytes = std::move(text);
    return holds;
  }

  bool ProveClip(size_t c, const Armature& after) {
    const Armature::Clip& clip = armature_.clips[c];
    OptimizedPart& part = result_.parts[c];
    part.keys_after = part.keys_before;
    part.proven = {};
    bool holds = true;
    ForEachVariable(clip, [&](size_t i) {
      holds = holds && ProveVariable(part, clip, armature_.variables[i], after,
                                     after.variables[i]);
    });
    if (holds) return true;
    result_.kept.push_back({part.name, "no bound could be proven"});
    part.keys_after = part.keys_before;
    part.proven = {};
    ForEachVariable(clip, [&](size_t i) { keeps_[i] = 1; });
    return false;
  }

  bool ProveVariable(OptimizedPart& part, const Armature::Clip& clip,
                     const Armature::VariableClip& variable,
                     const Armature& after,
                     const Armature::VariableClip& thinned) const {
    const SampleGrid grid = GridOf(armature_, clip, variable);
    const SampleGrid fewer = GridOf(after, clip, thinned);
    const size_t size = fewer.samples.size();
    if (size == grid.samples.size()) {
      return std::ranges::equal(grid.samples, fewer.samples, SameBits);
    }
    // A loop of one sample has one stretch.
    const size_t left = clip.loop ? size : size - 1;
    if (size == 0 || left == 0 || grid.stretches() % left != 0) return false;
    const size_t k = grid.stretches() / left;
    for (size_t i = 0; i < size; ++i) {
      if (!SameBits(fewer.samples[i], grid.samples[i * k])) return false;
    }
    const double most = ToleranceOf(variable.variable, options_);
    const std::optional<double> error = ErrorOfThinning(grid, k, most);
    if (!error || !(*error <= most)) return false;
    double& worst = grid.is_angle ? part.proven.angle : part.proven.distance;
    worst = std::max(worst, *error);
    part.keys_after -= grid.samples.size() - size;
    return true;
  }

  std::span<const uint8_t> bytes_;
  const forge::ArmatureOptions& read_;
  const OptimizeOptions& options_;
  const Armature& armature_;
  std::vector<size_t> keeps_;  // of each variable: each k-th sample stays
  Optimized result_;
};

}  // namespace

std::optional<Optimized> OptimizeArmature(std::span<const uint8_t> bytes,
                                          const forge::ArmatureOptions& read,
                                          const OptimizeOptions& options) {
  FindingList findings;
  const auto armature = forge::ReadArmature(TextOf(bytes), read, findings);
  if (!armature) return std::nullopt;
  return Task(bytes, read, options, *armature).Run();
}

}  // namespace clipguard::actions
