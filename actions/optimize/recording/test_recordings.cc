// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/recording/test_recordings.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::InputAnimation;
using mrtk::Keyframe;

class Motion {
 public:
  Motion(const MotionOptions& options, InputAnimation& out)
      : options_(options), engine_(options.seed), out_(out) {
    double time = 0;
    for (size_t i = 0; i < options.keys; ++i) {
      times_.push_back(static_cast<float>(time));
      time += (1 + 0.1 * Uniform()) / options.rate;
    }
  }

  void Vector(CurveSlot first, double reach) {
    for (size_t c = 0; c < 3; ++c) {
      Curve(first.index() + c, Wander(reach), options_.noise);
    }
  }

  void Rotation(CurveSlot first) {
    std::array<std::vector<double>, 4> columns;
    for (size_t c = 0; c < 4; ++c) columns[c] = Wander(c == 3 ? 0.2 : 0.5);
    for (size_t i = 0; i < times_.size(); ++i) {
      columns[3][i] += 1;
      double squared = 0;
      for (const auto& column : columns) squared += column[i] * column[i];
      for (auto& column : columns) column[i] /= std::sqrt(squared);
    }
    for (size_t c = 0; c < 4; ++c) {
      Curve(first.index() + c, columns[c], options_.noise / 10);
    }
  }

  void State(CurveSlot slot) {
    mrtk::Curve& curve = out_.curve(slot);
    bool on = true;
    for (size_t i = 0; i < times_.size(); i += 1 + Bits() % 40) {
      curve.keys.push_back({.time = times_[i], .value = on ? 1.0f : 0.0f});
      if (Bits() % 2 == 0) on = !on;
    }
  }

 private:
  uint32_t Bits() { return static_cast<uint32_t>(engine_()); }
  double Uniform() { return static_cast<double>(Bits()) * 0x1p-31 - 1; }

  // Rests, and smooth ways between them (only polynomials, so that all
  // machines agree).
  std::vector<double> Wander(double reach) {
    std::vector<double> values;
    double from = reach * Uniform();
    while (values.size() < times_.size()) {
      const double to = Bits() % 3 == 0 ? from : from + reach * Uniform() / 2;
      const size_t steps = 20 + Bits() % 80;
      for (size_t i = 0; i < steps && values.size() < times_.size(); ++i) {
        const double s = static_cast<double>(i) / static_cast<double>(steps);
        values.push_back(from +
                         (to - from) * s * s * s * (10 + s * (6 * s - 15)));
      }
      from = to;
    }
    return values;
  }

  void Curve(size_t slot, const std::vector<double>& values, double noise) {
    std::vector<Keyframe>& keys = out_.curves[slot].keys;
    for (size_t i = 0; i < times_.size(); ++i) {
      Keyframe key = {
          .time = times_[i],
          .value = static_cast<float>(values[i] + noise * Uniform())};
      if (options_.tangents) {
        const size_t next = i + 1 < times_.size() ? i + 1 : i;
        const double rise = next == i ? 0 : values[next] - values[i];
        const auto slope = static_cast<float>(rise * options_.rate);
        key.in_tangent = key.out_tangent = slope;
        key.in_weight = static_cast<float>(0.5 + 0.4 * Uniform());
        key.out_weight = static_cast<float>(0.5 + 0.4 * Uniform());
        key.weighted_mode = static_cast<int32_t>(Bits() % 4);
      }
      keys.push_back(key);
    }
  }

  MotionOptions options_;
  std::mt19937 engine_;
  InputAnimation& out_;
  std::vector<float> times_;
};

}  // namespace

InputAnimation MakeMotion(const MotionOptions& options, bool gaze) {
  InputAnimation out;
  out.has_camera = true;
  out.has_hands = true;
  out.has_gaze = gaze;
  Motion motion(options, out);
  motion.Vector(CurveSlot::Camera(mrtk::kPositionX), 1);
  motion.Rotation(CurveSlot::Camera(mrtk::kRotationX));
  for (const mrtk::Handedness hand : mrtk::kHands) {
    motion.State(CurveSlot::Tracked(hand));
    motion.State(CurveSlot::Pinch(hand));
    // A few joints say as much as all.
    for (const size_t joint : {1, 2, 11}) {
      motion.Vector(CurveSlot::Joint(hand, joint, mrtk::kPositionX), 0.4);
      motion.Rotation(CurveSlot::Joint(hand, joint, mrtk::kRotationX));
    }
  }
  if (gaze) {
    motion.Vector(CurveSlot::Gaze(mrtk::kOriginX), 0.1);
    motion.Vector(CurveSlot::Gaze(mrtk::kDirectionX), 1);
  }
  out.markers.push_back({1, "start"});
  return out;
}

}  // namespace clipguard::actions
