// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Goes along the curves of one thing (a pose, a ray, a single curve) in two
// recordings at once, and measures how far they are apart. What
// motion_difference.h says of results, holds here.

#ifndef CLIPGUARD_ACTIONS_MOTION_GROUP_METER_H_
#define CLIPGUARD_ACTIONS_MOTION_GROUP_METER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "actions/motion/curve_walker.h"
#include "actions/motion/measures.h"
#include "actions/motion/pose_bounds.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

enum class GroupShape : uint8_t { kCurve, kPose, kRay };

class GroupMeter {
 public:
  // What is measured: each curve, then the whole.
  static constexpr size_t kMostCurves = mrtk::kPoseCurves;
  enum Whole : size_t { kPlace = kMostCurves, kTurn, kJoint, kMeasures };

  // REQUIRES: a and b have as many curves as the shape.
  GroupMeter(GroupShape shape, std::span<const mrtk::CurveView> a,
             std::span<const mrtk::CurveView> b, const MeasureOptions& options);

  // Turns are sines still: see pose_bounds.h.
  const Largest& measure(size_t i) const { return measures_[i]; }

 private:
  using Values = std::array<double, kMostCurves>;
  using Measures = std::array<double, kMeasures>;
  // The curves of one recording in an interval.
  struct Side {
    Values left = {};
    Values right = {};
    Values off = {};
  };

  // Calls visit(from, to) for each interval in which pieces differ.
  template <typename Visit>
  void Walk(Visit visit);
  void Start(double time);
  bool FindSame();
  void FindTimes();
  void LookInside(double from, double to);
  bool RepeatsFit() const;
  void DoubtRepeats();

  Measures Measure(const Values& a, const Values& b) const;
  void Look(double time);
  Measures BoundsOf(const Side& a, const Side& b) const;
  Side LinesOf(const std::array<CurveWalker, kMostCurves>& curves, double from,
               double to, bool close) const;
  void Bound(double from, double to);
  void Narrow(double from, double to, int halvings);
  bool Settle(const Measures& bounds, bool give_up);

  GroupShape shape_;
  size_t curves_;
  double point_;
  Measures enough_ = {};
  std::span<const mrtk::CurveView> a_views_;
  std::span<const mrtk::CurveView> b_views_;
  std::array<bool, kMostCurves> same_curve_ = {};
  std::array<bool, kMostCurves> same_ = {};  // in this interval
  std::array<CurveWalker, kMostCurves> a_;
  std::array<CurveWalker, kMostCurves> b_;
  std::array<Largest, kMeasures> measures_;
  double first_ = 0;  // the first and last key time of any
  double last_ = 0;
  int64_t credit_ = 0;  // steps of Narrow() that may be taken
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_MOTION_GROUP_METER_H_
