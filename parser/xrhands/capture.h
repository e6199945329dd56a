// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// CaptureView: a capture of Unity's XR Hands, looked at where it lies.
//
//   FindingList findings;
//   auto capture = xrhands::ReadCapture(bytes, {}, findings);
//   if (!capture) return;                    // findings say why
//   for (size_t i = 0; i < capture->frames(); ++i) {
//     const Frame frame = capture->frame(i);
//     if (frame.hands[0].tracked) Use(frame.hands[0].joints[10].position);
//   }
//
// Frames have no fixed size: the reader walks them once, and keeps where each
// begins, 8 bytes for at least 8 of the file. Nothing else is copied. Every
// access lies within the bytes, whatever they are. The view must not outlive
// the bytes. Thread-compatible.

#ifndef CLIPGUARD_PARSER_XRHANDS_CAPTURE_H_
#define CLIPGUARD_PARSER_XRHANDS_CAPTURE_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/byte_cursor.h"
#include "parser/finding.h"
#include "parser/limits.h"
#include "parser/xrhands/format.h"

namespace clipguard::xrhands {

// A number, and where it lies.
template <typename T>
struct Placed {
  T value{};
  uint64_t offset = 0;
};

// All that stands before the frames. Version 1 has only the fields that are
// marked so.
struct CaptureHeader {
  int32_t version = 0;  // 1
  Placed<int32_t> sequence_flags;
  Placed<int32_t> options;
  std::string_view name;       // 1: UTF-8, if it is sound
  uint64_t length_offset = 0;  // 1: of the name's length,
  size_t length_size = 0;      // 1: and how many bytes it takes
  Placed<float> duration;      // 1
  Placed<int32_t> joint_count;
  PackedSpan<uint8_t> layout;
  Placed<int32_t> mesh;
  PackedSpan<float> finger_shapes;
  uint64_t finger_offset = 0;
  Placed<int32_t> frame_count;  // 1: as the file states it

  uint64_t name_offset() const { return length_offset + length_size; }
  bool before_render() const { return (options.value & kBeforeRender) != 0; }
  // Whether the layout says that there is such a joint. REQUIRES: 26 joints.
  bool HasJoint(size_t joint) const;
};

// A hand's joints at one step of a frame.
struct HandStep {
  bool present = false;
  Placed<int32_t> flags;
  Placed<Pose> root;
  Placed<int32_t> joint_count;  // of version 2, if they are valid
  uint64_t joints_offset = 0;
  // None, or all 26.
  PackedSpan<Pose> joints;
};

struct GestureData {
  bool present = false;
  Placed<int32_t> handedness;
  Placed<int32_t> flags;
  std::array<uint64_t, kGestures.size()> offsets{};  // 0: it has none
};

struct AimData {
  bool present = false;
  Placed<int32_t> handedness;
  Placed<int32_t> flags;
  int32_t tracking_state = 0;
  std::array<int32_t, 2> reserved{};
  Placed<std::array<float, 4>> strengths;
  std::optional<Placed<Pose>> pose;
};

struct CapturedHand {
  // Whether the hand is there: what is not tracked may have joints, which stay
  // where they were.
  bool tracked = false;
  // The dynamic step's; none, or all 26.
  PackedSpan<Pose> joints;

  // Version 1: as the bytes are.
  Placed<uint8_t> tracked_byte;
  Placed<uint8_t> valid_byte;
  // Version 2:
  bool has_snapshot = false;
  Placed<int32_t> snapshot_flags;
  std::array<HandStep, 2> steps;  // dynamic, before render
  GestureData gestures;
  AimData aim;

  uint64_t joints_offset() const { return steps[0].joints_offset; }
  // The hand is there: what is valid only stays where it was.
  bool shown() const { return tracked && !joints.empty(); }
};

// The parts of the head that were tracked.
struct HeadParts {
  std::optional<std::array<float, 3>> position;
  std::optional<std::array<float, 4>> rotation;
};

struct Frame {
  uint64_t offset = 0;
  Placed<float> time;  // seconds, as it is stamped
  std::array<CapturedHand, 2> hands;
  // Version 2:
  Placed<int32_t> flags;
  Placed<int32_t> head_state;
  std::optional<Placed<Pose>> head;
  std::array<Placed<int32_t>, 2> success;

  // A half of the head's pose that is not tracked is written, too, as identity.
  HeadParts tracked_head() const {
    HeadParts parts;
    if (!head) return parts;
    const auto& [position, rotation] = head->value;
    if ((head_state.value & kHeadPosition) != 0) parts.position = position;
    if ((head_state.value & kHeadRotation) != 0) parts.rotation = rotation;
    return parts;
  }
};

struct ReadOptions {
  Limits limits;
};

class CaptureView {
 public:
  std::span<const uint8_t> bytes() const { return bytes_; }
  const CaptureHeader& header() const { return header_; }
  int32_t version() const { return header_.version; }

  // Those that can be read; all in a sound file. Of one with a wrong number of
  // joints, what stands before these; it is the last one.
  size_t frames() const { return offsets_.size(); }
  // Where it begins; of frames(), where the last one ends.
  uint64_t frame_offset(size_t i) const {
    return i < offsets_.size() ? offsets_[i] : end_;
  }
  // REQUIRES: i < frames(), as for all that follow.
  Frame frame(size_t i) const;
  // As it is stamped; and when the frame was. Recorders of version 2 stamp a
  // frame with the time of the one before, so that the first two have the same;
  // what was converted to version 2 has true times.
  float stamp(size_t i) const;
  bool lags() const { return lags_; }
  float true_time(size_t i) const {
    if (!lags_) return stamp(i);
    if (i + 1 < frames()) return stamp(i + 1);
    // A duration that is too short does not make times fall.
    return std::max(header_.duration.value, stamp(i));
  }

  // Whether the hand has joints, all with rotations of 0 0 0 0. Looks at
  // frames until one has another.
  bool HasOnlyZeroRotations(size_t hand) const;

  // A pose at an offset that a frame has. REQUIRES: of this view.
  Pose pose(uint64_t offset) const;

 private:
  friend class CaptureReader;

  std::span<const uint8_t> bytes_;
  CaptureHeader header_;
  std::vector<uint64_t> offsets_;
  uint64_t end_ = 0;  // of what could be read
  bool lags_ = false;
};

// The version that the bytes begin with; nothing if they are too few.
std::optional<int32_t> ReadVersion(std::span<const uint8_t> bytes);

// Reads the structure, and reports what is wrong with it. A view if and only if
// there was no error.
std::optional<CaptureView> ReadCapture(std::span<const uint8_t> bytes,
                                       const ReadOptions& options,
                                       FindingSink& sink);

// The same for callers that use what they can of a file with errors. Nothing if
// not even the header can be read.
std::optional<CaptureView> ReadDamagedCapture(std::span<const uint8_t> bytes,
                                              const ReadOptions& options,
                                              FindingSink& sink);

}  // namespace clipguard::xrhands

#endif  // CLIPGUARD_PARSER_XRHANDS_CAPTURE_H_
