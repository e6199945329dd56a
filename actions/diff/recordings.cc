// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/diff/recordings.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/diff/key_changes.h"
#include "actions/diff/matching.h"
#include "actions/motion/motion_difference.h"
#include "base/numbers.h"
#include "parser/mrtk/format.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;
using mrtk::InputAnimationView;
using mrtk::Keyframe;

bool TimesAreInOrder(const CurveView& curve) {
  bool sound = true;
  float last = -std::numeric_limits<float>::infinity();
  for (size_t i = 0; i < curve.size(); ++i) {
    const float time = curve.time(i);
    sound = sound && std::isfinite(time) && time >= last;
    last = time;
  }
  return sound;
}

// Whether it is 0 at all times, as one without keys is.
bool IsZero(const CurveView& curve) {
  for (size_t i = 0; i < curve.size(); ++i) {
    const Keyframe key = curve.key(i);
    if (key.value != 0 || key.in_tangent != 0 || key.out_tangent != 0) {
      return false;
    }
  }
  return true;
}

// All that a key says but its time.
std::array<uint32_t, 6> ValueBits(const Keyframe& key) {
  const auto bits = std::bit_cast<std::array<uint32_t, 7>>(key);
  return {bits[1], bits[2], bits[3], bits[4], bits[5], bits[6]};
}

Measure MeasureOf(std::string_view what, std::string_view unit,
                  const Largest& largest) {
  return {what, unit, largest.found, largest.time};
}

// Appends the measures that are not 0.
void AppendCurves(std::span<const Largest> curves,
                  std::span<const std::string_view> names,
                  std::vector<Measure>& measures) {
  for (size_t i = 0; i < curves.size(); ++i) {
    if (curves[i].found == 0) continue;
    measures.push_back(MeasureOf(names[i], "", curves[i]));
  }
}

std::string LayoutText(const InputAnimationView& view) {
  return absl::StrFormat("MRTK %d.%d, %s keys, %s marker list",
                         view.version().major, view.version().minor,
                         mrtk::KeyLayoutName(view.layout()),
                         view.has_marker_list() ? "with" : "without");
}

std::vector<NamedEvent> MarkersOf(const InputAnimationView& view) {
  std::vector<NamedEvent> markers;
  markers.reserve(view.marker_count());
  auto in = view.markers();
  while (const auto marker = in.Next()) {
    markers.push_back({marker->time, marker->name, markers.size()});
  }
  return markers;
}

class RecordingComparer {
 public:
  RecordingComparer(const InputAnimationView& a, const InputAnimationView& b,
                    const CompareOptions& options)
      : a_(a), b_(b), comparison_(options) {}

  Comparison Run() {
    CompareLayouts();
    CompareDurations();
    ComparePart("camera", 0, CurveSlot::kHandStates);
    ComparePart("hands", CurveSlot::kHandStates, CurveSlot::kGaze);
    ComparePart("gaze", CurveSlot::kGaze, CurveSlot::kCount);
    ComparePose("camera", CurveSlot::kCamera);
    for (size_t i = CurveSlot::kHandStates; i < CurveSlot::kJoints; ++i) {
      CompareState(CurveSlot(i));
    }
    for (const mrtk::Handedness hand : mrtk::kHands) {
      for (size_t joint = 0; joint < mrtk::kJointCount; ++joint) {
        ComparePose(absl::StrFormat("hands.%s.%s", HandName(hand),
                                    a_.joint_names()[joint]),
                    CurveSlot::Joint(hand, joint, mrtk::kPositionX).index());
      }
    }
    CompareGaze();
    CompareMarkers();
    comparison_.Finish();
    return std::move(comparison_);
  }

 private:
  std::string PathOf(CurveSlot slot) const {
    return slot.Path(a_.joint_names());
  }

  void CompareLayouts() {
    const std::string before = LayoutText(a_);
    const std::string after = LayoutText(b_);
    if (before == after) return;
    comparison_.Add({.subject = "layout",
                     .path = "file",
                     .before = before,
                     .after = after,
                     .meaning = false});
  }

  // Playback of one ends sooner, however little moves.
  void CompareDurations() {
    const double by = std::abs(double{a_.Duration()} - b_.Duration());
    if (by == 0) return;
    Difference difference{.subject = "duration", .path = "file"};
    difference.before = absl::StrFormat("%g s", a_.Duration());
    difference.after = absl::StrFormat("%g s", b_.Duration());
    difference.measures = {{"duration", "seconds", by}};
    comparison_.Add(std::move(difference));
  }

  // A part that is there in one of the two only.
  void ComparePart(std::string_view name, size_t first, size_t end) {
    const bool in_a = a_.has_curve(CurveSlot(first));
    const bool in_b = b_.has_curve(CurveSlot(first));
    if (in_a == in_b) return;
    const InputAnimationView& view = in_a ? a_ : b_;
    uint64_t keys = 0;
    for (size_t i = first; i < end; ++i) {
      keys += view.curve(CurveSlot(i)).size();
    }
    const std::string text = absl::StrCat(keys, keys == 1 ? " key" : " keys");
    comparison_.Add({.kind = in_a ? ChangeKind::kRemoved : ChangeKind::kAdded,
                     .subject = "part",
                     .path = std::string(name),
                     .before = in_a ? text : "",
                     .after = in_a ? "" : text,
                     .meaning = keys != 0});
  }

