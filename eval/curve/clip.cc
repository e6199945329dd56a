// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/clip.h"

#include <algorithm>
#include <cmath>

#include "eval/curve/curve.h"
#include "eval/curve/exact.h"

namespace clipguard::eval {
namespace {

using mrtk::CurveSlot;
using mrtk::Handedness;
using mrtk::InputAnimationView;

template <size_t kSize>
std::array<float, kSize> Round(const std::array<double, kSize>& values) {
  std::array<float, kSize> rounded;
  for (size_t i = 0; i < kSize; ++i) {
    rounded[i] = static_cast<float>(values[i]);
  }
  return rounded;
}

// Divides by the Euclidean length. By the largest number first, so that the
// squares of the tiniest do not vanish: a curve's double can be far smaller
// than any float. `zero` is the answer for length zero.
template <size_t kSize>
std::array<float, kSize> Normalize(std::array<double, kSize> values,
                                   const std::array<float, kSize>& zero) {
  double largest = 0;
  for (const double value : values) {
    largest = std::max(largest, std::abs(value));
  }
  bool nan = false;
  for (const double value : values) nan = nan || std::isnan(value);
  if (largest == 0 && !nan) return zero;
  double square = 0;
  for (double& value : values) {
    value /= largest;
    square += value * value;
  }
  const double length = std::sqrt(square);
  for (double& value : values) value /= length;
  return Round(values);
}

constexpr size_t kBlock = 64;

// values[i][c] = the value of curve first + c at times[i]; then finish() of
// each row.
template <size_t kSize, typename Finish>
void SampleColumns(const InputAnimationView& view, CurveSlot first,
                   std::span<const float> times,
                   std::span<std::array<float, kSize>> values, Finish finish) {
  std::array<float, kBlock> column;
  const size_t total = std::min(times.size(), values.size());
  for (size_t done = 0; done < total; done += kBlock) {
    const size_t count = std::min(kBlock, total - done);
    for (size_t c = 0; c < kSize; ++c) {
      SampleCurve(view.curve(CurveSlot(first.index() + c)),
                  times.subspan(done, count), column);
      for (size_t i = 0; i < count; ++i) values[done + i][c] = column[i];
    }
    for (size_t i = 0; i < count; ++i) {
      finish(values[done + i], times[done + i]);
    }
  }
}

// The row in double, and in digits where float32 could only say "infinite".
template <size_t kSize>
std::array<double, kSize> WithoutOverflow(const InputAnimationView& view,
                                          CurveSlot first,
                                          const std::array<float, kSize>& row,
                                          float time) {
  std::array<double, kSize> wide;
  for (size_t c = 0; c < kSize; ++c) {
    wide[c] =
        std::isinf(row[c])
            ? SampleExactly(view.curve(CurveSlot(first.index() + c)), time)
            : row[c];
  }
  return wide;
}

// The seven curves from `first` on.
Pose PoseAt(const ClipSampler& clip, CurveSlot first, float time,
            Rotations rotations) {
  Pose pose;
  clip.SampleVectors(first, {&time, 1}, {&pose.position, 1});
  clip.SampleRotations(CurveSlot(first.index() + mrtk::kRotationX), {&time, 1},
                       rotations, {&pose.rotation, 1});
  return pose;
}

}  // namespace

std::array<float, 4> NormalizeRotation(const std::array<double, 4>& rotation) {
  return Normalize(rotation, {0, 0, 0, 1});
}

std::array<float, 3> NormalizeDirection(
    const std::array<double, 3>& direction) {
  return Normalize(direction, {0, 0, 0});
}

void ClipSampler::SampleVectors(CurveSlot first, std::span<const float> times,
                                std::span<std::array<float, 3>> values) const {
  SampleColumns<3>(*view_, first, times, values,
                   [](auto& /*row*/, float /*time*/) {});
}

void ClipSampler::SampleRotations(
    CurveSlot first, std::span<const float> times, Rotations rotations,
    std::span<std::array<float, 4>> values) const {
  SampleColumns<4>(
      *view_, first, times, values, [&](std::array<float, 4>& row, float time) {
        if (rotations == Rotations::kRaw) return;
        row = NormalizeRotation(WithoutOverflow(*view_, first, row, time));
      });
}

void ClipSampler::SampleDirections(
    CurveSlot first, std::span<const float> times, Rotations rotations,
    std::span<std::array<float, 3>> values) const {
  SampleColumns<3>(
      *view_, first, times, values, [&](std::array<float, 3>& row, float time) {
        if (rotations == Rotations::kRaw) return;
        row = NormalizeDirection(WithoutOverflow(*view_, first, row, time));
      });
}

Pose ClipSampler::Joint(Handedness hand, size_t joint, float time,
                        Rotations rotations) const {
  return PoseAt(*this, CurveSlot::Joint(hand, joint, mrtk::kPositionX), time,
                rotations);
}

Pose ClipSampler::Camera(float time, Rotations rotations) const {
  return PoseAt(*this, CurveSlot::Camera(mrtk::kPositionX), time, rotations);
}

bool ClipSampler::Tracked(Handedness hand, float time) const {
  return SampleBoolean(view_->curve(CurveSlot::Tracked(hand)), time);
}

bool ClipSampler::Pinch(Handedness hand, float time) const {
  return SampleBoolean(view_->curve(CurveSlot::Pinch(hand)), time);
}

HandState ClipSampler::Hand(Handedness hand, float time,
                            Rotations rotations) const {
  HandState state;
  state.tracked = Tracked(hand, time);
  state.pinch = Pinch(hand, time);
  for (size_t joint = 0; joint < state.joints.size(); ++joint) {
    state.joints[joint] = Joint(hand, joint, time, rotations);
  }
  return state;
}

Ray ClipSampler::Gaze(float time, Rotations rotations) const {
  Ray ray;
  SampleVectors(CurveSlot::Gaze(mrtk::kOriginX), {&time, 1}, {&ray.origin, 1});
  SampleDirections(CurveSlot::Gaze(mrtk::kDirectionX), {&time, 1}, rotations,
                   {&ray.direction, 1});
  return ray;
}

ClipPose ClipSampler::Sample(float time, Rotations rotations) const {
  ClipPose pose;
  Sample({&time, 1}, rotations, {&pose, 1});
  return pose;
}

void ClipSampler::Sample(std::span<const float> times, Rotations rotations,
                         std::span<ClipPose> poses) const {
  // Curve by curve: times that follow each other share what is prepared.
  std::array<std::array<float, 3>, kBlock> vectors;
  std::array<std::array<float, 4>, kBlock> quaternions;
  const size_t total = std::min(times.size(), poses.size());
  for (size_t done = 0; done < total; done += kBlock) {
    const size_t count = std::min(kBlock, total - done);
    const std::span<const float> at = times.subspan(done, count);
    const std::span<ClipPose> out = poses.subspan(done, count);
    const auto sample_pose = [&](CurveSlot first, auto pose_of) {
      SampleVectors(first, at, vectors);
      SampleRotations(CurveSlot(first.index() + mrtk::kRotationX), at,
                      rotations, quaternions);
      for (size_t i = 0; i < count; ++i) {
        pose_of(out[i]) = {vectors[i], quaternions[i]};
      }
    };
    for (ClipPose& pose : out) {
      pose.has_camera = has_camera();
      pose.has_hands = has_hands();
      pose.has_gaze = has_gaze();
    }
    sample_pose(CurveSlot::Camera(mrtk::kPositionX),
                [](ClipPose& pose) -> Pose& { return pose.camera; });
    for (const Handedness hand : mrtk::kHands) {
      const auto h = static_cast<size_t>(hand);
      for (size_t i = 0; i < count; ++i) {
        out[i].hands[h].tracked = Tracked(hand, at[i]);
        out[i].hands[h].pinch = Pinch(hand, at[i]);
      }
      for (size_t joint = 0; joint < mrtk::kJointCount; ++joint) {
        sample_pose(CurveSlot::Joint(hand, joint, mrtk::kPositionX),
                    [&](ClipPose& pose) -> Pose& {
                      return pose.hands[h].joints[joint];
                    });
      }
    }
    SampleVectors(CurveSlot::Gaze(mrtk::kOriginX), at, vectors);
    for (size_t i = 0; i < count; ++i) out[i].gaze.origin = vectors[i];
    SampleDirections(CurveSlot::Gaze(mrtk::kDirectionX), at, rotations,
                     vectors);
    for (size_t i = 0; i < count; ++i) out[i].gaze.direction = vectors[i];
  }
}

}  // namespace clipguard::eval
