// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Repairs of single words of .m3d text: numbers, labels and banners.
// parser/m3d/schema.h and format.h define the words that are expected at a
// place.

#ifndef CLIPGUARD_ACTIONS_REPAIR_M3D_WORD_FIXES_H_
#define CLIPGUARD_ACTIONS_REPAIR_M3D_WORD_FIXES_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "actions/repair/lazy_finding.h"
#include "actions/repair/text_plan.h"
#include "parser/m3d/schema.h"

namespace clipguard::actions {

// Facts about the whole file, found when they are first asked for.
struct M3dFacts {
  // If so, kept through all passes. Whether commas in numbers are decimal ones
  // beyond doubt: no real number has a point, wherever there are commas a label
  // has as many numbers as it should, and one of them has no three digits after
  // the comma, as thousands would.
  std::optional<bool> decimal_commas;
  // The header declares so many; 0 where it is not known.
  std::optional<std::array<uint64_t, m3d::FieldsIn(m3d::kHeaderRow)>> counts;

  // Forgets what repairs can change.
  void BeginPass() {
    if (decimal_commas == false) decimal_commas.reset();
    counts.reset();
  }
};

// Whether a word is a label of a row behind the header, but for its case, a
// number sign or a colon.
bool LooksLikeLabel(std::string_view word);

// Repairs kNumberMalformed and kCountMalformed.
void FixNumber(const LazyFinding& found, M3dFacts& facts, TextPlan& plan);

// Repairs kLabelMismatch.
void FixLabel(const LazyFinding& found, TextPlan& plan);

// Repairs kBannerMismatch.
void FixBanner(const LazyFinding& found, TextPlan& plan);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_M3D_WORD_FIXES_H_
