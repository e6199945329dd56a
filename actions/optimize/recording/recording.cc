// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/recording/recording.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "actions/optimize/optimize.h"
#include "actions/optimize/recording/curve_group.h"
#include "actions/optimize/recording/fits.h"
#include "actions/optimize/recording/measure.h"
#include "actions/optimize/recording/proof.h"
#include "base/byte_cursor.h"
#include "base/numbers.h"
#include "base/unit_length.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {
namespace {

using mrtk::CompactKey;
using mrtk::CurveSlot;
using mrtk::CurveView;
using mrtk::InputAnimationView;
using mrtk::Keyframe;
using mrtk::KeyLayout;

// Largest tolerance of a rotation, as a length: validators still take its keys
// for unit quaternions.
constexpr double kMostTurn = 0.9 * kUnitTolerance;

using Bytes = std::vector<uint8_t>;

template <typename T>
void Append(Bytes& out, const T& value) {
  const auto* const p = reinterpret_cast<const uint8_t*>(&value);
  out.insert(out.end(), p, p + sizeof(T));
}

bool HaveCommonTimes(std::span<const CurveView> curves) {
  const CurveView& first = curves.front();
  for (const CurveView& curve : curves.subspan(1)) {
    if (curve.size() != first.size()) return false;
    for (size_t i = 0; i < first.size(); ++i) {
      if (curve.time(i) != first.time(i)) return false;
    }
  }
  return true;
}

// A vector's curves, as bytes, and how far they are from what they were.
struct Outcome {
  Bytes bytes;
  VectorBound bound;
};

// One position, rotation or direction.
class VectorTask {
 public:
  VectorTask(const InputAnimationView& view, CurveSlot first, size_t curves,
             VectorKind kind)
      : view_(view), first_(first), kind_(kind), count_(curves) {
    for (size_t c = 0; c < curves; ++c) {
      curves_[c] = view.curve(CurveSlot(first.index() + c));
    }
  }

  // `tolerance` is a length, in the curves' unit; of rotations and directions
  // as a share of the vector's. Notes why curves are kept, if they have to be.
  Outcome Run(double tolerance, std::vector<KeptCurves>& kept) const {
    bool small = true;
    for (const CurveView& curve : curves()) small = small && curve.size() < 3;
    if (small) return Original();
    const auto keep = [&](std::string_view reason) {
      kept.push_back({first_.Path(), std::string(reason)});
      return Original();
    };
    if (!ProveDifference(curves(), curves(), kind_)) {
      return keep(RepeatAlike(curves())
                      ? "times or values are not in order"
                      : "the curves repeat, each over times of its own");
    }
    const bool common = HaveCommonTimes(curves());
    if (!common && !is_position()) {
      return keep("the curves have keys at different times");
    }
    Outcome outcome;
    if (!(common ? FitTogether(tolerance, outcome.bytes)
                 : FitEach(tolerance, outcome.bytes))) {
      return Original();
    }
    std::array<CurveView, kMostCurves> after;
    if (!ViewOf(outcome.bytes, after)) return keep("too large");
    const std::span<const CurveView> fitted(after.data(), count_);
    const std::optional<VectorBound> bound =
        ProveDifference(curves(), fitted, kind_, tolerance);
    if (!bound || !IsWithin(*bound, tolerance)) {
      return keep("no bound could be proven");
    }
    if (kind_ == VectorKind::kRotation && !AreUnit(fitted) &&
        AreUnit(curves())) {
      return keep("keys would not be of unit length");
    }
    outcome.bound = *bound;
    return outcome;
  }

 private:
  std::span<const CurveView> curves() const { return {curves_.data(), count_}; }
  bool is_position() const { return kind_ == VectorKind::kPosition; }
  CurveSlot slot(size_t c) const { return CurveSlot(first_.index() + c); }

  Outcome Original() const {
    const auto begin = view_.curve_offset(first_);
    const CurveSlot last = slot(count_ - 1);
    const auto end = view_.curve_offset(last) + mrtk::kCurveHeaderSize +
                     view_.curve(last).key_bytes().size();
    const auto bytes = view_.bytes().subspan(static_cast<size_t>(begin),
                                             static_cast<size_t>(end - begin));
    return {Bytes(bytes.begin(), bytes.end()), {}};
  }

