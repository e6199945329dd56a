// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/xrhands/capture.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "actions/repair/change_log.h"
#include "actions/repair/passes.h"
#include "actions/repair/splicer.h"
#include "base/float_text.h"
#include "base/name_length.h"
#include "parser/finding.h"
#include "parser/xrhands/validate.h"

namespace clipguard::actions {
namespace {

using xrhands::CaptureView;
using Bytes = std::span<const uint8_t>;

template <typename T>
std::array<uint8_t, sizeof(T)> BytesOfValue(T value) {
  return std::bit_cast<std::array<uint8_t, sizeof(T)>>(value);
}

// How many frames there are if all bytes after the header are frames.
std::optional<int32_t> FramesToTheEnd(Bytes bytes, const CaptureView& view,
                                      const xrhands::ReadOptions& read) {
  const uint64_t at = view.header().frame_count.offset;
  std::vector<uint8_t> copy(bytes.begin(), bytes.end());
  const auto most = static_cast<int32_t>(
      std::min<uint64_t>((copy.size() - at) / xrhands::kLeastFrame1,
                         std::numeric_limits<int32_t>::max()));
  std::memcpy(copy.data() + at, &most, sizeof(most));
  FindingList none;
  const auto all = xrhands::ReadDamagedCapture(copy, read, none);
  if (!all || all->frames() == 0 ||
      all->frame_offset(all->frames()) != copy.size()) {
    return std::nullopt;
  }
  return static_cast<int32_t>(all->frames());
}

class CaptureRepair {
 public:
  CaptureRepair(Bytes bytes, const CaptureView& view, bool has_time_faults,
                const RepairOptions& options)
      : bytes_(bytes),
        view_(view),
        header_(view.header()),
        has_time_faults_(has_time_faults),
        log_(options),
        out_(bytes) {}

  Repaired Run(const xrhands::ReadOptions& read) {
    ShortenLength();
    SetDuration();
    ClearLayout();
    const uint64_t end = Count(read);
    for (size_t i = 0; i < view_.frames(); ++i) SetBooleans(i);
    if (end < bytes_.size()) out_.Replace(end, bytes_.size() - end, {});
    out_.Finish();
    Repaired repaired;
    log_.MoveTo(repaired);
    repaired.bytes = std::move(out_.bytes());
    repaired.edits = std::move(out_.edits());
    return repaired;
  }

 private:
  void Change(FindingCode code, ByteRange bytes, std::string path,
              std::string before, std::string after, std::string lost = {}) {
    log_.Add(code, /*safe=*/true, bytes, [&] {
      return ChangeText{.path = std::move(path),
                        .before = std::move(before),
                        .after = std::move(after),
                        .lost = std::move(lost)};
    });
  }

  void ShortenLength() {
    log_.BeginPart();
    const size_t length = header_.name.size();
    if (header_.length_size <= ShortestSize(length)) return;
    std::vector<uint8_t> shortest;
    AppendNameLength(length, shortest);
    Change(FindingCode::kNameLengthPadded,
           {header_.length_offset, header_.length_size}, "name",
           absl::StrCat("a length of ", header_.length_size, " bytes"),
           absl::StrCat(shortest.size()));
    out_.Replace(header_.length_offset, header_.length_size, shortest);
  }

  void SetDuration() {
    if (view_.frames() == 0 || has_time_faults_) return;
    const float last = view_.stamp(view_.frames() - 1);
    if (!(header_.duration.value < last)) return;
    const ByteRange at = {header_.duration.offset, sizeof(float)};
    Change(FindingCode::kDurationBeforeLastFrame, at, "duration",
           FloatText(header_.duration.value), FloatText(last));
    out_.Replace(at.offset, at.length, BytesOfValue(last));
  }

  void ClearLayout() {
    if (header_.layout.size() != 4 || header_.layout[3] < 4) return;
    const uint64_t at = header_.joint_count.offset + sizeof(int32_t) + 3;
    const std::array<uint8_t, 1> bits = {
        static_cast<uint8_t>(header_.layout[3] & 3)};
    Change(FindingCode::kJointLayoutUnusual, {at, 1}, "jointLayout",
           absl::StrCat(header_.layout[3]), absl::StrCat(bits[0]));
    out_.Replace(at, 1, bits);
  }

