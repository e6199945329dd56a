// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/xrhands/validate.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/float_text.h"
#include "base/unit_length.h"
#include "base/utf8.h"

namespace clipguard::xrhands {
namespace {

constexpr std::array<std::string_view, 7> kComponents = {
    "position.x", "position.y", "position.z", "rotation.x",
    "rotation.y", "rotation.z", "rotation.w"};
// A duration is too long if it is so much above the last time.
constexpr double kMostSecondsAfter = 1;
constexpr double kMostFramesAfter = 10;

// Whether a duration is: `over` behind the last frame, of so many in `span`
// seconds.
bool IsTooLong(double over, double span, size_t frames) {
  const double step = frames > 1 ? span / static_cast<double>(frames - 1) : 0;
  return over > std::max(kMostSecondsAfter, kMostFramesAfter * step);
}

// The place in frames that occurrences of one code have in common.
enum class Part : uint8_t {
  kFrame,
  kHead,
  kSnapshot,
  kDynamic,
  kBefore,
  kGestures,
  kAim,
};
constexpr std::array<std::string_view, 7> kPartNames = {
    "", "head", "snapshot", "", "beforeRender", "gestures", "aim"};

struct Where {
  size_t frame = 0;
  Part part = Part::kFrame;
  std::optional<size_t> hand = std::nullopt;

  uint64_t scope(uint64_t joint) const {
    return (static_cast<uint64_t>(part) * 3 + (hand ? *hand + 1 : 0)) * 64 +
           joint;
  }
  // "frames[3].left.gestures."
  std::string Path() const {
    std::string path = absl::StrCat("frames[", frame, "].");
    const std::string part_name(kPartNames[static_cast<size_t>(part)]);
    if (hand) absl::StrAppend(&path, std::string(kHandNames[*hand]), ".");
    if (!part_name.empty()) absl::StrAppend(&path, part_name, ".");
    return path;
  }
};

bool IsOrdinary(const Pose& pose) {
  const auto words = std::bit_cast<std::array<uint32_t, 7>>(pose);
  bool finite = true;
  for (const uint32_t word : words) {
    finite &= (word & 0x7f800000) != 0x7f800000;
  }
  const auto& [x, y, z, w] = pose.rotation;
  const float square = (x * x + y * y) + (z * z + w * w);
  return finite & (square >= kLeastUnitSquare) & (square <= kMostUnitSquare);
}

// Facts of a hand after all frames.
struct HandSeen {
  bool has_joints = false;
  bool tracked = false;
  // Frames in which the hand is tracked and has joints: how many, the first
  // one's bytes, and whether all are the same.
  size_t shown = 0;
  size_t first_frame = 0;
  std::span<const uint8_t> first;
  bool changes = false;
  // Whether no joint has a rotation, and where the first one lies: asked for
  // when one has none.
  std::optional<bool> only_zeros;
  uint64_t joints_offset = 0;
};

class Validator {
 public:
  Validator(const CaptureView& capture, FindingSink& sink)
      : capture_(capture), header_(capture.header()), sink_(sink) {}

  void Run() {
    CheckName();
    CheckHeader();
    for (size_t i = 0; i < capture_.frames(); ++i) CheckFrame(i);
    CheckDuration();
    CheckHands();
  }

 private:
  template <typename Describe>
  void Report(CodeFor<Describe, Description&> code, ByteRange bytes,
              const Describe& describe) {
    sink_.Report(code, bytes, Scope{}, describe);
  }

  // Reports something in a frame: `field` is its name after the part's.
  template <typename... Texts>
  void ReportIn(CodeTaking<sizeof...(Texts)> code, ByteRange bytes,
                const Where& where, std::string_view field, uint64_t joint,
                const Texts&... texts) {
    const Scope scope{
        .id = where.scope(joint), .element = where.frame, .noun = "frame"};
    const auto describe = [&](Description& d) {
      d.path = where.Path() + std::string(field);
      if (d.path.ends_with('.')) d.path.pop_back();
      return Arguments<sizeof...(Texts)>{texts...};
    };
    sink_.Report(code, bytes, scope, describe);
  }

