// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// FoundCodes: which findings a recording has, and which curves have them. Takes
// no memory for an occurrence.

#ifndef CLIPGUARD_ACTIONS_REPAIR_MRTK_FOUND_CODES_H_
#define CLIPGUARD_ACTIONS_REPAIR_MRTK_FOUND_CODES_H_

#include <bitset>
#include <cstddef>
#include <span>

#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/mrtk/format.h"

namespace clipguard::actions {

// Thread-compatible.
class FoundCodes : public FindingSink {
 public:
  using FindingSink::Report;
  void Report(const Occurrence& occurrence) override;

  bool Has(FindingCode code) const { return codes_[static_cast<size_t>(code)]; }

  // Whether a key of the curve has a finding of its own.
  bool HasKeyFaults(mrtk::CurveSlot slot) const { return keys_[slot.index()]; }

  // Whether the file is a recording to its last byte. If it is not, and a wrap
  // mode does not exist, it may be misread from there on.
  bool EndsWell() const;

  bool HasAny(std::span<const FindingCode> codes) const;

  // Whether there is an error of another code than these.
  bool HasErrorBeside(std::span<const FindingCode> codes) const;

  // Whether there is an error of a code that the other does not have.
  bool HasErrorMissingIn(const FoundCodes& other) const;

 private:
  std::bitset<kFindingCodeCount> codes_;
  std::bitset<mrtk::CurveSlot::kCount> keys_;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_MRTK_FOUND_CODES_H_
