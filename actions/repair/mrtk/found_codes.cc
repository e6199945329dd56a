// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/mrtk/found_codes.h"

#include <algorithm>

#include "parser/mrtk/wrong_number.h"

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

void FoundCodes::Report(const Occurrence& occurrence) {
  codes_[static_cast<size_t>(occurrence.code)] = true;
  if (IsAboutKeys(occurrence.code) && occurrence.scope.id < keys_.size()) {
    keys_[static_cast<size_t>(occurrence.scope.id)] = true;
  }
}

bool FoundCodes::EndsWell() const { return !HasAny(mrtk::kMisfits); }

bool FoundCodes::HasAny(std::span<const FindingCode> codes) const {
  return std::ranges::any_of(codes,
                             [&](FindingCode code) { return Has(code); });
}

bool FoundCodes::HasErrorBeside(std::span<const FindingCode> codes) const {
  return std::ranges::any_of(AllCodes(), [&](const CodeInfo& info) {
    return info.severity == Severity::kError && Has(info.code) &&
           std::ranges::find(codes, info.code) == codes.end();
  });
}

bool FoundCodes::HasErrorMissingIn(const FoundCodes& other) const {
  for (const CodeInfo& info : AllCodes()) {
    if (info.severity == Severity::kError && Has(info.code) &&
        !other.Has(info.code)) {
      return true;
    }
  }
  return false;
}

}  // namespace clipguard::actions