  void CheckName() {
    const std::string_view name = header_.name;
    const uint64_t offset = header_.name_offset();
    const auto path = [](Description& d) { d.path = "name"; };
    if (name.empty()) {
      Report(FindingCode::kNameEmpty,
             {header_.length_offset, header_.length_size}, path);
    }
    if (const auto error = FindUtf8Error(name)) {
      Report(FindingCode::kNameNotUtf8, {offset + error->offset, error->length},
             [&](Description& d) {
               path(d);
               return Arguments{absl::StrCat(std::string(error->reason),
                                             " at byte ", error->offset)};
             });
    }
    if (const size_t nul = name.find('\0'); nul != name.npos) {
      Report(FindingCode::kNameHasNul, {offset + nul, 1}, [&](Description& d) {
        path(d);
        return Arguments{absl::StrCat(nul)};
      });
    }
  }

  void CheckHeader() {
    CheckTime(header_.duration, "duration");
    if (header_.version == 1) return;
    const auto flags = [&](const Placed<int32_t>& value, int32_t known,
                           const char* path) {
      const int32_t unknown = value.value & ~known;
      if (unknown == 0) return;
      Report(FindingCode::kFlagsUnknown, {value.offset, sizeof(int32_t)},
             [&](Description& d) {
               d.path = path;
               return Arguments{FlagsText(unknown)};
             });
    };
    flags(header_.sequence_flags, kSequenceFlags, "sequenceFlags");
    flags(header_.options, kOptions, "options");
    if (header_.mesh.value < 0 || header_.mesh.value > kLargestMesh) {
      Report(FindingCode::kEnumValueUnknown,
             {header_.mesh.offset, sizeof(int32_t)}, [&](Description& d) {
               d.path = "meshLayout";
               return Arguments{absl::StrCat(header_.mesh.value)};
             });
    }
    CheckLayout();
    for (size_t i = 0; i < header_.finger_shapes.size(); ++i) {
      const float value = header_.finger_shapes[i];
      if (std::isfinite(value)) continue;
      sink_.Report(FindingCode::kPoseValueNotFinite,
                   {header_.finger_offset + i * sizeof(float), sizeof(float)},
                   Scope{.id = kFingerScope, .element = i, .noun = "value"},
                   [&](Description& d) {
                     d.path = absl::StrFormat("fingerShapes[%d][%d]",
                                              i / kFingerShapeFloats,
                                              i % kFingerShapeFloats);
                     return Arguments{FloatText(value)};
                   });
    }
  }

  void CheckLayout() {
    if (header_.joint_count.value != static_cast<int32_t>(kJointCount)) return;
    const uint64_t last = header_.joint_count.offset + sizeof(int32_t) +
                          header_.layout.size() - 1;
    const uint8_t bits = header_.layout[header_.layout.size() - 1];
    if (bits < 4) return;
    Report(FindingCode::kJointLayoutUnusual, {last, 1}, [&](Description& d) {
      d.path = "jointLayout";
      return Arguments{
          absl::StrFormat("the last byte of the layout is %02x: bits above 03 "
                          "are of no joint",
                          bits)};
    });
  }

  static std::string FlagsText(int32_t flags) {
    return absl::StrFormat("0x%x", static_cast<uint32_t>(flags));
  }

  void CheckFlags(const Placed<int32_t>& flags, int32_t known,
                  const Where& where, std::string_view field) {
    const int32_t unknown = flags.value & ~known;
    if (unknown == 0) return;
    ReportIn(FindingCode::kFlagsUnknown, {flags.offset, sizeof(int32_t)}, where,
             field, 0, FlagsText(unknown));
  }

  void CheckTime(const Placed<float>& time, const char* path) {
    if (std::isfinite(time.value)) return;
    Report(FindingCode::kFrameTimeNotFinite, {time.offset, sizeof(float)},
           [&](Description& d) {
             d.path = path;
             return Arguments{FloatText(time.value)};
           });
  }

  void CheckFrame(size_t i) {
    const Frame frame = capture_.frame(i);
    const Where where{.frame = i};
    CheckFrameTime(frame, where);
    if (header_.version == 2) {
      CheckFlags(frame.flags, kFrameFlags, where, "flags");
      CheckFlags(frame.head_state, kHeadStates, where, "headState");
      CheckFlags(frame.success[0], kSuccessFlags, where, "success");
      if (header_.before_render()) {
        CheckFlags(frame.success[1], kSuccessFlags, where, "success");
      }
      if (frame.head) {
        CheckPose(frame.head->value, frame.head->offset,
                  {.frame = i, .part = Part::kHead}, "", kNoJoint);
      }
    }
    for (size_t hand = 0; hand < frame.hands.size(); ++hand) {
      CheckHand(frame.hands[hand], i, hand);
    }
  }

