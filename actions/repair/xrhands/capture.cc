// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A capture is repaired in passes until nothing changes: first the end of the
// file, or the number of frames, then the values in frames. Frames whose number
// or size is in doubt may be misread, and are not touched.

#include "actions/repair/xrhands/capture.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "actions/repair/change_log.h"
#include "actions/repair/line_endings.h"
#include "actions/repair/passes.h"
#include "actions/repair/splicer.h"
#include "base/float_text.h"
#include "base/name_length.h"
#include "base/text.h"
#include "base/unit_length.h"
#include "parser/finding.h"
#include "parser/xrhands/validate.h"

namespace clipguard::actions {
namespace {

using xrhands::CaptureView;
using Bytes = std::span<const uint8_t>;
using enum FindingCode;

// More than a frame takes.
constexpr size_t kMostFrame = 8192;
constexpr const char* kEndsWithFile = "so many frames end where the file does";
// Steps between frames of one capture differ by no more than this factor.
constexpr float kUsualStep = 2;

// The number of frames, or the end of the file, is wrong.
bool IsOfEnd(FindingCode code) {
  return code == kFrameCountNegative || code == kFrameCountTooLarge ||
         code == kFileTruncated || code == kTrailingBytes;
}

// Warnings that show, more often than not, where a frame is misread.
bool IsDoubt(FindingCode code) {
  return code == kBooleanValueUnusual || code == kFlagsUnknown ||
         code == kHandednessMismatch || code == kRotationNotUnit;
}

// The first finding of each code.
class FirstFindings : public FindingSink {
 public:
  struct Place {
    ByteRange bytes;
    std::string path;
  };

  using FindingSink::Report;
  void Report(const Occurrence& occurrence) override {
    if (Has(occurrence.code)) return;
    Description description;
    occurrence.describe(description);
    places_[occurrence.code] = {occurrence.bytes, std::move(description.path)};
  }

  bool Has(FindingCode code) const { return places_.contains(code); }
  // REQUIRES: Has(code).
  const Place& at(FindingCode code) const { return places_.at(code); }

  // Whether is_any(code, its place) is true of a code.
  template <typename IsAny>
  bool HasAny(IsAny is_any) const {
    return std::ranges::any_of(places_, [&](const auto& found) {
      return is_any(found.first, found.second.bytes);
    });
  }

 private:
  std::map<FindingCode, Place> places_;
};

bool IsError(FindingCode code) {
  return GetCodeInfo(code).severity == Severity::kError;
}

template <typename T>
std::array<uint8_t, sizeof(T)> BytesOfValue(T value) {
  return std::bit_cast<std::array<uint8_t, sizeof(T)>>(value);
}

bool IsPose(Bytes bytes) {
  ByteCursor in(bytes);
  xrhands::Pose pose;
  if (!in.Read(&pose)) return false;
  float square = 0;
  for (const float part : pose.rotation) square += part * part;
  return square >= kLeastUnitSquare && square <= kMostUnitSquare;
}

class CaptureRepair {
 public:
  CaptureRepair(const CaptureView& view, const FirstFindings& found,
                const xrhands::ReadOptions& read, const RepairOptions& options)
      : bytes_(view.bytes()),
        view_(view),
        header_(view.header()),
        found_(found),
        read_(read),
        log_(options),
        out_(bytes_) {}

  Repaired Run() {
    const auto is_of_frames = [](FindingCode code, ByteRange) {
      return IsOfEnd(code) || code == kJointCountWrong;
    };
    const bool is_read = !found_.HasAny(is_of_frames);
    const bool has_errors = found_.HasAny(
        [](FindingCode code, ByteRange) { return IsError(code); });
    if (has_errors) {
      // The last pass is without those that are mended.
      for (const FindingCode code : {kNameLengthPadded, kJointLayoutUnusual}) {
        Refuse(code, "other errors show: perhaps the header is misread");
      }
    } else {
      ShortenLength();
    }
    if (is_read) SetDuration();
    if (!has_errors) ClearLayout();
    if (is_read) {
      SetBooleans();
    } else {
      MendEnd();
    }
    out_.Finish();
    Repaired repaired;
    log_.MoveTo(repaired);
    repaired.bytes = std::move(out_.bytes());
    repaired.edits = std::move(out_.edits());
    return repaired;
  }

