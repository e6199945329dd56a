// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Properties of every comparison, whatever is compared.

#ifndef CLIPGUARD_FUZZ_ACTIONS_DIFF_PROMISES_H_
#define CLIPGUARD_FUZZ_ACTIONS_DIFF_PROMISES_H_

#include <algorithm>
#include <vector>

#include "actions/diff/comparison.h"
#include "fuzz/shared/check.h"

namespace clipguard::fuzz {

// A thing is the same as itself, and is written as itself.
inline void CheckSame(const actions::Comparison& comparison) {
  CLIPGUARD_CHECK(!comparison.differs());
  CLIPGUARD_CHECK(comparison.notes() == 0);
  CLIPGUARD_CHECK(comparison.differences().empty());
}

// The same differences, to the bit, both ways.
inline void CheckMirrored(const actions::Comparison& there,
                          const actions::Comparison& back) {
  CLIPGUARD_CHECK(there.count() == back.count());
  CLIPGUARD_CHECK(there.notes() == back.notes());
  CLIPGUARD_CHECK(there.gap_count() == back.gap_count());
  const auto sizes = [](const actions::Comparison& comparison) {
    std::vector<double> found;
    for (const actions::Difference& difference : comparison.differences()) {
      for (const actions::Measure& measure : difference.measures) {
        found.push_back(measure.found);
        CLIPGUARD_CHECK(measure.found >= 0);
      }
    }
    std::sort(found.begin(), found.end());
    return found;
  };
  // If differences were dropped, which ones are kept may depend on the order.
  if (there.dropped() == 0) CLIPGUARD_CHECK(sizes(there) == sizes(back));
}

// A change is reported: as a difference, a note, or a gap.
inline void CheckSeen(const actions::Comparison& comparison) {
  CLIPGUARD_CHECK(comparison.differs() || comparison.notes() != 0 ||
                  comparison.gap_count() != 0);
}

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_ACTIONS_DIFF_PROMISES_H_
