// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which numbers, names and moments of two files are the same.

#ifndef CLIPGUARD_ACTIONS_DIFF_MATCHING_H_
#define CLIPGUARD_ACTIONS_DIFF_MATCHING_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "actions/diff/comparison.h"

namespace clipguard::actions {

// How far two numbers are apart, of which some may be no numbers.

// 0 if they are equal, or both NaN; infinity if only one is a finite number.
inline double Apart(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  const double difference = std::abs(a - b);
  return std::isnan(difference) ? std::numeric_limits<double>::infinity()
                                : difference;
}

// Things with names in two files: which of them is which.

struct NamePair {
  static constexpr size_t kNone = static_cast<size_t>(-1);
  size_t a = kNone;
  size_t b = kNone;
};

// The k-th of a name in one is the k-th of that name in the other. In the order
// of the names. Takes n log n.
inline std::vector<NamePair> PairNames(const std::vector<std::string_view>& a,
                                       const std::vector<std::string_view>& b) {
  const auto sorted = [](const std::vector<std::string_view>& names) {
    std::vector<size_t> order(names.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](size_t i, size_t j) {
      return names[i] != names[j] ? names[i] < names[j] : i < j;
    });
    return order;
  };
  const std::vector<size_t> of_a = sorted(a);
  const std::vector<size_t> of_b = sorted(b);
  std::vector<NamePair> pairs;
  pairs.reserve(std::max(a.size(), b.size()));
  size_t i = 0;
  size_t j = 0;
  while (i < of_a.size() || j < of_b.size()) {
    if (j == of_b.size() || (i < of_a.size() && a[of_a[i]] < b[of_b[j]])) {
      pairs.push_back({of_a[i++], NamePair::kNone});
    } else if (i == of_a.size() || b[of_b[j]] < a[of_a[i]]) {
      pairs.push_back({NamePair::kNone, of_b[j++]});
    } else {
      pairs.push_back({of_a[i++], of_b[j++]});
    }
  }
  return pairs;
}

// Moments with names, in two files: a recording's markers, a clip's events.

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

#endif  // CLIPGUARD_ACTIONS_DIFF_MATCHING_H_
