// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Repairs of numbers of a character that can be read, but say what cannot be
// meant: weights, lengths, the order of keyframes.

#ifndef CLIPGUARD_ACTIONS_REPAIR_M3D_VALUE_FIXES_H_
#define CLIPGUARD_ACTIONS_REPAIR_M3D_VALUE_FIXES_H_

#include <cstdint>

#include "actions/repair/lazy_finding.h"
#include "actions/repair/text_plan.h"

namespace clipguard::actions {

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

#endif  // CLIPGUARD_ACTIONS_REPAIR_M3D_VALUE_FIXES_H_