  // Returns where the file is to end.
  uint64_t Count(const xrhands::ReadOptions& read) {
    const int32_t stated = header_.frame_count.value;
    const uint64_t end = view_.frame_offset(view_.frames());
    auto count = static_cast<int32_t>(view_.frames());
    if (count == stated && end == bytes_.size()) return end;
    const ByteRange at = {header_.frame_count.offset, sizeof(int32_t)};
    const bool more = stated < 0 || count == stated;  // and not less
    if (more) {
      if (const auto all = FramesToTheEnd(bytes_, view_, read)) {
        SetCount(stated < 0 ? FindingCode::kFrameCountNegative
                            : FindingCode::kTrailingBytes,
                 at, *all, "");
        return bytes_.size();
      }
      const uint64_t left = bytes_.size() - end;
      if (stated < 0) {
        SetCount(FindingCode::kFrameCountNegative, at, 0, "");
        if (left == 0) return end;
      }
      Change(FindingCode::kTrailingBytes, {end, left}, "end",
             absl::StrCat(left, " bytes"), "nothing",
             absl::StrCat(left, " bytes"));
      return end;
    }
    const bool is_cut = static_cast<uint64_t>(stated) <=
                        (bytes_.size() - at.offset) /
                            (view_.version() == 1 ? xrhands::kLeastFrame1
                                                  : xrhands::kLeastFrame2);
    SetCount(
        is_cut ? FindingCode::kFileTruncated : FindingCode::kFrameCountTooLarge,
        at, count, absl::StrCat(stated - count, " frames"));
    return end;
  }

  void SetCount(FindingCode code, ByteRange at, int32_t count,
                std::string lost) {
    Change(code, at, "frameCount", absl::StrCat(header_.frame_count.value),
           absl::StrCat(count), std::move(lost));
    out_.Replace(at.offset, at.length, BytesOfValue(count));
    log_.BeginPart();
  }

  void SetBooleans(size_t i) {
    const xrhands::Frame frame = view_.frame(i);
    const auto set = [&](uint64_t offset, uint8_t byte) {
      if (byte <= 1) return;
      Change(FindingCode::kBooleanValueUnusual, {offset, 1},
             absl::StrCat("frames[", i, "]"), absl::StrCat(byte), "1");
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

  const Bytes bytes_;
  const CaptureView& view_;
  const xrhands::CaptureHeader& header_;
  const bool has_time_faults_;
  ChangeLog log_;
  Splicer out_;
};

std::set<FindingCode> ErrorsOf(const FindingList& findings) {
  std::set<FindingCode> codes;
  for (const Finding& finding : findings.findings()) {
    if (finding.severity() == Severity::kError) codes.insert(finding.code);
  }
  return codes;
}

Repaired RepairOnce(Bytes bytes, const xrhands::ReadOptions& read,
                    const RepairOptions& options) {
  FindingList before(read.limits);
  const auto view = xrhands::ReadDamagedAndValidate(bytes, read, before);
  const std::set<FindingCode> errors = ErrorsOf(before);
  if (!view || errors.contains(FindingCode::kLimitExceeded) ||
      errors.contains(FindingCode::kJointLayoutWrong)) {
    return {};
  }
  const bool has_time_faults =
      errors.contains(FindingCode::kFrameTimeNotFinite) ||
      errors.contains(FindingCode::kFrameTimeDecreasing);
  Repaired repaired =
      CaptureRepair(bytes, *view, has_time_faults, options).Run(read);
  if (!repaired.changed()) return repaired;
  // No error of a kind that was not there before.
  FindingList after(read.limits);
  xrhands::ReadDamagedAndValidate(repaired.bytes, read, after);
  if (!std::ranges::includes(errors, ErrorsOf(after))) return {};
  return repaired;
}

}  // namespace

Repaired RepairCapture(Bytes bytes, const xrhands::ReadOptions& read,
                       const RepairOptions& options) {
  Repaired repaired = RepairOnce(bytes, read, options);
  if (!repaired.changed()) return repaired;
  // Frames that a count had left out have faults of their own.
  AddPass(RepairOnce(repaired.bytes, read, options), repaired);
  return repaired;
}

}  // namespace clipguard::actions
