// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Ramer's, Douglas' and Peucker's algorithm: of a list of keys the ends stay,
// and again and again the one that is farthest off what is between two that do.

#ifndef CLIPGUARD_BENCH_RIVALS_PEUCKER_H_
#define CLIPGUARD_BENCH_RIVALS_PEUCKER_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace clipguard::bench {

// Which keys stay: 1. off(from, to, i): how far key i is off what is between
// `from` and `to`; `most` is allowed. REQUIRES: keys > 0.
template <typename Off>
std::vector<uint8_t> KeysThatStay(size_t keys, double most, Off off) {
  std::vector<uint8_t> stays(keys);
  stays.front() = stays.back() = 1;
  std::vector<std::pair<size_t, size_t>> parts = {{0, keys - 1}};
  while (!parts.empty()) {
    const auto [from, to] = parts.back();
    parts.pop_back();
    double farthest = most;
    size_t at = from;
    for (size_t i = from + 1; i < to; ++i) {
      const double distance = off(from, to, i);
      if (distance > farthest) {
        farthest = distance;
        at = i;
      }
    }
    if (at == from) continue;
    stays[at] = 1;
    parts.emplace_back(from, at);
    parts.emplace_back(at, to);
  }
  return stays;
}

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_RIVALS_PEUCKER_H_
