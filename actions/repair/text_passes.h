// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// RepairText: what repairs of all text formats share. A text in UTF-16 or
// UTF-32 becomes UTF-8; then pass after pass mends what it can, until nothing
// is left to do. Reentrant: no state, no I/O.

#ifndef CLIPGUARD_ACTIONS_REPAIR_TEXT_PASSES_H_
#define CLIPGUARD_ACTIONS_REPAIR_TEXT_PASSES_H_

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "actions/repair/repair.h"
#include "actions/repair/text_plan.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"

namespace clipguard::actions {

// A set of codes.
class CodeSet {
 public:
  void Add(FindingCode code) { codes_[static_cast<size_t>(code)] = true; }
  bool Has(FindingCode code) const { return codes_[static_cast<size_t>(code)]; }
  bool empty() const { return codes_.none(); }
  // Those that the other set does not have.
  CodeSet Without(const CodeSet& other) const {
    CodeSet rest;
    rest.codes_ = codes_ & ~other.codes_;
    return rest;
  }

 private:
  std::bitset<kFindingCodeCount> codes_;
};

// Reads the text, plans what is to be done, and returns the codes of the errors
// that are in it.
using PlanFunction = absl::FunctionRef<CodeSet(std::string_view, TextPlan&)>;

// Whether a result is what was meant, by the errors before and after. If not,
// all is taken back.
using IsMeantFunction =
    absl::FunctionRef<bool(const CodeSet& before, const CodeSet& after)>;

// Reports the findings of a text.
using ValidateTextFunction =
    absl::FunctionRef<void(std::string_view, FindingSink&)>;

// Copies a text that there is something to say of: `plan` sees none that
// changes. REQUIRES: `plan` plans nothing for what it has mended.
Repaired RepairText(std::span<const uint8_t> bytes,
                    const RepairOptions& options, ValidateTextFunction validate,
                    PlanFunction plan, IsMeantFunction is_meant);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_TEXT_PASSES_H_