 private:
  bool Change(FindingCode code, bool safe, ByteRange bytes, ChangeText text) {
    return log_.Add(code, safe, bytes, [&] { return std::move(text); });
  }

  void Refuse(FindingCode code, std::string reason) {
    if (!found_.Has(code)) return;
    const auto& [bytes, path] = found_.at(code);
    log_.Refuse(code, bytes, path, std::move(reason));
  }

  // ---- What recorders write otherwise -------------------------------------

  void ShortenLength() {
    log_.BeginPart();
    const size_t length = header_.name.size();
    if (header_.length_size <= ShortestSize(length)) return;
    std::vector<uint8_t> shortest;
    AppendNameLength(length, shortest);
    Change(
        kNameLengthPadded, true, {header_.length_offset, header_.length_size},
        {.path = "name",
         .before =
             absl::StrCat("a length of ", Count(header_.length_size, "byte")),
         .after = Count(shortest.size(), "byte")});
    out_.Replace(header_.length_offset, header_.length_size, shortest);
  }

  // Whether the last frame follows as soon as others do: then its time is
  // right.
  bool IsLastStepUsual() const {
    const size_t frames = view_.frames();
    if (frames < 3) return false;
    float longest = 0;
    for (size_t i = 1; i + 1 < frames; ++i) {
      longest = std::max(longest, view_.stamp(i) - view_.stamp(i - 1));
    }
    return view_.stamp(frames - 1) - view_.stamp(frames - 2) <=
           kUsualStep * longest;
  }

  void SetDuration() {
    if (!found_.Has(kDurationBeforeLastFrame) ||
        found_.Has(kFrameTimeNotFinite) || found_.Has(kFrameTimeDecreasing)) {
      return;
    }
    const float last = view_.stamp(view_.frames() - 1);
    const bool safe =
        IsLastStepUsual() && !found_.HasAny([](FindingCode code, ByteRange) {
          return IsError(code) && code != kDurationBeforeLastFrame;
        });
    const ByteRange at = {header_.duration.offset, sizeof(float)};
    ChangeText text = {.path = "duration",
                       .before = FloatText(header_.duration.value),
                       .after = FloatText(last)};
    if (!safe) {
      text.lost = "the duration, which may be right";
      text.note = "perhaps the last frame's time is wrong instead";
    } else if (view_.lags()) {
      text.note =
          "the least it can be: frames are stamped one too late, so the last "
          "one's time is not known";
    }
    if (Change(kDurationBeforeLastFrame, safe, at, std::move(text))) {
      out_.Replace(at.offset, at.length, BytesOfValue(last));
    }
  }

  void ClearLayout() {
    if (header_.joint_count.value != int32_t{xrhands::kJointCount} ||
        header_.layout[3] < 4) {
      return;
    }
    const uint64_t at = header_.joint_count.offset + sizeof(int32_t) + 3;
    constexpr uint8_t kLastTwo = 3;
    const bool proven = AnyJoints();
    const std::array<uint8_t, 1> bits = {
        proven ? kLastTwo : static_cast<uint8_t>(header_.layout[3] & kLastTwo)};
    if (Change(kJointLayoutUnusual, proven, {at, 1},
               {.path = "jointLayout",
                .before = absl::StrCat(header_.layout[3]),
                .after = absl::StrCat(bits[0]),
                .lost = proven ? "" : "perhaps joints that were meant",
                .note = proven ? "frames have the last two joints" : ""})) {
      out_.Replace(at, 1, bits);
    }
  }

  // Whether a hand has poses, which are those of all joints.
  bool AnyJoints() const {
    for (size_t i = 0; i < view_.frames(); ++i) {
      const xrhands::Frame frame = view_.frame(i);
      for (const auto& hand : frame.hands) {
        for (const auto& step : hand.steps) {
          if (step.joints.size() == xrhands::kJointCount) return true;
        }
      }
    }
    return false;
  }

  void SetBooleans() {
    if (!found_.Has(kBooleanValueUnusual)) return;
    if (found_.HasAny(
            [](FindingCode code, ByteRange) { return IsError(code); })) {
      Refuse(kBooleanValueUnusual, "other errors show: frames may be misread");
      return;
    }
    log_.BeginPart();
    for (size_t i = 0; i < view_.frames(); ++i) SetBooleansOf(i);
  }

