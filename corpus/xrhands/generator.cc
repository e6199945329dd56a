// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The corpus of XR Hands captures, corpus/xrhands. The findings expected of
// a file are those planted in it; no validator is asked.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "actions/convert/forms/family_json.h"
#include "base/numbers.h"
#include "base/piece_writer.h"
#include "corpus/corpus_file.h"
#include "corpus/xrhands/captures.h"
#include "parser/xrhands/format.h"

namespace clipguard::corpus {
namespace captures {
namespace {

constexpr float kFrame = 1.0f / 64;
// Offsets in files whose name has six letters.
constexpr size_t kName = 4;
constexpr size_t kDuration1 = 11;
constexpr size_t kCount1 = 15;
constexpr size_t kFrames1 = 19;
constexpr size_t kName2 = 12;
constexpr size_t kDuration2 = 19;
constexpr size_t kJoints2 = 23;
constexpr size_t kFingers2 = 35;
constexpr size_t kCount2 = 355;
constexpr size_t kFrames2 = 359;
constexpr size_t kHand = 26 * 28;
constexpr size_t kBoth = 8 + 2 * kHand;

class Files {
 public:
  void Add(std::string_view name, std::string_view title,
           const CaptureBytes& capture, std::vector<ExpectedFinding> findings) {
    CorpusFile& file = files_.emplace_back();
    file.name = PathOf("xrhands", std::string(name) + ".handsbin", findings);
    file.title = title;
    file.bytes = capture.bytes();
    file.findings = std::move(findings);
  }

  void Damaged(std::string_view code, std::string_view variant,
               std::string_view title, const CaptureBytes& capture,
               uint64_t offset, uint64_t length, std::string path,
               uint64_t count = 1) {
    Add(NameAfter(code, variant), title, capture,
        {{std::string(code), offset, length, std::move(path), count}});
  }

  std::vector<CorpusFile> Take() {
    std::ranges::sort(files_, {}, &CorpusFile::name);
    return std::move(files_);
  }

