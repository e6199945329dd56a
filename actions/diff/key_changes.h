// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which keys of a curve are there, were there, and were moved: a merge by
// time, in one pass.

#ifndef CLIPGUARD_ACTIONS_DIFF_KEY_CHANGES_H_
#define CLIPGUARD_ACTIONS_DIFF_KEY_CHANGES_H_

#include <algorithm>
#include <cstddef>

#include "actions/diff/comparison.h"

namespace clipguard::actions {

// `a` and `b` have size() and time(i); same(i, j) says whether key i of a and
// key j of b are the same but for their times. Between two keys that match, the
// first other key of a was moved to the first of b, if they are the same, and
// so on. REQUIRES: times do not descend.
template <typename Keys, typename Same>
KeyChanges CompareKeys(const Keys& a, const Keys& b, Same same) {
  KeyChanges changes;
  const auto note = [&](double time) {
    if (!changes.any()) changes.first = time;
    changes.first = std::min(changes.first, time);
  };
  size_t i = 0;
  size_t j = 0;
  size_t matched_a = 0;  // keys before the gap
  size_t matched_b = 0;
  const auto close_gap = [&] {
    const size_t of_a = i - matched_a;
    const size_t of_b = j - matched_b;
    if (of_a != 0) note(a.time(matched_a));
    if (of_b != 0) note(b.time(matched_b));
    size_t moved = 0;
    for (size_t k = 0; k < std::min(of_a, of_b); ++k) {
      if (same(matched_a + k, matched_b + k)) ++moved;
    }
    changes.moved += moved;
    changes.removed += of_a - moved;
    changes.added += of_b - moved;
  };
  while (i < a.size() && j < b.size()) {
    if (a.time(i) < b.time(j)) {
      ++i;
    } else if (b.time(j) < a.time(i)) {
      ++j;
    } else {
      close_gap();
      if (!same(i, j)) {
        note(a.time(i));
        ++changes.altered;
      }
      matched_a = ++i;
      matched_b = ++j;
    }
  }
  i = a.size();
  j = b.size();
  close_gap();
  return changes;
}

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_DIFF_KEY_CHANGES_H_
