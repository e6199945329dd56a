// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/capture_motion.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "eval/curve/clip.h"

namespace clipguard::cli {
namespace {

using actions::CapturedMoment;
using mrtk::CurveSlot;
using mrtk::Handedness;

constexpr size_t kOfHand = mrtk::kJointCount * mrtk::kPoseCurves;

// A hand's joint, if the curve is of one that captures have.
struct Joint {
  size_t hand;
  size_t joint;
};
std::optional<Joint> JointOf(CurveSlot slot) {
  if (slot.index() < CurveSlot::kJoints || slot.is_gaze()) return std::nullopt;
  const size_t i = slot.index() - CurveSlot::kJoints;
  const size_t joint = i % kOfHand / mrtk::kPoseCurves;
  if (joint == 0) return std::nullopt;
  return Joint{i / kOfHand, joint - 1};
}

size_t HandOfState(CurveSlot slot) {
  return (slot.index() - CurveSlot::kHandStates) % 2;
}

// Whether a slot of the camera is one of its rotation.
bool IsRotation(CurveSlot slot) {
  return slot.index() - CurveSlot::kCamera >= mrtk::kRotationX;
}

bool IsPinch(CurveSlot slot) {
  return slot.index() >= CurveSlot::Pinch(Handedness::kLeft).index();
}

}  // namespace

CaptureMotion::CaptureMotion(const xrhands::CaptureView& capture,
                             actions::FrameTimes times)
    : sampler_(capture, times), has_frames_(capture.frames() != 0) {
  for (size_t i = 0; i < capture.frames(); ++i) {
    const xrhands::Frame frame = capture.frame(i);
    const auto& [position, rotation] = frame.tracked_head();
    has_head_[0] = has_head_[0] || position.has_value();
    has_head_[1] = has_head_[1] || rotation.has_value();
    head_turns_ = head_turns_ || (rotation && !xrhands::IsZero(*rotation));
    for (size_t h = 0; h < 2; ++h) {
      const xrhands::CapturedHand& hand = frame.hands[h];
      has_joints_[h] = has_joints_[h] || !hand.joints.empty();
      for (size_t j = 0; j < hand.joints.size() && !turns_[h].all(); ++j) {
        turns_[h][j] =
            turns_[h][j] || !xrhands::IsZero(hand.joints[j].rotation);
      }
      has_pinch_[h] = has_pinch_[h] || actions::PinchOf(capture, hand);
    }
  }
}

bool CaptureMotion::Has(CurveSlot slot) const {
  if (slot.is_camera()) return has_head_[IsRotation(slot) ? 1 : 0];
  if (slot.is_boolean()) {
    return IsPinch(slot) ? has_pinch_[HandOfState(slot)] : has_frames_;
  }
  const auto joint = JointOf(slot);
  return joint && has_joints_[joint->hand];
}

bool CaptureMotion::IsZero(CurveSlot slot) const {
  if (slot.is_camera()) return IsRotation(slot) && !head_turns_;
  const auto joint = JointOf(slot);
  return joint && !turns_[joint->hand][joint->joint] &&
         (slot.index() - CurveSlot::kJoints) % mrtk::kPoseCurves >=
             mrtk::kRotationX;
}

bool CaptureMotion::IsThere(CurveSlot first, float time) const {
  const CapturedMoment& moment = At({&time, 1})[0];
  if (first.is_camera()) {
    const auto& [position, rotation] = moment.Head();
    return IsRotation(first) ? rotation.has_value() : position.has_value();
  }
  const auto joint = JointOf(first);
  return joint && moment.Valid(joint->hand);
}

bool CaptureMotion::StateAt(CurveSlot slot, float time) const {
  const CapturedMoment& moment = At({&time, 1})[0];
  const size_t hand = HandOfState(slot);
  return IsPinch(slot) ? moment.Pinch(hand).value_or(false)
                       : moment.Tracked(hand);
}

void CaptureMotion::SampleVectors(CurveSlot first, std::span<const float> times,
                                  Vectors values) const {
  const auto moments = At(times);
  for (size_t i = 0; i < times.size(); ++i) {
    values[i] = PoseAt(moments[i], first).position;
  }
}

void CaptureMotion::SampleRotations(CurveSlot first,
                                    std::span<const float> times,
                                    eval::Rotations rotations,
                                    Quaternions values) const {
  const auto moments = At(times);
  for (size_t i = 0; i < times.size(); ++i) {
    values[i] = PoseAt(moments[i], first).rotation;
    if (rotations == eval::Rotations::kRaw) continue;
    const auto& [x, y, z, w] = values[i];
    values[i] = eval::NormalizeRotation({x, y, z, w});
  }
}

// Parts are sampled one after the other at the same times.
std::span<const CapturedMoment> CaptureMotion::At(
    std::span<const float> times) const {
  if (times.size() == 1) {
    const auto known = std::ranges::find(times_, times[0]);
    if (known != times_.end()) {
      return std::span(moments_).subspan(
          static_cast<size_t>(known - times_.begin()), 1);
    }
  }
  if (!std::ranges::equal(times, times_)) {
    times_.assign(times.begin(), times.end());
    moments_.clear();
    for (const float time : times) moments_.push_back(sampler_.At(time));
  }
  return moments_;
}

xrhands::Pose CaptureMotion::PoseAt(const CapturedMoment& moment,
                                    CurveSlot slot) const {
  if (slot.is_camera()) {
    xrhands::Pose pose;
    const auto& [position, rotation] = moment.Head();
    pose.position = position.value_or(pose.position);
    pose.rotation = rotation.value_or(pose.rotation);
    return pose;
  }
  const auto joint = JointOf(slot);
  if (!joint || !moment.Valid(joint->hand)) return {};
  return moment.Joint(joint->hand, joint->joint);
}

}  // namespace clipguard::cli