  void SetBooleansOf(size_t i) {
    const xrhands::Frame frame = view_.frame(i);
    const auto set = [&](uint64_t offset, uint8_t byte) {
      if (byte <= 1) return;
      log_.Add(kBooleanValueUnusual, true, {offset, 1}, [&] {
        return ChangeText{.path = absl::StrCat("frames[", i, "]"),
                          .before = absl::StrCat(byte),
                          .after = "1"};
      });
      out_.Replace(offset, 1, std::array<uint8_t, 1>{1});
    };
    if (view_.version() == 1) {
      for (const auto& hand : frame.hands) {
        set(hand.tracked_byte.offset, hand.tracked_byte.value);
      }
      for (const auto& hand : frame.hands) {
        set(hand.valid_byte.offset, hand.valid_byte.value);
      }
      return;
    }
    for (const auto& hand : frame.hands) {
      for (size_t k = 0; k < xrhands::kGestures.size(); ++k) {
        const uint64_t offset = hand.gestures.offsets[k];
        if (offset == 0 ||
            xrhands::kGestures[k].kind != xrhands::GestureKind::kBool) {
          continue;
        }
        set(offset, bytes_[static_cast<size_t>(offset)]);
      }
    }
  }

  // ---- The end of the file ------------------------------------------------

  void MendEnd() {
    log_.BeginPart();
    FindingCode code = kTrailingBytes;
    for (const FindingCode other :
         {kFrameCountNegative, kFrameCountTooLarge, kFileTruncated}) {
      if (found_.Has(other)) code = other;
    }
    for (const FindingCode other :
         {kBooleanValueUnusual, kDurationBeforeLastFrame}) {
      Refuse(other, "frames may be misread");
    }
    // A number that is wrong in a frame moves all that is behind it, but for
    // frames that are zeros to the end.
    const uint64_t written =
        code == kTrailingBytes ? WrittenBytes() : bytes_.size();
    if (found_.HasAny([&](FindingCode other, ByteRange bytes) {
          return IsError(other) && !IsOfEnd(other) && bytes.offset < written;
        })) {
      Refuse(code,
             "other errors show: perhaps the end is right, and a number before "
             "it is wrong");
    } else if (code == kFrameCountNegative) {
      CountAnew();
    } else if (code == kTrailingBytes) {
      EndTrailing();
    } else {
      EndCut(code);
    }
  }

  bool HasDoubts() const {
    return found_.HasAny([](FindingCode code, ByteRange) {
      return IsDoubt(code) || code == kDurationBeforeLastFrame;
    });
  }

  uint64_t end() const { return view_.frame_offset(view_.frames()); }

  void CountAnew() {
    const auto all = FramesToTheEnd();
    if (!all && end() != bytes_.size()) {
      Refuse(kFrameCountNegative,
             "what follows are not frames to the end of the file");
      return;
    }
    SetCount(kFrameCountNegative, true, all.value_or(0), "",
             all ? kEndsWithFile : "the file ends behind it");
  }

  void EndTrailing() {
    const auto tail = bytes_.subspan(static_cast<size_t>(end()));
    const bool zeros = WrittenBytes() <= end();
    bool safe = !HasDoubts();
    std::string note = safe ? "" : "perhaps frames are misread";
    if (zeros) {
      const size_t written = WrittenFrames();
      if (written == 0 && view_.frames() != 0) {
        Refuse(kTrailingBytes, "it is zeros from its first frame on");
        return;
      }
      if (const size_t lost = view_.frames() - written; lost != 0) {
        if (SetCount(kTrailingBytes, safe, static_cast<int32_t>(written),
                     Count(lost, "frame"),
                     "the end of the file is zeros: it was not written")) {
          const uint64_t begin = view_.frame_offset(written);
          out_.Replace(begin, bytes_.size() - begin, {});
        }
        return;
      }
    } else {
      if (const auto all = FramesToTheEnd()) {
        SetCount(kTrailingBytes, true, *all, "", kEndsWithFile);
        return;
      }
      if (const char* reason = WhyFramesFollow()) {
        Refuse(kTrailingBytes, reason);
        return;
      }
      constexpr size_t kSize = sizeof(xrhands::Pose);
      if (tail.size() >= kSize && IsPose(tail.last(kSize))) {
        safe = false;
        note = "they end with a pose: perhaps the last frame's";
      }
    }
    if (Change(kTrailingBytes, safe, {end(), tail.size()},
               {.path = "end",
                .before = absl::StrCat(Count(tail.size(), "byte"),
                                       " after the last frame"),
                .after = "the end",
                .lost = zeros ? ""
                              : "these bytes, which no reader of captures "
                                "reads",
                .note = std::move(note)})) {
      out_.Replace(end(), tail.size(), {});
    }
  }

