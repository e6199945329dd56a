// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/xrhands/capture.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/name_length.h"
#include "base/text.h"

namespace clipguard::xrhands {
namespace {

template <typename T>
bool Get(ByteCursor& in, Placed<T>& value) {
  value.offset = in.offset();
  return in.Read(&value.value);
}

// The parts of a frame, one function each. All return false where the bytes
// end.
class FrameWalk {
 public:
  FrameWalk(const CaptureHeader& header, ByteCursor& in)
      : header_(header), in_(in) {}

  bool Read(Frame& frame) {
    frame.offset = in_.offset();
    return header_.version == 1 ? Read1(frame) : Read2(frame);
  }

 private:
  bool Read1(Frame& frame) {
    auto& [left, right] = frame.hands;
    if (!Get(in_, frame.time) || !Get(in_, left.tracked_byte) ||
        !Get(in_, right.tracked_byte) || !Get(in_, left.valid_byte) ||
        !Get(in_, right.valid_byte)) {
      return false;
    }
    for (CapturedHand& hand : frame.hands) {
      hand.tracked = hand.tracked_byte.value != 0;
      if (hand.valid_byte.value == 0) continue;
      hand.steps[0].joints_offset = in_.offset();
      if (!in_.ReadPacked(kJointCount, &hand.joints)) return false;
    }
    return true;
  }

  bool Read2(Frame& frame) {
    if (!Get(in_, frame.flags) || !Get(in_, frame.time) ||
        !Get(in_, frame.head_state) ||
        (frame.head_state.value != 0 && !Get(in_, frame.head.emplace())) ||
        !Get(in_, frame.success[0]) ||
        (header_.before_render() && !Get(in_, frame.success[1]))) {
      return false;
    }
    for (int side = 0; side < 2; ++side) {
      CapturedHand& hand = frame.hands[static_cast<size_t>(side)];
      const auto has = [&](int32_t flag) {
        return (frame.flags.value & (flag << side)) != 0;
      };
      if ((has(kHasSnapshot) && !ReadSnapshot(hand)) ||
          (has(kHasGestures) && !ReadGestures(hand.gestures)) ||
          (has(kHasAim) && !ReadAim(hand.aim))) {
        return false;
      }
      const HandStep& now = hand.steps[0];
      hand.tracked = now.present && (now.flags.value & kHandTracked) != 0;
      hand.joints = now.joints;
    }
    return true;
  }

  bool ReadSnapshot(CapturedHand& hand) {
    hand.has_snapshot = true;
    if (!Get(in_, hand.snapshot_flags)) return false;
    const int32_t flags = hand.snapshot_flags.value;
    return ((flags & kDynamicStep) == 0 || ReadStep(hand.steps[0])) &&
           ((flags & kBeforeRenderStep) == 0 || !header_.before_render() ||
            ReadStep(hand.steps[1]));
  }

  bool ReadStep(HandStep& step) {
    step.present = true;
    if (!Get(in_, step.flags) || !Get(in_, step.root)) return false;
    if ((step.flags.value & kJointsValid) == 0) return true;
    if (!Get(in_, step.joint_count)) return false;
    const int32_t count = step.joint_count.value;
    step.joints_offset = in_.offset();
    PackedSpan<Pose> joints;
    if (!in_.ReadPacked(static_cast<uint32_t>(std::max(count, 0)), &joints)) {
      return false;
    }
    if (joints.size() == kJointCount) step.joints = joints;
    return true;
  }

  bool ReadGestures(GestureData& gestures) {
    gestures.present = true;
    if (!Get(in_, gestures.handedness) || !Get(in_, gestures.flags)) {
      return false;
    }
    for (size_t i = 0; i < kGestures.size(); ++i) {
      if ((gestures.flags.value & (1 << i)) == 0) continue;
      gestures.offsets[i] = in_.offset();
      if (!in_.Skip(SizeOf(kGestures[i].kind))) return false;
    }
    return true;
  }

  bool ReadAim(AimData& aim) {
    aim.present = true;
    return Get(in_, aim.handedness) && Get(in_, aim.flags) &&
           in_.Read(&aim.tracking_state) && in_.Read(&aim.reserved) &&
           Get(in_, aim.strengths) &&
           ((aim.flags.value & kAimPose) == 0 || Get(in_, aim.pose.emplace()));
  }

  const CaptureHeader& header_;
  ByteCursor& in_;
};

std::string BytesText(uint64_t count) {
  return absl::StrCat(count, count == 1 ? " byte" : " bytes");
}

}  // namespace

class CaptureReader {
 public:
  CaptureReader(std::span<const uint8_t> bytes, const ReadOptions& options,
                FindingSink& sink)
      : limits_(options.limits), sink_(sink), in_(bytes) {
    view_.bytes_ = bytes;
  }

