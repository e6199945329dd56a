// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Repairs that go over a file several times, as what one makes certain another
// can be based on. Each pass repairs what the last one gave; what is said of it
// has its places in the original.

#ifndef CLIPGUARD_ACTIONS_REPAIR_PASSES_H_
#define CLIPGUARD_ACTIONS_REPAIR_PASSES_H_

#include "actions/repair/repair.h"

namespace clipguard::actions {

// Adds to `repaired` what was done to its result. The guesses and refusals
// become those of `later`. Time is linear in the number of edits, but for
// sorting the places.
void AddPass(Repaired&& later, Repaired& repaired);

// Widens the changes until they cover the edits: a count that stands before
// what was taken away belongs to the change after it, and what lies behind a
// change, such as the cut end of a file, to that one. Time is linear in edits
// and changes, but for sorting.
void CoverEdits(Repaired& repaired);

// Takes back all that was done.
Repaired GivenUp(Repaired repaired);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_PASSES_H_
