// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/mrtk/checks/validate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/float_text.h"
#include "base/unit_length.h"
#include "base/utf8.h"
#include "parser/mrtk/checks/key_scan.h"
#include "parser/mrtk/checks/survey.h"
#include "parser/mrtk/key_fields.h"
#include "simd/dispatch.h"

namespace clipguard::mrtk {
namespace {

// Keys that are looked at one by one when a scan finds something among them.
constexpr size_t kBlockKeys = 1024;

// Scope ids: curves use their slot's index.
constexpr uint64_t kMarkerScope = CurveSlot::kCount;

// A weight as evaluation uses it.
double EffectiveWeight(bool used, float weight) {
  constexpr double kMax = std::numeric_limits<float>::max();
  return used ? std::clamp<double>(weight, -kMax, kMax) : 1.0 / 3.0;
}

bool IsFloat32(double value) {
  return std::abs(value) <= double{std::numeric_limits<float>::max()};
}

class Validator {
 public:
  Validator(const InputAnimationView& view, FindingSink& sink, Kernel kernel)
      : view_(view),
        sink_(sink),
        scan_(VersionFor<KeyScan>(kernel)),
        survey_(view) {}

  void Run() {
    if (view_.has_camera()) CheckPose(CurveSlot(CurveSlot::kCamera));
    if (view_.has_hands()) {
      CheckCurves(CurveSlot(CurveSlot::kHandStates), kHandStateCurves);
      for (size_t i = CurveSlot::kJoints; i < CurveSlot::kGaze;
           i += kPoseCurves) {
        CheckPose(CurveSlot(i));
      }
    }
    if (view_.has_gaze()) CheckCurves(CurveSlot(CurveSlot::kGaze), kRayCurves);
    for (Handedness hand : kHands) CheckHand(hand);
    CheckGaze();
    CheckMostlyEmpty();
    CheckLength();
    if (goes_back_) CheckRestarts();
    CheckMarkers();
  }

 private:
  // ---- Reporting ----------------------------------------------------------

  // A field of key i; `arguments` is called if the finding is kept.
  template <typename GetArguments>
  void ReportKey(CodeFor<GetArguments> code, CurveSlot slot, size_t i,
                 KeyField field, GetArguments arguments) {
    sink_.Report(code, KeyBytes(slot, i, field), Scope{slot.index(), i, "key"},
                 [&](Description& d) {
                   d.path = KeyPath(slot, i, field);
                   return arguments();
                 });
  }

  ByteRange KeyBytes(CurveSlot slot, size_t i, KeyField field) const {
    return {view_.curve_offset(slot) + kCurveHeaderSize +
                i * view_.curve(slot).key_size() + kFieldSize * field,
            kFieldSize};
  }

  static std::string KeyPath(CurveSlot slot, size_t i, KeyField field) {
    return absl::StrFormat("%s.keys[%d].%s", slot.Path(), i,
                           kKeyFieldNames[field]);
  }

  // ---- Curves -------------------------------------------------------------

  void CheckWrapModes(CurveSlot slot) {
    if (survey_.wrap_modes_known) return;
    const CurveView curve = view_.curve(slot);
    CheckWrapMode(slot, curve.pre_wrap(), 0, "preWrap");
    CheckWrapMode(slot, curve.post_wrap(), sizeof(int32_t), "postWrap");
  }

  void CheckWrapMode(CurveSlot slot, int32_t mode, uint64_t offset,
                     const char* field) {
    if (IsWrapMode(mode)) return;
    sink_.Report(FindingCode::kWrapModeUnknown,
                 {view_.curve_offset(slot) + offset, sizeof(mode)}, {},
                 [&](Description& d) {
                   d.path = absl::StrCat(slot.Path(), ".", field);
                   return Arguments{absl::StrCat(mode)};
                 });
  }

  // Curves that are nothing to each other.
  void CheckCurves(CurveSlot first, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      const CurveSlot slot(first.index() + i);
      CheckWrapModes(slot);
      CheckKeys(slot);
    }
  }

