// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which names of materials or clips are equal to an earlier one.

#ifndef CLIPGUARD_PARSER_M3D_CHECKS_DUPLICATE_NAMES_H_
#define CLIPGUARD_PARSER_M3D_CHECKS_DUPLICATE_NAMES_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/memory/work_counter.h"

namespace clipguard::m3d {

// Copies of the names of materials or clips.
template <typename Named>
std::vector<std::string> NamesOf(const std::vector<Named>& list) {
  std::vector<std::string> names;
  names.reserve(list.size());
  for (const Named& named : list) {
    CountWork(1 + named.name.size());
    names.emplace_back(named.name);
  }
  return names;
}

// The names that are equal to an earlier one, and that one: report(later,
// earlier), later ascending.
template <typename Report>
void ForEachDuplicate(const std::vector<std::string>& names, Report report) {
  const size_t count = names.size();
  CountWork(count * static_cast<size_t>(std::bit_width(count)));
  std::vector<uint32_t> order(count);
  for (uint32_t i = 0; i < count; ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const int compared = names[a].compare(names[b]);
    return compared != 0 ? compared < 0 : a < b;
  });
  // The first of equal names becomes the one that the others refer to.
  std::vector<uint32_t> first(count);
  for (size_t i = 0; i < count; ++i) {
    const bool equal = i != 0 && names[order[i]] == names[order[i - 1]];
    first[order[i]] = equal ? first[order[i - 1]] : order[i];
  }
  for (uint32_t i = 0; i < count; ++i) {
    if (first[i] != i) report(i, first[i]);
  }
}

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_CHECKS_DUPLICATE_NAMES_H_