  // A tolerance in the unit of what ProveDifference() gives.
  bool IsWithin(const VectorBound& bound, double tolerance) const {
    if (is_position()) return bound.distance <= tolerance;
    const double angle =
        tolerance / std::sqrt((1 - tolerance) * (1 + tolerance));
    return bound.angle <=
           angle * (kind_ == VectorKind::kRotation ? 2 : 1) * (1 + 1e-9);
  }

  // False if that saves nothing.
  bool FitTogether(double tolerance, Bytes& out) const {
    const std::optional<FittedKeys> best =
        FewestKeys(CurveGroup(curves(), tolerance, !is_position()));
    if (!best) return false;
    for (size_t c = 0; c < count_; ++c) AppendCurve(*best, c, count_, c, out);
    return true;
  }

  // Each curve has times of its own: it may use its part of the tolerance at
  // all of them.
  bool FitEach(double tolerance, Bytes& out) const {
    double allowed =
        tolerance / std::sqrt(static_cast<double>(count_)) * (1 - 1e-12);
    bool saved = false;
    for (size_t c = 0; c < count_; ++c) {
      std::optional<FittedKeys> best;
      if (curves_[c].size() > 2) {
        best = FewestKeys(CurveGroup({&curves_[c], 1}, allowed, false));
      }
      saved = saved || best.has_value();
      if (best) {
        AppendCurve(*best, c, 1, 0, out);
      } else {
        AppendHeader(c, curves_[c].size(), out);
        const auto bytes = curves_[c].key_bytes();
        out.insert(out.end(), bytes.begin(), bytes.end());
      }
    }
    return saved;
  }

  // Nothing if none can be saved.
  std::optional<FittedKeys> FewestKeys(const CurveGroup& group) const {
    std::optional<FittedKeys> lines = FitLines(group, group.size());
    if (view_.layout() == KeyLayout::kCompact) return lines;
    std::optional<FittedKeys> beziers =
        FitBeziers(group, lines ? lines->knots.size() : group.size());
    return beziers ? std::move(beziers) : std::move(lines);
  }

  void AppendHeader(size_t c, size_t keys, Bytes& out) const {
    Append(out, curves_[c].pre_wrap());
    Append(out, curves_[c].post_wrap());
    Append(out, static_cast<int32_t>(keys));
  }

  // Curve c, which is number `of` of those that the keys are for.
  void AppendCurve(const FittedKeys& keys, size_t c, size_t all, size_t of,
                   Bytes& out) const {
    AppendHeader(c, keys.knots.size(), out);
    const auto is_same = [&](size_t k) {
      return keys.values[k * all + of] == curves_[c].value(keys.knots[k]);
    };
    const auto is_original = [&](size_t k) {
      return keys.knots[k + 1] == keys.knots[k] + 1 && is_same(k) &&
             is_same(k + 1);
    };
    for (size_t k = 0; k < keys.knots.size(); ++k) {
      const size_t i = keys.knots[k];
      const float value = keys.values[k * all + of];
      if (view_.layout() == KeyLayout::kCompact) {
        Append(out, CompactKey{curves_[c].time(i), value});
        continue;
      }
      Keyframe key = curves_[c].key(i);
      key.value = value;
      if (!keys.sides.empty()) {
        PutSides(keys.sides[k * all + of], key);
      } else {
        // Between keys that are neighbours still, all is as it was.
        if (k > 0 && !is_original(k - 1)) PutInLine(key);
        if (k + 1 < keys.knots.size() && !is_original(k)) PutOutLine(key);
      }
      Append(out, key);
    }
  }

  static void PutSides(const FittedKeys::Sides& sides, Keyframe& key) {
    key.in_tangent = sides.in_tangent;
    key.out_tangent = sides.out_tangent;
    key.in_weight = sides.in_weight;
    key.out_weight = sides.out_weight;
    key.weighted_mode = sides.weighted_mode;
  }
  static void PutInLine(Keyframe& key) {
    key.in_tangent = key.in_weight = 0;
    key.weighted_mode |= 1;
  }
  static void PutOutLine(Keyframe& key) {
    key.out_tangent = key.out_weight = 0;
    key.weighted_mode |= 2;
  }

  // Whether validators find the keys' quaternions of length one.
  static bool AreUnit(std::span<const CurveView> rotation) {
    for (size_t i = 0; i < rotation[0].size(); ++i) {
      double squared = 0;
      for (const CurveView& curve : rotation) {
        squared += double{curve.value(i)} * curve.value(i);
      }
      if (!(std::abs(std::sqrt(squared) - 1) <= double{kUnitTolerance})) {
        return false;
      }
    }
    return true;
  }

