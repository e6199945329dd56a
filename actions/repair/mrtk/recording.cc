// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A recording is repaired in passes until nothing changes. A pass repairs, in
// this order: the magic number, a wrong number of the structure or the cut end,
// without which the rest cannot be read; presence bytes; curves; markers.
// Afterwards the result is read again, and given up if it is not what was
// meant.

#include "actions/repair/mrtk/recording.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "actions/repair/change_log.h"
#include "actions/repair/line_endings.h"
#include "actions/repair/mrtk/found_codes.h"
#include "actions/repair/mrtk/parts.h"
#include "actions/repair/passes.h"
#include "actions/repair/splicer.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/unwritten_end.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::InputAnimationView;

// Errors of single keys, by which nothing is misread; then all codes about the
// marker list and the end of the file.
constexpr std::array kSingleFaults = {
    FindingCode::kKeyTimeNotFinite,     FindingCode::kKeyValueNotFinite,
    FindingCode::kFileTruncated,        FindingCode::kMarkerListMissing,
    FindingCode::kMarkerCountNegative,  FindingCode::kMarkerCountTooLarge,
    FindingCode::kMarkerNamePastEnd,    FindingCode::kMarkerNameLengthPadded,
    FindingCode::kTrailingBytes,        FindingCode::kMarkerTimeNotFinite,
    FindingCode::kMarkerTimeDecreasing, FindingCode::kMarkerNameHasNul};
constexpr std::span kMarkerFaults = std::span(kSingleFaults).subspan<2>();

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

// One time over the file.
struct Pass {
  Repaired repaired;
  // Findings about the file, or about the one that was repaired instead of it.
  FoundCodes found;
  // Findings about the file, or about the part after the place where reading it
  // ended.
  FoundCodes before;
  bool readable = false;
  mrtk::KeyLayout layout = mrtk::KeyLayout::kCompact;
  bool has_float_keys = false;
  Salvage left;
};

bool HasFloatKeys(const InputAnimationView& view) {
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!slot.is_boolean() && !view.curve(slot).empty()) return true;
  }
  return false;
}

// Reads the file, or what can be made of it if it cannot be read.
std::optional<InputAnimationView> Read(std::span<const uint8_t> bytes,
                                       const mrtk::ReadOptions& read,
                                       ChangeLog& log, FoundCodes& found,
                                       FoundCodes& before,
                                       std::optional<Basis>& basis, bool& cut) {
  using enum FindingCode;
  auto view = mrtk::ReadDamagedAndValidate(bytes, read, found);
  before = found;
  if (view && found.EndsWell()) return view;
  bool corrected = false;
  if (found.Has(kMagicMismatch)) {
    basis = CorrectMagic(bytes, read, log);
  } else if (found.Has(kLineEndingsConverted)) {
    const auto fits = [&](std::span<const uint8_t> other) {
      FindingList ignored;
      return mrtk::ReadInputAnimation(other, read, ignored).has_value();
    };
    if (auto out = RemoveCarriageReturns(bytes, "recording", fits, log)) {
      basis = {.bytes = std::move(out->bytes()),
               .edits = std::move(out->edits())};
    }
  } else {
    basis = CorrectNumber(bytes, read, found, log);
    corrected = basis.has_value();
    if (!basis && !view &&
        (found.Has(kFileTruncated) || found.Has(kKeyCountTooLarge))) {
      basis = CompleteCutFile(bytes, read, log);
      cut = basis.has_value();
    } else if (!basis && view && found.Has(kTrailingBytes)) {
      basis = CompleteUnwritten(*view, read, log);
      cut = basis.has_value();
    }
  }
  if (!basis) return view;
  found = FoundCodes();
  view = mrtk::ReadDamagedAndValidate(basis->bytes, read, found);
  // Behind a wrong magic number is all of the file. A cut file was read up to
  // its end, and one with a wrong number has no other fault: errors in what is
  // left say that it is not so.
  if (!cut && !corrected) before = found;
  return view;
}

