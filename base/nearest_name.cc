// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/nearest_name.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace clipguard {
namespace {

constexpr size_t kLongestWritten = 64;
constexpr size_t kMostDistance = 6;
constexpr std::string_view kDidYouMean = "; did you mean ";

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

// Optimal string alignment distance. Keeps three rows of its table, and of
// those only the cells at most `most` from the diagonal.
size_t NameDistance(std::string_view a, std::string_view b, size_t most) {
  assert(most <= kMostDistance);
  if (a.size() > b.size() + most || b.size() > a.size() + most) return most + 1;
  // Drops a common prefix and suffix: they do not change the distance.
  while (!a.empty() && !b.empty() && Fold(a.front()) == Fold(b.front())) {
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  while (!a.empty() && !b.empty() && Fold(a.back()) == Fold(b.back())) {
    a.remove_suffix(1);
    b.remove_suffix(1);
  }
  // Cell j of row i is at j - i + middle. There is one more on either side.
  std::array<std::array<size_t, 2 * kMostDistance + 3>, 3> rows;
  const size_t middle = most + 1;
  size_t least = 0;  // of the last row
  for (size_t i = 0; i <= a.size(); ++i) {
    auto& row = rows[i % 3];
    const auto& above = rows[(i + 2) % 3];
    const auto& above_that = rows[(i + 1) % 3];
    std::fill_n(row.begin(), 2 * middle + 1, most + 1);
    const size_t least_above = least;
    least = most + 1;
    const size_t first = i > most ? i - most : 0;
    const size_t last = std::min(b.size(), i + most);
    for (size_t j = first; j <= last; ++j) {
      size_t& cell = row[j + middle - i];
      if (i == 0 || j == 0) {
        cell = i + j;
      } else {
        const char x = Fold(a[i - 1]);
        const char y = Fold(b[j - 1]);
        const size_t k = j + middle - i;
        cell = std::min({above[k + 1] + 1, row[k - 1] + 1,
                         above[k] + (x == y ? 0u : 1u), most + 1});
        if (i > 1 && j > 1 && x == Fold(b[j - 2]) && Fold(a[i - 2]) == y) {
          cell = std::min(cell, above_that[k] + 1);
        }
      }
      least = std::min(least, cell);
    }
    // A row further on builds on one of these two.
    if (least > most && least_above > most) return most + 1;
  }
  return rows[a.size() % 3][b.size() + middle - a.size()];
}

std::string_view NearestName(std::string_view written,
                             std::span<const std::string_view> names) {
  if (written.empty() || written.size() > kLongestWritten) return {};
  std::string_view best;
  size_t best_distance = 0;
  for (const std::string_view name : names) {
    // A third of the letters may be wrong.
    const size_t allowed =
        std::min(kMostDistance, std::max(written.size(), name.size()) / 3);
    if (name.size() > written.size() + allowed && !StartsWith(name, written)) {
      continue;
    }
    size_t distance = name.size() > 2 * kLongestWritten
                          ? allowed + 1
                          : NameDistance(written, name, allowed);
    // A prefix is near, however much is missing.
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

std::string DidYouMean(std::string_view written,
                       std::span<const std::string_view> names,
                       absl::FunctionRef<std::string(std::string_view)> quote) {
  const std::string_view nearest = NearestName(written, names);
  if (nearest.empty()) return {};
  return std::string(kDidYouMean) + quote(nearest) + "?";
}

std::string_view SuggestedName(std::string_view message) {
  const size_t at = message.rfind(kDidYouMean);
  if (at == std::string_view::npos) return {};
  message.remove_prefix(at + kDidYouMean.size());
  if (message.size() < 3 || !message.starts_with('"') ||
      !message.ends_with("\"?") || message.ends_with("...\"?")) {
    return {};
  }
  return message.substr(1, message.size() - 3);
}

}  // namespace clipguard
