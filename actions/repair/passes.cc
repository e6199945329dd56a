// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/passes.h"

#include <algorithm>
#include <cstdint>
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

void CoverEdits(Repaired& repaired) {
  std::vector<ByteRange*> ranges;
  for (Change& change : repaired.changes) ranges.push_back(&change.bytes);
  std::ranges::sort(ranges, {}, &ByteRange::offset);
  const auto end_of = [](const ByteRange& r) { return r.offset + r.length; };
  auto next = ranges.begin();
  ByteRange* last = nullptr;  // that ends last, of those before `next`
  const auto take_until = [&](uint64_t offset) {
    for (; next != ranges.end() && (*next)->offset <= offset; ++next) {
      if (last == nullptr || end_of(**next) > end_of(*last)) last = *next;
    }
  };
  for (const Edit& edit : repaired.edits) {
    const uint64_t end = edit.offset + edit.length;
    uint64_t told = edit.offset;  // up to there
    while (true) {
      take_until(told);
      const bool touches = last != nullptr && end_of(*last) >= told;
      if (touches && end_of(*last) >= end) break;
      if (touches && end_of(*last) > told) {
        told = end_of(*last);
        continue;
      }
      // A gap begins.
      const bool follows = next != ranges.end() && (*next)->offset <= end;
      if (last != nullptr && (touches || !follows)) {
        last->length = (follows ? (*next)->offset : end) - last->offset;
      } else if (next != ranges.end()) {
        (*next)->length += (*next)->offset - told;
        (*next)->offset = told;
      } else {
        break;
      }
    }
  }
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