  // Without the zeros at the end.
  uint64_t WrittenBytes() const {
    size_t size = bytes_.size();
    while (size != 0 && bytes_[size - 1] == 0) --size;
    return size;
  }

  // The frames before those that are zeros to the end of the file, from a pose
  // on.
  size_t WrittenFrames() const {
    const uint64_t written = WrittenBytes();
    size_t frames = view_.frames();
    while (frames != 0 &&
           (view_.frame_offset(frames - 1) >= written ||
            view_.frame_offset(frames) >= written + sizeof(xrhands::Pose))) {
      --frames;
    }
    return frames;
  }

  void EndCut(FindingCode code) {
    if (view_.frames() == 0) {
      Refuse(code, "no whole frame is left");
      return;
    }
    const uint64_t left = bytes_.size() - end();
    const bool safe = !HasDoubts() && IsBeginOfFrame();
    std::string lost;
    const char* note = "";
    if (left == 0 && IsLastAtDuration()) {
      note = "the last frame is at the duration, and ends with the file";
    } else {
      lost = Count(
          static_cast<uint64_t>(header_.frame_count.value) - view_.frames(),
          "frame");
    }
    if (!safe) note = "perhaps a number before it is wrong";
    if (SetCount(code, safe, static_cast<int32_t>(view_.frames()), lost,
                 note)) {
      out_.Replace(end(), left, {});
    }
  }

  // Whether no frame can be missing: of version 2 the last stamp is one frame
  // before the duration.
  bool IsLastAtDuration() const {
    const size_t frames = view_.frames();
    const float last = view_.stamp(frames - 1);
    const float step = frames > 1 ? last - view_.stamp(frames - 2) : 0;
    return header_.duration.value <= last + (view_.lags() ? 1.5f : 0.5f) * step;
  }

  bool SetCount(FindingCode code, bool safe, int32_t count,
                const std::string& lost, const char* note) {
    const ByteRange at = {header_.frame_count.offset, sizeof(int32_t)};
    if (!Change(code, safe, at,
                {.path = "frameCount",
                 .before = absl::StrCat(header_.frame_count.value),
                 .after = absl::StrCat(count),
                 .lost = lost,
                 .note = note})) {
      return false;
    }
    out_.Replace(at.offset, at.length, BytesOfValue(count));
    return true;
  }

  // The file with another number of frames, and zeros behind it.
  std::vector<uint8_t> Counted(uint64_t frames, size_t more = 0) const {
    std::vector<uint8_t> copy;
    copy.reserve(bytes_.size() + more);
    copy.assign(bytes_.begin(), bytes_.end());
    copy.resize(bytes_.size() + more);
    const auto count = static_cast<int32_t>(
        std::min({frames, read_.limits.keys_per_curve,
                  uint64_t{std::numeric_limits<int32_t>::max()}}));
    std::memcpy(copy.data() + header_.frame_count.offset, &count,
                sizeof(count));
    return copy;
  }

  // How many frames there are if all bytes after the header are frames, and
  // nothing speaks against it.
  std::optional<int32_t> FramesToTheEnd() const {
    FindingList ignored(read_.limits);
    auto copy = Counted((bytes_.size() - header_.frame_count.offset) /
                        xrhands::kLeastFrame1);
    auto all = xrhands::ReadDamagedCapture(copy, read_, ignored);
    if (!all || all->frames() == 0 ||
        all->frame_offset(all->frames()) != copy.size()) {
      return std::nullopt;
    }
    const size_t frames = all->frames();
    all.reset();
    copy = Counted(frames);
    FirstFindings found;
    xrhands::ReadDamagedAndValidate(copy, read_, found);
    if (found.HasAny([](FindingCode code, ByteRange) {
          return IsError(code) || IsDoubt(code);
        })) {
      return std::nullopt;
    }
    return static_cast<int32_t>(frames);
  }

