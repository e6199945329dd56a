// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/recording/recording_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "actions/optimize/optimize.h"
#include "actions/optimize/recording/recording.h"
#include "base/numbers.h"
#include "eval/curve/reference.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;
using mrtk::InputAnimationView;

// Rounding error of the evaluators, as a share of the values.
constexpr double kRounding = 1e-12;

std::set<FindingCode> CodesOf(const InputAnimationView& view) {
  FindingList findings;
  mrtk::Validate(view, findings);
  std::set<FindingCode> codes;
  for (const Finding& finding : findings.findings()) codes.insert(finding.code);
  return codes;
}

// At which times to look: random ones, keys, and floats beside those.
std::vector<float> TimesFor(const CurveView& before, const CurveView& after,
                            int count, std::mt19937& engine) {
  std::vector<float> times = {-kInfinity, kInfinity, 0};
  const auto add = [&](float time) {
    times.push_back(std::nextafter(time, -kInfinity));
    times.push_back(time);
    times.push_back(std::nextafter(time, kInfinity));
  };
  for (const CurveView& curve : {before, after}) {
    const size_t step = 1 + curve.size() / 64;
    for (size_t i = 0; i < curve.size(); i += step) add(curve.time(i));
  }
  if (before.empty()) return times;
  const double first = before.time(0);
  const double length = before.time(before.size() - 1) - first;
  for (int i = 0; i < count; ++i) {
    // Beyond the ends, too.
    const double share = static_cast<double>(engine()) * 0x1.4p-32 - 0.125;
    times.push_back(static_cast<float>(first + share * length));
  }
  return times;
}

// A vector's values at a time, before and after.
struct Pair {
  std::array<double, 4> before = {};
  std::array<double, 4> after = {};

  double Distance() const {
    double squared = 0;
    for (size_t c = 0; c < 4; ++c) {
      squared += (before[c] - after[c]) * (before[c] - after[c]);
    }
    return std::sqrt(squared);
  }
  double Size() const {
    double size = 0;
    for (size_t c = 0; c < 4; ++c) {
      size = std::max({size, std::abs(before[c]), std::abs(after[c])});
    }
    return size;
  }
  // In degrees; of directions the angle between them.
  double Angle() const {
    double dot = 0;
    double squared = 0;
    double other = 0;
    for (size_t c = 0; c < 4; ++c) {
      squared += before[c] * before[c];
      other += after[c] * after[c];
      dot += before[c] * after[c];
    }
    if (squared == 0 && other == 0) return 0;
    if (squared == 0 || other == 0) return 180;
    // By the sine: small angles keep their digits.
    double cross = 0;
    for (size_t i = 0; i < 4; ++i) {
      for (size_t k = i + 1; k < 4; ++k) {
        const double minor = before[i] * after[k] - before[k] * after[i];
        cross += minor * minor;
      }
    }
    return std::atan2(std::sqrt(cross), dot) * kDegrees;
  }
};

class Check {
 public:
  Check(const InputAnimationView& before, const InputAnimationView& after,
        const Optimized& result, int times)
      : before_(before), after_(after), result_(result), times_(times) {}