  void CheckFrameTime(const Frame& frame, const Where& where) {
    const float time = frame.time.value;
    const ByteRange bytes = {frame.time.offset, sizeof(float)};
    if (!std::isfinite(time)) {
      ReportIn(FindingCode::kFrameTimeNotFinite, bytes, where, "time", 0,
               FloatText(time));
      return;
    }
    if (time < 0) {
      ReportIn(FindingCode::kFrameTimeNegative, bytes, where, "time", 0,
               FloatText(time));
    }
    if (last_time_ && time < *last_time_) {
      falls_ = true;
      ReportIn(FindingCode::kFrameTimeDecreasing, bytes, where, "time", 0,
               FloatText(time), FloatText(*last_time_));
    } else if (last_time_ && time == *last_time_ &&
               !(header_.version == 2 && where.frame == 1 && time == 0)) {
      ReportIn(FindingCode::kFrameTimeDuplicate, bytes, where, "time", 0,
               FloatText(time));
    }
    last_time_ = time;
  }

  void CheckHand(const CapturedHand& hand, size_t frame, size_t side) {
    const Where where{.frame = frame, .hand = side};
    HandSeen& seen = seen_[side];
    seen.tracked = seen.tracked || hand.tracked;
    if (header_.version == 1) {
      CheckBoolean(hand.tracked_byte, where, "tracked");
      CheckBoolean(hand.valid_byte, where, "valid");
      if (hand.valid_byte.value != 0 && !hand.tracked) {
        ReportIn(FindingCode::kJointsValidButHandUntracked,
                 {hand.tracked_byte.offset, 1}, where, "tracked", 0,
                 std::string(kHandNames[side]));
      }
      CheckJoints(hand.joints, hand.joints_offset(),
                  {.frame = frame, .part = Part::kDynamic, .hand = side});
    } else {
      CheckSnapshot(hand, frame, side);
      CheckGestures(hand.gestures, frame, side);
      CheckAim(hand.aim, frame, side);
    }
    if (hand.joints.empty()) return;
    seen.has_joints = true;
    if (!hand.tracked) return;
    if (seen.shown++ == 0) {
      seen.first = hand.joints.bytes();
      seen.first_frame = frame;
    } else if (!seen.changes) {
      seen.changes = std::memcmp(seen.first.data(), hand.joints.bytes().data(),
                                 seen.first.size()) != 0;
    }
  }

  void CheckBoolean(const Placed<uint8_t>& byte, const Where& where,
                    std::string_view field) {
    if (byte.value <= 1) return;
    ReportIn(FindingCode::kBooleanValueUnusual, {byte.offset, 1}, where, field,
             field == "valid" ? 1 : 0, absl::StrCat(byte.value));
  }

  void CheckSnapshot(const CapturedHand& hand, size_t frame, size_t side) {
    if (!hand.has_snapshot) return;
    const Where where{.frame = frame, .part = Part::kSnapshot, .hand = side};
    const int32_t flags = hand.snapshot_flags.value;
    CheckFlags(hand.snapshot_flags, kDynamicStep | kBeforeRenderStep, where,
               "flags");
    const bool none = (flags & (kDynamicStep | kBeforeRenderStep)) == 0;
    if (none ||
        ((flags & kBeforeRenderStep) != 0 && !header_.before_render())) {
      ReportIn(FindingCode::kSnapshotWithoutStep,
               {hand.snapshot_flags.offset, sizeof(int32_t)}, where, "flags", 0,
               none ? "any step" : "the step before render");
    }
    for (size_t k = 0; k < hand.steps.size(); ++k) {
      const HandStep& step = hand.steps[k];
      if (!step.present) continue;
      const Where at{.frame = frame,
                     .part = k == 0 ? Part::kDynamic : Part::kBefore,
                     .hand = side};
      CheckFlags(step.flags, kJointsValid | kHandTracked, at, "flags");
      CheckPose(step.root.value, step.root.offset, at, "root", kNoJoint);
      if ((step.flags.value & kJointsValid) == 0) continue;
      CheckJoints(step.joints, step.joints_offset, at);
    }
  }

