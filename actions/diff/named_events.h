// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Moments with names, in two files: a recording's markers, a clip's events.

#ifndef CLIPGUARD_ACTIONS_DIFF_NAMED_EVENTS_H_
#define CLIPGUARD_ACTIONS_DIFF_NAMED_EVENTS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "actions/diff/comparison.h"

namespace clipguard::actions {

struct NamedEvent {
  float time = 0;
  std::string_view name;
  size_t index = 0;  // in its file
};

// The same time and name is the same moment, wherever it stands. The other
// events of one name were moved, in the order of their times; those that are
// left were added or removed. Paths are `path`[index]; times have the unit.
// Takes n log n, and 48 bytes an event.
void CompareEvents(std::vector<NamedEvent> a, std::vector<NamedEvent> b,
                   std::string_view subject, const std::string& path,
                   std::string_view unit, Comparison& comparison);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_DIFF_NAMED_EVENTS_H_