  std::optional<CaptureView> Read() {
    if (!CheckLimit(in_.size(), &Limits::file_bytes, {0, in_.size()}, "file") ||
        !ReadHeader()) {
      return std::nullopt;
    }
    ReadFrames();
    view_.end_ = in_.offset();
    view_.lags_ = view_.version() == 2 && view_.frames() > 1 &&
                  view_.stamp(0) == view_.stamp(1);
    return std::move(view_);
  }

 private:
  template <typename Describe>
  void Report(CodeFor<Describe, Description&> code, ByteRange bytes,
              const Describe& describe) {
    sink_.Report(code, bytes, Scope{}, describe);
  }

  bool CheckLimit(uint64_t value, uint64_t Limits::* limit, ByteRange bytes,
                  const char* path) {
    const uint64_t most = limits_.*limit;
    if (value <= most) return true;
    Report(FindingCode::kLimitExceeded, bytes, [&](Description& d) {
      d.path = path;
      return Arguments{absl::StrCat(value), absl::StrCat(most),
                       LimitName(limit)};
    });
    return false;
  }

  bool Truncated(uint64_t needed, std::string what, std::string path) {
    const uint64_t left = in_.remaining();
    Report(FindingCode::kFileTruncated, {in_.offset(), left},
           [&](Description& d) {
             d.path = std::move(path);
             return Arguments{std::move(what), BytesText(needed),
                              left == 0 ? "none" : absl::StrCat(left)};
           });
    return false;
  }

  template <typename T>
  bool Field(Placed<T>& value, const char* what, const char* path) {
    return Get(in_, value) || Truncated(sizeof(T), what, path);
  }

  bool ReadHeader() {
    CaptureHeader& h = view_.header_;
    Placed<int32_t> version;
    if (!Field(version, "the version", "version")) return false;
    h.version = version.value;
    if (h.version != 1 && h.version != 2) {
      Report(FindingCode::kVersionUnsupported,
             {version.offset, sizeof(int32_t)}, [&](Description& d) {
               d.path = "version";
               return Arguments{
                   absl::StrCat(h.version),
                   "1 (com.unity.xr.hands 1.7) and 2 (1.8 to 1.10)"};
             });
      return false;
    }
    const bool second = h.version == 2;
    if (second &&
        (!Field(h.sequence_flags, "the sequence flags", "sequenceFlags") ||
         !Field(h.options, "the options", "options"))) {
      return false;
    }
    if (!ReadName(h) || !Field(h.duration, "the duration", "duration") ||
        (second && !ReadDescription(h))) {
      return false;
    }
    return Field(h.frame_count, "the number of frames", "frameCount");
  }

  bool ReadName(CaptureHeader& h) {
    h.length_offset = in_.offset();
    const NameLength length = ReadNameLength(in_);
    h.length_size = length.size;
    const ByteRange bytes = {h.length_offset, length.size};
    if (length.state == NameLength::kCut) {
      return Truncated(1, "the length of the name", "name");
    }
    const auto path = [](Description& d) { d.path = "name"; };
    if (length.state == NameLength::kMalformed) {
      Report(FindingCode::kNameLengthMalformed, bytes, path);
      return false;
    }
    if (length.value > kMaxNameLength) {
      Report(FindingCode::kNameLengthTooLarge, bytes, [&](Description& d) {
        path(d);
        return Arguments{absl::StrCat(length.value)};
      });
      return false;
    }
    const size_t shortest = ShortestSize(length.value);
    if (length.size > shortest) {
      Report(FindingCode::kNameLengthPadded, bytes, [&](Description& d) {
        path(d);
        return Arguments{absl::StrCat(length.value), absl::StrCat(length.size),
                         absl::StrCat(shortest)};
      });
    }
    std::span<const uint8_t> name;
    if (!in_.ReadBytes(length.value, &name)) {
      Report(FindingCode::kNameLengthPastEnd, bytes, [&](Description& d) {
        path(d);
        return Arguments{absl::StrCat(length.value),
                         absl::StrCat(in_.remaining())};
      });
      return false;
    }
    h.name = {reinterpret_cast<const char*>(name.data()), name.size()};
    return CheckLimit(length.value, &Limits::name_bytes, bytes, "name");
  }

