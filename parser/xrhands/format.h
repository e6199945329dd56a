// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The constants and names of captures of Unity's XR Hands, .handsbin. The
// format itself, with a byte table for each version, is described in
// docs/formats/xr-hands.md.

#ifndef CLIPGUARD_PARSER_XRHANDS_FORMAT_H_
#define CLIPGUARD_PARSER_XRHANDS_FORMAT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace clipguard::xrhands {

// In file order. A joint's number is one less than that of MRTK's joint.
inline constexpr size_t kJointCount = 26;
inline constexpr std::array<std::string_view, kJointCount> kJointNames = {
    "Wrist",
    "Palm",
    "ThumbMetacarpal",
    "ThumbProximal",
    "ThumbDistal",
    "ThumbTip",
    "IndexMetacarpal",
    "IndexProximal",
    "IndexIntermediate",
    "IndexDistal",
    "IndexTip",
    "MiddleMetacarpal",
    "MiddleProximal",
    "MiddleIntermediate",
    "MiddleDistal",
    "MiddleTip",
    "RingMetacarpal",
    "RingProximal",
    "RingIntermediate",
    "RingDistal",
    "RingTip",
    "LittleMetacarpal",
    "LittleProximal",
    "LittleIntermediate",
    "LittleDistal",
    "LittleTip",
};

inline constexpr std::array<std::string_view, 2> kHandNames = {"left", "right"};

// Metres and a quaternion x y z w, as they lie.
struct Pose {
  std::array<float, 3> position{};
  std::array<float, 4> rotation = {0, 0, 0, 1};
};
static_assert(sizeof(Pose) == 28);
// A quaternion that is no rotation.
inline bool IsZero(const std::array<float, 4>& rotation) {
  return rotation == std::array<float, 4>{};
}

// A frame has at least this many bytes: time and four booleans; or flags, time,
// the head's state and one word of update success.
inline constexpr size_t kLeastFrame1 = 4 + 4;
inline constexpr size_t kLeastFrame2 = 4 + 4 + 4 + 4;

inline constexpr size_t kFingers = 5;
inline constexpr size_t kFingerShapeFloats = 16;

// All of the rest is of version 2.
inline constexpr int32_t kSequenceFlags = 255;
inline constexpr int32_t kBeforeRender = 1;  // an option
inline constexpr int32_t kOptions = kBeforeRender;
inline constexpr int32_t kLargestMesh = 2;

// Flags of a frame: for the left hand, and twice that for the right.
inline constexpr int32_t kHasSnapshot = 1;
inline constexpr int32_t kHasGestures = 4;
inline constexpr int32_t kHasAim = 16;
inline constexpr int32_t kFrameFlags = 63;

inline constexpr int32_t kHeadStates = 63;
inline constexpr int32_t kHeadPosition = 1;
inline constexpr int32_t kHeadRotation = 2;
inline constexpr int32_t kSuccessFlags = 15;

// Flags of a snapshot, and of a hand in it.
inline constexpr int32_t kDynamicStep = 1;
inline constexpr int32_t kBeforeRenderStep = 2;
inline constexpr int32_t kJointsValid = 1;
inline constexpr int32_t kHandTracked = 2;

// The values of common gestures, in file order: value i is there if flag 1 << i
// is set.
enum class GestureKind : uint8_t { kPose, kFloat, kBool };
struct GestureField {
  std::string_view name;
  GestureKind kind;
};
inline constexpr std::array<GestureField, 10> kGestures = {{
    {"aimPose", GestureKind::kPose},
    {"aimActivateValue", GestureKind::kFloat},
    {"graspValue", GestureKind::kFloat},
    {"gripPose", GestureKind::kPose},
    {"pinchPose", GestureKind::kPose},
    {"pinchValue", GestureKind::kFloat},
    {"pokePose", GestureKind::kPose},
    {"aimActivated", GestureKind::kBool},
    {"graspFirm", GestureKind::kBool},
    {"pinchTouched", GestureKind::kBool},
}};
inline constexpr size_t kPinchTouched = 9;
constexpr size_t SizeOf(GestureKind kind) {
  return kind == GestureKind::kPose    ? sizeof(Pose)
         : kind == GestureKind::kFloat ? sizeof(float)
                                       : 1;
}
// With those that package 1.10 added, which have no values.
inline constexpr int32_t kGestureFlags = 0x7fff;

inline constexpr int32_t kIndexPressed = 2;  // flags of an aim
inline constexpr int32_t kAimPose = 32;
inline constexpr int32_t kAimFlags = 63;

}  // namespace clipguard::xrhands

#endif  // CLIPGUARD_PARSER_XRHANDS_FORMAT_H_
