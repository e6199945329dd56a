// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/fixes.h"

#include <algorithm>
#include <optional>

#include "base/line_index.h"
#include "cli/reports/columns.h"
#include "parser/finding_catalog.h"

namespace clipguard::cli {
namespace {

using actions::Change;
using actions::Edit;
using actions::Repaired;

constexpr size_t kMostEdits = 100;
constexpr size_t kMostInserted = size_t{64} << 10;
constexpr size_t kMostOfFile = size_t{1} << 20;

// Changes and edits that overlap or touch.
struct FixGroup {
  uint64_t begin = 0;
  uint64_t end = 0;
  std::vector<const Change*> changes;
  std::vector<size_t> edits;
};

// All changes and edits.
FixGroup WholeRepair(const Repaired& repaired) {
  FixGroup whole;
  for (const Change& change : repaired.changes) {
    whole.changes.push_back(&change);
  }
  for (size_t i = 0; i < repaired.edits.size(); ++i) whole.edits.push_back(i);
  whole.end = repaired.edits.empty()
                  ? 0
                  : repaired.edits.back().offset + repaired.edits.back().length;
  return whole;
}

// Repairs that can be made one by one. Numbers in a file that is no text say
// how long other parts are, so that its edits belong together; and so do those
// of a text in which one lies beside every change.
std::vector<FixGroup> GroupsOf(const Repaired& repaired, bool text) {
  if (!text) return {WholeRepair(repaired)};
  std::vector<FixGroup> groups;
  for (const Change& change : repaired.changes) {
    groups.push_back({change.bytes.offset,
                      change.bytes.offset + change.bytes.length,
                      {&change},
                      {}});
  }
  for (size_t i = 0; i < repaired.edits.size(); ++i) {
    const Edit& edit = repaired.edits[i];
    groups.push_back({edit.offset, edit.offset + edit.length, {}, {i}});
  }
  std::ranges::sort(groups, [](const FixGroup& a, const FixGroup& b) {
    if (a.begin != b.begin) return a.begin < b.begin;
    return a.end < b.end;
  });
  std::vector<FixGroup> joined;
  for (FixGroup& group : groups) {
    if (joined.empty() || group.begin > joined.back().end) {
      joined.push_back(std::move(group));
      continue;
    }
    FixGroup& last = joined.back();
    last.end = std::max(last.end, group.end);
    last.changes.insert(last.changes.end(), group.changes.begin(),
                        group.changes.end());
    last.edits.insert(last.edits.end(), group.edits.begin(), group.edits.end());
  }
  const bool beside = std::ranges::any_of(
      joined, [](const FixGroup& group) { return group.changes.empty(); });
  if (beside) return {WholeRepair(repaired)};
  return joined;
}

// The first finding that a group mends: one in its place, or else one of its
// codes, as of several mistakes in a text the first is the one that is found.
std::optional<size_t> FindingOf(const FixGroup& group,
                                std::span<const Finding> findings) {
  std::optional<size_t> elsewhere;
  for (size_t i = 0; i < findings.size(); ++i) {
    const bool mended = std::ranges::any_of(
        group.changes,
        [&](const Change* change) { return change->code == findings[i].code; });
    if (!mended) continue;
    if (findings[i].bytes.offset >= group.begin &&
        findings[i].bytes.offset <= group.end) {
      return i;
    }
    if (!elsewhere) elsewhere = i;
  }
  return elsewhere;
}

std::string DescriptionOf(const FixGroup& group) {
  std::string text = "clipguard repair: ";
  for (size_t i = 0; i < group.changes.size(); ++i) {
    if (i == 3) {
      text += ", and more";
      break;
    }
    const Change& change = *group.changes[i];
    if (i != 0) text += ", ";
    text += GetCodeInfo(change.code).name;
    if (!change.lost.empty()) {
      text += " (lost: ";
      text += change.lost;
      text += ')';
    }
  }
  return text;
}

// Fills in lines and columns.
void AddPlaces(std::span<const uint8_t> text, std::vector<FileFix>& fixes) {
  LineIndex lines(text);
  std::vector<Finding> places;
  std::vector<TextPlace*> wanted;
  const auto add = [&](uint64_t offset, TextPlace& place) {
    const LinePlace at = lines.Find(offset);
    Finding finding;
    finding.bytes = {offset, 0};
    finding.line = at.line;
    finding.column = at.column;
    places.push_back(std::move(finding));
    place.line = at.line;
    wanted.push_back(&place);
  };
  for (FileFix& fix : fixes) {
    for (FixEdit& edit : fix.edits) {
      add(edit.deleted.offset, edit.begin);
      add(edit.deleted.offset + edit.deleted.length, edit.end);
    }
  }
  const std::vector<uint64_t> columns = CharacterColumns(text, places);
  for (size_t i = 0; i < wanted.size(); ++i) wanted[i]->column = columns[i];
}

}  // namespace

std::vector<FileFix> FixesOf(std::span<const uint8_t> original,
                             const Repaired& repaired,
                             std::span<const Finding> findings, bool text) {
  std::vector<FileFix> fixes;
  if (!repaired.changed()) return fixes;
  // Where each edit's bytes are in the result.
  std::vector<uint64_t> at;
  uint64_t grown = 0;
  for (const Edit& edit : repaired.edits) {
    at.push_back(edit.offset + grown);
    grown += edit.size - edit.length;
  }
  size_t all = 0;
  for (const FixGroup& group : GroupsOf(repaired, text)) {
    uint64_t inserted = 0;
    for (const size_t i : group.edits) inserted += repaired.edits[i].size;
    const auto finding = FindingOf(group, findings);
    if (!finding || group.edits.empty() || group.edits.size() > kMostEdits ||
        inserted > kMostInserted || all + inserted > kMostOfFile) {
      continue;
    }
    all += static_cast<size_t>(inserted);
    FileFix fix = {*finding, DescriptionOf(group), {}};
    for (const size_t i : group.edits) {
      const Edit& edit = repaired.edits[i];
      const auto from = repaired.bytes.begin() + static_cast<ptrdiff_t>(at[i]);
      fix.edits.push_back(
          {{edit.offset, edit.length},
           {},
           {},
           std::string(from, from + static_cast<ptrdiff_t>(edit.size))});
    }
    fixes.push_back(std::move(fix));
  }
  if (text) AddPlaces(original, fixes);
  return fixes;
}

}  // namespace clipguard::cli