Pass RunPass(std::span<const uint8_t> bytes, const mrtk::ReadOptions& read,
             const RepairOptions& options) {
  Pass pass;
  Repaired& repaired = pass.repaired;
  ChangeLog of_basis(options);
  std::optional<Basis> basis;
  bool cut = false;
  const auto view =
      Read(bytes, read, of_basis, pass.found, pass.before, basis, cut);
  of_basis.MoveTo(repaired);
  // If a limit was exceeded, not all of the file was checked. And the rest of a
  // cut file may make sense in the other layout, too, or as other curves.
  if (!view || pass.found.Has(FindingCode::kLimitExceeded) ||
      (basis && basis->layout && *basis->layout != view->layout()) ||
      (cut && pass.found.Has(FindingCode::kBooleanValueUnusual))) {
    if (basis) repaired = GivenUp(std::move(repaired));
    return pass;
  }
  pass.readable = true;
  pass.layout = view->layout();
  pass.has_float_keys = HasFloatKeys(*view);
  const mrtk::KeyedCurves keyed = mrtk::CountKeyedCurves(*view);
  pass.left = {.curves_left = keyed.with_keys, .curves = keyed.all};
  if (cut) repaired.salvage = pass.left;
  const auto original = basis ? std::span<const uint8_t>(basis->bytes) : bytes;
  ChangeLog log(options);
  Splicer out(original, GrowthOf(*view));
  if (pass.found.Has(FindingCode::kPresenceByteUnusual)) {
    RepairPresence(*view, log, out);
  }
  if (!pass.found.EndsWell()) {
    log.set_doubt(
        "the file does not end where it should: perhaps it is misread");
  } else if (pass.found.Has(FindingCode::kWeightedModeUnknown) ||
             (pass.found.Has(FindingCode::kWrapModeUnknown) &&
              pass.found.Has(FindingCode::kKeyTimeDecreasing))) {
    log.set_doubt(
        "the file has modes that do not exist: perhaps it is misread");
  }
  RepairCurves(*view, pass.found, log, out);
  log.set_doubt({});
  if (pass.found.HasAny(kMarkerFaults)) {
    RepairMarkers(*view, !pass.found.HasErrorBeside(kSingleFaults), read.limits,
                  log, out);
  }
  out.Finish();
  Repaired done;
  log.MoveTo(done);
  done.bytes = std::move(out.bytes());
  done.edits = std::move(out.edits());
  if (basis) {
    if (done.edits.empty()) done.bytes = std::move(basis->bytes);
    repaired.edits = std::move(basis->edits);
    AddPass(std::move(done), repaired);
  } else {
    std::ranges::move(done.refusals, std::back_inserter(repaired.refusals));
    done.refusals = std::move(repaired.refusals);
    repaired = std::move(done);
  }
  if (repaired.edits.empty() == repaired.changed()) {
    repaired = GivenUp(std::move(repaired));
  }
  return pass;
}

// Whether the result is read as it was meant, and has no error of a kind that
// was not there before.
bool IsMeant(const Pass& before, const Pass& after) {
  return after.readable && !after.found.HasErrorMissingIn(before.before) &&
         (after.layout == before.layout || !after.has_float_keys);
}

}  // namespace

Repaired RepairRecording(std::span<const uint8_t> bytes,
                         const mrtk::ReadOptions& read,
                         const RepairOptions& options) {
  // A repair can build on the result of another one. More than one pass is
  // hardly ever needed.
  constexpr int kMostPasses = 4;
  const auto first = std::make_unique<Pass>(RunPass(bytes, read, options));
  Repaired repaired = std::move(first->repaired);
  for (int pass = 0; repaired.changed(); ++pass) {
    const auto next =
        std::make_unique<Pass>(RunPass(repaired.bytes, read, options));
    if (!IsMeant(*first, *next) || pass == kMostPasses) {
      return GivenUp(std::move(repaired));
    }
    if (repaired.salvage) repaired.salvage = next->left;
    if (!next->repaired.changed()) break;
    AddPass(std::move(next->repaired), repaired);
  }
  CoverEdits(repaired);
  return repaired;
}

}  // namespace clipguard::actions
