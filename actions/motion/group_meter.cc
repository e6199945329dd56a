// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/motion/group_meter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>

#include "base/numbers.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveView;

// A bound that is no more than this times what was found is close enough.
constexpr double kCloseEnough = 1 + 0x1p-7;
constexpr int kMostNarrowings = 14;
// Work that may be done besides that for each key: of a short recording every
// bound is close.
constexpr int64_t kFreeCredit = 4096;
constexpr int kLooksInside = 5;

template <size_t N>
Vector<N> Part(const std::array<double, GroupMeter::kMostCurves>& values,
               size_t first) {
  Vector<N> part;
  for (size_t i = 0; i < N; ++i) part[i] = values[first + i];
  return part;
}

size_t CurvesOf(GroupShape shape) {
  switch (shape) {
    case GroupShape::kCurve:
      return 1;
    case GroupShape::kPose:
      return mrtk::kPoseCurves;
    case GroupShape::kRay:
      break;
  }
  return mrtk::kRayCurves;
}

}  // namespace

GroupMeter::GroupMeter(GroupShape shape, std::span<const CurveView> a,
                       std::span<const CurveView> b,
                       const MeasureOptions& options)
    : shape_(shape),
      curves_(CurvesOf(shape)),
      point_(options.point),
      a_views_(a),
      b_views_(b) {
  enough_.fill(options.enough_units);
  // Half of the angle is what the sine is of. An angle in radians is never
  // less than its sine.
  enough_[kTurn] = options.enough_degrees / 2 / 57.3;
  for (size_t i = 0; i < curves_; ++i) {
    same_curve_[i] = SameCurve(a_views_[i], b_views_[i]);
  }
  same_ = same_curve_;
  if (std::all_of(same_.begin(), same_.begin() + curves_, std::identity())) {
    return;
  }
  FindTimes();
  // Before the first key: the first of several at its time counts.
  Start(-kInf);
  if (FindSame()) Look(first_);
  Walk([this](double from, double to) {
    Look(from);
    Look(to);
    LookInside(from, to);
  });
  // From the last key on. The walk ended there.
  if (FindSame()) Look(last_);
  credit_ = kFreeCredit;
  Walk([this](double from, double to) { Bound(from, to); });
  for (Largest& measure : measures_) {
    measure.bound = std::max(measure.bound, measure.found);
  }
  DoubtRepeats();
}

void GroupMeter::FindTimes() {
  first_ = kInf;
  last_ = -kInf;
  for (size_t i = 0; i < curves_; ++i) {
    for (const CurveView* curve : {&a_views_[i], &b_views_[i]}) {
      if (curve->empty()) continue;
      const CurveWalker ends(*curve);
      first_ = std::min(first_, ends.first());
      last_ = std::max(last_, ends.last());
    }
  }
  if (!(first_ <= last_)) first_ = last_ = 0;
}

void GroupMeter::Start(double time) {
  for (size_t i = 0; i < curves_; ++i) {
    a_[i] = CurveWalker(a_views_[i]);
    b_[i] = CurveWalker(b_views_[i]);
    a_[i].MoveTo(time);
    b_[i].MoveTo(time);
  }
}

// Which pieces are the same now; false if all are.
bool GroupMeter::FindSame() {
  bool all = true;
  for (size_t i = 0; i < curves_; ++i) {
    same_[i] = same_curve_[i] || a_[i].SamePiece(b_[i]);
    all = all && same_[i];
  }
  return !all;
}

template <typename Visit>
void GroupMeter::Walk(Visit visit) {
  Start(first_);
  double from = first_;
  while (from < last_) {
    double to = last_;
    for (size_t i = 0; i < curves_; ++i) {
      to = std::min({to, a_[i].next(), b_[i].next()});
    }
    // Where time does not go on, pieces still do.
    if (to > from && FindSame()) visit(from, to);
    from = std::max(from, to);
    for (size_t i = 0; i < curves_; ++i) {
      a_[i].MoveTo(from);
      b_[i].MoveTo(from);
    }
  }
}

