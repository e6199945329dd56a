// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/mrtk/mrtk_repair.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/numbers.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/format.h"

namespace clipguard::fuzz {
namespace {

using corpus::RawCurve;
using corpus::RawMarker;
using corpus::Recording;
using mrtk::CurveSlot;
using mrtk::Keyframe;

// Beyond it, a tangent times a time may overflow.
constexpr float kLargest = 0x1p40f;

float Sound(float f, float low, float high) {
  return std::isfinite(f) ? std::clamp(f, low, high) : 0;
}

// Infinite tangents are steps, and sound.
float SoundTangent(float f) {
  return std::isinf(f) ? f : Sound(f, -kLargest, kLargest);
}

int32_t SoundWrapMode(int32_t mode) {
  return mrtk::IsWrapMode(mode) ? mode : 8;
}

// Times ascend, so far as floats allow, from where the first one was.
void RepairKeys(RawCurve& curve, bool is_boolean) {
  curve.declared_count.reset();
  curve.pre_wrap = SoundWrapMode(curve.pre_wrap);
  curve.post_wrap = SoundWrapMode(curve.post_wrap);
  float previous = -kInfinity;
  for (Keyframe& key : curve.keys) {
    key.time = Sound(key.time, -mrtk::kFarthestTime, mrtk::kFarthestTime);
    if (key.time <= previous) key.time = std::nextafter(previous, kInfinity);
    previous = key.time;
    key.value = Sound(key.value, -kLargest, kLargest);
    if (is_boolean) key.value = key.value > 0.5f ? 1.0f : 0.0f;
    key.in_tangent = SoundTangent(key.in_tangent);
    key.out_tangent = SoundTangent(key.out_tangent);
    key.in_weight = Sound(key.in_weight, 0, 1);
    key.out_weight = Sound(key.out_weight, 0, 1);
    key.weighted_mode &= 3;
  }
}

// Curves of one pose or ray end together, and with the recording: a last key
// at `end` for all that have keys.
void EndAt(std::span<RawCurve> curves, float end) {
  for (RawCurve& curve : curves) {
    if (curve.keys.empty()) continue;
    std::erase_if(curve.keys, [&](const Keyframe& k) { return k.time > end; });
    if (curve.keys.empty()) curve.keys.emplace_back();
    curve.keys.back().time = end;
  }
}

// The rotation gets the times of x, length one, and the sign of the key before.
void RepairRotation(std::span<RawCurve> rotation) {
  std::vector<Keyframe>& x = rotation[0].keys;
  for (RawCurve& curve : rotation) {
    curve.keys.resize(x.size());
    for (size_t i = 0; i < x.size(); ++i) curve.keys[i].time = x[i].time;
  }
  for (size_t i = 0; i < x.size(); ++i) {
    double squared = 0;
    for (const RawCurve& curve : rotation) {
      squared += double{curve.keys[i].value} * curve.keys[i].value;
    }
    for (RawCurve& curve : rotation) {
      float& value = curve.keys[i].value;
      value = squared < 1e-30
                  ? 0.5f
                  : static_cast<float>(double{value} / std::sqrt(squared));
    }
    if (i == 0) continue;
    double product = 0;  // with the quaternion before
    for (const RawCurve& curve : rotation) {
      product += double{curve.keys[i].value} * curve.keys[i - 1].value;
    }
    if (product >= 0) continue;
    for (RawCurve& curve : rotation) curve.keys[i].value *= -1;
  }
}

// Something in the part must change: its first curve gets two keys.
void MakeChange(RawCurve& curve, float end) {
  curve.keys = {{.time = end - 1, .value = 1}, {.time = end, .value = 2}};
}

std::string Printable(const std::string& name) {
  std::string out;
  for (char c : name) out += static_cast<char>(' ' + (c & 63));
  return out;
}

void RepairMarkers(Recording& recording) {
  recording.marker_list = true;
  recording.declared_marker_count.reset();
  float previous = -kLargest;
  for (RawMarker& marker : recording.markers) {
    marker.time = std::max(previous, Sound(marker.time, -kLargest, kLargest));
    previous = marker.time;
    marker.length_bytes.reset();
    marker.name = Printable(marker.name);
  }
}

}  // namespace

void Repair(Recording& recording) {
  recording.major = 1;
  recording.minor = recording.minor == 0 ? 0 : 1;
  for (uint8_t& part : recording.presence) part = part == 0 ? 0 : 1;
  if (recording.minor == 0) recording.keys = mrtk::KeyLayout::kFull;
  recording.trailing.clear();

  // Whole seconds up to 2^10: an end to which keys can be moved.
  float end = 1;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    RawCurve& curve = recording.curves[i];
    if (!recording.HasCurve(CurveSlot(i))) curve.keys.clear();
    RepairKeys(curve, CurveSlot(i).is_boolean());
    if (curve.keys.empty()) continue;
    end = std::max(end, std::min(std::ceil(curve.keys.back().time), 1024.0f));
  }
  const auto curves = std::span(recording.curves);
  EndAt(curves, end);
  if (recording.HasCurve(CurveSlot(CurveSlot::kJoints))) {
    for (mrtk::Handedness hand : mrtk::kHands) {
      // The last component of the last position: nothing ends within a pose.
      MakeChange(recording.curve(CurveSlot::Joint(hand, mrtk::kJointCount - 1,
                                                  mrtk::kPositionZ)),
                 end);
    }
  }
  if (recording.HasCurve(CurveSlot(CurveSlot::kGaze))) {
    MakeChange(recording.curve(CurveSlot::Gaze(mrtk::kOriginX)), end);
  }
  RepairRotation(curves.subspan(mrtk::kRotationX, 4));
  for (size_t joint = 0; joint < 2 * mrtk::kJointCount; ++joint) {
    RepairRotation(curves.subspan(
        CurveSlot::kJoints + joint * mrtk::kPoseCurves + mrtk::kRotationX, 4));
  }
  RepairMarkers(recording);
  // A hand that moves is tracked at some time.
  for (mrtk::Handedness hand : mrtk::kHands) {
    auto& tracked = recording.curve(CurveSlot::Tracked(hand)).keys;
    if (!tracked.empty()) tracked.back().value = 1;
  }
}

}  // namespace clipguard::fuzz