  bool ViewOf(const Bytes& bytes,
              std::array<CurveView, kMostCurves>& curves) const {
    ByteCursor in(bytes);
    for (size_t c = 0; c < count_; ++c) {
      int32_t pre = 0;
      int32_t post = 0;
      int32_t size = 0;
      if (!in.Read(&pre) || !in.Read(&post) || !in.Read(&size)) return false;
      const auto keys = static_cast<size_t>(size);
      if (view_.layout() == KeyLayout::kCompact) {
        PackedSpan<CompactKey> packed;
        if (!in.ReadPacked(keys, &packed)) return false;
        curves[c] = CurveView(packed, pre, post);
      } else {
        PackedSpan<Keyframe> packed;
        if (!in.ReadPacked(keys, &packed)) return false;
        curves[c] = CurveView(packed, pre, post);
      }
    }
    return true;
  }

  const InputAnimationView& view_;
  CurveSlot first_;
  VectorKind kind_;
  size_t count_;
  std::array<CurveView, kMostCurves> curves_;
};

// The recording, part by part in the file's order.
class Recording {
 public:
  Recording(const InputAnimationView& view, const OptimizeOptions& options)
      : view_(view),
        options_(options),
        turn_(std::min(LengthOfAngle(options.angle_tolerance / kDegrees / 2),
                       kMostTurn)) {}

  Optimized Run() {
    const std::span<const uint8_t> bytes = view_.bytes();
    out_.reserve(bytes.size());
    const size_t begin = static_cast<size_t>(view_.curve_offset(CurveSlot(0)));
    AppendOriginal(0, begin);
    if (view_.has_camera()) {
      BeginPart("camera");
      Pose(CurveSlot(CurveSlot::kCamera), &parts_.back(), /*joint=*/false);
    }
    if (view_.has_hands()) Hands();
    if (view_.has_gaze()) Gaze();
    AppendOriginal(EndOfCurves(), bytes.size());
    Optimized result;
    result.parts = std::move(parts_);
    result.kept = std::move(kept_);
    if (out_.size() < bytes.size()) {
      Measure(result.parts);
      result.bytes = std::move(out_);
    }
    return result;
  }

 private:
  void BeginPart(std::string name) {
    parts_.emplace_back().name = std::move(name);
  }

  void AppendOriginal(size_t begin, size_t end) {
    const auto bytes = view_.bytes().subspan(begin, end - begin);
    out_.insert(out_.end(), bytes.begin(), bytes.end());
  }

  size_t EndOfCurves() const {
    size_t end = static_cast<size_t>(view_.curve_offset(CurveSlot(0)));
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      const CurveSlot slot(i);
      if (!view_.has_curve(slot)) continue;
      end = static_cast<size_t>(view_.curve_offset(slot)) +
            mrtk::kCurveHeaderSize + view_.curve(slot).key_bytes().size();
    }
    return end;
  }

  // Curves from `first` on became those bytes.
  void Count(OptimizedPart& part, CurveSlot first, size_t curves,
             std::span<const uint8_t> bytes) const {
    const size_t headers = curves * mrtk::kCurveHeaderSize;
    size_t size = 0;
    for (size_t c = 0; c < curves; ++c) {
      const CurveView curve = view_.curve(CurveSlot(first.index() + c));
      part.keys_before += curve.size();
      size += curve.key_bytes().size();
    }
    const size_t key = view_.curve(first).key_size();
    part.bytes_before += headers + size;
    part.bytes_after += bytes.size();
    part.keys_after += (bytes.size() - headers) / key;
  }

  Outcome Vector(CurveSlot first, size_t curves, VectorKind kind,
                 double tolerance) {
    return VectorTask(view_, first, curves, kind).Run(tolerance, kept_);
  }