  // The part of version 2 between duration and frames.
  bool ReadDescription(CaptureHeader& h) {
    if (!Field(h.joint_count, "the number of joints", "jointCount")) {
      return false;
    }
    const int32_t count = h.joint_count.value;
    if (count != static_cast<int32_t>(kJointCount)) {
      Report(FindingCode::kJointLayoutWrong,
             {h.joint_count.offset, sizeof(count)}, [&](Description& d) {
               d.path = "jointCount";
               return Arguments{absl::StrCat(count)};
             });
    }
    // As the package reads it, also of counts below 0.
    const int32_t size = count / 8 + (count % 8 == 0 ? 0 : 1);
    if (size < 0) return false;
    if (!in_.ReadPacked(static_cast<uint64_t>(size), &h.layout)) {
      return Truncated(static_cast<uint64_t>(size), "the joint layout",
                       "jointLayout");
    }
    if (!Field(h.mesh, "the mesh layout", "meshLayout")) return false;
    h.finger_offset = in_.offset();
    constexpr size_t kFloats = kFingers * kFingerShapeFloats;
    return in_.ReadPacked(kFloats, &h.finger_shapes) ||
           Truncated(kFloats * sizeof(float), "the finger shapes",
                     "fingerShapes");
  }

  void ReadFrames() {
    const Placed<int32_t>& count = view_.header_.frame_count;
    const ByteRange bytes = {count.offset, sizeof(int32_t)};
    const uint64_t least = view_.version() == 1 ? kLeastFrame1 : kLeastFrame2;
    if (count.value < 0) {
      Report(FindingCode::kFrameCountNegative, bytes, [&](Description& d) {
        d.path = "frameCount";
        return Arguments{absl::StrCat(count.value)};
      });
    }
    const uint64_t promised = static_cast<uint32_t>(std::max(count.value, 0));
    const uint64_t needed = promised * least;
    const bool too_many = needed > in_.remaining();
    if (too_many) {
      Report(FindingCode::kFrameCountTooLarge, bytes, [&](Description& d) {
        d.path = "frameCount";
        return Arguments{absl::StrCat(promised), absl::StrCat(needed),
                         absl::StrCat(in_.remaining())};
      });
    }
    const uint64_t most = std::min(promised, in_.remaining() / least);
    if (!CheckLimit(most, &Limits::keys_per_curve, bytes, "frameCount")) return;
    view_.offsets_.reserve(most);
    for (uint64_t i = 0; i < promised; ++i) {
      ByteCursor here = in_;
      Frame frame;
      if (!FrameWalk(view_.header_, here).Read(frame)) {
        if (!too_many) {
          Truncated(in_.remaining() + 1,
                    absl::StrCat("frame ", i, " of the ", promised,
                                 " that the header promises"),
                    absl::StrCat("frames[", i, "]"));
        }
        return;
      }
      view_.offsets_.push_back(in_.offset());
      in_ = here;
    }
    if (in_.remaining() == 0) return;
    Report(FindingCode::kTrailingBytes, {in_.offset(), in_.remaining()},
           [&](Description& d) {
             d.path = "end";
             return Arguments{BytesText(in_.remaining())};
           });
  }

  const Limits& limits_;
  FindingSink& sink_;
  ByteCursor in_;
  CaptureView view_;
};

bool CaptureHeader::HasJoint(size_t joint) const {
  if (joint / 8 >= layout.size()) return false;
  // Bit 7 comes first in whole bytes; the last byte is right-aligned.
  const size_t in_byte = std::min<size_t>(8, kJointCount - joint / 8 * 8);
  return (layout[joint / 8] >> (in_byte - 1 - joint % 8) & 1) != 0;
}

Frame CaptureView::frame(size_t i) const {
  ByteCursor in(bytes_, offsets_[i]);
  Frame frame;
  // The reader walked over it; bytes that have changed since end it early.
  if (!FrameWalk(header_, in).Read(frame)) return {};
  return frame;
}

float CaptureView::stamp(size_t i) const {
  ByteCursor in(bytes_, offsets_[i] + (version() == 1 ? 0 : sizeof(int32_t)));
  float time = 0;
  return in.Read(&time) ? time : 0;
}

Pose CaptureView::pose(uint64_t offset) const {
  ByteCursor in(bytes_, offset);
  Pose pose;
  return in.Read(&pose) ? pose : Pose();
}

std::optional<int32_t> ReadVersion(std::span<const uint8_t> bytes) {
  ByteCursor in(bytes);
  int32_t version;
  if (!in.Read(&version)) return std::nullopt;
  return version;
}

std::optional<CaptureView> ReadCapture(std::span<const uint8_t> bytes,
                                       const ReadOptions& options,
                                       FindingSink& sink) {
  ErrorWatch watch(sink);
  auto view = ReadDamagedCapture(bytes, options, watch);
  if (!watch.ok()) view.reset();
  return view;
}

std::optional<CaptureView> ReadDamagedCapture(std::span<const uint8_t> bytes,
                                              const ReadOptions& options,
                                              FindingSink& sink) {
  return CaptureReader(bytes, options, sink).Read();
}

}  // namespace clipguard::xrhands
