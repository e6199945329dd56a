// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/recording/measure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "actions/motion/angle.h"
#include "actions/optimize/optimize.h"
#include "base/memory/work_counter.h"
#include "base/numbers.h"
#include "eval/curve/clip.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;
using mrtk::InputAnimationView;

// Times of one call: four for each key.
constexpr size_t kBlock = 256;

template <size_t N>
double DistanceBetween(const std::array<float, N>& a,
                       const std::array<float, N>& b, double sign = 1) {
  double squared = 0;
  for (size_t i = 0; i < N; ++i) {
    const double off = a[i] - sign * b[i];
    squared += off * off;
  }
  return std::sqrt(squared);
}

// The angle between unit vectors.
double DegreesOfChord(double chord) { return 2 * DegreesOfSine(chord / 2); }

// Calls look() with the times, some at once.
template <typename Look>
void ForTimesOf(const CurveView& curve, Look look) {
  std::array<float, kBlock> times;
  size_t count = 0;
  for (size_t i = 0; i < curve.size(); ++i) {
    const float time = curve.time(i);
    times[count++] = std::nextafter(time, -kInfinity);
    times[count++] = time;
    times[count++] = std::nextafter(time, kInfinity);
    if (i + 1 < curve.size()) {
      times[count++] =
          static_cast<float>(time + (double{curve.time(i + 1)} - time) / 2);
    }
    if (count + 4 > kBlock || i + 1 == curve.size()) {
      CountWork(count);
      look(std::span<const float>(times.data(), count));
      count = 0;
    }
  }
}

// For the times of all curves from `first` on, but once for curves of the same
// keys' number: those have the same times, or nearly.
template <typename Look>
void ForTimesOfAll(const InputAnimationView& view, CurveSlot first,
                   size_t curves, Look look) {
  for (size_t c = 0; c < curves; ++c) {
    const CurveView curve = view.curve(CurveSlot(first.index() + c));
    bool seen = false;
    for (size_t b = 0; b < c; ++b) {
      seen = seen ||
             view.curve(CurveSlot(first.index() + b)).size() == curve.size();
    }
    if (!seen) ForTimesOf(curve, look);
  }
}

class Measurer {
 public:
  Measurer(const InputAnimationView& before, const InputAnimationView& after)
      : view_(before), before_(before), after_(after) {}

  void Poses(CurveSlot first) {
    constexpr auto kUnit = eval::Rotations::kNormalized;
    const CurveSlot rotation(first.index() + mrtk::kRotationX);
    ForTimesOfAll(
        view_, first, mrtk::kPoseCurves, [&](std::span<const float> times) {
          before_.SampleVectors(first, times, vectors_before_);
          after_.SampleVectors(first, times, vectors_after_);
          before_.SampleRotations(rotation, times, kUnit, rotations_before_);
          after_.SampleRotations(rotation, times, kUnit, rotations_after_);
          for (size_t i = 0; i < times.size(); ++i) {
            const auto& a = rotations_before_[i];
            const auto& b = rotations_after_[i];
            // A rotation is two quaternions.
            const double chord =
                std::min(DistanceBetween(a, b), DistanceBetween(a, b, -1));
            const double distance =
                DistanceBetween(vectors_before_[i], vectors_after_[i]);
            Add(distance, 2 * DegreesOfChord(chord));
            errors_.shell =
                std::max(errors_.shell, distance + 2 * kShellDistance * chord);
          }
        });
  }

  void Rays(CurveSlot first) {
    constexpr auto kUnit = eval::Rotations::kNormalized;
    const CurveSlot direction(first.index() + mrtk::kDirectionX);
    ForTimesOfAll(
        view_, first, mrtk::kRayCurves, [&](std::span<const float> times) {
          before_.SampleVectors(first, times, vectors_before_);
          after_.SampleVectors(first, times, vectors_after_);
          before_.SampleDirections(direction, times, kUnit, directions_before_);
          after_.SampleDirections(direction, times, kUnit, directions_after_);
          for (size_t i = 0; i < times.size(); ++i) {
            Add(DistanceBetween(vectors_before_[i], vectors_after_[i]),
                DegreesOfChord(DistanceBetween(directions_before_[i],
                                               directions_after_[i])));
          }
        });
  }

  PoseErrors errors() const { return errors_; }

 private:
  void Add(double distance, double degrees) {
    errors_.distance = std::max(errors_.distance, distance);
    errors_.angle = std::max(errors_.angle, degrees);
  }

  const InputAnimationView& view_;
  eval::ClipSampler before_;
  eval::ClipSampler after_;
  std::array<std::array<float, 3>, kBlock> vectors_before_;
  std::array<std::array<float, 3>, kBlock> vectors_after_;
  std::array<std::array<float, 3>, kBlock> directions_before_;
  std::array<std::array<float, 3>, kBlock> directions_after_;
  std::array<std::array<float, 4>, kBlock> rotations_before_;
  std::array<std::array<float, 4>, kBlock> rotations_after_;
  PoseErrors errors_;
};

}  // namespace

PoseErrors MeasurePose(const InputAnimationView& before,
                       const InputAnimationView& after, CurveSlot first) {
  Measurer measurer(before, after);
  measurer.Poses(first);
  return measurer.errors();
}

PoseErrors MeasureGaze(const InputAnimationView& before,
                       const InputAnimationView& after) {
  Measurer measurer(before, after);
  measurer.Rays(CurveSlot::Gaze(mrtk::kOriginX));
  return measurer.errors();
}

}  // namespace clipguard::actions