  // False if the curves are the same, or if they cannot be compared. Notes
  // what is different in keys and wrap modes.
  bool LookAtCurve(size_t index, bool& fits) {
    const CurveSlot slot(index);
    // A part that only one of the two has is reported as such.
    if (!a_.has_curve(slot) || !b_.has_curve(slot)) return false;
    const CurveView a = a_.curve(slot);
    const CurveView b = b_.curve(slot);
    if (SameCurve(a, b)) {
      CompareWraps(slot, a, b);
      return false;
    }
    if (!TimesAreInOrder(a) || !TimesAreInOrder(b)) {
      fits = false;
      comparison_.AddGap(PathOf(slot), "key times are not in order");
      return false;
    }
    CompareWraps(slot, a, b);
    const bool differ = !IsZero(a) || !IsZero(b);
    const KeyChanges keys = CompareKeys(a, b, [&](size_t i, size_t j) {
      return ValueBits(a.key(i)) == ValueBits(b.key(j));
    });
    if (keys.any()) {
      comparison_.Add(
          {.subject = "keys",
           .path = PathOf(slot),
           .before = absl::StrCat(a.size()),
           .after = absl::StrCat(b.size()),
           .keys = keys,
           .count = keys.added + keys.removed + keys.moved + keys.altered,
           .meaning = false});
    }
    return differ;
  }

  void CompareWraps(CurveSlot slot, const CurveView& a, const CurveView& b) {
    const auto compare = [&](std::string_view name, int32_t in_a,
                             int32_t in_b) {
      if (in_a == in_b) return;
      // One key, or none, is the same at all times.
      const bool moves = a.size() > 1 || b.size() > 1;
      comparison_.Add({.subject = "wrapMode",
                       .path = absl::StrFormat("%s.%s", PathOf(slot), name),
                       .before = std::string(mrtk::WrapModeName(in_a)),
                       .after = std::string(mrtk::WrapModeName(in_b)),
                       .meaning = moves && !SameWrap(in_a, in_b)});
    };
    compare("preWrap", a.pre_wrap(), b.pre_wrap());
    compare("postWrap", a.post_wrap(), b.post_wrap());
  }

  // Whether some of `count` curves differ, and all can be compared.
  bool LookAtCurves(size_t first, size_t count) {
    bool fits = true;
    bool differ = false;
    for (size_t i = 0; i < count; ++i) {
      differ = LookAtCurve(first + i, fits) || differ;
    }
    return differ && fits;
  }

  template <size_t N>
  static std::array<CurveView, N> Curves(const InputAnimationView& view,
                                         size_t first) {
    std::array<CurveView, N> curves;
    for (size_t i = 0; i < N; ++i) {
      // A rotation of 0 0 0 0 does not count, whether it has keys or not.
      const CurveView curve = view.curve(CurveSlot(first + i));
      if (!IsZero(curve)) curves[i] = curve;
    }
    return curves;
  }

  void ComparePose(std::string path, size_t first) {
    if (!LookAtCurves(first, mrtk::kPoseCurves)) return;
    const double point = comparison_.options().point;
    const PoseDifference pose =
        ComparePoses(Curves<mrtk::kPoseCurves>(a_, first),
                     Curves<mrtk::kPoseCurves>(b_, first),
                     point > 0 ? point : kRecordingPoint);
    if (pose.joint.found == 0 && pose.rotation.found == 0) return;
    Difference difference{.subject = "pose", .path = std::move(path)};
    difference.measures = {MeasureOf("joint", "units", pose.joint),
                           MeasureOf("position", "units", pose.position),
                           MeasureOf("rotation", "degrees", pose.rotation)};
    AppendCurves(pose.curves, mrtk::kPoseComponentNames, difference.measures);
    comparison_.AddMeasured(std::move(difference), 3);
  }

  void CompareGaze() {
    if (!LookAtCurves(CurveSlot::kGaze, mrtk::kRayCurves)) return;
    const RayDifference ray =
        CompareRays(Curves<mrtk::kRayCurves>(a_, CurveSlot::kGaze),
                    Curves<mrtk::kRayCurves>(b_, CurveSlot::kGaze));
    if (ray.origin.found == 0 && ray.direction.found == 0) return;
    Difference difference{.subject = "gaze", .path = "gaze"};
    difference.measures = {MeasureOf("origin", "units", ray.origin),
                           MeasureOf("direction", "degrees", ray.direction)};
    AppendCurves(ray.curves, mrtk::kRayComponentNames, difference.measures);
    comparison_.AddMeasured(std::move(difference), 2);
  }

  void CompareState(CurveSlot slot) {
    if (!LookAtCurves(slot.index(), 1)) return;
    const StateDifference state = CompareStates(a_.curve(slot), b_.curve(slot));
    if (!state.differs && !state.is_exact) {
      comparison_.AddGap(PathOf(slot),
                         "it repeats beyond its keys, and no difference was "
                         "found at the times that were looked at");
    }
    if (!state.differs) return;
    Difference difference{.subject = "handState", .path = PathOf(slot)};
    // Key times are floats; just before one is the same time for a reader. And
    // -0 is 0.
    const float first = static_cast<float>(state.first) + 0.0F;
    difference.measures = {{"duration", "seconds", state.seconds, first}};
    // A state is another one, for however short a time.
    comparison_.Add(std::move(difference));
  }

  void CompareMarkers() {
    CompareEvents(MarkersOf(a_), MarkersOf(b_), "marker", "markers", "seconds",
                  comparison_);
  }

  const InputAnimationView& a_;
  const InputAnimationView& b_;
  Comparison comparison_;
};

}  // namespace

Comparison CompareRecordings(const InputAnimationView& a,
                             const InputAnimationView& b,
                             const CompareOptions& options) {
  return RecordingComparer(a, b, options).Run();
}

}  // namespace clipguard::actions