  void CheckJoints(PackedSpan<Pose> joints, uint64_t offset,
                   const Where& where) {
    for (size_t joint = 0; joint < joints.size(); ++joint) {
      const Pose pose = joints[joint];
      const uint64_t at = offset + joint * sizeof(Pose);
      if (!IsOrdinary(pose)) {
        CheckPose(pose, at, where,
                  absl::StrCat("joints.", std::string(kJointNames[joint])),
                  joint);
      }
      if (header_.version == 2 && !header_.HasJoint(joint)) {
        ReportIn(FindingCode::kJointLayoutUnusual, {at, sizeof(Pose)}, where,
                 absl::StrCat("joints.", std::string(kJointNames[joint])),
                 joint, "the joint has a pose, but the layout has none of it");
      }
    }
  }

  // Whether it is a joint's rotation of 0 0 0 0, as all of that hand are.
  bool IsWithout(const Pose& pose, uint64_t offset, const Where& where,
                 uint64_t joint) {
    if (!where.hand || joint == kNoJoint || !IsZero(pose.rotation) ||
        (where.part != Part::kDynamic && where.part != Part::kBefore)) {
      return false;
    }
    HandSeen& seen = seen_[*where.hand];
    if (!seen.only_zeros) {
      seen.only_zeros = capture_.HasOnlyZeroRotations(*where.hand);
      seen.joints_offset = offset - joint * sizeof(Pose);
    }
    return *seen.only_zeros;
  }

  void CheckPose(const Pose& pose, uint64_t offset, const Where& where,
                 std::string_view name, uint64_t joint) {
    if (IsOrdinary(pose)) return;
    const auto values = std::bit_cast<std::array<float, 7>>(pose);
    const std::string path =
        name.empty() ? std::string() : absl::StrCat(std::string(name), ".");
    for (size_t c = 0; c < values.size(); ++c) {
      if (std::isfinite(values[c])) continue;
      ReportIn(FindingCode::kPoseValueNotFinite,
               {offset + c * sizeof(float), sizeof(float)}, where,
               path + std::string(kComponents[c]), joint, FloatText(values[c]));
    }
    double square = 0;
    for (const float part : pose.rotation) square += double{part} * part;
    // One that is no number is said to be so.
    if (!std::isfinite(square) ||
        (square >= kLeastUnitSquare && square <= kMostUnitSquare) ||
        IsWithout(pose, offset, where, joint)) {
      return;
    }
    ReportIn(FindingCode::kRotationNotUnit,
             {offset + sizeof(pose.position), sizeof(pose.rotation)}, where,
             path + "rotation", joint, FloatText(capture_.stamp(where.frame)),
             FloatText(static_cast<float>(std::sqrt(square))));
  }

  void CheckHandedness(const Placed<int32_t>& value, const Where& where) {
    const size_t hand = where.hand.value_or(0);
    if (value.value == static_cast<int32_t>(hand) + 1) return;
    ReportIn(FindingCode::kHandednessMismatch, {value.offset, sizeof(int32_t)},
             where, "handedness", 0, absl::StrCat(value.value),
             std::string(kHandNames[hand]));
  }

  template <size_t kCount>
  void CheckFloats(const std::array<float, kCount>& values, uint64_t offset,
                   const Where& where, std::string_view name) {
    for (size_t i = 0; i < kCount; ++i) {
      if (std::isfinite(values[i])) continue;
      ReportIn(FindingCode::kPoseValueNotFinite,
               {offset + i * sizeof(float), sizeof(float)}, where, name,
               kNoJoint, FloatText(values[i]));
    }
  }

  void CheckGestures(const GestureData& gestures, size_t frame, size_t side) {
    if (!gestures.present) return;
    const Where where{.frame = frame, .part = Part::kGestures, .hand = side};
    CheckHandedness(gestures.handedness, where);
    CheckFlags(gestures.flags, kGestureFlags, where, "flags");
    for (size_t i = 0; i < kGestures.size(); ++i) {
      const uint64_t offset = gestures.offsets[i];
      if (offset == 0) continue;
      const std::string_view name = kGestures[i].name;
      ByteCursor in(capture_.bytes(), offset);
      std::array<float, 1> number;
      uint8_t byte;
      switch (kGestures[i].kind) {
        case GestureKind::kPose:
          CheckPose(capture_.pose(offset), offset, where, name, i);
          break;
        case GestureKind::kFloat:
          if (in.Read(&number)) CheckFloats(number, offset, where, name);
          break;
        case GestureKind::kBool:
          if (in.Read(&byte)) CheckBoolean({byte, offset}, where, name);
      }
    }
  }