// Whether what repeats, repeats all together, so that differences do so, too.
// What has one key is the same always.
bool GroupMeter::RepeatsFit() const {
  const CurveView* some = nullptr;
  for (size_t i = 0; i < curves_; ++i) {
    for (const CurveView* curve : {&a_views_[i], &b_views_[i]}) {
      if (curve->size() < 2) continue;
      if (some == nullptr) some = curve;
      if (curve->time(0) != first_ || curve->time(curve->size() - 1) != last_ ||
          !SameWrap(curve->pre_wrap(), some->pre_wrap()) ||
          !SameWrap(curve->post_wrap(), some->post_wrap())) {
        return false;
      }
    }
  }
  return true;
}

void GroupMeter::DoubtRepeats() {
  bool any = false;
  for (size_t i = 0; i < curves_; ++i) {
    any = any || a_[i].repeats() || b_[i].repeats();
  }
  if (!any || RepeatsFit()) return;
  for (size_t i = 0; i < curves_; ++i) {
    if (same_curve_[i]) continue;
    measures_[i].bound = kInf;
    measures_[i < 3 ? kPlace : kTurn].bound = kInf;
    measures_[kJoint].bound = kInf;
  }
}

GroupMeter::Measures GroupMeter::Measure(const Values& a,
                                         const Values& b) const {
  Measures result = {};
  for (size_t i = 0; i < curves_; ++i) {
    result[i] = same_[i] ? 0 : std::abs(a[i] - b[i]);
  }
  if (shape_ == GroupShape::kCurve) return result;
  Vector<3> move;
  for (size_t i = 0; i < 3; ++i) move[i] = same_[i] ? 0 : a[i] - b[i];
  result[kPlace] = Length(move);
  bool turns = !std::all_of(same_.begin() + 3, same_.begin() + curves_,
                            [](bool same) { return same; });
  // What is out of a float's range has no direction.
  for (size_t i = 3; i < curves_; ++i) {
    turns = turns && std::isfinite(a[i]) && std::isfinite(b[i]);
  }
  if (shape_ == GroupShape::kRay) {
    if (turns) {
      result[kTurn] = SineBetweenDirections(Part<3>(a, 3), Part<3>(b, 3));
    }
    return result;
  }
  result[kJoint] = result[kPlace];
  if (turns) {
    const Vector<4> p = Part<4>(a, 3);
    const Vector<4> q = Part<4>(b, 3);
    result[kTurn] = SineBetweenRotations(p, q);
    result[kJoint] = JointDisplacement(move, p, q, point_);
  }
  return result;
}

void GroupMeter::Look(double time) {
  Values a = {};
  Values b = {};
  for (size_t i = 0; i < curves_; ++i) {
    a[i] = a_[i].Value(time);
    b[i] = b_[i].Value(time);
  }
  const Measures here = Measure(a, b);
  for (size_t i = 0; i < kMeasures; ++i) {
    if (here[i] > measures_[i].found) {
      measures_[i].found = here[i];
      measures_[i].time = time;
    }
  }
}

// Where nothing can be proven, some times that fit no period, so that a
// difference is found all the same.
void GroupMeter::LookInside(double from, double to) {
  bool unknown = false;
  for (size_t i = 0; i < curves_; ++i) {
    unknown =
        unknown || (!same_[i] && (a_[i].is_unknown() || b_[i].is_unknown()));
  }
  if (!unknown) return;
  constexpr double kGoldenRatio = 0.6180339887498949;
  double share = 0;
  for (int i = 0; i < kLooksInside; ++i) {
    share += kGoldenRatio;
    share -= std::floor(share);
    Look(from + (to - from) * share);
  }
}

GroupMeter::Side GroupMeter::LinesOf(
    const std::array<CurveWalker, kMostCurves>& curves, double from, double to,
    bool close) const {
  Side side;
  for (size_t i = 0; i < curves_; ++i) {
    if (curves[i].is_unknown()) continue;
    const Stretch::Band band =
        close ? curves[i].CloseBand(from, to) : curves[i].WholeBand(from, to);
    side.left[i] = band.left;
    side.right[i] = band.right;
    side.off[i] = std::max(-band.low, band.high);
  }
  return side;
}

