// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/rows/column_choice.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/rows/row_source.h"
#include "parser/mrtk/format.h"

namespace clipguard::cli {
namespace {

// A recording's curves have this before the hand's name; people leave it out.
constexpr std::string_view kHands = "hands/";

// With slashes for dots, as glob.h wants a path: no part is empty.
std::string AsPath(std::string_view name) {
  std::string path;
  for (const char c : name) {
    if (c != '.' && c != '/') {
      path += c;
    } else if (!path.empty() && path.back() != '/') {
      path += '/';
    }
  }
  if (path.ends_with('/')) path.pop_back();
  return path;
}

}  // namespace

absl::StatusOr<ColumnChoice> ColumnChoice::Parse(
    std::span<const std::string> patterns) {
  ColumnChoice choice;
  for (const std::string& text : patterns) {
    std::string path = AsPath(text);
    if (path.starts_with(kHands)) path.erase(0, kHands.size());
    auto glob = Glob::Parse(path);
    if (!glob.ok()) {
      return absl::InvalidArgumentError(
          absl::StrFormat("--only: '%s': %s", ToPrintable(text.substr(0, 64)),
                          glob.status().message()));
    }
    const bool names_placeholder =
        ("/" + path + "/").find("/" + std::string(kPlaceholder) + "/") !=
        std::string::npos;
    choice.patterns_.push_back({text, *std::move(glob), names_placeholder});
  }
  if (choice.patterns_.empty()) {
    return absl::InvalidArgumentError(
        "--only needs names: --only=camera,right.IndexTip");
  }
  choice.used_ =
      std::make_shared<std::vector<std::atomic<bool>>>(choice.patterns_.size());
  return choice;
}

bool ColumnChoice::Fits(std::string_view name, bool placeholder) const {
  const std::string path = AsPath(name);
  std::string_view below = path;
  if (below.starts_with(kHands)) below.remove_prefix(kHands.size());
  // A pattern may leave out the part, and begin with the joint.
  const size_t slash = std::min(below.find('/'), below.size());
  const std::string_view joint =
      below.substr(std::min(slash + 1, below.size()));
  bool wanted = false;
  for (size_t i = 0; i < patterns_.size(); ++i) {
    const Glob& glob = patterns_[i].glob;
    if (placeholder && !patterns_[i].names_placeholder) continue;
    if ((below.empty() || !glob.Matches(below)) &&
        (joint.empty() || !glob.Matches(joint))) {
      continue;
    }
    (*used_)[i].store(true, std::memory_order_relaxed);
    wanted = true;
  }
  return wanted;
}

std::vector<std::string> ColumnChoice::Unused() const {
  std::vector<std::string> unused;
  for (size_t i = 0; i < patterns_.size(); ++i) {
    if (!(*used_)[i].load(std::memory_order_relaxed)) {
      unused.push_back(patterns_[i].text);
    }
  }
  return unused;
}

std::span<const std::string_view> NamesOfRecordings() {
  static const std::set<std::string> names = [] {
    std::set<std::string> all;
    for (const ValueColumn& column : ValueColumns(TableShape::kWide)) {
      std::string path = column.name;
      if (path.starts_with("hands.")) path.erase(0, kHands.size());
      // Each part of the path, and the joint alone.
      const size_t joint = path.find('.');
      for (size_t end = joint; end != std::string::npos;
           end = path.find('.', end + 1)) {
        all.insert(path.substr(0, end));
        if (end != joint) all.insert(path.substr(joint + 1, end - joint - 1));
      }
      all.insert(std::move(path));
    }
    return all;
  }();
  static const std::vector<std::string_view> views(names.begin(), names.end());
  return views;
}

}  // namespace clipguard::cli
