// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Shared by all rivals: the records, and how the record of a time is found. A
// rival is a class Solver,
//
//   struct Solver {
//     using Real = float;                  // what it calculates with
//     Solver() = default;
//     Solver(Real w1, Real w2);            // prepares a segment's x(u)
//     Real operator()(Real s) const;       // u with x(u) = s; s in [0, 1]
//   };
//
// in an unnamed namespace, so that everything made from it here belongs to its
// file, which is compiled with flags of its own.

#ifndef CLIPGUARD_BENCH_RIVALS_TRACK_H_
#define CLIPGUARD_BENCH_RIVALS_TRACK_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "bench/rivals/rival.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::bench {

// The coefficients of x(u) = ((a u + b) u + c) u, with x(0) = 0 and x(1) = 1,
// for control points at w1 and 1 - w2.
template <typename Real>
struct UnitCubic {
  UnitCubic() = default;
  UnitCubic(Real w1, Real w2)
      : a(1 + 3 * w1 - 3 * (1 - w2)), b(3 * (1 - w2) - 6 * w1), c(3 * w1) {}

  Real operator()(Real u) const { return ((a * u + b) * u + c) * u; }
  Real Slope(Real u) const { return (3 * a * u + 2 * b) * u + c; }
  Real Bend(Real u) const { return 6 * a * u + 2 * b; }

  Real a = 0;
  Real b = 0;
  Real c = 1;
};

// A segment between two keys, in double.
struct SegmentShape {
  SegmentShape(const mrtk::Keyframe& left, const mrtk::Keyframe& right)
      : is_step(!std::isfinite(left.out_tangent) ||
                !std::isfinite(right.in_tangent)),
        is_weighted(left.out_weight_used() || right.in_weight_used()) {
    constexpr double kThird = 1.0 / 3;
    const double dt = double{right.time} - double{left.time};
    w1 = left.out_weight_used() ? left.out_weight : kThird;
    w2 = right.in_weight_used() ? right.in_weight : kThird;
    per_second = 1 / dt;
    const double p0 = left.value;
    const double p1 = left.value + w1 * left.out_tangent * dt;
    const double p2 = right.value - w2 * right.in_tangent * dt;
    const double p3 = right.value;
    value[0] = p0;
    value[1] = 3 * (p1 - p0);
    value[2] = 3 * (p2 - 2 * p1 + p0);
    value[3] = p3 - 3 * p2 + 3 * p1 - p0;
  }

  bool is_step;  // of the left key's value; the rest means nothing
  bool is_weighted;
  double w1;
  double w2;
  double per_second;
  double value[4];  // of 1, u, u^2, u^3
};

template <typename Solver>
class Segment {
 public:
  using Real = typename Solver::Real;

  // One value at all times.
  explicit Segment(float value) : value_{value, 0, 0, 0} {}

  Segment(const mrtk::Keyframe& left, const mrtk::Keyframe& right)
      : Segment(left.value) {
    const SegmentShape shape(left, right);
    if (shape.is_step) return;
    begin_ = left.time;
    per_second_ = static_cast<Real>(shape.per_second);
    weighted_ = shape.is_weighted;
    if (weighted_) {
      solver_ =
          Solver(static_cast<Real>(shape.w1), static_cast<Real>(shape.w2));
    }
    for (size_t i = 0; i < 4; ++i) {
      value_[i] = static_cast<Real>(shape.value[i]);
    }
  }

  float operator()(float time) const {
    const Real s = (static_cast<Real>(time) - begin_) * per_second_;
    const Real u = weighted_ ? solver_(s) : s;
    return static_cast<float>(
        ((value_[3] * u + value_[2]) * u + value_[1]) * u + value_[0]);
  }

 private:
  Real begin_ = 0;
  Real per_second_ = 0;
  Real value_[4];
  Solver solver_;
  bool weighted_ = false;
};

// A curve's records: Segment(value) or Segment(left, right). Record i is for
// the times with i keys before them or at them: the first and last ones are
// constant.
template <typename Segment>
class Track {
 public:
  explicit Track(const mrtk::CurveView& curve) {
    const size_t keys = curve.size();
    segments_.reserve(keys + 1);
    segments_.emplace_back(keys == 0 ? 0 : curve.value(0));
    for (size_t i = 0; i < keys; ++i) {
      times_.push_back(curve.time(i));
      if (i + 1 < keys) {
        segments_.emplace_back(curve.key(i), curve.key(i + 1));
      } else {
        segments_.emplace_back(curve.value(i));
      }
    }
    // So that a cursor stops at the last record.
    times_.push_back(std::numeric_limits<float>::infinity());
  }