  // Why a frame behind the last one is not counted; null if there is none.
  const char* WhyFramesFollow() const {
    const auto copy = Counted(view_.frames() + 1);
    FirstFindings found;
    const auto view = xrhands::ReadDamagedAndValidate(copy, read_, found);
    if (found.Has(kLimitExceeded)) return "more frames exceed a limit";
    const auto speaks_against = [](FindingCode code, ByteRange) {
      return IsDoubt(code) || (IsError(code) && code != kTrailingBytes &&
                               code != kFrameTimeDecreasing);
    };
    if (!view || view->frames() == view_.frames() ||
        found.HasAny(speaks_against)) {
      return nullptr;
    }
    return found.Has(kFrameTimeDecreasing)
               ? "frames follow whose times begin again, as of a second take"
               : "frames follow, but not to the end of the file";
  }

  // Whether bytes behind the last whole frame can be the beginning of one.
  bool IsBeginOfFrame() const {
    const auto copy = Counted(view_.frames() + 1, kMostFrame);
    FirstFindings found;
    if (!xrhands::ReadDamagedAndValidate(copy, read_, found)) return false;
    return !found.HasAny([&](FindingCode code, ByteRange bytes) {
      return bytes.offset + bytes.length <= bytes_.size() &&
             (IsDoubt(code) || (IsError(code) && !IsOfEnd(code)));
    });
  }

  const Bytes bytes_;
  const CaptureView& view_;
  const xrhands::CaptureHeader& header_;
  const FirstFindings& found_;
  const xrhands::ReadOptions& read_;
  ChangeLog log_;
  Splicer out_;
};

Repaired WithoutCarriageReturns(Bytes bytes, const xrhands::ReadOptions& read,
                                const RepairOptions& options) {
  ChangeLog log(options);
  const auto fits = [&](Bytes other) {
    FindingList ignored(read.limits);
    return xrhands::ReadCapture(other, read, ignored).has_value();
  };
  auto out = RemoveCarriageReturns(bytes, "capture", fits, log);
  Repaired repaired;
  log.MoveTo(repaired);
  if (out) {
    repaired.bytes = std::move(out->bytes());
    repaired.edits = std::move(out->edits());
  }
  return repaired;
}

Repaired RepairOnce(Bytes bytes, const xrhands::ReadOptions& read,
                    const RepairOptions& options) {
  FirstFindings before;
  const auto view = xrhands::ReadDamagedAndValidate(bytes, read, before);
  if (before.Has(kLineEndingsConverted)) {
    return WithoutCarriageReturns(bytes, read, options);
  }
  Repaired repaired;
  if (!view && before.Has(kFileTruncated)) {
    const auto& [range, path] = before.at(kFileTruncated);
    repaired.refusals.push_back(
        {kFileTruncated, range, path, "the file ends before its first frame"});
  }
  if (!view || before.Has(kLimitExceeded)) return repaired;
  repaired = CaptureRepair(*view, before, read, options).Run();
  if (!repaired.changed()) return repaired;
  // No error of a kind that was not there before.
  FirstFindings after;
  xrhands::ReadDamagedAndValidate(repaired.bytes, read, after);
  if (after.HasAny([&](FindingCode code, ByteRange) {
        return IsError(code) && !before.Has(code);
      })) {
    return GivenUp(std::move(repaired));
  }
  return repaired;
}

}  // namespace

Repaired RepairCapture(Bytes bytes, const xrhands::ReadOptions& read,
                       const RepairOptions& options) {
  constexpr int kMostPasses = 4;
  Repaired repaired = RepairOnce(bytes, read, options);
  bool changed = repaired.changed();
  for (int pass = 1; changed && pass < kMostPasses; ++pass) {
    Repaired next = RepairOnce(repaired.bytes, read, options);
    changed = next.changed();
    AddPass(std::move(next), repaired);
  }
  CoverEdits(repaired);
  return repaired;
}

}  // namespace clipguard::actions
