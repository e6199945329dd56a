// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "rescue/repair/mrtk/recording.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/validate.h"
#include "rescue/repair/change_log.h"
#include "rescue/repair/mrtk/cut_file.h"
#include "rescue/repair/mrtk/markers.h"
#include "rescue/repair/mrtk/recording_curves.h"
#include "rescue/repair/mrtk/survey.h"
#include "rescue/repair/splicer.h"

namespace clipguard::rescue {
namespace {

using mrtk::CurveSlot;
using mrtk::InputAnimationView;

// Codes about the marker list and the end of the file.
bool HasMarkerFaults(const Survey& survey) {
  using enum FindingCode;
  return std::ranges::any_of(
      std::array{kFileTruncated, kMarkerListMissing, kMarkerCountNegative,
                 kMarkerCountTooLarge, kMarkerNameLengthPadded,
                 kMarkerNamePastEnd, kTrailingBytes, kMarkerTimeNotFinite,
                 kMarkerTimeDecreasing, kMarkerNameHasNul},
      [&](FindingCode code) { return survey.Has(code); });
}

void RepairPresence(const InputAnimationView& view, ChangeLog& log,
                    Splicer& out) {
  constexpr std::array<const char*, mrtk::kPresenceSize> kPaths = {
      "hasCamera", "hasHands", "hasGaze"};
  constexpr std::array<uint8_t, 1> kYes = {1};
  if (view.version().minor == 0) return;
  log.BeginPart();
  for (size_t i = 0; i < kPaths.size(); ++i) {
    const uint64_t offset = mrtk::kHeaderSize + i;
    const uint8_t byte = view.bytes()[static_cast<size_t>(offset)];
    if (byte <= 1) continue;
    log.Add(FindingCode::kPresenceByteUnusual, true, {offset, 1}, [&] {
      return ChangeText{.path = kPaths[i],
                        .before = absl::StrCat(static_cast<int>(byte)),
                        .after = "1",
                        .note = "readers take any byte but 0 for yes"};
    });
    out.Replace(offset, 1, kYes);
  }
}

// Edits of a basis and of what was made of it, as edits of the original.
std::vector<Edit> Joined(const Basis& basis, std::vector<Edit> later) {
  for (const Edit& edit : basis.edits) {
    const auto after = std::ranges::find_if(later, [&](const Edit& other) {
      return other.offset + other.length > edit.offset ||
             (other.offset >= edit.offset && edit.length == 0);
    });
    // What was repaired once more is one edit.
    if (after != later.end() && after->offset <= edit.offset &&
        edit.offset < basis.tail) {
      continue;
    }
    later.insert(after, edit);
  }
  return later;
}

class Verifier {
 public:
  Verifier(const mrtk::ReadOptions& read, const InputAnimationView& view,
           const Survey& before)
      : read_(read), view_(view), before_(before) {}

  // Whether the result is read as it was meant, and has no error of a kind
  // that was not there before.
  bool Accepts(std::span<const uint8_t> bytes) const {
    Survey after;
    const auto view = mrtk::ReadDamagedAndValidate(bytes, read_, after);
    return view && !after.HasErrorMissingIn(before_) &&
           (view->layout() == view_.layout() || !HasFloatKeys(*view));
  }

 private:
  static bool HasFloatKeys(const InputAnimationView& view) {
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      const CurveSlot slot(i);
      if (!slot.is_boolean() && !view.curve(slot).empty()) return true;
    }
    return false;
  }

  const mrtk::ReadOptions& read_;
  const InputAnimationView& view_;
  const Survey& before_;
};

// Takes back all that was done.
Repaired GivenUp(Repaired repaired) {
  for (const Change& change : repaired.changes) {
    repaired.refusals.push_back(
        {change.code, change.bytes, change.path,
         "repaired, the file would be read otherwise than it was meant"});
  }
  repaired.bytes = {};
  repaired.edits.clear();
  repaired.changes.clear();
  return repaired;
}

}  // namespace

Repaired RepairRecording(std::span<const uint8_t> bytes,
                         const mrtk::ReadOptions& read,
                         const RepairOptions& options) {
  Repaired repaired;
  ChangeLog log(options);
  auto survey = std::make_unique<Survey>();
  auto view = mrtk::ReadDamagedAndValidate(bytes, read, *survey);
  std::optional<Basis> basis;
  if (!view) {
    using enum FindingCode;
    if (survey->Has(kMagicMismatch)) {
      basis = CorrectMagic(bytes, read, log);
    } else if (survey->Has(kFileTruncated) || survey->Has(kKeyCountTooLarge)) {
      basis = CompleteCutFile(bytes, read, log);
    }
    if (basis) {
      *survey = Survey();
      view = mrtk::ReadDamagedAndValidate(basis->bytes, read, *survey);
      if (!view) {
        log.MoveTo(repaired);
        return GivenUp(std::move(repaired));
      }
    }
  }
  // Of what exceeds a limit, not all was looked at.
  if (!view || survey->Has(FindingCode::kLimitExceeded)) {
    log.MoveTo(repaired);
    return basis ? GivenUp(std::move(repaired)) : repaired;
  }
  const auto original = basis ? std::span<const uint8_t>(basis->bytes) : bytes;
  const bool sound = !survey->Has(FindingCode::kWrapModeUnknown);
  Splicer out(original, GrowthOf(*view));
  if (survey->Has(FindingCode::kPresenceByteUnusual)) {
    RepairPresence(*view, log, out);
  }
  RepairCurves(*view, *survey, options, log, out);
  if (HasMarkerFaults(*survey)) {
    RepairMarkers(*view, sound, read.limits, log, out);
  }
  out.Finish();
  log.MoveTo(repaired);
  if (basis && out.empty()) {
    repaired.bytes = std::move(basis->bytes);
    repaired.edits = std::move(basis->edits);
  } else {
    repaired.bytes = std::move(out.bytes());
    repaired.edits =
        basis ? Joined(*basis, std::move(out.edits())) : std::move(out.edits());
  }
  const bool meant = repaired.edits.empty() == repaired.changes.empty() &&
                     (!repaired.changed() ||
                      Verifier(read, *view, *survey).Accepts(repaired.bytes));
  return meant ? repaired : GivenUp(std::move(repaired));
}

}  // namespace clipguard::rescue