  // The seven curves from `first` on: position, then rotation.
  void CheckPose(CurveSlot first) {
    CheckWrapModes(first);
    const bool w_lost =
        !PoseIsOrdinary(first, kPositionX) && CheckPoseKeys(first);
    CheckTail(first, kPoseCurves, w_lost);
    if (survey_.wrap_modes_known) return;
    for (size_t c = 1; c < kPoseCurves; ++c) {
      CheckWrapModes(CurveSlot(first.index() + c));
    }
  }

  // Returns whether w is lost.
  bool CheckPoseKeys(CurveSlot first) {
    for (size_t c = kPositionX; c <= kPositionZ; ++c) {
      CheckKeys(CurveSlot(first.index() + c));
    }
    const CurveSlot rotation(first.index() + kRotationX);
    if (PoseIsOrdinary(first, kRotationX)) return false;
    for (size_t c = 0; c < 4; ++c) {
      CheckKeys(CurveSlot(rotation.index() + c));
    }
    const bool w_lost = CheckLostW(rotation);
    if (!w_lost) CheckQuaternions(rotation);
    return w_lost;
  }

  const LayoutScan& ScanOf(KeyLayout layout) const {
    return layout == KeyLayout::kFull ? scan_.full : scan_.compact;
  }

  // The fast way to say that there is nothing to say about a pose's keys, from
  // those of curve `from` on.
  bool PoseIsOrdinary(CurveSlot first, size_t from) const {
    KeyRun curves[kPoseCurves] = {};
    for (size_t c = from; c < kPoseCurves; ++c) {
      const CurveView curve = view_.curve(CurveSlot(first.index() + c));
      curves[c] = {curve.key_bytes().data(), curve.size()};
    }
    for (size_t c = kRotationY; c <= kRotationW; ++c) {
      if (curves[c].count != curves[kRotationX].count) return false;
    }
    return ScanOf(view_.layout()).pose(curves);
  }

  // Whether there is nothing to say about keys [first, first + count).
  bool AreOrdinary(CurveSlot slot, const CurveView& curve, size_t first,
                   size_t count) const {
    if (slot.is_boolean()) {
      for (size_t i = first; i < first + count; ++i) {
        if (curve.value(i) != 0 && curve.value(i) != 1) return false;
      }
    }
    const uint8_t* keys = curve.key_bytes().data() + first * curve.key_size();
    return ScanOf(curve.layout()).curve({keys, count});
  }

  void CheckKeys(CurveSlot slot) {
    const CurveView curve = view_.curve(slot);
    if (AreOrdinary(slot, curve, 0, curve.size())) return;
    // The last time that can be compared with.
    float previous = std::numeric_limits<float>::quiet_NaN();
    for (size_t first = 0; first < curve.size(); first += kBlockKeys) {
      const size_t end = std::min(curve.size(), first + kBlockKeys);
      // From the key before on, so that what lies between is seen as well.
      const size_t from = first == 0 ? 0 : first - 1;
      if (AreOrdinary(slot, curve, from, end - from)) {
        previous = curve.time(end - 1);
      } else {
        for (size_t i = first; i < end; ++i) {
          CheckKey(slot, curve, i, previous);
        }
      }
    }
  }

