// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/path_ends.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

#include "absl/strings/ascii.h"
#include "base/memory/work_counter.h"

namespace clipguard::cli {
namespace {

// The character so far from a path's end; a slash stands before its beginning.
char FromEnd(std::string_view path, size_t i, bool fold_case) {
  const char c = i == path.size() ? '/' : path[path.size() - 1 - i];
  return fold_case ? absl::ascii_tolower(static_cast<unsigned char>(c)) : c;
}

// Below, equal to or above 0 as the first `most` characters from the end of one
// path are to those of the other.
int CompareEnds(std::string_view a, std::string_view b, size_t most,
                bool fold_case) {
  CountWork();
  const size_t both = std::min({most, a.size() + 1, b.size() + 1});
  for (size_t i = 0; i < both; ++i) {
    const int order = static_cast<unsigned char>(FromEnd(a, i, fold_case)) -
                      static_cast<unsigned char>(FromEnd(b, i, fold_case));
    if (order != 0) return order;
  }
  if (both == most) return 0;
  return (a.size() > b.size()) - (a.size() < b.size());
}

}  // namespace

PathEnds::PathEnds(std::span<const std::string> paths, bool fold_case)
    : fold_case_(fold_case), sorted_(paths.size()), least_(2 * paths.size()) {
  std::iota(sorted_.begin(), sorted_.end(), 0u);
  std::ranges::sort(sorted_, [&](uint32_t a, uint32_t b) {
    return CompareEnds(paths[a], paths[b], SIZE_MAX, fold_case) < 0;
  });
  const auto leaves = static_cast<ptrdiff_t>(sorted_.size());
  std::ranges::copy(sorted_, least_.begin() + leaves);
  for (size_t node = sorted_.size(); node-- > 1;) {
    least_[node] = std::min(least_[2 * node], least_[2 * node + 1]);
  }
}

std::vector<uint32_t> PathEnds::Find(std::span<const std::string> paths,
                                     std::string_view name, size_t most) const {
  const size_t with_slash = name.size() + 1;
  const auto [from, to] = std::ranges::equal_range(
      sorted_, name,
      [&](std::string_view a, std::string_view b) {
        return CompareEnds(a, b, with_slash, fold_case_) < 0;
      },
      [&](uint32_t number) -> std::string_view { return paths[number]; });
  // The nodes that have just these leaves, and then their children, the one
  // with the least number first.
  using Node = std::pair<uint32_t, size_t>;
  std::priority_queue<Node, std::vector<Node>, std::greater<>> open;
  const size_t leaves = sorted_.size();
  auto first = static_cast<size_t>(from - sorted_.begin()) + leaves;
  auto last = static_cast<size_t>(to - sorted_.begin()) + leaves;
  for (; first < last; first /= 2, last /= 2) {
    if (first % 2 == 1) {
      open.emplace(least_[first], first);
      ++first;
    }
    if (last % 2 == 1) {
      --last;
      open.emplace(least_[last], last);
    }
  }
  std::vector<uint32_t> found;
  while (!open.empty() && found.size() < most) {
    const auto [number, node] = open.top();
    open.pop();
    if (node >= leaves) {
      found.push_back(number);
      continue;
    }
    open.emplace(least_[2 * node], 2 * node);
    open.emplace(least_[2 * node + 1], 2 * node + 1);
  }
  return found;
}

}  // namespace clipguard::cli
