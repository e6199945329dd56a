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
#include "actions/diff/named_events.h"
#include "actions/motion/curve_walker.h"
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
  return {what, unit, largest.found, largest.bound, largest.time};
}

// What is not 0.
void AppendCurves(std::span<const Largest> curves,
                  std::span<const std::string_view> names,
                  std::vector<Measure>& measures) {
  for (size_t i = 0; i < curves.size(); ++i) {
    if (curves[i].bound == 0) continue;
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

bool NoneDiffers(std::span<const Largest> curves) {
  return std::ranges::all_of(curves,
                             [](const Largest& c) { return c.bound == 0; });
}

// What is measured, of something that is no more than `error` from it.
void Widen(double error, Largest& largest) {
  largest.found = std::max(largest.found - error, 0.0);
  largest.bound += error;
}

// One of the two.
class Side {
 public:
  explicit Side(const ComparedRecording& recording)
      : view_(recording.view), curves_(recording.curves) {}

  const InputAnimationView& view() const { return view_; }
  bool has_curve(CurveSlot slot) const { return view_.has_curve(slot); }
  size_t KeyCount(CurveSlot slot) const {
    return curves_ != nullptr ? curves_->KeyCount(slot)
                              : view_.curve(slot).size();
  }
  CurveView Curve(CurveSlot slot) const {
    return curves_ != nullptr ? curves_->Curve(slot) : view_.curve(slot);
  }
  // Seconds: of a .glb what it says of itself.
  double duration() const {
    return curves_ != nullptr ? double{curves_->Duration()}
                              : double{view_.Duration()};
  }
  double RotationError(CurveSlot first) const {
    return curves_ != nullptr ? curves_->RotationError(first) : 0;
  }
  // The last key time of a recording; of a .glb, whose curves do not repeat, 0.
  double end() const {
    double last = 0;
    for (size_t i = 0; curves_ == nullptr && i < CurveSlot::kCount; ++i) {
      if (!has_curve(CurveSlot(i))) continue;
      const CurveView curve = view_.curve(CurveSlot(i));
      if (curve.empty()) continue;
      last = std::max(last, double{curve.time(curve.size() - 1)});
    }
    return last;
  }
  CurveSource::Source RotationSource(CurveSlot slot) const {
    return curves_ != nullptr ? curves_->RotationSource(slot)
                              : CurveSource::Source();
  }

 private:
  const InputAnimationView& view_;
  CurveSource* const curves_;
};

class RecordingComparer {
 public:
  RecordingComparer(const ComparedRecording& a, const ComparedRecording& b,
                    const CompareOptions& options)
      : a_(a), b_(b), comparison_(options) {
    measure_.point = options.point > 0 ? options.point : kRecordingPoint;
    measure_.approximates = options.motion_only;
    measure_.enough_units = options.units;
    measure_.enough_degrees = options.degrees;
    if (options.motion_only) {
      measure_.from = 0;
      measure_.to = std::max({0.0, a_.end(), b_.end()});
    }
  }

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
                                    mrtk::kJointNames[joint]),
                    CurveSlot::Joint(hand, joint, mrtk::kPositionX).index());
      }
    }
    CompareGaze();
    CompareMarkers();
    comparison_.Finish();
    return std::move(comparison_);
  }

 private:
  void CompareLayouts() {
    const std::string before = LayoutText(a_.view());
    const std::string after = LayoutText(b_.view());
    if (before == after || comparison_.options().motion_only) return;
    comparison_.Add({.subject = "layout",
                     .path = "file",
                     .before = before,
                     .after = after,
                     .meaning = false});
  }

  // Whoever plays the one is done sooner, however little moves.
  void CompareDurations() {
    const double by = std::abs(a_.duration() - b_.duration());
    if (by == 0) return;
    Difference difference{.subject = "duration", .path = "file"};
    difference.before = absl::StrFormat("%g s", a_.duration());
    difference.after = absl::StrFormat("%g s", b_.duration());
    difference.measures = {{"duration", "seconds", by, by}};
    comparison_.Add(std::move(difference));
  }

  // A part that is there in one of the two only.
  void ComparePart(std::string_view name, size_t first, size_t end) {
    const bool in_a = a_.has_curve(CurveSlot(first));
    const bool in_b = b_.has_curve(CurveSlot(first));
    if (in_a == in_b) return;
    const Side& side = in_a ? a_ : b_;
    uint64_t keys = 0;
    for (size_t i = first; i < end; ++i) keys += side.KeyCount(CurveSlot(i));
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
    // What only one of the two has, the part says.
    if (!a_.has_curve(slot) || !b_.has_curve(slot)) return false;
    const CurveView a = a_.Curve(slot);
    const CurveView b = b_.Curve(slot);
    if (SameCurve(a, b) && SameSource(slot)) {
      CompareWraps(slot, a, b);
      return false;
    }
    if (!TimesAreInOrder(a) || !TimesAreInOrder(b)) {
      fits = false;
      comparison_.AddGap(slot.Path(), "key times are not in order");
      return false;
    }
    CompareWraps(slot, a, b);
    const bool differ = !IsZero(a) || !IsZero(b);
    if (comparison_.options().motion_only) return differ;
    const KeyChanges keys = CompareKeys(a, b, [&](size_t i, size_t j) {
      return ValueBits(a.key(i)) == ValueBits(b.key(j));
    });
    if (keys.any()) {
      comparison_.Add(
          {.subject = "keys",
           .path = slot.Path(),
           .before = absl::StrCat(a.size()),
           .after = absl::StrCat(b.size()),
           .keys = keys,
           .count = keys.added + keys.removed + keys.moved + keys.altered,
           .meaning = false});
    }
    return differ;
  }

  // Whether both are curves that mean what they say, or stand for the same
  // arcs: lines and arcs through the same keys are not the same motion.
  bool SameSource(CurveSlot slot) const {
    const CurveSource::Source a = a_.RotationSource(slot);
    const CurveSource::Source b = b_.RotationSource(slot);
    return std::ranges::equal(a.times, b.times) &&
           std::ranges::equal(a.values, b.values);
  }

  void CompareWraps(CurveSlot slot, const CurveView& a, const CurveView& b) {
    if (comparison_.options().motion_only) return;
    const auto compare = [&](std::string_view name, int32_t in_a,
                             int32_t in_b) {
      if (in_a == in_b) return;
      // One key, or none, is the same at all times.
      const bool moves = a.size() > 1 || b.size() > 1;
      comparison_.Add({.subject = "wrapMode",
                       .path = absl::StrFormat("%s.%s", slot.Path(), name),
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
  static std::array<CurveView, N> Curves(const Side& side, size_t first) {
    std::array<CurveView, N> curves;
    for (size_t i = 0; i < N; ++i) {
      // A rotation of 0 0 0 0 does not count, whether it has keys or not.
      const CurveView curve = side.Curve(CurveSlot(first + i));
      if (!IsZero(curve)) curves[i] = curve;
    }
    return curves;
  }

  void ComparePose(std::string path, size_t first) {
    if (!LookAtCurves(first, mrtk::kPoseCurves)) return;
    PoseDifference pose =
        ComparePoses(Curves<mrtk::kPoseCurves>(a_, first),
                     Curves<mrtk::kPoseCurves>(b_, first), measure_);
    // Then the bounds of all others are nothing but rounding.
    if (NoneDiffers(pose.curves)) {
      pose.joint = pose.position = pose.rotation = Largest{};
    }
    AllowForArcs(first, pose);
    Difference difference{.subject = "pose", .path = std::move(path)};
    difference.measures = {MeasureOf("joint", "units", pose.joint),
                           MeasureOf("position", "units", pose.position),
                           MeasureOf("rotation", "degrees", pose.rotation)};
    if (pose.joint.bound == 0 && pose.rotation.bound == 0) return;
    AppendCurves(pose.curves, mrtk::kPoseComponentNames, difference.measures);
    comparison_.AddMeasured(std::move(difference), 3);
  }

  // Rotations that are not quite those of their curves.
  void AllowForArcs(size_t first, PoseDifference& pose) const {
    const double error =
        a_.RotationError(CurveSlot(first)) + b_.RotationError(CurveSlot(first));
    const auto of_rotation = std::span(pose.curves).subspan(mrtk::kRotationX);
    const bool same_curves = NoneDiffers(of_rotation);
    if (error == 0 ||
        (same_curves && SameSource(CurveSlot(first + mrtk::kRotationX)))) {
      return;
    }
    Widen(error, pose.rotation);
    // A point is moved along an arc.
    Widen(measure_.point * error / kDegrees, pose.joint);
    // Of a rotation, not of its components.
    std::ranges::fill(of_rotation, Largest{});
  }

  void CompareGaze() {
    if (!LookAtCurves(CurveSlot::kGaze, mrtk::kRayCurves)) return;
    RayDifference ray =
        CompareRays(Curves<mrtk::kRayCurves>(a_, CurveSlot::kGaze),
                    Curves<mrtk::kRayCurves>(b_, CurveSlot::kGaze), measure_);
    if (NoneDiffers(ray.curves)) ray.origin = ray.direction = Largest{};
    Difference difference{.subject = "gaze", .path = "gaze"};
    difference.measures = {MeasureOf("origin", "units", ray.origin),
                           MeasureOf("direction", "degrees", ray.direction)};
    if (ray.origin.bound == 0 && ray.direction.bound == 0) return;
    AppendCurves(ray.curves, mrtk::kRayComponentNames, difference.measures);
    comparison_.AddMeasured(std::move(difference), 2);
  }

  void CompareState(CurveSlot slot) {
    if (!LookAtCurves(slot.index(), 1)) return;
    const StateDifference state =
        CompareStates(a_.Curve(slot), b_.Curve(slot), measure_);
    if (!state.differs && !state.is_exact) {
      comparison_.AddGap(slot.Path(),
                         "it repeats beyond its keys, and no difference was "
                         "found at the times that were looked at");
    }
    if (!state.differs) return;
    Difference difference{.subject = "handState", .path = slot.Path()};
    difference.measures = {{"duration", "seconds", state.seconds,
                            state.is_exact ? state.seconds : Measure::kUnknown,
                            state.first}};
    // A state is another one, for however short a time.
    comparison_.Add(std::move(difference));
  }

  void CompareMarkers() {
    CompareEvents(MarkersOf(a_.view()), MarkersOf(b_.view()), "marker",
                  "markers", "seconds", comparison_);
  }

  const Side a_;
  const Side b_;
  Comparison comparison_;
  MeasureOptions measure_;
};

}  // namespace

Comparison CompareRecordings(const ComparedRecording& a,
                             const ComparedRecording& b,
                             const CompareOptions& options) {
  return RecordingComparer(a, b, options).Run();
}

Comparison CompareRecordings(const InputAnimationView& a,
                             const InputAnimationView& b,
                             const CompareOptions& options) {
  return CompareRecordings(ComparedRecording{.view = a},
                           ComparedRecording{.view = b}, options);
}

}  // namespace clipguard::actions
