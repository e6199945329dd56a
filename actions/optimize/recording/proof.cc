// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/recording/proof.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "actions/motion/key_cursor.h"
#include "actions/motion/stretch.h"
#include "actions/optimize/recording/least_length.h"
#include "base/memory/work_counter.h"
#include "base/numbers.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveView;
using mrtk::Keyframe;

constexpr size_t kMostCurves = 4;
// Enough for what actions/optimize/recording/bezier_fit.cc found with as many.
constexpr int kProofHalvings = 1;

bool Ascends(const CurveView& curve) {
  for (size_t i = 0; i < curve.size(); ++i) {
    if (!std::isfinite(curve.time(i)) || !std::isfinite(curve.value(i)) ||
        (i != 0 && curve.time(i) < curve.time(i - 1))) {
      return false;
    }
  }
  return true;
}

bool IsConstant(const CurveView& curve) {
  return curve.size() < 2 || curve.time(0) == curve.time(curve.size() - 1);
}

bool Repeats(const CurveView& curve) {
  return mrtk::Repeats(curve.pre_wrap()) || mrtk::Repeats(curve.post_wrap());
}

// A curve, as the times go by. Unlike CurveWalker it takes what a player makes
// of two keys for the same, not their bits, and what is beyond the keys for
// known: RepeatAlike() has seen to that.
class Walker {
 public:
  explicit Walker(const CurveView& curve) : cursor_(curve) {}

  // Goes to what holds from `time` on, no earlier than before.
  void GoTo(float time) {
    if (!cursor_.GoTo(time)) return;
    stretch_.reset();
    if (cursor_.is_between()) {
      left_ = cursor_.left();
      right_ = cursor_.right();
      stretch_ = Stretch::Of(left_, right_);
    }
  }

  // The first key's time after that; infinite if there is none.
  float NextTime() const { return cursor_.next_time(); }

  // The curve from `from` to `to`; nothing if it cannot be told.
  std::optional<Stretch> UpTo(float from, float to) const {
    if (cursor_.is_between()) return stretch_;
    return Stretch::Of({.time = from, .value = cursor_.held()},
                       {.time = to, .value = cursor_.held()});
  }

  bool IsSameAs(const Walker& other) const {
    if (!cursor_.is_between() || !other.cursor_.is_between()) {
      return cursor_.is_between() == other.cursor_.is_between() &&
             cursor_.held() == other.cursor_.held();
    }
    const auto& [a, b] =
        std::pair<const Keyframe&, const Keyframe&>(left_, other.left_);
    const auto& [c, d] =
        std::pair<const Keyframe&, const Keyframe&>(right_, other.right_);
    return a.time == b.time && a.value == b.value &&
           a.out_tangent == b.out_tangent && a.out_weight == b.out_weight &&
           a.out_weight_used() == b.out_weight_used() && c.time == d.time &&
           c.value == d.value && c.in_tangent == d.in_tangent &&
           c.in_weight == d.in_weight &&
           c.in_weight_used() == d.in_weight_used();
  }

 private:
  KeyCursor cursor_;
  Keyframe left_;
  Keyframe right_;
  std::optional<Stretch> stretch_;
};

using Stretches = std::array<Stretch, kMostCurves>;

// The root of the sum of the squares, or the larger of the lengths at the ends.
double DistanceOf(const Stretches& before, const Stretches& after,
                  size_t curves, float from, float to, double enough) {
  bool lines = true;
  for (size_t c = 0; c < curves; ++c) {
    lines = lines && before[c].is_line() && after[c].is_line();
  }
  std::array<double, 2> squares = {};
  double scale = 0;
  for (size_t c = 0; c < curves; ++c) {
    if (!lines) {
      // Beside a line all is cheap.
      const bool line = before[c].is_line() || after[c].is_line();
      const double off = before[c].Difference(
          after[c], from, to, line ? 0 : enough, kProofHalvings);
      squares[0] += off * off;
      continue;
    }
    const double left = before[c].Value(from) - after[c].Value(from);
    const double right = before[c].Value(to) - after[c].Value(to);
    squares[0] += left * left;
    squares[1] += right * right;
    scale += before[c].scale() + after[c].scale();
  }
  return (std::sqrt(std::max(squares[0], squares[1])) + 16 * kEpsilon * scale) *
         (1 + 8 * kEpsilon);
}

