// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/rows/column_choice.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/rows/row_source.h"
#include "parser/mrtk/format.h"
#include "parser/xrhands/format.h"

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

void AddParts(std::string name, std::set<std::string>& parts) {
  if (name.starts_with("hands.")) name.erase(0, kHands.size());
  // Each part of the path, and the joint alone.
  const size_t joint = name.find('.');
  for (size_t end = joint; end != std::string::npos;
       end = name.find('.', end + 1)) {
    parts.insert(name.substr(0, end));
    if (end != joint) parts.insert(name.substr(joint + 1, end - joint - 1));
  }
  parts.insert(std::move(name));
}

std::span<const std::string_view> NamesOfBoth() {
  static const std::set<std::string> names = [] {
    std::set<std::string> of_recordings;
    std::set<std::string> of_captures;
    const auto columns = ValueColumns(TableShape::kWide);
    for (size_t i = 0; i < columns.size(); ++i) {
      if (i < mrtk::CurveSlot::kJoints) {
        AddParts(columns[i].name, of_recordings);
        AddParts(columns[i].name, of_captures);
      } else if (i < mrtk::CurveSlot::kGaze) {
        AddParts(columns[i].name, of_recordings);
      } else if (i >= kFirstOfCapture) {
        AddParts(columns[i].name, of_captures);
      }
    }
    std::set<std::string> both;
    std::ranges::set_intersection(of_recordings, of_captures,
                                  std::inserter(both, both.end()));
    return both;
  }();
  static const std::vector<std::string_view> views(names.begin(), names.end());
  return views;
}

std::string WithOtherJointNames(std::string_view pattern) {
  std::string other;
  bool differs = false;
  while (!pattern.empty()) {
    const size_t end = std::min(pattern.find_first_of("./"), pattern.size());
    std::string_view part = pattern.substr(0, end);
    for (size_t i = 0; i < xrhands::kJointCount; ++i) {
      const std::string_view mrtk = mrtk::kJointNames[i + 1];
      const std::string_view own = xrhands::kJointNames[i];
      if (mrtk == own || (part != mrtk && part != own)) continue;
      part = part == mrtk ? own : mrtk;
      differs = true;
      break;
    }
    other += part;
    other += pattern.substr(end, 1);
    pattern.remove_prefix(std::min(end + 1, pattern.size()));
  }
  return differs ? other : std::string();
}

}  // namespace clipguard::cli