 private:
  std::vector<CorpusFile> files_;
};

// A copy in which a value is another one.
template <typename T>
CaptureBytes With(CaptureBytes capture, size_t at, const T& value) {
  capture.Set(at, value);
  return capture;
}

CaptureBytes Named(std::string_view name) {
  CaptureBytes out;
  out.Header1(name, 0, 1);
  out.Frame1(0, true, false);
  return out;
}

// Version 2, a frame of one hand that has what `put` adds.
template <typename Put>
CaptureBytes OneFrame2(int32_t flags, int32_t options, Put put) {
  CaptureBytes out;
  out.Header2("Take 2", 0, 1, options);
  out.Frame2(0, flags, 3);
  if (options != 0) out.Put(int32_t{3});
  put(out);
  return out;
}

void PutAim(CaptureBytes& out) {
  out.Put(std::array<int32_t, 5>{1, 2 | 32, 3, 3, 0});
  out.Put(std::array<float, 4>{1, 0.5f, 0, 0});
  out.Put(PoseOf(0, 1, 0));
}

void AddValid(Files& files) {
  files.Add("v1-both", "Version 1, three frames of both hands", Capture1(3),
            {});
  files.Add("v2-both", "Version 2: frames are stamped one too late",
            Capture2(3), {});
  CaptureBytes out;
  out.Header1("Take 1", 3 * kFrame, 4);
  for (int i = 0; i < 4; ++i) {
    out.Frame1(static_cast<float>(i) * kFrame, i != 1, i == 3);
  }
  files.Add("v1-lost", "The right hand comes late, the left one goes and comes",
            out, {});
  CaptureBytes all;
  all.Header2("Take 2", 0, 1, 1);
  all.Put(std::array<int32_t, 3>{1 | 4 | 16, 0, 3});
  all.Put(PoseOf(0, 0, 0));
  all.Put(std::array<int32_t, 2>{3, 3});
  all.Put(int32_t{3});
  for (int step = 0; step < 2; ++step) {
    all.Put(int32_t{3});
    all.Put(PoseOf(0, 0, 0));
    all.Put(int32_t{26});
    all.Joints(0, static_cast<float>(step));
  }
  all.Put(std::array<int32_t, 2>{1, 0x3ff});
  for (const xrhands::GestureField& field : xrhands::kGestures) {
    if (field.kind == xrhands::GestureKind::kPose) all.Put(PoseOf(0, 1, 0));
    if (field.kind == xrhands::GestureKind::kFloat) all.Put(0.5f);
    if (field.kind == xrhands::GestureKind::kBool) all.Put(uint8_t{1});
  }
  PutAim(all);
  files.Add("v2-all", "Head, both steps, every gesture, aim", all, {});
  files.Add("v2-halves",
            "Half of the head, or none; hands that are gone before the end",
            CaptureOfHalves(), {});
  CaptureBytes frozen;
  frozen.Header2("Take 2", 2 * kFrame, 3);
  for (int i = 0; i < 3; ++i) {
    frozen.Frame2(static_cast<float>(i > 0 ? i - 1 : 0) * kFrame, 3, 15);
    frozen.Snapshot(0, static_cast<float>(std::min(i, 1)) * kFrame,
                    i < 2 ? 3 : 1);
    frozen.Snapshot(1, static_cast<float>(i) * kFrame);
  }
  files.Add("v2-frozen", "A lost hand stays where it was, and is not tracked",
            frozen, {});
}

void AddStructure(Files& files) {
  files.Damaged("VERSION_UNSUPPORTED", "", "Version 3",
                With(Capture1(1), 0, int32_t{3}), 0, 4, "version");
  CaptureBytes cut = Capture1(2);
  cut.bytes().resize(kFrames1 + kBoth + 100);
  files.Damaged("FILE_TRUNCATED", "", "The app was ended while it saved", cut,
                kFrames1 + kBoth, 100, "frames[1]");
  CaptureBytes stub = Capture2(1);
  stub.bytes().resize(kJoints2);
  files.Damaged("FILE_TRUNCATED", "v2-stub",
                "The rest of one saved without a description", stub, kJoints2,
                0, "jointCount");
  CaptureBytes more = Capture1(1);
  more.Put(uint32_t{0});
  files.Damaged("TRAILING_BYTES", "", "Four bytes more", more, kFrames1 + kBoth,
                4, "end");
  files.Add("frame-count-negative", "A negative number of frames",
            With(Capture1(1), kCount1, int32_t{-4}),
            {{"FRAME_COUNT_NEGATIVE", kCount1, 4, "frameCount", 1},
             {"TRAILING_BYTES", kFrames1, kBoth, "end", 1}});
  CaptureBytes none;
  none.Header1("Take 1", 0, -1);
  files.Damaged("FRAME_COUNT_NEGATIVE", "none", "Minus one frame", none,
                kCount1, 4, "frameCount");
  files.Damaged("FRAME_COUNT_TOO_LARGE", "", "More frames than bytes",
                With(Capture1(1), kCount1, int32_t{1'000'000}), kCount1, 4,
                "frameCount");
  files.Damaged("FRAME_COUNT_TOO_LARGE", "v2-int-max", "2147483647 frames",
                With(Capture2(1), kCount2, std::numeric_limits<int32_t>::max()),
                kCount2, 4, "frameCount");
}

// Frames without hands, with a CR before the only LF: their number is 10.
void AddConverted(Files& files) {
  CaptureBytes out;
  out.Header1("Take 1", 9 * kFrame, 10);
  for (int i = 0; i < 10; ++i) {
    out.Frame1(static_cast<float>(i) * kFrame, false, false);
  }
  out.bytes().insert(out.bytes().begin() + kCount1, '\r');
  files.Damaged("LINE_ENDINGS_CONVERTED", "", "A CR was put before the LF", out,
                kCount1, 1, "file");
}

void AddNames(Files& files) {
  using Five = std::array<uint8_t, 5>;
  files.Damaged("NAME_LENGTH_MALFORMED", "", "A length of six bytes",
                With(Capture1(1), kName, Five{0xff, 0xff, 0xff, 0xff, 0xff}),
                kName, 5, "name");
  files.Damaged("NAME_LENGTH_TOO_LARGE", "", "A negative length",
                With(Capture1(1), kName, Five{0xff, 0xff, 0xff, 0xff, 0x0f}),
                kName, 5, "name");
  files.Damaged("NAME_LENGTH_PAST_END", "", "A name longer than the file",
                With(Capture1(1), kName, Five{0xff, 0xff, 0xff, 0xff, 0x07}),
                kName, 5, "name");
  CaptureBytes padded = Named("Take 1");
  padded.bytes()[kName] = 0x86;
  padded.bytes().insert(padded.bytes().begin() + kName + 1, 0);
  files.Damaged("NAME_LENGTH_PADDED", "", "A length in two bytes", padded,
                kName, 2, "name");
  files.Damaged("NAME_NOT_UTF8", "", "A name in Latin-1", Named("T\xe4ke"),
                kName + 2, 1, "name");
  files.Damaged("NAME_EMPTY", "", "No name", Named(""), kName, 1, "name");
  files.Damaged("NAME_HAS_NUL", "", "A name with a NUL",
                Named(std::string_view("a\0b", 3)), kName + 2, 1, "name");
}

void AddHeader2(Files& files) {
  files.Damaged("JOINT_LAYOUT_WRONG", "", "A layout of 25 joints",
                With(Capture2(1), kJoints2, int32_t{25}), kJoints2, 4,
                "jointCount");
  files.Damaged("JOINT_LAYOUT_UNUSUAL", "", "A bit of no joint",
                With(Capture2(1), kJoints2 + 7, uint8_t{0x43}), kJoints2 + 7, 1,
                "jointLayout");
  files.Damaged("JOINT_LAYOUT_UNUSUAL", "palm",
                "The layout has no palm, but a hand has",
                With(OneFrame2(1, 0, [](auto& out) { out.Snapshot(0, 0); }),
                     kJoints2 + 4, uint8_t{0xbf}),
                kFrames2 + 16 + 40 + 28, 28, "frames[0].left.joints.Palm");
  files.Damaged("FLAGS_UNKNOWN", "", "A flag that no package defines",
                With(Capture2(1), 4, int32_t{0x100}), 4, 4, "sequenceFlags");
  files.Damaged("ENUM_VALUE_UNKNOWN", "", "A mesh layout of no device",
                With(Capture2(1), kJoints2 + 8, int32_t{9}), kJoints2 + 8, 4,
                "meshLayout");
  files.Damaged("POSE_VALUE_NOT_FINITE", "finger-shape",
                "A finger's shape is no number",
                With(Capture2(1), kFingers2 + 17 * 4, kNan), kFingers2 + 17 * 4,
                4, "fingerShapes[1][1]");
}

void AddFrames(Files& files) {
  const size_t second = kFrames1 + kBoth;
  const CaptureBytes two = Capture1(2);
  files.Damaged("FRAME_TIME_NOT_FINITE", "", "A frame's time is NaN",
                With(two, second, kNan), second, 4, "frames[1].time");
  files.Damaged("FRAME_TIME_NOT_FINITE", "duration", "An endless recording",
                With(two, kDuration1, kInfinity), kDuration1, 4, "duration");
  files.Damaged("FRAME_TIME_DECREASING", "takes",
                "A second take behind the first",
                With(Capture1(3), second + kBoth, kFrame / 2), second + kBoth,
                4, "frames[2].time");
  files.Add(
      "frame-time-decreasing", "The scene was changed meanwhile",
      With(Capture1(3), second + kBoth, -3.5f),
      {{"FRAME_TIME_NEGATIVE", second + kBoth, 4, "frames[2].time", 1},
       {"FRAME_TIME_DECREASING", second + kBoth, 4, "frames[2].time", 1}});
  files.Damaged("FRAME_TIME_DUPLICATE", "", "The clock stood still",
                With(two, second, 0.0f), second, 4, "frames[1].time");
  files.Damaged("FRAME_TIME_DUPLICATE", "v2",
                "Only the first two frames of version 2 share a time",
                With(Capture2(3), kFrames2 + 2 * (16 + 2 * 764 + 8) + 4, 0.0f),
                kFrames2 + 2 * (16 + 2 * 764 + 8) + 4, 4, "frames[2].time");
  files.Damaged("FRAME_TIME_NEGATIVE", "", "The clock began anew",
                With(two, kFrames1, -kFrame), kFrames1, 4, "frames[0].time");
  files.Damaged("DURATION_BEFORE_LAST_FRAME", "", "Playback ends early",
                With(two, kDuration1, kFrame / 2), kDuration1, 4, "duration");
  files.Damaged("DURATION_TOO_LONG", "", "The time limit, and few frames",
                With(two, kDuration1, 60.0f), kDuration1, 4, "duration");
  const size_t wrist = kFrames1 + 8;
  files.Damaged("POSE_VALUE_NOT_FINITE", "", "A wrist is nowhere",
                With(two, wrist, kNan), wrist, 4,
                "frames[0].left.joints.Wrist.position.x");
  files.Damaged("ROTATION_NOT_UNIT", "", "A rotation of 0 0 0 0",
                With(two, wrist + 12, std::array<float, 4>{}), wrist + 12, 16,
                "frames[0].left.joints.Wrist.rotation");
  files.Damaged("BOOLEAN_VALUE_UNUSUAL", "", "Tracked is 2",
                With(two, kFrames1 + 4, uint8_t{2}), kFrames1 + 4, 1,
                "frames[0].left.tracked");
  files.Damaged("JOINTS_VALID_BUT_HAND_UNTRACKED", "", "Joints of a lost hand",
                With(two, kFrames1 + 4, uint8_t{0}), kFrames1 + 4, 1,
                "frames[0].left.tracked");
}

void AddHands(Files& files) {
  const auto snapshot = [](auto& out) { out.Snapshot(0, 0); };
  const size_t first = kFrames2 + 16;
  CaptureBytes few = With(OneFrame2(1, 0, snapshot), first + 36, int32_t{25});
  few.bytes().resize(few.size() - 28);
  files.Damaged("JOINT_COUNT_WRONG", "", "A hand of 25 joints", few, first + 36,
                4, "frames[0].left.jointCount");
  files.Damaged("JOINT_COUNT_WRONG", "int-max", "A hand of 2147483647 joints",
                With(OneFrame2(1, 0, snapshot), first + 36,
                     std::numeric_limits<int32_t>::max()),
                first + 36, 4, "frames[0].left.jointCount");
  files.Add(
      "snapshot-without-step", "A snapshot of nothing",
      OneFrame2(1, 0, [](auto& out) { out.Put(int32_t{0}); }),
      {{"SNAPSHOT_WITHOUT_STEP", first, 4, "frames[0].left.snapshot.flags", 1},
       {"HAND_NEVER_TRACKED", kCount2, 4, "frames", 1}});
  files.Damaged("SNAPSHOT_WITHOUT_STEP", "before-render",
                "The step before render, without that option",
                With(OneFrame2(1, 0, snapshot), first, int32_t{3}), first, 4,
                "frames[0].left.snapshot.flags");
  files.Damaged("HANDEDNESS_MISMATCH", "",
                "The left hand's aim is of the right",
                With(OneFrame2(1 | 16, 0,
                               [&](auto& out) {
                                 snapshot(out);
                                 PutAim(out);
                               }),
                     first + 768, int32_t{2}),
                first + 768, 4, "frames[0].left.aim.handedness");
  CaptureBytes none;
  none.Header1("Take 1", kFrame, 2);
  none.Frame1(0, false, false);
  none.Frame1(kFrame, false, false);
  files.Damaged("HAND_NEVER_TRACKED", "", "No hand in any frame", none, kCount1,
                4, "frames");
  CaptureBytes lost;
  lost.Header2("Take 2", 0, 1);
  lost.Frame2(0, 3, 15);
  lost.Snapshot(0, 0, 1);
  lost.Snapshot(1, 0);
  files.Damaged("HAND_NEVER_TRACKED", "left", "Joints of a hand that is lost",
                lost, kCount2, 4, "left");
  CaptureBytes still;
  still.Header1("Take 1", kFrame, 2);
  for (int i = 0; i < 2; ++i) {
    still.Put(static_cast<float>(i) * kFrame);
    still.Put(std::array<bool, 4>{true, false, true, false});
    still.Joints(0, 0);
  }
  files.Damaged("HAND_NEVER_CHANGES", "", "A hand that never moves", still,
                kFrames1 + 8, kHand, "left");
  CaptureBytes unturned;
  unturned.Header1("Take 1", kFrame, 2);
  for (int i = 0; i < 2; ++i) {
    const float time = static_cast<float>(i) * kFrame;
    const size_t at = unturned.Frame1(time, true, false) + 8;
    for (size_t joint = 0; joint < xrhands::kJointCount; ++joint) {
      unturned.Set(at + joint * sizeof(xrhands::Pose) + 12,
                   std::array<float, 4>{});
    }
  }
  files.Damaged("HAND_WITHOUT_ROTATIONS", "", "A hand of places only", unturned,
                kFrames1 + 8, kHand, "left");
  CaptureBytes empty;
  empty.Header1("Take 1", 0, 0);
  files.Damaged("RECORDING_EMPTY", "", "Saved before the first frame", empty,
                kCount1, 4, "frameCount");
}

}  // namespace

std::vector<CorpusFile> XrHandsCorpus() {
  static_assert(kDuration2 == kName2 + 7);
  Files files;
  AddValid(files);
  AddStructure(files);
  AddConverted(files);
  AddNames(files);
  AddHeader2(files);
  AddFrames(files);
  AddHands(files);
  return files.Take();
}

}  // namespace captures

namespace {

// Only the file's name tells it where no text is in the place of the name.
std::optional<Format> CaptureFormatOf(const CorpusFile& file) {
  for (const std::string_view part :
       {"name-length-malformed", "name-length-too-large", "name-length-past",
        "name-empty", "name-has-nul", "v2-stub"}) {
    if (file.name.find(part) != std::string::npos) return std::nullopt;
  }
  return Format::kXrHands;
}

// By way of JSON: nothing else writes all that a capture has.
std::string RewriteCapture(const ParsedFile& file) {
  std::vector<uint8_t> json;
  const auto keep = [&](std::span<const uint8_t> piece) {
    json.insert(json.end(), piece.begin(), piece.end());
  };
  PieceWriter out(keep);
  actions::WriteCaptureJson(file.bytes, out);
  out.Flush();
  const auto again = actions::ReadCaptureJson(json, file.limits);
  if (!again.ok()) return std::string(again.status().message());
  return std::ranges::equal(*again, file.bytes) ? "" : "other bytes";
}

}  // namespace

const CorpusFormat kXrHandsCorpus = {
    .folder = "xrhands",
    .generate = captures::XrHandsCorpus,
    .read_as = [](const CorpusFile&) { return Format::kXrHands; },
    .format_of = CaptureFormatOf,
    .rewrite = RewriteCapture,
};

}  // namespace clipguard::corpus
