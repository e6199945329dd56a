// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Lists of edits: one after the other, and the way back to the original. Lists
// are in ascending order, without overlaps.

#ifndef CLIPGUARD_ACTIONS_REPAIR_EDITS_H_
#define CLIPGUARD_ACTIONS_REPAIR_EDITS_H_

#include <span>
#include <vector>

#include "actions/repair/repair.h"
#include "parser/finding.h"

namespace clipguard::actions {

// The bytes of the original that a range of the edited file comes from; all of
// an edit that the range touches.
ByteRange ToOriginal(ByteRange range, std::span<const Edit> edits);

// The same for many ranges, each of which is replaced. Time is linear in the
// number of edits, but for sorting the ranges.
void ToOriginal(std::span<ByteRange* const> ranges,
                std::span<const Edit> edits);

// Edits of the original that do what `first` does, and then `second` to the
// result.
std::vector<Edit> Composed(std::span<const Edit> first,
                           std::span<const Edit> second);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_EDITS_H_
