// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/diff/comparison.h"
#include "actions/diff/forge.h"
#include "actions/diff/matching.h"
#include "actions/motion/motion_difference.h"
#include "base/float_text.h"
#include "eval/machine/variable_lines.h"
#include "parser/forge/armature.h"

namespace clipguard::actions {
namespace {

using eval::LinePieces;
using eval::VariableLines;
using forge::Armature;
using forge::Variable;

// REQUIRES: both have samples.
Largest CompareLines(const VariableLines& a, const VariableLines& b,
                     bool is_angle) {
  Largest largest;
  // Gives how many full turns apart they are.
  const auto look = [&](double of_a, double of_b, double time) {
    const double turns = (of_b - of_a) / 360;
    double by = Apart(of_a, of_b);
    if (is_angle && std::isfinite(by)) {
      by = std::fmod(by, 360.0);
      by = std::min(by, 360 - by);
    }
    largest.Note(by, time);
    return turns;
  };
  const VariableLines* const both[] = {&a, &b};
  for (LinePieces pieces(both); pieces.Next();) {
    const double from = pieces.begin();
    const double to = pieces.end();
    const VariableLines::Line in_a = a.On(from, to);
    const VariableLines::Line in_b = b.On(from, to);
    const double turns = look(in_a.from, in_b.from, from);
    const double turns_then = look(in_a.to, in_b.to, to);
    // The difference of two lines is a line: it is largest at an end, unless an
    // angle passes half a turn in between.
    if (is_angle && std::isfinite(turns) && std::isfinite(turns_then) &&
        std::round(turns) != std::round(turns_then)) {
      const double half = std::round(turns) + (turns < turns_then ? 0.5 : -0.5);
      const double share = (half - turns) / (turns_then - turns);
      largest.Note(180, from + (to - from) * std::clamp(share, 0.0, 1.0));
    }
  }
  return largest;
}

class ArmatureComparer {
 public:
  ArmatureComparer(const Armature& a, const Armature& b,
                   const CompareOptions& options)
      : a_(a), b_(b), comparison_(options) {}

  Comparison Run() {
    CompareJoints();
    CompareClips();
    comparison_.Finish();
    return std::move(comparison_);
  }

 private:
  // Calls both(i, j) for each pair of a name. A name that only one side has is
  // a difference.
  template <typename A, typename B, typename NameA, typename NameB,
            typename Both>
  void Pair(std::string_view subject, const std::string& path, const A& a,
            const B& b, NameA name_a, NameB name_b, Both both) {
    std::vector<std::string_view> names_a;
    std::vector<std::string_view> names_b;
    for (const auto& element : a) names_a.push_back(name_a(element));
    for (const auto& element : b) names_b.push_back(name_b(element));
    for (const NamePair& pair : PairNames(names_a, names_b)) {
      const bool in_a = pair.a != NamePair::kNone;
      const std::string_view name = in_a ? names_a[pair.a] : names_b[pair.b];
      std::string at =
          absl::StrFormat("%s/%s", path, name.substr(0, kTextShown));
      if (in_a && pair.b != NamePair::kNone) {
        both(a[pair.a], b[pair.b], at);
      } else {
        comparison_.AddAlone(subject, std::move(at), {}, in_a);
      }
    }
  }

  void CompareJoints() {
    Pair(
        "joint", "/joints", a_.joints, b_.joints,
        [&](const Armature::Joint& joint) { return a_.texts[joint.name]; },
        [&](const Armature::Joint& joint) { return b_.texts[joint.name]; },
        [&](const Armature::Joint& a, const Armature::Joint& b,
            const std::string& path) { CompareWeights(a, b, path); });
  }

  void CompareWeights(const Armature::Joint& a, const Armature::Joint& b,
                      const std::string& path) {
    const auto sorted = [](std::span<const Armature::Weight> weights) {
      std::vector<Armature::Weight> all(weights.begin(), weights.end());
      std::ranges::sort(all, {}, &Armature::Weight::element);
      return all;
    };
    const auto of_a = sorted(a_.Weights(a));
    const auto of_b = sorted(b_.Weights(b));
    const auto compare = [&](int32_t element, const Armature::Weight* x,
                             const Armature::Weight* y) {
      const double before = x != nullptr ? x->weight : 0;
      const double after = y != nullptr ? y->weight : 0;
      const double by = Apart(before, after);
      if (by == 0) return;
      Difference difference{.kind = x == nullptr   ? ChangeKind::kAdded
                                    : y == nullptr ? ChangeKind::kRemoved
                                                   : ChangeKind::kChanged,
                            .subject = "weight",
                            .path = absl::StrFormat("%s/%d", path, element),
                            .before = x != nullptr ? FloatText(x->weight) : "",
                            .after = y != nullptr ? FloatText(y->weight) : ""};
      difference.measures = {{"weight", "", by}};
      comparison_.AddMeasured(std::move(difference), 1);
    };
    size_t i = 0;
    size_t j = 0;
    while (i < of_a.size() || j < of_b.size()) {
      if (j == of_b.size() ||
          (i < of_a.size() && of_a[i].element < of_b[j].element)) {
        compare(of_a[i].element, &of_a[i], nullptr);
        ++i;
      } else if (i == of_a.size() || of_b[j].element < of_a[i].element) {
        compare(of_b[j].element, nullptr, &of_b[j]);
        ++j;
      } else {
        compare(of_a[i].element, &of_a[i], &of_b[j]);
        ++i;
        ++j;
      }
    }
  }

