// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/repair_check.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <optional>
#include <vector>

#include "actions/repair/repair_catalog.h"
#include "parser/finding_catalog.h"
#include "parser/format_set.h"

namespace clipguard::actions {
namespace {

size_t IndexOf(FindingCode code) { return static_cast<size_t>(code); }

std::string With(std::string_view what, FindingCode code) {
  std::string text(what);
  text += ' ';
  text += GetCodeInfo(code).name;
  return text;
}

// The codes of errors, and where the first of each lies.
class Errors : public FindingSink {
 public:
  using FindingSink::Report;
  void Report(const Occurrence& occurrence) override {
    if (GetCodeInfo(occurrence.code).severity != Severity::kError) return;
    const size_t code = IndexOf(occurrence.code);
    first_[code] = Has(occurrence.code)
                       ? std::min(first_[code], occurrence.bytes.offset)
                       : occurrence.bytes.offset;
    codes_[code] = true;
  }

  bool Has(FindingCode code) const { return codes_[IndexOf(code)]; }
  // REQUIRES: Has(code).
  uint64_t first(FindingCode code) const { return first_[IndexOf(code)]; }

 private:
  std::bitset<kFindingCodeCount> codes_;
  std::array<uint64_t, kFindingCodeCount> first_ = {};
};

std::string CheckEdits(std::span<const uint8_t> bytes,
                       const Repaired& repaired) {
  if (repaired.edits.empty() == repaired.changed()) {
    return "changes and edits disagree";
  }
  const std::span<const uint8_t> after(repaired.bytes);
  uint64_t from = 0;
  uint64_t to = 0;
  for (size_t i = 0; i <= repaired.edits.size(); ++i) {
    const bool last = i == repaired.edits.size();
    const Edit edit = last ? Edit{.offset = bytes.size()} : repaired.edits[i];
    if (edit.offset < from || edit.offset > bytes.size() ||
        edit.length > bytes.size() - edit.offset) {
      return "an edit is out of order or of the file";
    }
    const uint64_t kept = edit.offset - from;
    if (!repaired.changed()) break;
    if (kept + edit.size > after.size() - to ||
        !std::ranges::equal(bytes.subspan(from, kept),
                            after.subspan(to, kept))) {
      return "bytes outside the edits differ";
    }
    from = edit.offset + edit.length;
    to += kept + edit.size;
  }
  if (to != after.size()) return "the size is not what the edits make it";
  return {};
}

std::string CheckPlaces(std::span<const uint8_t> bytes,
                        const Repaired& repaired) {
  std::vector<ByteRange> told;
  for (const Change& change : repaired.changes) told.push_back(change.bytes);
  std::ranges::sort(told, {}, &ByteRange::offset);
  auto next = told.begin();
  uint64_t until = 0;  // where those end that begin before
  for (const Edit& edit : repaired.edits) {
    const uint64_t end = edit.offset + edit.length;
    for (uint64_t at = edit.offset;; at = until) {
      for (; next != told.end() && next->offset <= at; ++next) {
        until = std::max(until, next->offset + next->length);
      }
      if (until >= end && next != told.begin()) break;
      if (until <= at) return "no change tells of an edit";
    }
  }
  for (const auto* list : {&repaired.changes, &repaired.guesses}) {
    for (const Change& change : *list) {
      if (change.bytes.offset > bytes.size() ||
          change.bytes.length > bytes.size() - change.bytes.offset) {
        return With("a change lies outside the file:", change.code);
      }
      if (change.count == 0 || change.before.empty() || change.after.empty()) {
        return With("a change does not say what it does:", change.code);
      }
      const RepairInfo* const info = FindRepair(change.code);
      if (info == nullptr) {
        return With("the list has no repair of", change.code);
      }
      if (info->safety != RepairSafety::kDepends &&
          change.safe != (info->safety == RepairSafety::kSafe)) {
        return With("the list says otherwise how sure it is:", change.code);
      }
    }
  }
  return {};
}

// Whether one of these errors ends the reading before anything is looked at.
bool HidesAll(const Errors& errors) {
  using enum FindingCode;
  return std::ranges::any_of(
      std::array{kMagicMismatch, kLineEndingsConverted,
                 kTextEncodingUnsupported, kJsonNotUtf8, kJsonSyntax,
                 kJsonTrailingContent},
      [&](FindingCode code) { return errors.Has(code); });
}

bool IsOfCharacters(FindingCode code) {
  const auto& formats = GetCodeInfo(code).formats;
  return formats.Contains(Format::kM3d) && !formats.Contains(Format::kMrtk);
}

// Whether an error of a character is seen only where all of it was read.
bool IsOfWhole(FindingCode code) {
  using enum FindingCode;
  constexpr std::array kCodes = {kSubsetOutOfRange,       kSubsetsOverlap,
                                 kVertexIndexAbove16Bits, kBoneWithoutParent,
                                 kClipNameDuplicate,      kClipWithoutKeys,
                                 kBoneWithoutKeys,        kKeyTimeDecreasing};
  return std::ranges::find(kCodes, code) != kCodes.end();
}

// Whether the number of something may be wrong. Such a repair is right only if
// all that follows fits.
bool HasCountFault(const Errors& errors) {
  using enum FindingCode;
  return std::ranges::any_of(
      std::array{kElementsMissing, kElementsSurplus, kCountTooLarge,
                 kCountMalformed, kClipsWithoutBones},
      [&](FindingCode code) { return errors.Has(code); });
}

// Where the first word of a character lies that could not be read: there a row
// or a section may end, and what is in it show only afterwards.
std::optional<uint64_t> FirstUnread(const Errors& errors) {
  std::optional<uint64_t> first;
  for (const CodeInfo& info : AllCodes()) {
    if (!errors.Has(info.code) || !IsOfCharacters(info.code) ||
        IsOfWhole(info.code)) {
      continue;
    }
    first = std::min(first.value_or(errors.first(info.code)),
                     errors.first(info.code));
  }
  return first;
}

// Where in the original that is which lies at an offset of the result; the
// beginning of an edit, if it lies in one.
uint64_t OriginalOffset(const std::vector<Edit>& edits, uint64_t offset) {
  uint64_t original = offset;
  for (const Edit& edit : edits) {
    if (original < edit.offset) break;
    if (original < edit.offset + edit.size) return edit.offset;
    original = original - edit.size + edit.length;
  }
  return original;
}

std::string CheckErrors(const Repaired& repaired, const Errors& before,
                        const Errors& after) {
  for (const Change& change : repaired.changes) {
    const auto is_same = [&](const auto& other) {
      return other.code == change.code;
    };
    if (after.Has(change.code) &&
        std::ranges::none_of(repaired.guesses, is_same) &&
        std::ranges::none_of(repaired.refusals, is_same)) {
      return With("it is still there:", change.code);
    }
  }
  if (HidesAll(before)) return {};
  const auto unread =
      HasCountFault(before) ? std::nullopt : FirstUnread(before);
  for (const CodeInfo& info : AllCodes()) {
    if (!after.Has(info.code) || before.Has(info.code)) continue;
    const bool hidden =
        unread &&
        (IsOfWhole(info.code) ||
         OriginalOffset(repaired.edits, after.first(info.code)) >= *unread);
    if (!hidden) return With("it was not there before:", info.code);
  }
  return {};
}

// Whether no change says that anything is lost.
bool LosesNothing(const Repaired& repaired) {
  return std::ranges::all_of(repaired.changes, [](const Change& change) {
    return change.lost.empty();
  });
}

// Whether a number of a recording's structure was corrected: with the wrong
// one, keys and markers were read where there are none.
bool CorrectsNumber(const Repaired& repaired) {
  return std::ranges::any_of(repaired.changes, [](const Change& change) {
    return change.path.ends_with(".keyCount") ||
           (change.path.starts_with("has") &&
            change.code != FindingCode::kPresenceByteUnusual) ||
           change.path == "header.minorVersion";
  });
}

std::string Check(std::span<const uint8_t> bytes, RepairFunction repair,
                  ValidateFunction validate, const RepairOptions& options) {
  const Repaired repaired = repair(bytes, options);
  if (options.unsafe && !repaired.guesses.empty()) {
    return "a guess was not made, though allowed";
  }
  if (std::string fault = CheckEdits(bytes, repaired); !fault.empty()) {
    return fault;
  }
  if (std::string fault = CheckPlaces(bytes, repaired); !fault.empty()) {
    return fault;
  }
  if (!repaired.changed()) return {};
  Errors before;
  const uint64_t content = validate(bytes, before);
  Errors after;
  const uint64_t content_left = validate(repaired.bytes, after);
  if (std::string fault = CheckErrors(repaired, before, after);
      !fault.empty()) {
    return fault;
  }
  if (content_left < content && LosesNothing(repaired) &&
      !CorrectsNumber(repaired)) {
    return "something is lost, and no change says so";
  }
  const Repaired again = repair(repaired.bytes, options);
  if (again.changed()) {
    return With("a second repair changes something:",
                again.changes.front().code);
  }
  return {};
}

}  // namespace

std::string WhatDoesNotHold(std::span<const uint8_t> bytes,
                            RepairFunction repair, ValidateFunction validate) {
  std::string fault = Check(bytes, repair, validate, {.unsafe = false});
  if (!fault.empty()) return "safe: " + fault;
  fault = Check(bytes, repair, validate, {.unsafe = true});
  return fault.empty() ? fault : "unsafe: " + fault;
}

}  // namespace clipguard::actions
