// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/suggest.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "cli/text.h"

namespace clipguard::cli {
namespace {

constexpr size_t kLongestTyped = 64;
constexpr size_t kMostListed = 12;

char Fold(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<char>(c - 'A' + 'a');
  return c == '_' ? '-' : c;
}

// Optimal string alignment distance.
size_t Distance(std::string_view a, std::string_view b) {
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

bool StartsWith(std::string_view name, std::string_view start) {
  return start.size() <= name.size() &&
         std::equal(start.begin(), start.end(), name.begin(),
                    [](char a, char b) { return Fold(a) == Fold(b); });
}

}  // namespace

std::string_view Nearest(std::string_view typed,
                         std::span<const std::string_view> names) {
  if (typed.empty() || typed.size() > kLongestTyped) return {};
  std::string_view best;
  size_t best_distance = 0;
  for (const std::string_view name : names) {
    // A third of the letters may be wrong.
    const size_t allowed = std::max<size_t>(
        1, std::min<size_t>(6, std::max(typed.size(), name.size()) / 3));
    size_t distance = Distance(typed, name);
    // What was begun rightly is near, however much is missing.
    if (typed.size() >= 3 && StartsWith(name, typed)) {
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

std::string UnknownName(std::string_view what, std::string_view typed,
                        std::span<const std::string_view> names) {
  std::string out = "unknown ";
  out += what;
  out += " '";
  out += ToPrintable(typed.substr(0, kLongestTyped));
  if (typed.size() > kLongestTyped) out += "...";
  out += '\'';
  const std::string_view nearest = Nearest(typed, names);
  if (!nearest.empty()) {
    out += "; did you mean '";
    out += nearest;
    out += "'?";
  } else if (names.size() <= kMostListed) {
    out += " (known: ";
    for (size_t i = 0; i < names.size(); ++i) {
      if (i != 0) out += ", ";
      out += names[i];
    }
    out += ')';
  }
  return out;
}

}  // namespace clipguard::cli
