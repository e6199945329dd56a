// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/passes.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "actions/repair/edits.h"

namespace clipguard::actions {

void AddPass(Repaired&& later, Repaired& repaired) {
  std::vector<ByteRange*> places;
  const auto collect = [&](auto& list) {
    for (auto& item : list) places.push_back(&item.bytes);
  };
  collect(later.changes);
  collect(later.guesses);
  collect(later.refusals);
  ToOriginal(places, repaired.edits);
  std::ranges::move(later.changes, std::back_inserter(repaired.changes));
  repaired.guesses = std::move(later.guesses);
  repaired.refusals = std::move(later.refusals);
  if (!later.edits.empty()) {
    repaired.edits = Composed(repaired.edits, later.edits);
  } else if (later.bytes.empty()) {
    return;
  }
  repaired.bytes = std::move(later.bytes);
}

Repaired GivenUp(Repaired repaired) {
  for (const Change& change : repaired.changes) {
    repaired.refusals.push_back(
        {change.code, change.bytes, change.path,
         "repaired, the file would be read otherwise than it was meant"});
  }
  repaired.bytes = {};
  repaired.edits.clear();
  repaired.changes.clear();
  repaired.salvage.reset();
  return repaired;
}

}  // namespace clipguard::actions
