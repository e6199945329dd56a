// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/fields/xrhands_fields.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "parser/mrtk/format.h"

namespace clipguard::report {
namespace {

using xrhands::CapturedHand;
using xrhands::Frame;
using xrhands::Pose;

constexpr auto kPoseParts = [] {
  std::array<FieldRun::Part, mrtk::kPoseCurves> parts;
  for (uint32_t i = 0; i < parts.size(); ++i) {
    parts[i] = {4 * i, 4, mrtk::kPoseComponentNames[i], FieldType::kFloat32};
  }
  return parts;
}();

class CaptureLister {
 public:
  CaptureLister(const xrhands::CaptureView& capture, FieldList& fields)
      : capture_(capture), fields_(fields) {}

  void Run() {
    const xrhands::CaptureHeader& h = capture_.header();
    Add(0, 4, "version", FieldType::kInt32);
    if (h.version == 2) {
      Int(h.sequence_flags, "sequenceFlags");
      Int(h.options, "options");
    }
    Add(h.length_offset, h.length_size, "nameLength", FieldType::kVarint);
    Add(h.name_offset(), h.name.size(), "name", FieldType::kUtf8);
    Add(h.duration.offset, 4, "duration", FieldType::kFloat32);
    if (h.version == 2) {
      Int(h.joint_count, "jointCount");
      Add(h.joint_count.offset + 4, h.layout.size(), "jointLayout",
          FieldType::kBytes);
      Int(h.mesh, "meshLayout");
      Add(h.finger_offset, 4 * h.finger_shapes.size(), "fingerShapes",
          FieldType::kBytes);
    }
    Int(h.frame_count, "frameCount");
    for (size_t i = 0; i < capture_.frames() && !fields_.full(); ++i) {
      const Frame frame = capture_.frame(i);
      if (frame.offset > fields_.end()) return;
      ListFrame(frame, absl::StrCat("frames[", i, "]."));
    }
  }

 private:
  void Add(uint64_t offset, uint64_t length, std::string_view path,
           FieldType type) {
    fields_.Add({offset, length}, type, [&] { return std::string(path); });
  }
  void Int(const xrhands::Placed<int32_t>& value, std::string_view path) {
    Add(value.offset, 4, path, FieldType::kInt32);
  }
  void Poses(uint64_t offset, size_t count, const std::string& path) {
    fields_.AddRun({.offset = offset,
                    .stride = sizeof(Pose),
                    .count = count,
                    .before = path + "[",
                    .after = "].",
                    .parts = kPoseParts});
  }

  void ListFrame(const Frame& frame, const std::string& path) {
    if (capture_.version() == 2) {
      Int(frame.flags, path + "flags");
      Int(frame.head_state, path + "headState");
      if (frame.head) Poses(frame.head->offset, 1, path + "head");
      Int(frame.success[0], path + "success");
    }
    Add(frame.time.offset, 4, path + "time", FieldType::kFloat32);
    for (size_t h = 0; h < 2; ++h) {
      const CapturedHand& hand = frame.hands[h];
      const std::string of_hand =
          absl::StrCat(path, std::string(xrhands::kHandNames[h]), ".");
      if (capture_.version() == 1) {
        Add(hand.tracked_byte.offset, 1, of_hand + "tracked",
            FieldType::kUint8);
        Add(hand.valid_byte.offset, 1, of_hand + "valid", FieldType::kUint8);
        Poses(hand.joints_offset(), hand.joints.size(), of_hand + "joints");
        continue;
      }
      if (hand.has_snapshot) {
        Int(hand.snapshot_flags, of_hand + "snapshot.flags");
      }
      for (size_t k = 0; k < 2; ++k) {
        const xrhands::HandStep& step = hand.steps[k];
        if (!step.present) continue;
        const std::string of_step = of_hand + (k == 0 ? "" : "beforeRender.");
        Int(step.flags, of_step + "flags");
        Poses(step.root.offset, 1, of_step + "root");
        if (step.joint_count.offset == 0) continue;
        Int(step.joint_count, of_step + "jointCount");
        Poses(step.joints_offset, step.joints.size(), of_step + "joints");
      }
      if (hand.gestures.present) {
        Int(hand.gestures.handedness, of_hand + "gestures.handedness");
        Int(hand.gestures.flags, of_hand + "gestures.flags");
      }
      if (!hand.aim.present) continue;
      Int(hand.aim.handedness, of_hand + "aim.handedness");
      Int(hand.aim.flags, of_hand + "aim.flags");
      if (hand.aim.pose) {
        Poses(hand.aim.pose->offset, 1, of_hand + "aim.aimPose");
      }
    }
  }

  const xrhands::CaptureView& capture_;
  FieldList& fields_;
};

}  // namespace

void ListXrHandsFields(const xrhands::CaptureView& capture, FieldList& fields) {
  CaptureLister(capture, fields).Run();
}

}  // namespace clipguard::report
