// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/text_passes.h"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "actions/repair/lazy_finding.h"
#include "actions/repair/passes.h"
#include "base/text_of.h"
#include "base/utf8.h"
#include "base/wide_text.h"
#include "parser/finding.h"

namespace clipguard::actions {
namespace {

// A pass that has no room for more makes at least an eighth of the fixes that a
// text can need. Others make all that they see, and what comes to light by that
// is for the next one: up to four times in any file known. More would cost more
// than a file may.
constexpr int kMostFullPasses = 8;
constexpr int kMostOtherPasses = 8;

// Writes a wide text in UTF-8. Nothing if bytes would be lost.
std::optional<Repaired> Narrowed(std::span<const uint8_t> bytes,
                                 const WideText& wide) {
  const std::optional<std::string> text = WideToUtf8(bytes, wide);
  if (!text) return std::nullopt;
  Repaired repaired;
  repaired.bytes.assign(text->begin(), text->end());
  repaired.edits = {{0, bytes.size(), text->size()}};
  repaired.changes.push_back(
      {.code = FindingCode::kTextEncodingUnsupported,
       .bytes = {0, bytes.size()},
       .path = "file",
       .before = std::string(wide.name()),
       .after = "UTF-8",
       .lost = {},
       .note = "every character is there, and no byte order mark"});
  return repaired;
}

}  // namespace

Repaired RepairText(std::span<const uint8_t> bytes,
                    const RepairOptions& options, ValidateTextFunction validate,
                    PlanFunction plan, IsMeantFunction is_meant) {
  Repaired repaired;
  AnySink any;
  validate(TextOf(bytes), any);
  if (!any.any()) return repaired;
  const size_t original_size = bytes.size();
  std::vector<uint8_t> copy(bytes.begin(), bytes.end());
  bytes = copy;
  if (const auto wide = FindWideText(bytes)) {
    auto narrowed = Narrowed(bytes, *wide);
    if (!narrowed || FindWideText(narrowed->bytes)) {
      repaired.refusals.push_back(
          {FindingCode::kTextEncodingUnsupported,
           {0, wide->first_bytes()},
           "file",
           "not all of it are characters: some would be lost"});
      return repaired;
    }
    repaired = *std::move(narrowed);
    copy = {};
  }
  std::optional<CodeSet> before;  // of the first pass
  Repaired first;                 // guesses and refusals of that pass
  size_t first_changes = 0;       // up to its end
  int full_left = kMostFullPasses;
  int others_left = kMostOtherPasses;
  while (true) {
    const bool changed = repaired.changed();
    // Neither the file nor anything that somebody else changes.
    std::vector<uint8_t>& own = changed ? repaired.bytes : copy;
    TextPlan planned(TextOf(own), options, original_size);
    const CodeSet errors = plan(TextOf(own), planned);
    const bool is_first = !before;
    if (is_first) before = errors;
    int& left = planned.full() ? full_left : others_left;
    Repaired next = planned.Apply(own);
    const bool more = next.changed();
    AddPass(std::move(next), repaired);
    if (is_first) first_changes = repaired.changes.size();
    if (more && left-- > 0) {
      if (is_first) {
        first.guesses = std::move(repaired.guesses);
        first.refusals = std::move(repaired.refusals);
      }
      continue;
    }
    if (!more && (!changed || is_meant(*before, errors))) break;
    if (!is_first) {
      // Later passes saw what is not in the file.
      repaired.changes.resize(first_changes);
      repaired.guesses = std::move(first.guesses);
      repaired.refusals = std::move(first.refusals);
    }
    return GivenUp(std::move(repaired));
  }
  CoverEdits(repaired);
  std::ranges::sort(repaired.changes, [](const Change& a, const Change& b) {
    return std::tie(a.bytes.offset, a.code, a.path) <
           std::tie(b.bytes.offset, b.code, b.path);
  });
  return repaired;
}

}  // namespace clipguard::actions
