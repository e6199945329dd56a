// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Repairs of single words of .m3d text: numbers, labels and banners.
// parser/m3d/schema.h and format.h define the words that are expected at a
// place.

#ifndef CLIPGUARD_ACTIONS_REPAIR_M3D_WORD_FIXES_H_
#define CLIPGUARD_ACTIONS_REPAIR_M3D_WORD_FIXES_H_

#include <optional>
#include <string_view>

#include "actions/repair/lazy_finding.h"
#include "actions/repair/text_plan.h"

namespace clipguard::actions {

// Facts about the whole file, kept through all passes.
struct M3dFacts {
  // Whether commas in numbers are decimal ones beyond doubt: no number has a
  // point. Found when it is first asked for.
  std::optional<bool> decimal_commas;
};

// Repairs kNumberMalformed and kCountMalformed.
void FixNumber(const LazyFinding& found, M3dFacts& facts, TextPlan& plan);

// Repairs kLabelMismatch.
void FixLabel(const LazyFinding& found, TextPlan& plan);

// Repairs kBannerMismatch.
void FixBanner(const LazyFinding& found, TextPlan& plan);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_M3D_WORD_FIXES_H_