  void Pose(CurveSlot first, OptimizedPart* into, bool joint) {
    OptimizedPart& part = *into;
    const CurveSlot x(first.index() + mrtk::kRotationX);
    // The error that a joint's rotation causes is subtracted from the tolerance
    // of its position.
    const double turn =
        joint ? std::min(turn_, options_.tolerance / (4 * kShellDistance))
              : turn_;
    const Outcome rotation = Vector(x, 4, VectorKind::kRotation, turn);
    const double chord =
        2 * kShellDistance * std::min(1.0, rotation.bound.angle / 2);
    const double left =
        joint ? std::max(0.0, options_.tolerance - chord * (1 + 1e-12))
              : options_.tolerance;
    const Outcome position = Vector(first, 3, VectorKind::kPosition, left);
    PoseErrors& proven = part.proven;
    proven.distance = std::max(proven.distance, position.bound.distance);
    proven.angle = std::max(proven.angle, rotation.bound.angle * kDegrees);
    if (joint) {
      proven.shell = std::max(proven.shell, position.bound.distance + chord);
    }
    Count(part, first, 3, position.bytes);
    Count(part, x, 4, rotation.bytes);
    out_.insert(out_.end(), position.bytes.begin(), position.bytes.end());
    out_.insert(out_.end(), rotation.bytes.begin(), rotation.bytes.end());
  }

  // States are of the hand that they are named after; in the file the four
  // come before both hands. They are steps, which stay.
  void Hands() {
    BeginPart("hands.left");
    parts_.back().has_shell = true;
    BeginPart("hands.right");
    parts_.back().has_shell = true;
    const size_t left = parts_.size() - 2;
    for (size_t i = CurveSlot::kHandStates; i < CurveSlot::kJoints; ++i) {
      const CurveSlot slot(i);
      const auto begin = static_cast<size_t>(view_.curve_offset(slot));
      const size_t size =
          mrtk::kCurveHeaderSize + view_.curve(slot).key_bytes().size();
      Count(parts_[left + (i - CurveSlot::kHandStates) % 2], slot, 1,
            view_.bytes().subspan(begin, size));
      AppendOriginal(begin, begin + size);
    }
    for (const mrtk::Handedness hand : mrtk::kHands) {
      for (size_t joint = 0; joint < mrtk::kJointCount; ++joint) {
        Pose(CurveSlot::Joint(hand, joint, mrtk::kPositionX),
             &parts_[left + static_cast<size_t>(hand)], /*joint=*/true);
      }
    }
  }

  void Gaze() {
    BeginPart("gaze");
    OptimizedPart& part = parts_.back();
    const CurveSlot origin = CurveSlot::Gaze(mrtk::kOriginX);
    const CurveSlot direction = CurveSlot::Gaze(mrtk::kDirectionX);
    const Outcome from =
        Vector(origin, 3, VectorKind::kPosition, options_.tolerance);
    const Outcome to =
        Vector(direction, 3, VectorKind::kDirection,
               LengthOfAngle(options_.angle_tolerance / kDegrees));
    part.proven = {.distance = from.bound.distance,
                   .angle = to.bound.angle * kDegrees};
    Count(part, origin, 3, from.bytes);
    Count(part, direction, 3, to.bytes);
    out_.insert(out_.end(), from.bytes.begin(), from.bytes.end());
    out_.insert(out_.end(), to.bytes.begin(), to.bytes.end());
  }

  void Measure(std::vector<OptimizedPart>& parts) const {
    mrtk::ReadOptions options;
    options.layout = view_.layout();
    FindingList findings;
    const auto after = mrtk::ReadInputAnimation(out_, options, findings);
    if (!after) return;
    for (OptimizedPart& part : parts) {
      if (part.name == "gaze") {
        part.measured = MeasureGaze(view_, *after);
      } else if (part.name == "camera") {
        part.measured =
            MeasurePose(view_, *after, CurveSlot(CurveSlot::kCamera));
        part.measured.shell = 0;
      } else {
        const auto hand = part.name == "hands.left" ? mrtk::Handedness::kLeft
                                                    : mrtk::Handedness::kRight;
        for (size_t joint = 0; joint < mrtk::kJointCount; ++joint) {
          const PoseErrors errors = MeasurePose(
              view_, *after, CurveSlot::Joint(hand, joint, mrtk::kPositionX));
          PoseErrors& worst = part.measured;
          worst.distance = std::max(worst.distance, errors.distance);
          worst.angle = std::max(worst.angle, errors.angle);
          worst.shell = std::max(worst.shell, errors.shell);
        }
      }
    }
  }

  const InputAnimationView& view_;
  const OptimizeOptions& options_;
  double turn_;  // how far a rotation's quaternion may move, as a length
  Bytes out_;
  std::vector<OptimizedPart> parts_;
  std::vector<KeptCurves> kept_;
};

}  // namespace

Optimized OptimizeRecording(const InputAnimationView& view,
                            const OptimizeOptions& options) {
  return Recording(view, options).Run();
}

}  // namespace clipguard::actions