  std::string Run() {
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      if (!SameEnds(CurveSlot(i))) return CurveSlot(i).Path() + ": its ends";
    }
    for (const OptimizedPart& part : result_.parts) {
      const std::string fault = Part(part);
      if (!fault.empty()) return absl::StrCat(part.name, ": ", fault);
    }
    return {};
  }

 private:
  bool SameEnds(CurveSlot slot) const {
    const CurveView b = before_.curve(slot);
    const CurveView a = after_.curve(slot);
    if (a.pre_wrap() != b.pre_wrap() || a.post_wrap() != b.post_wrap() ||
        a.empty() != b.empty() || a.size() > b.size()) {
      return false;
    }
    if (slot.is_boolean()) return a.size() == b.size();
    return a.empty() || (a.time(0) == b.time(0) && a.value(0) == b.value(0) &&
                         a.time(a.size() - 1) == b.time(b.size() - 1) &&
                         a.value(a.size() - 1) == b.value(b.size() - 1));
  }

  std::string Part(const OptimizedPart& part) {
    if (part.name == "gaze") {
      return Vectors(part, CurveSlot::Gaze(mrtk::kOriginX),
                     CurveSlot::Gaze(mrtk::kDirectionX), 3, 0);
    }
    if (part.name == "camera") {
      return Vectors(part, CurveSlot(CurveSlot::kCamera),
                     CurveSlot::Camera(mrtk::kRotationX), 4, 0);
    }
    const auto hand = part.name == "hands.left" ? mrtk::Handedness::kLeft
                                                : mrtk::Handedness::kRight;
    for (size_t joint = 0; joint < mrtk::kJointCount; ++joint) {
      const std::string fault = Vectors(
          part, CurveSlot::Joint(hand, joint, mrtk::kPositionX),
          CurveSlot::Joint(hand, joint, mrtk::kRotationX), 4, kShellDistance);
      if (!fault.empty()) return absl::StrCat("joint ", joint, ": ", fault);
    }
    return {};
  }

  // `turns`: the first curve of a rotation (of 4) or direction (of 3).
  std::string Vectors(const OptimizedPart& part, CurveSlot first,
                      CurveSlot turns, size_t curves, double shell) {
    for (const CurveSlot of : {first, turns}) {
      for (const float time :
           TimesFor(before_.curve(of), after_.curve(of), times_, engine_)) {
        const Pair place = At(first, 3, time);
        const Pair turn = At(turns, curves, time);
        const double distance = place.Distance();
        if (distance > part.proven.distance + kRounding * place.Size()) {
          return absl::StrCat(distance, " m at ", time, " s, ",
                              part.proven.distance, " are proven");
        }
        const double angle = turn.Angle();
        double turned = curves == 4 ? 2 * std::min(angle, 180 - angle) : angle;
        if (turned > part.proven.angle * (1 + 1e-9) + 1e-9) {
          return absl::StrCat(turned, " degrees at ", time, " s, ",
                              part.proven.angle, " are proven");
        }
        const double moved =
            distance + 2 * shell * std::sin(turned / 2 / kDegrees);
        if (shell > 0 && moved > part.proven.shell * (1 + 1e-9) + 1e-12 +
                                     kRounding * place.Size()) {
          return absl::StrCat(moved, " m off the joint at ", time, " s, ",
                              part.proven.shell, " are proven");
        }
      }
    }
    return {};
  }

  Pair At(CurveSlot first, size_t curves, float time) const {
    Pair pair;
    for (size_t c = 0; c < curves; ++c) {
      const CurveSlot slot(first.index() + c);
      pair.before[c] = eval::EvaluateCurve(before_.curve(slot), time);
      pair.after[c] = eval::EvaluateCurve(after_.curve(slot), time);
    }
    return pair;
  }

  const InputAnimationView& before_;
  const InputAnimationView& after_;
  const Optimized& result_;
  int times_;
  std::mt19937 engine_{1};
};

std::string WhatIsNew(const InputAnimationView& before,
                      const InputAnimationView& after) {
  const std::set<FindingCode> old = CodesOf(before);
  for (const FindingCode code : CodesOf(after)) {
    // A part that hardly moved may be at rest now.
    if (code == FindingCode::kHandNeverChanges ||
        code == FindingCode::kGazeNeverChanges || old.contains(code)) {
      continue;
    }
    return std::string("a new finding: ") + std::string(GetCodeInfo(code).name);
  }
  return {};
}

bool SameMarkers(const InputAnimationView& a, const InputAnimationView& b) {
  mrtk::MarkerReader of_a = a.markers();
  mrtk::MarkerReader of_b = b.markers();
  while (const auto marker = of_a.Next()) {
    const auto other = of_b.Next();
    if (!other || marker->time != other->time || marker->name != other->name) {
      return false;
    }
  }
  return !of_b.Next();
}

}  // namespace

std::string WhatDoesNotHold(const InputAnimationView& view,
                            const OptimizeOptions& options,
                            const Optimized& result, int times) {
  for (const OptimizedPart& part : result.parts) {
    const bool hand = part.name != "camera" && part.name != "gaze";
    const PoseErrors& proven = part.proven;
    if (!(proven.distance <= options.tolerance) ||
        !(proven.angle <= options.angle_tolerance * (1 + 1e-9)) ||
        (hand && !(proven.shell <= options.tolerance * (1 + 1e-9)))) {
      return part.name + ": more than the tolerance is proven";
    }
  }
  if (!result.changed()) return {};
  FindingList findings;
  mrtk::ReadOptions read;
  read.layout = view.layout();
  const auto after = mrtk::ReadAndValidate(result.bytes, read, findings);
  if (!after) return "the result has errors";
  if (result.bytes.size() >= view.bytes().size()) return "it is not smaller";
  if (!SameMarkers(view, *after)) return "markers differ";
  if (std::string fault = WhatIsNew(view, *after); !fault.empty()) return fault;
  std::string fault = Check(view, *after, result, times).Run();
  if (!fault.empty()) return fault;
  const Optimized again = OptimizeRecording(*after, options);
  return again.bytes.size() > result.bytes.size() ? "a second time it grows"
                                                  : "";
}

}  // namespace clipguard::actions
