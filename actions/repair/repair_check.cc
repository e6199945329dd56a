// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/repair_check.h"

#include <algorithm>
#include <bitset>
#include <cstddef>

#include "actions/repair/repair_catalog.h"
#include "parser/finding_catalog.h"
#include "parser/format_set.h"

namespace clipguard::actions {
namespace {

using Codes = std::bitset<kFindingCodeCount>;

size_t IndexOf(FindingCode code) { return static_cast<size_t>(code); }

std::string With(std::string_view what, FindingCode code) {
  std::string text(what);
  text += ' ';
  text += GetCodeInfo(code).name;
  return text;
}

// The codes of errors.
class ErrorCodes : public FindingSink {
 public:
  using FindingSink::Report;
  void Report(const Occurrence& occurrence) override {
    if (GetCodeInfo(occurrence.code).severity == Severity::kError) {
      codes_[IndexOf(occurrence.code)] = true;
    }
  }
  const Codes& codes() const { return codes_; }

 private:
  Codes codes_;
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

// Whether one of these errors ends the reading: what is behind it shows when it
// is gone. A count or an end that was mended is right only if the rest fits.
bool EndsReading(const Codes& codes) {
  using enum FindingCode;
  const auto has = [&](FindingCode code) { return codes[IndexOf(code)]; };
  if (has(kMagicMismatch) || has(kTextEncodingUnsupported) ||
      has(kJsonNotUtf8) || has(kJsonSyntax) || has(kJsonTrailingContent)) {
    return true;
  }
  if (has(kElementsMissing) || has(kElementsSurplus) || has(kCountTooLarge) ||
      has(kCountMalformed) || has(kClipsWithoutBones)) {
    return false;
  }
  // In a character a row that cannot be read ends its section.
  return std::ranges::any_of(AllCodes(), [&](const CodeInfo& info) {
    return has(info.code) && info.formats.Contains(Format::kM3d) &&
           !info.formats.Contains(Format::kMrtk);
  });
}

std::string CheckErrors(const Repaired& repaired, const Codes& before,
                        const Codes& after) {
  Codes open;
  for (const Change& guess : repaired.guesses) open[IndexOf(guess.code)] = true;
  for (const Refusal& refusal : repaired.refusals) {
    open[IndexOf(refusal.code)] = true;
  }
  for (const Change& change : repaired.changes) {
    const size_t code = IndexOf(change.code);
    if (after[code] && !open[code]) {
      return With("it is still there:", change.code);
    }
  }
  if (EndsReading(before)) return {};
  for (const CodeInfo& info : AllCodes()) {
    const size_t code = IndexOf(info.code);
    if (after[code] && !before[code]) {
      return With("it was not there before:", info.code);
    }
  }
  return {};
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
  ErrorCodes before;
  validate(bytes, before);
  ErrorCodes after;
  validate(repaired.bytes, after);
  if (std::string fault = CheckErrors(repaired, before.codes(), after.codes());
      !fault.empty()) {
    return fault;
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
