// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/clip.h"

#include <algorithm>
#include <cmath>

namespace clipguard::eval {
namespace {

using mrtk::CurveSlot;
using mrtk::Handedness;

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

}  // namespace

std::array<float, 4> NormalizeRotation(const std::array<double, 4>& rotation) {
  return Normalize(rotation, {0, 0, 0, 1});
}

std::array<float, 3> NormalizeDirection(
    const std::array<double, 3>& direction) {
  return Normalize(direction, {0, 0, 0});
}

ClipSampler::ClipSampler(const mrtk::InputAnimationView& view)
    : has_camera_(view.has_camera()),
      has_hands_(view.has_hands()),
      has_gaze_(view.has_gaze()) {
  for (size_t i = 0; i < curves_.size(); ++i) {
    curves_[i] = CurveSampler(view.curve(CurveSlot(i)));
  }
}

Pose ClipSampler::PoseAt(CurveSlot first, float time,
                         Rotations rotations) const {
  const CurveSampler* curves = &curves_[first.index()];
  Pose pose;
  for (size_t i = 0; i < pose.position.size(); ++i) {
    pose.position[i] = curves[mrtk::kPositionX + i].Sample(time);
  }
  std::array<double, 4> rotation;
  for (size_t i = 0; i < rotation.size(); ++i) {
    rotation[i] = curves[mrtk::kRotationX + i].SampleUnrounded(time);
  }
  pose.rotation = rotations == Rotations::kNormalized
                      ? NormalizeRotation(rotation)
                      : Round(rotation);
  return pose;
}

Pose ClipSampler::Camera(float time, Rotations rotations) const {
  return PoseAt(CurveSlot::Camera(mrtk::kPositionX), time, rotations);
}

Pose ClipSampler::Joint(Handedness hand, size_t joint, float time,
                        Rotations rotations) const {
  return PoseAt(CurveSlot::Joint(hand, joint, mrtk::kPositionX), time,
                rotations);
}

bool ClipSampler::Tracked(Handedness hand, float time) const {
  return curve(CurveSlot::Tracked(hand)).SampleBoolean(time);
}

bool ClipSampler::Pinch(Handedness hand, float time) const {
  return curve(CurveSlot::Pinch(hand)).SampleBoolean(time);
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
  const CurveSampler* curves = &curve(CurveSlot::Gaze(mrtk::kOriginX));
  Ray ray;
  for (size_t i = 0; i < ray.origin.size(); ++i) {
    ray.origin[i] = curves[mrtk::kOriginX + i].Sample(time);
  }
  std::array<double, 3> direction;
  for (size_t i = 0; i < direction.size(); ++i) {
    direction[i] = curves[mrtk::kDirectionX + i].SampleUnrounded(time);
  }
  ray.direction = rotations == Rotations::kNormalized
                      ? NormalizeDirection(direction)
                      : Round(direction);
  return ray;
}

void ClipSampler::Sample(float time, Rotations rotations,
                         ClipPose* pose) const {
  pose->has_camera = has_camera_;
  pose->has_hands = has_hands_;
  pose->has_gaze = has_gaze_;
  pose->camera = Camera(time, rotations);
  for (const Handedness hand : mrtk::kHands) {
    pose->hands[static_cast<size_t>(hand)] = Hand(hand, time, rotations);
  }
  pose->gaze = Gaze(time, rotations);
}

ClipPose ClipSampler::Sample(float time, Rotations rotations) const {
  ClipPose pose;
  Sample(time, rotations, &pose);
  return pose;
}

}  // namespace clipguard::eval
