// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/mrtk/survey.h"

namespace clipguard::actions {
namespace {

// Whether the scope of its occurrences is the curve's slot.
bool IsAboutKeys(FindingCode code) {
  using enum FindingCode;
  switch (code) {
    case kKeyTimeNotFinite:
    case kKeyTimeDecreasing:
    case kKeyTimeDuplicate:
    case kKeyValueNotFinite:
    case kBooleanValueUnusual:
      return true;
    default:
      return false;
  }
}

}  // namespace

void Survey::Report(const Occurrence& occurrence) {
  codes_[static_cast<size_t>(occurrence.code)] = true;
  if (IsAboutKeys(occurrence.code) && occurrence.scope.id < keys_.size()) {
    keys_[static_cast<size_t>(occurrence.scope.id)] = true;
  }
}

bool Survey::EndsWell() const {
  using enum FindingCode;
  for (const FindingCode code :
       {kFileTruncated, kMarkerCountNegative, kMarkerCountTooLarge,
        kMarkerNameLengthMalformed, kMarkerNameLengthTooLarge,
        kMarkerNamePastEnd, kTrailingBytes}) {
    if (Has(code)) return false;
  }
  return true;
}

bool Survey::HasErrorMissingIn(const Survey& other) const {
  for (const CodeInfo& info : AllCodes()) {
    if (info.severity == Severity::kError && Has(info.code) &&
        !other.Has(info.code)) {
      return true;
    }
  }
  return false;
}

}  // namespace clipguard::actions
