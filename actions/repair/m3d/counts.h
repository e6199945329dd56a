// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The counts of an .m3d file: what is declared, against what is there.

#ifndef CLIPGUARD_ACTIONS_REPAIR_M3D_COUNTS_H_
#define CLIPGUARD_ACTIONS_REPAIR_M3D_COUNTS_H_

#include "actions/repair/text_passes.h"
#include "actions/repair/text_plan.h"

namespace clipguard::actions {

// Whether a finding can come of a count that is wrong; and one of several.
bool IsAboutCounts(FindingCode code);
bool HasCountFault(const CodeSet& errors);

// Counts the elements of each section, and of each bone in each clip, and plans
// the counts that are other than declared. `reported` are the codes of
// findings. The consequences of a wrong count are not known before it is right:
// where this plans something, nothing else should be planned.
void FixCounts(const CodeSet& reported, TextPlan& plan);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_M3D_COUNTS_H_
