// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/nearest_name.h"

#include <algorithm>
#include <vector>

namespace clipguard {
namespace {

constexpr size_t kLongestWritten = 64;

char Fold(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<char>(c - 'A' + 'a');
  return c == '_' ? '-' : c;
}

bool StartsWith(std::string_view name, std::string_view start) {
  return start.size() <= name.size() &&
         std::equal(start.begin(), start.end(), name.begin(),
                    [](char a, char b) { return Fold(a) == Fold(b); });
}

}  // namespace

// Optimal string alignment distance.
size_t NameDistance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> d(a.size() + 1,
                                     std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t j = 1; j <= b.size(); ++j) {
      const char x = Fold(a[i - 1]);
      const char y = Fold(b[j - 1]);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1,
                          d[i - 1][j - 1] + (x == y ? 0u : 1u)});
      if (i > 1 && j > 1 && x == Fold(b[j - 2]) && Fold(a[i - 2]) == y) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

std::string_view NearestName(std::string_view written,
                             std::span<const std::string_view> names) {
  if (written.empty() || written.size() > kLongestWritten) return {};
  std::string_view best;
  size_t best_distance = 0;
  for (const std::string_view name : names) {
    // A third of the letters may be wrong.
    const size_t allowed =
        std::min<size_t>(6, std::max(written.size(), name.size()) / 3);
    if (name.size() > written.size() + allowed && !StartsWith(name, written)) {
      continue;
    }
    size_t distance = name.size() > 2 * kLongestWritten
                          ? allowed + 1
                          : NameDistance(written, name);
    // What was begun rightly is near, however much is missing.
    if (written.size() >= 3 && StartsWith(name, written)) {
      distance = std::min(distance, allowed);
    }
    if (distance > allowed) continue;
    if (best.empty() || distance < best_distance) {
      best = name;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace clipguard
