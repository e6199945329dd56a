// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The constants and names of the MRTK input animation format. The format
// itself, with a byte table for each layout, is described in
// docs/formats/mrtk-input-animation.md.

#ifndef CLIPGUARD_PARSER_MRTK_FORMAT_H_
#define CLIPGUARD_PARSER_MRTK_FORMAT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace clipguard::mrtk {

// 0x6a8faf6e0f9e42c6 as a little-endian int64.
inline constexpr std::array<uint8_t, 8> kMagicBytes = {0xc6, 0x42, 0x9e, 0x0f,
                                                       0x6e, 0xaf, 0x8f, 0x6a};

inline constexpr size_t kHeaderSize = 8 + 4 + 4;  // magic, major, minor
inline constexpr size_t kPresenceSize = 3;        // camera, hands, gaze; 1.1
inline constexpr size_t kCurveHeaderSize = 4 + 4 + 4;  // pre, post, key count
inline constexpr size_t kFullKeySize = 6 * 4 + 4;
inline constexpr size_t kCompactKeySize = 4 + 4;
inline constexpr size_t kMinMarkerSize = 4 + 1;  // time, length of empty name

struct Version {
  int32_t major = 1;
  int32_t minor = 1;

  friend bool operator==(const Version&, const Version&) = default;
};

// How a float curve's keys lie in the file. A boolean curve's are always
// compact.
enum class KeyLayout : uint8_t { kCompact, kFull };
std::string_view KeyLayoutName(KeyLayout layout);  // "compact", "full"

// The behaviour of a curve outside its key range. Any other number is an error.
enum class WrapMode : int32_t {
  kDefault = 0,       // clamps
  kOnce = 1,          // clamps
  kLoop = 2,          // repeats the key range
  kPingPong = 4,      // repeats it, every other time reversed
  kClampForever = 8,  // clamps; what the recorder writes
};
constexpr bool IsWrapMode(int32_t value) {
  return value == 0 || value == 1 || value == 2 || value == 4 || value == 8;
}
// Whether it repeats the key range; all others clamp.
constexpr bool Repeats(int32_t wrap) {
  return wrap == static_cast<int32_t>(WrapMode::kLoop) ||
         wrap == static_cast<int32_t>(WrapMode::kPingPong);
}
std::string_view WrapModeName(int32_t value);  // "?" for no wrap mode

// The header before a curve's keys.
struct CurveHeader {
  int32_t pre_wrap = 0;
  int32_t post_wrap = 0;
  int32_t key_count = 0;
};
static_assert(sizeof(CurveHeader) == kCurveHeaderSize);

// Which of a key's weights are in use; one that is not counts as 1/3.
enum class WeightedMode : int32_t { kNone = 0, kIn = 1, kOut = 2, kBoth = 3 };

// One key of a float curve. The members lie as in the full layout, without
// padding. Times are seconds; tangents are units of value a second, positive
// or negative infinity meaning a step; weights are shares of the segment.
struct Keyframe {
  float time = 0;
  float value = 0;
  float in_tangent = 0;
  float out_tangent = 0;
  float in_weight = 0;
  float out_weight = 0;
  int32_t weighted_mode = 3;

  bool in_weight_used() const { return (weighted_mode & 1) != 0; }
  bool out_weight_used() const { return (weighted_mode & 2) != 0; }
};
static_assert(sizeof(Keyframe) == kFullKeySize);

// A compact key, and the key of a boolean curve. As a float curve's key it
// stands for a Keyframe with tangents 0, weights 0, weighted mode Both.
struct CompactKey {
  float time = 0;
  float value = 0;
};
static_assert(sizeof(CompactKey) == kCompactKeySize);

enum class Handedness : uint8_t { kLeft, kRight };
inline constexpr std::array<Handedness, 2> kHands = {Handedness::kLeft,
                                                     Handedness::kRight};
std::string_view HandName(Handedness hand);  // "left", "right"

// In file order. The first is a placeholder that the recorder leaves empty.
inline constexpr size_t kJointCount = 27;
inline constexpr std::array<std::string_view, kJointCount> kJointNames = {
    "None",
    "Wrist",
    "Palm",
    "ThumbMetacarpalJoint",
    "ThumbProximalJoint",
    "ThumbDistalJoint",
    "ThumbTip",
    "IndexMetacarpal",
    "IndexKnuckle",
    "IndexMiddleJoint",
    "IndexDistalJoint",
    "IndexTip",
    "MiddleMetacarpal",
    "MiddleKnuckle",
    "MiddleMiddleJoint",
    "MiddleDistalJoint",
    "MiddleTip",
    "RingMetacarpal",
    "RingKnuckle",
    "RingMiddleJoint",
    "RingDistalJoint",
    "RingTip",
    "PinkyMetacarpal",
    "PinkyKnuckle",
    "PinkyMiddleJoint",
    "PinkyDistalJoint",
    "PinkyTip",
};
// A name for each of them.
using JointNames = std::span<const std::string_view, kJointCount>;