  size_t Find(float time) const {
    const auto found = std::upper_bound(times_.begin(), times_.end(), time);
    return static_cast<size_t>(found - times_.begin());
  }

  // Without a branch to predict, which compilers do not make of
  // std::upper_bound(), nor of the obvious loop.
  size_t FindBranchless(float time) const {
    const float* first = times_.data();
    for (size_t left = times_.size(); left > 1;) {
      const size_t half = left / 2;
      size_t later = first[half - 1] <= time;
      asm("" : "+r"(later));  // the compiler cannot know that it is 0 or 1
      first += half & -later;
      left -= half;
    }
    return static_cast<size_t>(first - times_.data());
  }

  const Segment& segment(size_t i) const { return segments_[i]; }
  // Where record i ends.
  float end(size_t i) const { return times_[i]; }

 private:
  std::vector<float> times_;
  std::vector<Segment> segments_;
};

template <typename Solver>
class CurveOf final : public RivalCurve {
 public:
  explicit CurveOf(const mrtk::CurveView& curve) : track_(curve) {}

  void Search(std::span<const float> times,
              std::span<float> values) const override {
    for (size_t i = 0; i < times.size(); ++i) {
      values[i] = track_.segment(track_.Find(times[i]))(times[i]);
    }
  }

  void SearchBranchless(std::span<const float> times,
                        std::span<float> values) const override {
    for (size_t i = 0; i < times.size(); ++i) {
      values[i] = track_.segment(track_.FindBranchless(times[i]))(times[i]);
    }
  }

  void Forward(std::span<const float> times,
               std::span<float> values) const override {
    size_t at = 0;
    for (size_t i = 0; i < times.size(); ++i) {
      while (times[i] >= track_.end(at)) ++at;
      values[i] = track_.segment(at)(times[i]);
    }
  }

 private:
  Track<Segment<Solver>> track_;
};

template <typename Solver>
class PoseOf final : public RivalPose {
 public:
  explicit PoseOf(std::span<const mrtk::CurveView> curves) {
    for (const mrtk::CurveView& curve : curves) tracks_.emplace_back(curve);
    for (const Track<Segment<Solver>>& track : tracks_) {
      cursors_.push_back({kNever, track.end(0), &track.segment(0)});
    }
  }

  void Search(float time, std::span<float> values) const override {
    for (size_t i = 0; i < tracks_.size(); ++i) {
      values[i] = tracks_[i].segment(tracks_[i].Find(time))(time);
    }
  }

  void Forward(float time, std::span<float> values) override {
    for (size_t i = 0; i < cursors_.size(); ++i) {
      Cursor& cursor = cursors_[i];
      if (time >= cursor.end || time < cursor.begin) {
        Move(cursor, tracks_[i], time);
      }
      values[i] = (*cursor.segment)(time);
    }
  }

 private:
  static constexpr float kNever = -std::numeric_limits<float>::infinity();

  // The segment of the last time, valid for begin <= time < end.
  struct Cursor {
    float begin;
    float end;
    const Segment<Solver>* segment;
  };

  static void Move(Cursor& cursor, const Track<Segment<Solver>>& track,
                   float time) {
    auto at = static_cast<size_t>(cursor.segment - &track.segment(0));
    if (time < cursor.begin) at = track.Find(time);
    while (time >= track.end(at)) ++at;
    cursor = {at == 0 ? kNever : track.end(at - 1), track.end(at),
              &track.segment(at)};
  }

  std::vector<Track<Segment<Solver>>> tracks_;
  std::vector<Cursor> cursors_;
};

template <typename Solver>
std::unique_ptr<RivalCurve> MakeCurveOf(const mrtk::CurveView& curve) {
  return std::make_unique<CurveOf<Solver>>(curve);
}

template <typename Solver>
std::unique_ptr<RivalPose> MakePoseOf(std::span<const mrtk::CurveView> curves) {
  return std::make_unique<PoseOf<Solver>>(curves);
}

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_RIVALS_TRACK_H_