GroupMeter::Measures GroupMeter::BoundsOf(const Side& a, const Side& b) const {
  Measures bounds = {};
  Vector<3> left = {};
  Vector<3> right = {};
  Vector<3> off = {};
  bool turns = false;
  bool turns_known = true;
  for (size_t i = 0; i < curves_; ++i) {
    const bool known = !a_[i].is_unknown() && !b_[i].is_unknown();
    if (i >= 3) {
      turns = turns || !same_[i];
      turns_known = turns_known && known;
    }
    if (same_[i]) continue;
    const double l = a.left[i] - b.left[i];
    const double r = a.right[i] - b.right[i];
    const double rounding = 8 * kEpsilon *
                            ((std::abs(a.left[i]) + std::abs(a.right[i])) +
                             (std::abs(b.left[i]) + std::abs(b.right[i])));
    const double o = a.off[i] + b.off[i] + (l == 0 && r == 0 ? 0 : rounding);
    bounds[i] = known ? std::max(std::abs(l), std::abs(r)) + o : kInf;
    if (i < 3) {
      left[i] = l;
      right[i] = r;
      off[i] = known ? o : kInf;
    }
  }
  if (shape_ == GroupShape::kCurve) return bounds;
  bounds[kPlace] = std::max(Length(left), Length(right)) + Length(off);
  bounds[kPlace] *= 1 + 8 * kEpsilon;
  if (turns && !turns_known) {
    bounds[kTurn] = kInf;
  } else if (turns && shape_ == GroupShape::kRay) {
    bounds[kTurn] = SineBoundOfDirections(
        {Part<3>(a.left, 3), Part<3>(a.right, 3), Part<3>(a.off, 3)},
        {Part<3>(b.left, 3), Part<3>(b.right, 3), Part<3>(b.off, 3)});
  } else if (turns) {
    bounds[kTurn] = SineBoundOfRotations(
        {Part<4>(a.left, 3), Part<4>(a.right, 3), Part<4>(a.off, 3)},
        {Part<4>(b.left, 3), Part<4>(b.right, 3), Part<4>(b.off, 3)});
  }
  if (shape_ == GroupShape::kPose) {
    bounds[kJoint] = bounds[kPlace] + 2 * point_ * bounds[kTurn];
    bounds[kJoint] *= 1 + 4 * kEpsilon;
  }
  return bounds;
}

// False if a bound should be closer; nothing is noted then, unless `give_up`.
bool GroupMeter::Settle(const Measures& bounds, bool give_up) {
  bool close = true;
  for (size_t i = 0; i < kMeasures; ++i) {
    const double wanted =
        std::max(enough_[i], measures_[i].found * kCloseEnough);
    // Halving does not help where nothing is known.
    close = close && (bounds[i] <= wanted || std::isinf(bounds[i]) ||
                      bounds[i] <= measures_[i].bound);
  }
  if (!close && !give_up) return false;
  for (size_t i = 0; i < kMeasures; ++i) {
    measures_[i].bound = std::max(measures_[i].bound, bounds[i]);
  }
  return true;
}

void GroupMeter::Bound(double from, double to) {
  bool curved = false;
  size_t bytes = mrtk::kCompactKeySize;
  for (size_t i = 0; i < curves_; ++i) {
    curved = curved || a_[i].is_curved() || b_[i].is_curved();
  }
  if (curved) bytes = mrtk::kFullKeySize;
  credit_ += static_cast<int64_t>(bytes / 4);
  const Measures bounds =
      BoundsOf(LinesOf(a_, from, to, false), LinesOf(b_, from, to, false));
  if (Settle(bounds, !(from < to))) return;
  Narrow(from, to, kMostNarrowings);
}

void GroupMeter::Narrow(double from, double to, int halvings) {
  --credit_;
  for (size_t i = 0; i < curves_; ++i) {
    credit_ -= (a_[i].is_curved() ? 1 : 0) + (b_[i].is_curved() ? 1 : 0);
  }
  const double middle = from + (to - from) / 2;
  const bool give_up =
      halvings == 0 || credit_ <= 0 || !(from < middle && middle < to);
  const Measures bounds =
      BoundsOf(LinesOf(a_, from, to, true), LinesOf(b_, from, to, true));
  if (Settle(bounds, give_up)) return;
  Look(middle);
  Narrow(from, middle, halvings - 1);
  Narrow(middle, to, halvings - 1);
}

}  // namespace clipguard::actions
