// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/xrhands/capture.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/name_length.h"
#include "base/text.h"
#include "parser/line_endings.h"

namespace clipguard::xrhands {
namespace {

template <typename T>
bool Get(ByteCursor& in, Placed<T>& value) {
  value.offset = in.offset();
  return in.Read(&value.value);
}

// The parts of a frame, one function each. All return false where the bytes
// end, or where a hand's number of joints is wrong: what follows it may begin
// anywhere.
class FrameWalk {
 public:
  FrameWalk(const CaptureHeader& header, ByteCursor& in)
      : header_(header), in_(in) {}

  bool Read(Frame& frame) {
    frame.offset = in_.offset();
    return header_.version == 1 ? Read1(frame) : Read2(frame);
  }

  // The step of the frame whose number of joints ended it.
  const HandStep* miscounted() const { return miscounted_; }

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
      const bool is_read = !has(kHasSnapshot) || ReadSnapshot(hand);
      const HandStep& now = hand.steps[0];
      hand.tracked = now.present && (now.flags.value & kHandTracked) != 0;
      hand.joints = now.joints;
      if (!is_read || (has(kHasGestures) && !ReadGestures(hand.gestures)) ||
          (has(kHasAim) && !ReadAim(hand.aim))) {
        return false;
      }
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
    if (step.joint_count.value != static_cast<int32_t>(kJointCount)) {
      miscounted_ = &step;
      return false;
    }
    step.joints_offset = in_.offset();
    return in_.ReadPacked(kJointCount, &step.joints);
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
  const HandStep* miscounted_ = nullptr;
};

// Notes the errors of a reading that nobody hears of.
class Trial : public FindingSink {
 public:
  using FindingSink::Report;
  void Report(const Occurrence& occurrence) override {
    if (GetCodeInfo(occurrence.code).severity != Severity::kError) return;
    ok_ = false;
    is_limited_ |= occurrence.code == FindingCode::kLimitExceeded;
    is_whole_ |= occurrence.code == FindingCode::kTrailingBytes;
  }
  void ReachFrames() { has_frames_ = true; }

  bool ok() const { return ok_; }
  bool is_limited() const { return is_limited_; }
  // All frames are there, and bytes behind them; or the header is no
  // capture's.
  bool is_whole() const { return is_whole_ || !has_frames_; }

 private:
  bool has_frames_ = false;
  bool ok_ = true;
  bool is_limited_ = false;
  bool is_whole_ = false;
};

}  // namespace

class CaptureReader {
 public:
  CaptureReader(std::span<const uint8_t> bytes, const ReadOptions& options,
                FindingSink& sink)
      : limits_(options.limits), sink_(sink), in_(bytes) {
    view_.bytes_ = bytes;
  }

  std::optional<CaptureView> Read() {
    if (!CheckSize() || AreLineEndingsConverted() || !ReadHeader()) {
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

  bool CheckSize() {
    return CheckLimit(in_.size(), &Limits::file_bytes, {0, in_.size()}, "file");
  }

  // Whether the structure does not end at the last byte because a CR was put
  // before every LF, as by programs that take the file for text. Reports it.
  bool AreLineEndingsConverted() {
    const auto lines = FindConvertedLines(view_.bytes_);
    if (!lines) return false;
    const ReadOptions options = {.limits = limits_};
    const auto attempt = [&](std::span<const uint8_t> bytes) {
      Trial trial;
      CaptureReader reader(bytes, options, trial);
      if (reader.CheckSize() && reader.ReadHeader()) {
        trial.ReachFrames();
        reader.ReadFrames();
      }
      return trial;
    };
    const Trial trial = attempt(view_.bytes_);
    if (trial.ok() || trial.is_limited() ||
        !Explains(*lines, view_.bytes_, trial.is_whole(),
                  [&](auto bytes) { return attempt(bytes).ok(); })) {
      return false;
    }
    Report(FindingCode::kLineEndingsConverted, {lines->first, 1},
           [&](Description& d) {
             d.path = "file";
             return Arguments{lines->Times()};
           });
    return true;
  }

  bool Truncated(uint64_t needed, std::string what, std::string path) {
    const uint64_t left = in_.remaining();
    Report(FindingCode::kFileTruncated, {in_.offset(), left},
           [&](Description& d) {
             d.path = std::move(path);
             return Arguments{std::move(what), Count(needed, "byte"),
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
      FrameWalk walk(view_.header_, here);
      const bool is_read = walk.Read(frame);
      const HandStep* const miscounted = walk.miscounted();
      if (!is_read && miscounted == nullptr) {
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
      if (miscounted != nullptr) {
        ReportJoints(frame, i, *miscounted);
        return;
      }
    }
    if (in_.remaining() == 0) return;
    Report(FindingCode::kTrailingBytes, {in_.offset(), in_.remaining()},
           [&](Description& d) {
             d.path = "end";
             return Arguments{Count(in_.remaining(), "byte")};
           });
  }

  void ReportJoints(const Frame& frame, uint64_t i, const HandStep& step) {
    Report(FindingCode::kJointCountWrong,
           {step.joint_count.offset, sizeof(int32_t)}, [&](Description& d) {
             d.path = absl::StrCat("frames[", i, "].");
             for (size_t side = 0; side < 2; ++side) {
               for (size_t k = 0; k < 2; ++k) {
                 if (&frame.hands[side].steps[k] != &step) continue;
                 absl::StrAppend(&d.path, std::string(kHandNames[side]),
                                 k == 0 ? "." : ".beforeRender.");
               }
             }
             d.path += "jointCount";
             return Arguments{absl::StrCat(step.joint_count.value)};
           });
  }

  const Limits& limits_;
  FindingSink& sink_;
  ByteCursor in_;
  CaptureView view_;
};

bool CaptureView::HasOnlyZeroRotations(size_t hand) const {
  bool has_joints = false;
  for (size_t i = 0; i < frames(); ++i) {
    const CapturedHand captured = frame(i).hands[hand];
    for (const auto& joints : {captured.joints, captured.steps[1].joints}) {
      for (size_t joint = 0; joint < joints.size(); ++joint) {
        if (!IsZero(joints[joint].rotation)) return false;
      }
      has_joints = has_joints || !joints.empty();
    }
  }
  return has_joints;
}

bool CaptureHeader::HasJoint(size_t joint) const {
  if (joint / 8 >= layout.size()) return false;
  // Bit 7 comes first in whole bytes; the last byte is right-aligned.
  const size_t in_byte = std::min<size_t>(8, kJointCount - joint / 8 * 8);
  return (layout[joint / 8] >> (in_byte - 1 - joint % 8) & 1) != 0;
}

Frame CaptureView::frame(size_t i) const {
  ByteCursor in(bytes_, offsets_[i]);
  Frame frame;
  FrameWalk walk(header_, in);
  // The reader walked over it; bytes that have changed since end it early.
  if (!walk.Read(frame) && walk.miscounted() == nullptr) return {};
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