  void CheckAim(const AimData& aim, size_t frame, size_t side) {
    if (!aim.present) return;
    const Where where{.frame = frame, .part = Part::kAim, .hand = side};
    CheckHandedness(aim.handedness, where);
    CheckFlags(aim.flags, kAimFlags, where, "flags");
    CheckFloats(aim.strengths.value, aim.strengths.offset, where,
                "pinchStrength");
    if (aim.pose) {
      CheckPose(aim.pose->value, aim.pose->offset, where, "aimPose", kNoJoint);
    }
  }

  void CheckDuration() {
    if (!last_time_ || falls_ || !std::isfinite(header_.duration.value)) return;
    const double over = double{header_.duration.value} - *last_time_;
    const ByteRange bytes = {header_.duration.offset, sizeof(float)};
    const auto describe = [&](Description& d) {
      d.path = "duration";
      return Arguments{FloatText(header_.duration.value),
                       FloatText(*last_time_)};
    };
    if (over < 0) {
      Report(FindingCode::kDurationBeforeLastFrame, bytes, describe);
    }
    if (IsTooLong(over, double{*last_time_} - capture_.stamp(0),
                  capture_.frames())) {
      Report(FindingCode::kDurationTooLong, bytes, describe);
    }
  }

  void CheckHands() {
    const size_t frames = capture_.frames();
    const ByteRange count = {header_.frame_count.offset, sizeof(int32_t)};
    if (frames == 0) {
      if (header_.frame_count.value == 0) {
        Report(FindingCode::kRecordingEmpty, count,
               [](Description& d) { d.path = "frameCount"; });
      }
      return;
    }
    const auto never = [&](std::string what, std::string hand,
                           const char* path) {
      Report(FindingCode::kHandNeverTracked, count, [&](Description& d) {
        d.path = path;
        return Arguments{what, "frame", hand};
      });
    };
    if (!seen_[0].tracked && !seen_[1].tracked) {
      never(absl::StrCat("there ", frames == 1 ? "is " : "are ", frames,
                         frames == 1 ? " frame" : " frames"),
            "a hand", "frames");
    }
    for (size_t side = 0; side < seen_.size(); ++side) {
      const HandSeen& seen = seen_[side];
      const std::string name(kHandNames[side]);
      if (seen.has_joints && !seen.tracked && seen_[1 - side].tracked) {
        never(absl::StrCat("the ", name, " hand has joints"), "it",
              kHandNames[side].data());
      }
      if (seen.only_zeros.value_or(false)) {
        Report(FindingCode::kHandWithoutRotations,
               {seen.joints_offset, kJointCount * sizeof(Pose)},
               [&](Description& d) {
                 d.path = name;
                 return Arguments{name};
               });
      }
      if (seen.shown < 2 || seen.changes) continue;
      const Frame first = capture_.frame(seen.first_frame);
      Report(FindingCode::kHandNeverChanges,
             {first.hands[side].joints_offset(), seen.first.size()},
             [&](Description& d) {
               d.path = name;
               return Arguments{name};
             });
    }
  }

  static constexpr uint64_t kFingerScope = 1 << 20;
  static constexpr uint64_t kNoJoint = 63;

  const CaptureView& capture_;
  const CaptureHeader& header_;
  FindingSink& sink_;
  std::optional<float> last_time_;
  bool falls_ = false;  // a time does
  std::array<HandSeen, 2> seen_;
};

}  // namespace

bool Validate(const CaptureView& capture, FindingSink& sink) {
  ErrorWatch watch(sink);
  Validator(capture, watch).Run();
  return watch.ok();
}

bool IsDurationTooLong(const CaptureView& capture) {
  const size_t frames = capture.frames();
  if (frames == 0) return false;
  const double last = capture.stamp(frames - 1);
  return IsTooLong(capture.header().duration.value - last,
                   last - capture.stamp(0), frames);
}

std::optional<CaptureView> ReadAndValidate(std::span<const uint8_t> bytes,
                                           const ReadOptions& options,
                                           FindingSink& sink) {
  ErrorWatch watch(sink);
  auto capture = ReadDamagedAndValidate(bytes, options, watch);
  if (!watch.ok()) capture.reset();
  return capture;
}

std::optional<CaptureView> ReadDamagedAndValidate(
    std::span<const uint8_t> bytes, const ReadOptions& options,
    FindingSink& sink) {
  auto capture = ReadDamagedCapture(bytes, options, sink);
  if (capture) Validate(*capture, sink);
  return capture;
}

}  // namespace clipguard::xrhands