  void CheckKey(CurveSlot slot, const CurveView& curve, size_t i,
                float& previous) {
    const Keyframe key = curve.key(i);
    const auto number = [](float f) {
      return [f] { return Arguments{FloatText(f)}; };
    };
    if (!std::isfinite(key.time)) {
      ReportKey(FindingCode::kKeyTimeNotFinite, slot, i, kTimeField,
                number(key.time));
    } else {
      if (key.time < previous) {
        goes_back_ = true;
        ReportKey(FindingCode::kKeyTimeDecreasing, slot, i, kTimeField, [&] {
          return Arguments{FloatText(previous), FloatText(key.time)};
        });
      } else if (key.time == previous) {
        ReportKey(FindingCode::kKeyTimeDuplicate, slot, i, kTimeField,
                  number(key.time));
      }
      previous = key.time;
    }
    if (!std::isfinite(key.value)) {
      ReportKey(FindingCode::kKeyValueNotFinite, slot, i, kValueField,
                number(key.value));
    } else if (slot.is_boolean() && key.value != 0 && key.value != 1) {
      ReportKey(FindingCode::kBooleanValueUnusual, slot, i, kValueField,
                number(key.value));
    }
    if (curve.layout() != KeyLayout::kFull) return;
    if (i != 0) CheckOverflow(slot, curve.key(i - 1), key, i);
    for (KeyField field : {kInTangentField, kOutTangentField}) {
      const float tangent =
          field == kInTangentField ? key.in_tangent : key.out_tangent;
      if (std::isnan(tangent)) {
        ReportKey(FindingCode::kKeyTangentNan, slot, i, field, number(tangent));
      }
    }
    for (KeyField field : {kInWeightField, kOutWeightField}) {
      const float weight =
          field == kInWeightField ? key.in_weight : key.out_weight;
      if (std::isnan(weight)) {
        ReportKey(FindingCode::kKeyWeightNan, slot, i, field, number(weight));
      } else if (weight < 0 || weight > 1) {
        ReportKey(FindingCode::kKeyWeightOutOfRange, slot, i, field,
                  number(weight));
      }
    }
    if (key.weighted_mode < 0 || key.weighted_mode > 3) {
      ReportKey(FindingCode::kWeightedModeUnknown, slot, i, kWeightedModeField,
                [&] { return Arguments{absl::StrCat(key.weighted_mode)}; });
    }
  }

  // A Bezier curve lies within the hull of its control points; a Hermite curve
  // is the Bezier curve with weights 1/3. The segment from `a` to `b`, key i.
  void CheckOverflow(CurveSlot slot, const Keyframe& a, const Keyframe& b,
                     size_t i) {
    if (!std::isfinite(a.time) || !std::isfinite(b.time) ||
        !(a.time < b.time)) {
      return;
    }
    // NaN and values that are not finite are other findings; infinite tangents
    // make a step.
    if (!std::isfinite(a.value) || !std::isfinite(b.value) ||
        !std::isfinite(a.out_tangent) || !std::isfinite(b.in_tangent) ||
        std::isnan(a.out_weight) || std::isnan(b.in_weight)) {
      return;
    }
    const double dt = double{b.time} - double{a.time};
    const double out = EffectiveWeight(a.out_weight_used(), a.out_weight);
    const double in = EffectiveWeight(b.in_weight_used(), b.in_weight);
    const bool out_overflows = !IsFloat32(a.value + out * a.out_tangent * dt);
    const bool in_overflows = !IsFloat32(b.value - in * b.in_tangent * dt);
    if (!out_overflows && !in_overflows) return;
    ReportKey(FindingCode::kCurveOverflows, slot, out_overflows ? i - 1 : i,
              out_overflows ? kOutTangentField : kInTangentField,
              [&] { return Arguments{FloatText(a.time), FloatText(b.time)}; });
  }

  // ---- Rotations ----------------------------------------------------------