double AngleOf(double distance, double length, VectorKind kind) {
  if (kind == VectorKind::kPosition) return 0;
  const double x = distance / length * (1 + 4 * kEpsilon);
  double angle = std::numbers::pi;
  if (x < 1) {
    angle =
        std::min(angle, x / std::sqrt((1 - x) * (1 + x)) * (1 + 8 * kEpsilon) *
                            (kind == VectorKind::kRotation ? 2 : 1));
  }
  return angle;
}

class Proof {
 public:
  Proof(std::span<const CurveView> before, std::span<const CurveView> after,
        VectorKind kind, double enough)
      : kind_(kind),
        enough_(enough / std::sqrt(static_cast<double>(before.size()))) {
    for (const CurveView& curve : before) before_.emplace_back(curve);
    for (const CurveView& curve : after) after_.emplace_back(curve);
  }

  std::optional<VectorBound> Run() {
    float time = -std::numeric_limits<float>::max();
    while (true) {
      for (Walker& walker : before_) walker.GoTo(time);
      for (Walker& walker : after_) walker.GoTo(time);
      CountWork(before_.size());
      float next = kInfinity;
      for (const Walker& walker : before_) {
        next = std::min(next, walker.NextTime());
      }
      for (const Walker& walker : after_) {
        next = std::min(next, walker.NextTime());
      }
      const bool last = next == kInfinity;
      if (last) next = std::nextafter(time, kInfinity);
      if (!std::isfinite(next)) return bound_;
      if (!Add(time, next)) return std::nullopt;
      if (last) return bound_;
      time = next;
    }
  }

 private:
  bool Add(float from, float to) {
    bool same = true;
    for (size_t c = 0; c < before_.size(); ++c) {
      same = same && before_[c].IsSameAs(after_[c]);
    }
    if (same) return true;
    Stretches before;
    Stretches after;
    bool is_known = true;
    for (size_t c = 0; c < before_.size(); ++c) {
      const auto b = before_[c].UpTo(from, to);
      const auto a = after_[c].UpTo(from, to);
      if (b && a) {
        before[c] = *b;
        after[c] = *a;
      } else if (before_[c].IsSameAs(after_[c])) {
        // No difference; but of its size nothing is known.
        is_known = false;
      } else {
        return false;
      }
    }
    const bool turns = kind_ != VectorKind::kPosition;
    const double length =
        turns && is_known
            ? LeastLength({before.data(), before_.size()}, from, to)
            : 0;
    const double distance = DistanceOf(before, after, before_.size(), from, to,
                                       turns ? enough_ * length : enough_);
    bound_.distance = std::max(bound_.distance, distance);
    bound_.angle = std::max(bound_.angle, AngleOf(distance, length, kind_));
    return true;
  }

  VectorKind kind_;
  double enough_;  // of one curve
  std::vector<Walker> before_;
  std::vector<Walker> after_;
  VectorBound bound_;
};

}  // namespace

bool RepeatAlike(std::span<const CurveView> curves) {
  const CurveView* first = nullptr;
  bool repeats = false;
  bool alike = true;
  for (const CurveView& curve : curves) {
    if (IsConstant(curve)) continue;
    repeats = repeats || Repeats(curve);
    if (first == nullptr) first = &curve;
    alike = alike && curve.pre_wrap() == first->pre_wrap() &&
            curve.post_wrap() == first->post_wrap() &&
            curve.time(0) == first->time(0) &&
            curve.time(curve.size() - 1) == first->time(first->size() - 1);
  }
  return !repeats || alike;
}

double LengthOfAngle(double radians) {
  return radians / std::sqrt(1 + radians * radians) * (1 - 8 * kEpsilon);
}

std::optional<VectorBound> ProveDifference(std::span<const CurveView> before,
                                           std::span<const CurveView> after,
                                           VectorKind kind, double enough) {
  for (size_t c = 0; c < before.size(); ++c) {
    const CurveView& b = before[c];
    const CurveView& a = after[c];
    if (!Ascends(b) || !Ascends(a) || b.empty() != a.empty() ||
        a.pre_wrap() != b.pre_wrap() || a.post_wrap() != b.post_wrap()) {
      return std::nullopt;
    }
    if (!b.empty() && (b.time(0) != a.time(0) ||
                       b.time(b.size() - 1) != a.time(a.size() - 1))) {
      return std::nullopt;
    }
  }
  if (!RepeatAlike(before)) return std::nullopt;
  return Proof(before, after, kind, enough).Run();
}

}  // namespace clipguard::actions
