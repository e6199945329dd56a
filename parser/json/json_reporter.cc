// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/json/json_reporter.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "base/nearest_name.h"
#include "base/utf8.h"

namespace clipguard {
namespace {

constexpr size_t kLongestShown = 80;
// In a path; a thousand findings must not hold a thousand copies of a name that
// is as long as the file.
constexpr size_t kLongestToken = 1000;
// Walks from a container's beginning, before its elements are kept; and of how
// many containers.
constexpr size_t kTurnsBack = 8;
constexpr size_t kMostKept = 8;
// Names that get a suggestion.
constexpr size_t kMostSuggested = 10;

}  // namespace

void AppendPointerToken(std::string_view token, std::string& pointer) {
  pointer += '/';
  const std::string_view shown = CutUtf8(token, kLongestToken);
  for (const char c : shown) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
  if (shown.size() < token.size()) pointer += "...";
}

std::string Quoted(std::string_view name) {
  const std::string_view shown = CutUtf8(name, kLongestShown);
  return absl::StrCat("\"", std::string(shown),
                      shown.size() < name.size() ? "...\"" : "\"");
}

std::string Suggestion(std::string_view written,
                       std::span<const std::string_view> names) {
  return DidYouMean(written, names, Quoted);
}

std::string JsonReporter::SuggestOnce(
    std::string_view written, const void* names,
    absl::FunctionRef<std::string()> suggest) {
  for (const Suggested& kept : suggested_) {
    if (kept.names == names && kept.written == written) return kept.suggestion;
  }
  if (suggested_.size() == kMostSuggested) return {};
  suggested_.push_back({std::string(written), names, suggest()});
  return suggested_.back().suggestion;
}

JsonReporter::Step JsonReporter::StepTo(JsonNode container, JsonNode target) {
  if (turns_back_ < kTurnsBack) return {container, container + 1, 0};
  auto kept =
      std::find_if(elements_.begin(), elements_.end(),
                   [&](const Elements& e) { return e.container == container; });
  if (kept == elements_.end()) {
    if (elements_.size() < kMostKept) elements_.emplace_back();
    kept = elements_.begin() + static_cast<ptrdiff_t>(oldest_);
    oldest_ = (oldest_ + 1) % kMostKept;
    kept->container = container;
    kept->nodes.clear();
    const bool object = json_->kind(container) == JsonKind::kObject;
    const JsonNode end = json_->After(container);
    for (JsonNode child = container + 1; child < end;
         child = json_->After(object ? child + 1 : child)) {
      kept->nodes.push_back(child);
    }
  }
  const auto after =
      std::upper_bound(kept->nodes.begin(), kept->nodes.end(), target);
  const auto index = after - kept->nodes.begin() - 1;
  return {container, *(after - 1), static_cast<uint64_t>(index)};
}

std::string JsonReporter::PointerTo(JsonNode target) {
  std::string pointer;
  JsonNode node = JsonDocument::kRoot;
  for (size_t level = 0; node != target; ++level) {
    const bool object = json_->kind(node) == JsonKind::kObject;
    if (level >= way_.size() || way_[level].container != node ||
        way_[level].child > target) {
      if (level < way_.size()) ++turns_back_;
      way_.resize(level);
      way_.push_back(StepTo(node, target));
    }
    Step& step = way_[level];
    for (;;) {
      const JsonNode value = object ? step.child + 1 : step.child;
      const JsonNode after = json_->After(value);
      if (target < after) break;
      step.child = after;
      ++step.index;
      way_.resize(level + 1);
    }
    if (object) {
      AppendPointerToken(json_->string(way_[level].child), pointer);
      if (way_[level].child == target) return pointer;
      node = way_[level].child + 1;
    } else {
      absl::StrAppend(&pointer, "/", way_[level].index);
      node = way_[level].child;
    }
  }
  return pointer;
}

}  // namespace clipguard