  // Quaternions at key times that x, y, z and w share.
  void CheckQuaternions(CurveSlot x) {
    std::array<CurveView, 4> curves;
    size_t slot = x.index();
    for (CurveView& curve : curves) curve = view_.curve(CurveSlot(slot++));
    // A hand that was never tracked.
    if (std::ranges::all_of(curves, &CurveView::IsZero)) return;
    // In sound curves times ascend, so one walk finds all that are equal.
    std::array<size_t, 4> at{};
    // The quaternion at the key before, zeros if there is none, and its time.
    std::array<double, 4> before{};
    float time_before = 0;
    TrackedWalk tracked(view_, x);
    for (; at[0] < curves[0].size(); ++at[0]) {
      const float time = curves[0].time(at[0]);
      std::array<double, 4> now{};
      double squared = 0;
      double dot = 0;
      bool shared = true;
      for (size_t c = 0; c < 4; ++c) {
        const CurveView& curve = curves[c];
        while (at[c] < curve.size() && curve.time(at[c]) < time) ++at[c];
        if (at[c] == curve.size()) return;
        shared = shared && curve.time(at[c]) == time;
        now[c] = curve.value(at[c]);
        squared += now[c] * now[c];
        dot += now[c] * before[c];
      }
      const double length = std::sqrt(squared);
      // Values that are not finite are another finding.
      const bool is_rotation = shared && std::isfinite(length);
      const size_t i = at[0];
      if (is_rotation && std::abs(length - 1) > double{kUnitTolerance}) {
        ReportKey(FindingCode::kRotationNotUnit, x, i, kValueField, [&] {
          return Arguments{FloatText(time),
                           FloatText(static_cast<float>(length))};
        });
      }
      if (is_rotation && dot < 0 && tracked.At((time_before + time) / 2)) {
        ReportKey(FindingCode::kRotationSignFlips, x, i, kValueField, [&] {
          return Arguments{FloatText(time), FloatText(time_before)};
        });
      }
      before = is_rotation ? now : std::array<double, 4>{};
      time_before = time;
    }
  }

  // See "Lost W" in the format's page. Returns whether w is lost.
  bool CheckLostW(CurveSlot x) {
    const size_t n = view_.curve(x).size();
    const size_t y = view_.curve(CurveSlot(x.index() + 1)).size();
    const size_t z = view_.curve(CurveSlot(x.index() + 2)).size();
    const CurveSlot w(x.index() + 3);
    const size_t left = view_.curve(w).size();
    if (y != n || z != n || left == 0 || left > 2 || left >= n) return false;
    sink_.Report(FindingCode::kRotationWLost,
                 {view_.curve_offset(w) + 2 * sizeof(int32_t), sizeof(int32_t)},
                 {}, [&](Description& d) {
                   d.path = absl::StrCat(w.Path(), ".keyCount");
                   return Arguments{absl::StrCat(n), absl::StrCat(left)};
                 });
    return true;
  }

  // ---- Ends ---------------------------------------------------------------

  // False for what is not finite.
  static bool IsTooFar(float time) {
    const float distance = std::abs(time);
    return distance > kFarthestTime &&
           distance <= std::numeric_limits<float>::max();
  }

  // See "Lost tail" in the format's page: curves of one pose or ray end
  // together, the camera and the gaze last as long as the recording, and a
  // hand as long as it is tracked.
  void CheckTail(CurveSlot first, size_t count, bool w_lost) {
    // Nothing is expected to last longer than the recording.
    if (survey_.earliest_end >= survey_.end) return;
    const float latest = survey_.LatestEnd(first, count);
    float expected = latest;
    const char* what = "the rest of it";
    if (!first.is_hand() && survey_.end > latest + kTailTolerance) {
      expected = survey_.end;
      what = "the recording";
    }
    if (first.is_hand()) {
      const auto hand = static_cast<size_t>(HandOf(first));
      const float tracked = survey_.tracked_until[hand];
      const float hand_end = survey_.hand_ends[hand];
      // A joint that was lost before the hand was is another matter.
      if (latest == hand_end && tracked > hand_end + kTailTolerance) {
        expected = tracked;
        what = "the tracking of the hand";
      }
    }
    for (size_t i = 0; i < count; ++i) {
      const CurveSlot slot(first.index() + i);
      const float end = survey_.ends[slot.index()];
      if (end == kNever || end >= expected) continue;
      if (w_lost && i == kRotationW) continue;
      const size_t last = view_.curve(slot).size() - 1;
      sink_.Report(
          FindingCode::kCurveTailLost, KeyBytes(slot, last, kTimeField),
          {first.index(), i, "curve"}, [&](Description& d) {
            d.path = KeyPath(slot, last, kTimeField);
            return Arguments{FloatText(end), what, FloatText(expected)};
          });
    }
  }

  // ---- Parts --------------------------------------------------------------

