// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Repairs of .m3d text, for actions/repair/m3d/character.cc.

#ifndef CLIPGUARD_ACTIONS_REPAIR_M3D_FIXES_H_
#define CLIPGUARD_ACTIONS_REPAIR_M3D_FIXES_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "actions/repair/lazy_finding.h"
#include "actions/repair/text_passes.h"
#include "actions/repair/text_plan.h"
#include "parser/m3d/schema.h"

namespace clipguard::actions {

// The counts of an .m3d file: what is declared, against what is there.

// Whether a finding can come of a count that is wrong; and one of several.
bool IsAboutCounts(FindingCode code);
bool HasCountFault(const CodeSet& errors);

// Counts the elements of each section, and of each bone in each clip, and plans
// the counts that are other than declared. `reported` are the codes of
// findings. The consequences of a wrong count are not known before it is right:
// where this plans something, nothing else should be planned.
void FixCounts(const CodeSet& reported, TextPlan& plan);

// Repairs of single words of .m3d text: numbers, labels and banners.
// parser/m3d/schema.h and format.h define the words that are expected at a
// place.

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

// Repairs of numbers of a character that can be read, but say what cannot be
// meant: weights, lengths, the order of keyframes.

// Repairs kBlendWeightsNotOne.
void FixWeights(const LazyFinding& found, TextPlan& plan);

// Repairs kNumberMalformed: a tangent that could not be computed becomes one at
// right angles to the normal, which follows it. False if that cannot be done.
bool FixTangent(const LazyFinding& found, TextPlan& plan);

// Repairs kRotationNotUnit, kNormalNotUnit and kTangentNotUnit.
void FixLength(const LazyFinding& found, TextPlan& plan);

// Repairs kKeyTimeDecreasing and kKeyTimeDuplicate. Findings of one bone's
// keyframes, which come one after the other, are mended with the first one.
class KeyframeFixer {
 public:
  explicit KeyframeFixer(TextPlan& plan) : plan_(plan) {}

  void Fix(const LazyFinding& found);

 private:
  TextPlan& plan_;
  uint64_t done_begin_ = 1;  // of the keyframes that were looked at last
  uint64_t done_end_ = 0;
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_M3D_FIXES_H_