  static std::vector<NamedEvent> EventsOf(const Armature& armature,
                                          const Armature::Clip& clip) {
    std::vector<NamedEvent> events;
    for (const Armature::Event& event : armature.Events(clip)) {
      events.push_back({event.time, armature.texts[event.name], events.size()});
    }
    return events;
  }

  void CompareClips() {
    Pair(
        "clip", "/clips", a_.clips, b_.clips,
        [&](const Armature::Clip& clip) { return a_.texts[clip.name]; },
        [&](const Armature::Clip& clip) { return b_.texts[clip.name]; },
        [&](const Armature::Clip& a, const Armature::Clip& b,
            const std::string& path) { CompareClip(a, b, path); });
  }

  void CompareClip(const Armature::Clip& a, const Armature::Clip& b,
                   const std::string& path) {
    if (a.loop != b.loop) {
      comparison_.Add({.subject = "loop",
                       .path = path + "/loop",
                       .before = a.loop ? "true" : "false",
                       .after = b.loop ? "true" : "false"});
    }
    CompareEvents(EventsOf(a_, a), EventsOf(b_, b), "event", path + "/events",
                  "", comparison_);
    Pair(
        "jointClip", path + "/joint_clips", a_.JointClips(a), b_.JointClips(b),
        [&](const Armature::JointClip& clip) { return a_.texts[clip.joint]; },
        [&](const Armature::JointClip& clip) { return b_.texts[clip.joint]; },
        [&](const Armature::JointClip& x, const Armature::JointClip& y,
            const std::string& at) {
          CompareVariables(x, a.loop, y, b.loop, at);
        });
  }

  void CompareVariables(const Armature::JointClip& a, bool loop_a,
                        const Armature::JointClip& b, bool loop_b,
                        const std::string& path) {
    const auto name = [](const Armature::VariableClip& variable) {
      return forge::kVariableNames[static_cast<size_t>(variable.variable)];
    };
    const auto of_a = a_.Variables(a);
    const auto of_b = b_.Variables(b);
    // The last of scale and scale_x counts.
    if (of_a.size() == of_b.size() &&
        !std::ranges::equal(of_a, of_b, {}, &Armature::VariableClip::variable,
                            &Armature::VariableClip::variable) &&
        std::ranges::is_permutation(of_a, of_b, {},
                                    &Armature::VariableClip::variable,
                                    &Armature::VariableClip::variable)) {
      const auto scales = [](const Armature::VariableClip& v) {
        return v.variable == Variable::kScale;
      };
      comparison_.Add({.kind = ChangeKind::kMoved,
                       .subject = "variable",
                       .path = path,
                       .meaning = std::ranges::any_of(of_a, scales)});
    }
    Pair("variable", path, of_a, of_b, name, name,
         [&](const Armature::VariableClip& x, const Armature::VariableClip& y,
             const std::string& at) {
           CompareSamples(x, loop_a, y, loop_b, at);
         });
  }

  void CompareSamples(const Armature::VariableClip& a, bool loop_a,
                      const Armature::VariableClip& b, bool loop_b,
                      const std::string& path) {
    const auto of_a = a_.Samples(a);
    const auto of_b = b_.Samples(b);
    const auto interpolation = [](const Armature::VariableClip& v) {
      return forge::kInterpolationNames[static_cast<size_t>(v.interpolation)];
    };
    if (a.interpolation != b.interpolation) {
      comparison_.Add({.subject = "interpolation",
                       .path = path,
                       .before = std::string(interpolation(a)),
                       .after = std::string(interpolation(b)),
                       .meaning = false});
    }
    if (of_a.empty() || of_b.empty()) {
      if (of_a.empty() != of_b.empty()) {
        comparison_.AddAlone("variable", path, {}, of_b.empty());
      }
      return;
    }
    const bool is_angle = a.variable == Variable::kAngle;
    if (loop_a == loop_b && a.interpolation == b.interpolation &&
        std::ranges::equal(of_a, of_b,
                           [](float x, float y) { return Apart(x, y) == 0; })) {
      return;
    }
    const Largest largest =
        CompareLines({of_a, a.interpolation, is_angle, loop_a},
                     {of_b, b.interpolation, is_angle, loop_b}, is_angle);
    if (of_a.size() != of_b.size()) {
      comparison_.Add({.subject = "keys",
                       .path = path,
                       .before = absl::StrCat(of_a.size()),
                       .after = absl::StrCat(of_b.size()),
                       .meaning = false});
    }
    if (largest.found == 0) {
      // Whole turns; or numbers beside one that is not finite, of which no
      // motion can be told.
      const auto is_finite = [](float x) { return std::isfinite(x); };
      if (of_a.size() == of_b.size() && loop_a == loop_b &&
          a.interpolation == b.interpolation) {
        comparison_.Add({.subject = "variable",
                         .path = path,
                         .meaning = !std::ranges::all_of(of_a, is_finite) ||
                                    !std::ranges::all_of(of_b, is_finite)});
      }
      return;
    }
    Difference difference{.subject = "variable", .path = path};
    difference.measures = {
        {"value", is_angle ? "degrees" : "units", largest.found, largest.time}};
    comparison_.AddMeasured(std::move(difference), 1);
  }

  const Armature& a_;
  const Armature& b_;
  Comparison comparison_;
};

}  // namespace

Comparison CompareArmatures(const Armature& a, const Armature& b,
                            const CompareOptions& options) {
  return ArmatureComparer(a, b, options).Run();
}

}  // namespace clipguard::actions