// How a hand hangs together: the joint that each moves with, by number. Wrist
// and None have none: 0.
inline constexpr std::array<uint8_t, kJointCount> kJointParents = {
    0, 0,  1,                              // None, Wrist, Palm
    1, 3,  4,  5,                          // thumb
    1, 7,  8,  9,  10, 1, 12, 13, 14, 15,  // index and middle finger
    1, 17, 18, 19, 20, 1, 22, 23, 24, 25   // ring finger and pinky
};

// The same joints as WebXR calls them (and OpenXR, in another spelling). WebXR
// has no palm and nothing for None.
inline constexpr std::array<std::string_view, kJointCount> kWebXrJointNames = {
    "",
    "wrist",
    "palm",
    "thumb-metacarpal",
    "thumb-phalanx-proximal",
    "thumb-phalanx-distal",
    "thumb-tip",
    "index-finger-metacarpal",
    "index-finger-phalanx-proximal",
    "index-finger-phalanx-intermediate",
    "index-finger-phalanx-distal",
    "index-finger-tip",
    "middle-finger-metacarpal",
    "middle-finger-phalanx-proximal",
    "middle-finger-phalanx-intermediate",
    "middle-finger-phalanx-distal",
    "middle-finger-tip",
    "ring-finger-metacarpal",
    "ring-finger-phalanx-proximal",
    "ring-finger-phalanx-intermediate",
    "ring-finger-phalanx-distal",
    "ring-finger-tip",
    "pinky-finger-metacarpal",
    "pinky-finger-phalanx-proximal",
    "pinky-finger-phalanx-intermediate",
    "pinky-finger-phalanx-distal",
    "pinky-finger-tip",
};

// Curves of a pose, in file order: metres in Unity's left-handed, y-up space,
// and a quaternion.
enum PoseComponent : uint8_t {
  kPositionX,
  kPositionY,
  kPositionZ,
  kRotationX,
  kRotationY,
  kRotationZ,
  kRotationW,
};
inline constexpr size_t kPoseCurves = 7;
inline constexpr std::array<std::string_view, kPoseCurves> kPoseComponentNames =
    {"position.x", "position.y", "position.z", "rotation.x",
     "rotation.y", "rotation.z", "rotation.w"};

// Curves of a ray, in file order: metres, and a direction.
enum RayComponent : uint8_t {
  kOriginX,
  kOriginY,
  kOriginZ,
  kDirectionX,
  kDirectionY,
  kDirectionZ,
};
inline constexpr size_t kRayCurves = 6;
inline constexpr std::array<std::string_view, kRayCurves> kRayComponentNames = {
    "origin.x",    "origin.y",    "origin.z",
    "direction.x", "direction.y", "direction.z"};

// Names one curve of a recording. Slots are numbered in file order over all
// parts, whether a file has them or not: camera, hand states, left joints,
// right joints, gaze.
class CurveSlot {
 public:
  static constexpr size_t kCamera = 0;
  static constexpr size_t kHandStates = kCamera + kPoseCurves;
  static constexpr size_t kJoints = kHandStates + 4;
  static constexpr size_t kGaze = kJoints + 2 * kJointCount * kPoseCurves;
  static constexpr size_t kCount = kGaze + kRayCurves;  // 395

  // REQUIRES: index < kCount.
  explicit constexpr CurveSlot(size_t index)
      : index_(static_cast<uint16_t>(index)) {}

  static constexpr CurveSlot Camera(PoseComponent component) {
    return CurveSlot(kCamera + component);
  }
  static constexpr CurveSlot Tracked(Handedness hand) {
    return CurveSlot(kHandStates + static_cast<size_t>(hand));
  }
  static constexpr CurveSlot Pinch(Handedness hand) {
    return CurveSlot(kHandStates + 2 + static_cast<size_t>(hand));
  }
  // REQUIRES: joint < kJointCount.
  static constexpr CurveSlot Joint(Handedness hand, size_t joint,
                                   PoseComponent component) {
    return CurveSlot(kJoints +
                     (static_cast<size_t>(hand) * kJointCount + joint) *
                         kPoseCurves +
                     component);
  }
  static constexpr CurveSlot Gaze(RayComponent component) {
    return CurveSlot(kGaze + component);
  }

  constexpr size_t index() const { return index_; }
  constexpr bool is_boolean() const {
    return index_ >= kHandStates && index_ < kJoints;
  }
  constexpr bool is_camera() const { return index_ < kHandStates; }
  constexpr bool is_hand() const {
    return index_ >= kHandStates && index_ < kGaze;
  }
  constexpr bool is_gaze() const { return index_ >= kGaze; }

  // "camera.position.x", "hands.left.tracked",
  // "hands.left.IndexTip.rotation.w", "gaze.direction.z".
  std::string Path(JointNames joints = kJointNames) const;

  friend constexpr bool operator==(CurveSlot, CurveSlot) = default;

 private:
  uint16_t index_;
};
static_assert(CurveSlot::kCount == 395);

// Bytes of a key of this curve, in a file of this layout.
constexpr size_t KeySize(CurveSlot slot, KeyLayout layout) {
  return slot.is_boolean() || layout == KeyLayout::kCompact ? kCompactKeySize
                                                            : kFullKeySize;
}

}  // namespace clipguard::mrtk

#endif  // CLIPGUARD_PARSER_MRTK_FORMAT_H_
