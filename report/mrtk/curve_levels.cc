// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/mrtk/curve_levels.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "base/memory/work_counter.h"
#include "eval/curve/curve.h"
#include "parser/mrtk/format.h"

namespace clipguard::report {
namespace {

constexpr float kEarliest = -std::numeric_limits<float>::infinity();

using mrtk::CurveView;
using mrtk::Keyframe;

// The stretch between two keys as a Bézier curve in time and value.
struct Bezier {
  Bezier(const Keyframe& left, const Keyframe& right)
      : t0(left.time),
        dt(double{right.time} - double{left.time}),
        w1(left.out_weight_used() ? left.out_weight : 1.0 / 3),
        w2(right.in_weight_used() ? right.in_weight : 1.0 / 3),
        p0(left.value),
        p1(left.value + w1 * left.out_tangent * dt),
        p2(right.value - w2 * right.in_tangent * dt),
        p3(right.value) {}

  double Time(double u) const {
    const double q = 1 - u;
    const double share =
        3 * w1 * u * q * q + 3 * (1 - w2) * u * u * q + u * u * u;
    return t0 + dt * std::clamp(share, 0.0, 1.0);
  }
  double Value(double u) const {
    const double q = 1 - u;
    return p0 * q * q * q + 3 * p1 * u * q * q + 3 * p2 * u * u * q +
           p3 * u * u * u;
  }
  // No value between the keys is beyond theirs.
  bool Enclosed() const {
    const auto [low, high] = std::minmax(p0, p3);
    return p1 >= low && p1 <= high && p2 >= low && p2 <= high;
  }

  double t0, dt, w1, w2, p0, p1, p2, p3;
};

// Calls add(time, value) where the curve turns between two keys in order. With
// weights outside [0, 1] time may run back and forth: then these are all turns
// of the Bézier, of which the curve may leave some out.
template <typename Add>
void AddTurns(const Keyframe& left, const Keyframe& right, Add add) {
  if (std::isinf(left.out_tangent) || std::isinf(right.in_tangent)) return;
  const Bezier curve(left, right);
  if (!(curve.dt > 0) || curve.Enclosed()) return;
  // The roots of the derivative, a u^2 + 2 h u + c.
  const double a = curve.p3 - 3 * curve.p2 + 3 * curve.p1 - curve.p0;
  const double h = curve.p2 - 2 * curve.p1 + curve.p0;
  const double c = curve.p1 - curve.p0;
  const double root = std::sqrt(std::max(h * h - a * c, 0.0));
  const double k = -(h + std::copysign(root, h));
  for (const double u : {c / k, k / a}) {
    if (u > 0 && u < 1) add(curve.Time(u), curve.Value(u));
  }
}

// Calls add(time, value) for each key, and where the curve turns between them.
template <typename Add>
void AddKeys(const CurveView& curve, bool boolean, Add add) {
  CountWork(curve.size());
  Keyframe last;
  for (size_t i = 0; i < curve.size(); ++i) {
    const Keyframe key = curve.key(i);
    if (i != 0 && !boolean) AddTurns(last, key, add);
    add(key.time, key.value);
    last = key;
  }
}

// Adds the curve's values on both sides of each edge between two stretches.
void AddEdges(const CurveView& curve, const CurveFacts& facts, Levels& levels) {
  std::vector<float> times;
  std::vector<size_t> stretches;
  const auto add = [&](float time, size_t stretch) {
    if (!(time >= facts.times.least && time <= facts.times.greatest)) return;
    times.push_back(time);
    stretches.push_back(stretch);
  };
  for (size_t i = 0; i <= levels.bins(); ++i) {
    const auto edge = static_cast<float>(levels.Edge(i));
    if (i != 0) add(std::nextafter(edge, kEarliest), i - 1);
    if (i != levels.bins()) add(edge, i);
  }
  std::vector<float> values(times.size());
  eval::SampleCurve(curve, times, values);
  CountWork(times.size());
  for (size_t i = 0; i < times.size(); ++i) {
    levels.AddTo(stretches[i], values[i]);
  }
}

void HoldStates(const CurveView& curve, Levels& levels) {
  for (size_t i = 0; i + 1 < curve.size(); ++i) {
    levels.Hold(curve.time(i), curve.time(i + 1), curve.value(i));
  }
}

}  // namespace

CurveFacts FactsOf(const CurveView& curve, bool boolean) {
  CurveFacts facts;
  double latest = -std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < curve.size(); ++i) {
    const float time = curve.time(i);
    facts.times.Add(time);
    if (std::abs(time) <= kFarthestTime) facts.near_times.Add(time);
    if (!std::isfinite(time) || !std::isfinite(curve.value(i))) {
      ++facts.broken_keys;
    }
    if (!(time >= latest)) facts.in_order = false;
    latest = time;
  }
  AddKeys(curve, boolean || !facts.in_order,
          [&](double, double value) { facts.values.Add(value); });
  return facts;
}

void FillLevels(const CurveView& curve, bool boolean, const CurveFacts& facts,
                Levels& levels) {
  AddKeys(curve, boolean || !facts.in_order,
          [&](double time, double value) { levels.Add(time, value); });
  if (!facts.in_order) return;
  if (boolean) {
    HoldStates(curve, levels);
  } else {
    AddEdges(curve, facts, levels);
  }
}

}  // namespace clipguard::report
