// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "rescue/optimize/armature.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/json_document.h"
#include "rescue/optimize/optimize.h"
#include "rescue/optimize/sample_grid.h"
#include "rescue/optimize/sample_text.h"

namespace clipguard::rescue {
namespace {

using forge::Armature;
using forge::Variable;

constexpr size_t kNameShown = 200;

std::string_view TextOf(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

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
                                     x.weight == y.weight;
                            }) &&
         std::ranges::equal(
             a.events, b.events, [&](const auto& x, const auto& y) {
               return x.time == y.time && a.texts[x.name] == b.texts[y.name];
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
    const std::vector<forge::JsonNode> arrays =
        FindSamples(*json, armature_.variables.size());
    if (arrays.empty()) {
      if (!armature_.variables.empty()) Keep("its text says things twice");
      return std::move(result_);
    }
    std::vector<size_t> keeps(arrays.size(), 1);
    const bool saves = Choose(keeps);
    std::vector<uint8_t> text = TextWithSamples(*json, arrays, keeps);
    CountBytes(*json, arrays, keeps);
    if (saves && Prove(text)) result_.bytes = std::move(text);
    return std::move(result_);
  }

 private:
  void AddPart(const Armature::Clip& clip) {
    OptimizedPart& part = result_.parts.emplace_back();
    part.name = absl::StrFormat(
        "/clips/%s", armature_.texts[clip.name].substr(0, kNameShown));
    for (const Armature::JointClip& joint : armature_.JointClips(clip)) {
      for (const auto& variable : armature_.Variables(joint)) {
        part.keys_before += variable.samples.count;
      }
    }
    part.keys_after = part.keys_before;
  }

  void Keep(std::string_view reason) {
    result_.kept.push_back({"/clips", std::string(reason)});
  }

  // Calls visit(part, clip, number of the variable) for all of them.
  template <typename Visit>
  void ForEachVariable(Visit visit) {
    for (size_t c = 0; c < armature_.clips.size(); ++c) {
      const Armature::Clip& clip = armature_.clips[c];
      for (const Armature::JointClip& joint : armature_.JointClips(clip)) {
        for (size_t i = 0; i < joint.variables.count; ++i) {
          visit(result_.parts[c], clip, joint.variables.first + i);
        }
      }
    }
  }

  // How many samples become one, of each variable; whether that saves any.
  bool Choose(std::vector<size_t>& keeps) {
    bool saves = false;
    ForEachVariable([&](OptimizedPart&, const Armature::Clip& clip, size_t i) {
      const Armature::VariableClip& variable = armature_.variables[i];
      keeps[i] = Thinning(GridOf(armature_, clip, variable),
                          ToleranceOf(variable.variable, options_));
      saves = saves || keeps[i] > 1;
    });
    return saves;
  }

  void CountBytes(const forge::JsonDocument& json,
                  const std::vector<forge::JsonNode>& arrays,
                  const std::vector<size_t>& keeps) {
    ForEachVariable([&](OptimizedPart& part, const Armature::Clip&, size_t i) {
      size_t k = 0;
      for (const forge::JsonNode sample : json.Elements(arrays[i])) {
        const uint64_t size = json.range(sample).length;
        part.bytes_before += size;
        if (k++ % keeps[i] == 0) part.bytes_after += size;
      }
    });
  }

  bool Prove(const std::vector<uint8_t>& text) {
    FindingList findings;
    const auto after = forge::ReadArmature(TextOf(text), read_, findings);
    if (!after || !SameButForSamples(armature_, *after)) {
      Keep("the result would not be sound");
      return Undo();
    }
    bool holds = true;
    ForEachVariable(
        [&](OptimizedPart& part, const Armature::Clip& clip, size_t i) {
          holds = holds && ProveVariable(part, clip, armature_.variables[i],
                                         *after, after->variables[i]);
        });
    if (holds) return true;
    Keep("no bound could be proven");
    return Undo();
  }

  bool Undo() {
    for (OptimizedPart& part : result_.parts) {
      part.keys_after = part.keys_before;
      part.bytes_after = part.bytes_before;
      part.proven = part.measured = {};
    }
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
      return std::ranges::equal(grid.samples, fewer.samples);
    }
    // A loop of one sample has one stretch.
    const size_t left = clip.loop ? size : size - 1;
    if (size == 0 || left == 0 || grid.stretches() % left != 0) return false;
    const size_t k = grid.stretches() / left;
    for (size_t i = 0; i < size; ++i) {
      if (fewer.samples[i] != grid.samples[i * k]) return false;
    }
    const double most = ToleranceOf(variable.variable, options_);
    const std::optional<double> error = ErrorOfThinning(grid, k, most);
    if (!error || !(*error <= most)) return false;
    double& worst = grid.is_angle ? part.proven.angle : part.proven.distance;
    worst = std::max(worst, *error);
    part.measured = part.proven;
    part.keys_after -= grid.samples.size() - size;
    return true;
  }

  std::span<const uint8_t> bytes_;
  const forge::ArmatureOptions& read_;
  const OptimizeOptions& options_;
  const Armature& armature_;
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

}  // namespace clipguard::rescue
