// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/finding.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace clipguard {
namespace {

// Notes one more element of a finding.
void AddElement(Finding& finding, uint64_t element) {
  if (!finding.ranges.empty()) {
    IndexRange& last = finding.ranges.back();
    // One key can be at fault twice (both of its tangents).
    if (element == last.last) return;
    // Elements ascend. So once a range did not fit, no later element can be the
    // next one of the last range that was kept.
    if (finding.unranged == 0 && element == last.last + 1) {
      last.last = element;
      return;
    }
  }
  if (finding.unranged == 0 &&
      finding.ranges.size() < FindingList::kRangesKept) {
    finding.ranges.push_back({element, element});
  } else {
    ++finding.unranged;
  }
}

}  // namespace

void finding_internal::SetMessage(FindingCode code,
                                  std::span<const std::string> arguments,
                                  Description& description) {
  description.message.insert(0,
                             FillMessage(GetCodeInfo(code).message, arguments));
}

FindingList::FindingList(Content content) : FindingList() {
  findings_ = std::move(content.findings);
  errors_ = content.errors;
  warnings_ = content.warnings;
  dropped_ = content.dropped;
  ignored_ = content.ignored;
}

void FindingList::Report(const Occurrence& occurrence) {
  const FindingLevel level = levels_.of(occurrence.code);
  if (level == FindingLevel::kIgnored) {
    ++ignored_;
    return;
  }
  ++(level == FindingLevel::kError ? errors_ : warnings_);

  const size_t code = static_cast<size_t>(occurrence.code);
  const bool scoped = occurrence.scope.id != Scope::kNone;
  const size_t last = last_of_code_[code];
  if (scoped && last != kNoFinding && scope_of_[last] == occurrence.scope.id) {
    Finding& finding = findings_[last];
    ++finding.count;
    AddElement(finding, occurrence.scope.element);
    return;
  }
  uint64_t& kept =
      level == FindingLevel::kError ? errors_kept_ : warnings_kept_;
  if (kept >= findings_kept_) {
    ++dropped_;
    return;
  }
  ++kept;
  Description description;
  occurrence.describe(description);
  Finding finding;
  finding.code = occurrence.code;
  finding.level = level;
  finding.bytes = occurrence.bytes;
  finding.path = std::move(description.path);
  finding.line = description.line;
  finding.column = description.column;
  finding.message = std::move(description.message);
  if (scoped) {
    finding.noun = occurrence.scope.noun;
    AddElement(finding, occurrence.scope.element);
  }
  last_of_code_[code] = findings_.size();
  findings_.push_back(std::move(finding));
  scope_of_.push_back(occurrence.scope.id);
}

uint64_t FindingList::Remove(
    absl::FunctionRef<bool(const Finding&)> is_removed) {
  uint64_t removed = 0;
  std::erase_if(findings_, [&](const Finding& finding) {
    if (!is_removed(finding)) return false;
    removed += finding.count;
    (finding.severity() == Severity::kError ? errors_ : warnings_) -=
        finding.count;
    return true;
  });
  return removed;
}

namespace {

// "keys", "vertices".
std::string Plural(std::string_view noun) {
  std::string out(noun);
  if (!noun.ends_with("ex")) return out += 's';
  out.resize(out.size() - 2);
  return out += "ices";
}

}  // namespace

std::string Places(const Finding& finding) {
  if (!finding.places.empty()) return finding.places;
  if (finding.count == 1 || finding.ranges.empty()) return {};
  const IndexRange& front = finding.ranges.front();
  const bool one = finding.ranges.size() == 1 && front.first == front.last;
  std::string out = one ? std::string(finding.noun) : Plural(finding.noun);
  out += ' ';
  std::string_view separator;
  for (const IndexRange& range : finding.ranges) {
    out += separator;
    absl::StrAppend(&out, range.first);
    if (range.last != range.first) absl::StrAppend(&out, "-", range.last);
    separator = ", ";
  }
  if (finding.unranged != 0) {
    absl::StrAppend(&out, " and ", finding.unranged, " more place",
                    finding.unranged == 1 ? "" : "s");
  }
  return out;
}

}  // namespace clipguard