  // The bytes of `count` curves from `first` on.
  ByteRange CurveBytes(size_t first, size_t count) const {
    const uint64_t begin = view_.curve_offset(CurveSlot(first));
    const CurveSlot last(first + count - 1);
    const uint64_t end = view_.curve_offset(last) + kCurveHeaderSize +
                         view_.curve(last).key_bytes().size();
    return {begin, end - begin};
  }

  // Reports a part of `count` curves that has nothing but constant curves, or,
  // if there should be some, no keys. Returns whether it moves.
  template <typename Describe>
  bool CheckPart(size_t first, size_t count, bool expected,
                 CodeFor<Describe, Description&> without_keys,
                 CodeFor<Describe, Description&> never_changes,
                 const Describe& describe) {
    bool empty = true;
    bool constant = true;
    for (size_t i = first; i < first + count && (empty || constant); ++i) {
      const CurveView curve = view_.curve(CurveSlot(i));
      empty = empty && curve.empty();
      constant = constant && IsConstant(curve);
    }
    if (empty ? !expected : !constant) return !empty;
    sink_.Report(empty ? without_keys : never_changes, CurveBytes(first, count),
                 {}, describe);
    return false;
  }

  void CheckHand(Handedness hand) {
    if (!view_.has_hands()) return;
    const size_t first = CurveSlot::Joint(hand, 0, kPositionX).index();
    constexpr size_t kCurves = kJointCount * kPoseCurves;
    const auto describe = [&](Description& d) {
      const std::string name(HandName(hand));
      d.path = "hands." + name;
      return Arguments{name};
    };
    const bool tracked = IsEverTracked(view_, hand);
    if (!CheckPart(first, kCurves, tracked, FindingCode::kHandWithoutKeys,
                   FindingCode::kHandNeverChanges, describe)) {
      return;
    }
    if (HasOnlyZeroRotations(view_, hand)) {
      sink_.Report(FindingCode::kHandWithoutRotations,
                   CurveBytes(first, kCurves), {}, describe);
    }
    const CurveSlot state = CurveSlot::Tracked(hand);
    if (tracked || view_.curve(state).empty()) return;
    sink_.Report(
        FindingCode::kHandNeverTracked, CurveBytes(state.index(), 1), {},
        [&](Description& d) {
          d.path = state.Path();
          return Arguments{
              absl::StrCat("the ", std::string(HandName(hand)), " hand moves"),
              "key", "it"};
        });
  }

  // See "Takes" in the format's page.
  void CheckRestarts() {
    const auto it = FindRestarts(view_);
    if (!it) return;
    ReportKey(FindingCode::kRecordingRestarts, it->first, it->key, kTimeField,
              [&] {
                return Arguments{FloatText(it->time), FloatText(it->before),
                                 absl::StrCat(it->curves)};
              });
  }

  void CheckGaze() {
    if (!view_.has_gaze()) return;
    CheckTail(CurveSlot::Gaze(kOriginX), kRayCurves, /*w_lost=*/false);
    CheckPart(CurveSlot::kGaze, kRayCurves, /*expected=*/true,
              FindingCode::kGazeWithoutKeys, FindingCode::kGazeNeverChanges,
              [](Description& d) { d.path = "gaze"; });
  }

  // See "Mostly empty" in the format's page.
  void CheckMostlyEmpty() {
    const KeyedCurves& keyed = survey_.keyed;
    const char* const missing = WhatIsMissing(view_, keyed);
    if (missing == nullptr) return;
    const CurveSlot next(keyed.last + 1);
    sink_.Report(FindingCode::kRecordingMostlyEmpty,
                 {view_.curve_offset(next), kCurveHeaderSize}, {},
                 [&](Description& d) {
                   d.path = next.Path();
                   return Arguments{absl::StrCat(keyed.with_keys),
                                    absl::StrCat(keyed.all), missing};
                 });
  }

