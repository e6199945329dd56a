// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "corpus/xrhands/captures.h"

#include <array>
#include <cmath>

#include "base/name_length.h"

namespace clipguard::corpus::captures {

using xrhands::kJointCount;
using xrhands::Pose;

size_t CaptureBytes::PutName(std::string_view name) {
  const size_t at = bytes_.size();
  AppendNameLength(name.size(), bytes_);
  bytes_.insert(bytes_.end(), name.begin(), name.end());
  return at;
}

void CaptureBytes::Header1(std::string_view name, float duration,
                           int32_t frames) {
  Put(int32_t{1});
  PutName(name);
  Put(duration);
  Put(frames);
}

void CaptureBytes::Header2(std::string_view name, float duration,
                           int32_t frames, int32_t options) {
  Put(int32_t{2});
  Put(int32_t{0});
  Put(options);
  PutName(name);
  Put(duration);
  Put(int32_t{kJointCount});
  Put(std::array<uint8_t, 4>{0xff, 0xff, 0xff, 0x03});
  Put(int32_t{1});
  for (size_t i = 0; i < xrhands::kFingers * xrhands::kFingerShapeFloats; ++i) {
    Put(static_cast<float>(i));
  }
  Put(frames);
}

size_t CaptureBytes::Frame1(float time, bool left, bool right) {
  const size_t at = Put(time);
  Put(std::array<bool, 4>{left, right, left, right});
  if (left) Joints(0, time);
  if (right) Joints(1, time);
  return at;
}

size_t CaptureBytes::Frame2(float time, int32_t flags, int32_t success,
                            int32_t head_state, const Pose& head) {
  const size_t at = Put(flags);
  Put(time);
  Put(head_state);
  if (head_state != 0) Put(head);
  Put(success);
  return at;
}

Pose PoseOf(size_t hand, size_t joint, float time) {
  const auto side = static_cast<float>(hand);
  const auto along = static_cast<float>(joint);
  return {.position = {0.25f * side + time, 1 + along / 128, 0.5f},
          .rotation = {0, 0.6f, 0, 0.8f}};
}

size_t CaptureBytes::Joints(size_t hand, float time) {
  const size_t at = size();
  for (size_t joint = 0; joint < kJointCount; ++joint) {
    Put(PoseOf(hand, joint, time));
  }
  return at;
}

size_t CaptureBytes::Snapshot(size_t hand, float time, int32_t hand_flags) {
  const size_t at = Put(xrhands::kDynamicStep);
  Put(hand_flags);
  Put(PoseOf(hand, 0, time));
  if ((hand_flags & xrhands::kJointsValid) == 0) return at;
  Put(int32_t{kJointCount});
  Joints(hand, time);
  return at;
}

CaptureBytes Capture1(int32_t frames) {
  CaptureBytes out;
  out.Header1("Take 1", static_cast<float>(frames - 1) / 64, frames);
  for (int32_t i = 0; i < frames; ++i) {
    out.Frame1(static_cast<float>(i) / 64, true, true);
  }
  return out;
}

CaptureBytes Capture2(int32_t frames) {
  CaptureBytes out;
  out.Header2("Take 2", static_cast<float>(frames - 1) / 64, frames);
  for (int32_t i = 0; i < frames; ++i) {
    out.Frame2(static_cast<float>(i > 0 ? i - 1 : 0) / 64, 3, 15);
    const float time = static_cast<float>(i) / 64;
    out.Snapshot(0, time);
    out.Snapshot(1, time);
  }
  return out;
}

Pose HeadAt(float time) {
  return {.position = {time, 1.5f, -0.25f}, .rotation = {0, 0.6f, 0, 0.8f}};
}

CaptureBytes CaptureOfHalves() {
  CaptureBytes out;
  out.Header2("Take 2", 5.0f / 64, 6);
  for (int32_t i = 0; i < 6; ++i) {
    const float time = static_cast<float>(i) / 64;
    const int32_t state = std::array{1, 2, 3, 0, 1, 2}[static_cast<size_t>(i)];
    Pose head;
    if ((state & xrhands::kHeadPosition) != 0) {
      head.position = HeadAt(time).position;
    }
    if ((state & xrhands::kHeadRotation) != 0) {
      head.rotation = HeadAt(time).rotation;
    }
    const bool left = i == 0 || i == 1 || i == 3;
    const bool right = i == 1;
    out.Frame2(static_cast<float>(i > 0 ? i - 1 : 0) / 64,
               (left ? 1 : 0) | (right ? 2 : 0),
               (left ? 3 : 0) | (right ? 12 : 0), state, head);
    if (left) out.Snapshot(0, time);
    if (right) out.Snapshot(1, time);
  }
  return out;
}

}  // namespace clipguard::corpus::captures