  // The first or last key of a curve that is farthest from 0, if that is too
  // far: keys that are in order lie between those.
  void CheckLength() {
    if (survey_.all_near) return;
    float farthest = kFarthestTime;
    CurveSlot slot(0);
    size_t key = 0;
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      const CurveView curve = view_.curve(CurveSlot(i));
      if (curve.empty()) continue;
      for (const size_t k : {size_t{0}, curve.size() - 1}) {
        const float distance = std::abs(curve.time(k));
        if (!IsTooFar(distance) || distance <= farthest) continue;
        farthest = distance;
        slot = CurveSlot(i);
        key = k;
      }
    }
    if (farthest == kFarthestTime) return;
    ReportKey(FindingCode::kKeyTimeTooFar, slot, key, kTimeField, [&] {
      const double apart = std::ldexp(1.0, std::ilogb(farthest) - 23);
      return Arguments{FloatText(view_.curve(slot).time(key)),
                       FloatText(static_cast<float>(apart))};
    });
  }

  // ---- Markers ------------------------------------------------------------

  void CheckMarkers() {
    float previous = std::numeric_limits<float>::quiet_NaN();
    size_t index = 0;
    for (MarkerReader in = view_.markers(); auto marker = in.Next(); ++index) {
      const Scope scope{kMarkerScope, index, "marker"};
      const auto path = [&](const char* field) {
        return absl::StrCat("markers[", index, "].", field);
      };
      const ByteRange time_bytes = {marker->offset, sizeof(marker->time)};
      if (!std::isfinite(marker->time)) {
        sink_.Report(FindingCode::kMarkerTimeNotFinite, time_bytes, scope,
                     [&](Description& d) {
                       d.path = path("time");
                       return Arguments{FloatText(marker->time)};
                     });
      } else {
        if (marker->time < previous) {
          sink_.Report(FindingCode::kMarkerTimeDecreasing, time_bytes, scope,
                       [&](Description& d) {
                         d.path = path("time");
                         return Arguments{FloatText(previous),
                                          FloatText(marker->time)};
                       });
        }
        previous = marker->time;
      }
      CheckMarkerName(*marker, scope);
    }
  }

  void CheckMarkerName(const MarkerView& marker, const Scope& scope) {
    const auto path = [&] {
      return absl::StrCat("markers[", scope.element, "].name");
    };
    if (const auto error = FindUtf8Error(marker.name)) {
      sink_.Report(FindingCode::kMarkerNameNotUtf8,
                   {marker.name_offset + error->offset, error->length}, scope,
                   [&](Description& d) {
                     d.path = path();
                     return Arguments{absl::StrCat(std::string(error->reason),
                                                   " at byte ", error->offset)};
                   });
    }
    const size_t nul = marker.name.find('\0');
    if (nul != std::string_view::npos) {
      sink_.Report(FindingCode::kMarkerNameHasNul,
                   {marker.name_offset + nul, 1}, scope, [&](Description& d) {
                     d.path = path();
                     return Arguments{absl::StrCat(nul)};
                   });
    }
  }

  const InputAnimationView& view_;
  FindingSink& sink_;
  const KeyScan& scan_;
  const Survey survey_;
  bool goes_back_ = false;  // a time does
};

}  // namespace

bool Validate(const InputAnimationView& view, FindingSink& sink,
              Kernel kernel) {
  ErrorWatch watch(sink);
  Validator(view, watch, kernel).Run();
  return watch.ok();
}

std::optional<InputAnimationView> ReadAndValidate(
    std::span<const uint8_t> bytes, const ReadOptions& options,
    FindingSink& sink) {
  ErrorWatch watch(sink);
  auto view = ReadDamagedAndValidate(bytes, options, watch);
  if (!watch.ok()) view.reset();
  return view;
}

std::optional<InputAnimationView> ReadDamagedAndValidate(
    std::span<const uint8_t> bytes, const ReadOptions& options,
    FindingSink& sink) {
  auto view = ReadDamagedInputAnimation(bytes, options, sink);
  if (view) Validator(*view, sink, ActiveKernel()).Run();
  return view;
}

}  // namespace clipguard::mrtk
