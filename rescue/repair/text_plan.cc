// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "rescue/repair/text_plan.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "parser/utf8.h"
#include "rescue/repair/splicer.h"

namespace clipguard::rescue {
namespace {

// Of what stands in a Change.
constexpr size_t kLongestShown = 80;
// A pass takes so much memory for fixes: a third of the text, and what stands
// in their places. The others are made in the next pass.
constexpr size_t kBytesAFix = 96;
constexpr size_t kFewFixes = 4096;

std::span<const uint8_t> AsBytes(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

std::string Shown(std::string_view text) {
  if (text.empty()) return "nothing";
  const std::string_view cut = CutUtf8(text, kLongestShown);
  std::string shown(cut);
  if (cut.size() < text.size()) shown += "...";
  return shown;
}

}  // namespace

std::string Joined(std::initializer_list<std::string_view> parts) {
  std::string joined;
  for (const std::string_view part : parts) joined += part;
  return joined;
}

TextPlan::TextPlan(std::string_view text, const RepairOptions& options)
    : text_(text),
      unsafe_(options.unsafe),
      most_fixes_(std::max(kFewFixes, text.size() / kBytesAFix)),
      last_change_(2 * kFindingCodeCount),
      last_guess_(2 * kFindingCodeCount) {}

uint32_t TextPlan::ChangeOf(const TextFix& fix, std::vector<Change>& list,
                            std::vector<Last>& last,
                            absl::FunctionRef<FixText()> describe) {
  Last& before = last[2 * static_cast<size_t>(fix.code) + (fix.safe ? 1 : 0)];
  const bool same = fix.scope != Scope::kNone && fix.scope == before.scope;
  if (before.change != kNone && (same || list.size() >= kMostChanges)) {
    return before.change;
  }
  before = {static_cast<uint32_t>(list.size()), fix.scope};
  FixText text = describe();
  list.push_back({.code = fix.code,
                  .safe = fix.safe,
                  .bytes = fix.bytes,
                  .path = std::move(text.path),
                  .before = {},
                  .after = {},
                  .lost = std::move(text.lost),
                  .note = std::move(text.note),
                  .count = 0});
  return before.change;
}

void TextPlan::Count(Change& change, ByteRange bytes,
                     std::string_view replacement) {
  if (change.count == 0) {
    change.bytes = bytes;
    change.before = Shown(TextAt(bytes));
    change.after = Shown(replacement);
  } else {
    const uint64_t end = std::max(change.bytes.offset + change.bytes.length,
                                  bytes.offset + bytes.length);
    change.bytes.offset = std::min(change.bytes.offset, bytes.offset);
    change.bytes.length = end - change.bytes.offset;
  }
  ++change.count;
}

void TextPlan::Replace(const TextFix& fix,
                       absl::FunctionRef<FixText()> describe) {
  constexpr uint64_t kLongest = std::numeric_limits<uint32_t>::max();
  if (TextAt(fix.bytes) == fix.replacement || fix.bytes.length > kLongest ||
      fix.replacement.size() > kLongest) {
    return;
  }
  if (!fix.safe && !unsafe_) {
    const uint32_t guess = ChangeOf(fix, guesses_, last_guess_, describe);
    Count(guesses_[guess], fix.bytes, fix.replacement);
    return;
  }
  if (fixes_.size() >= most_fixes_) return;
  const uint32_t change = ChangeOf(fix, changes_, last_change_, describe);
  fixes_.push_back({fix.bytes.offset, static_cast<uint32_t>(fix.bytes.length),
                    static_cast<uint32_t>(fix.replacement.size()),
                    replacements_.size(), change});
  replacements_ += fix.replacement;
}

void TextPlan::Refuse(FindingCode code, ByteRange bytes,
                      absl::FunctionRef<std::string()> path,
                      std::string_view reason) {
  for (const Refusal& refusal : refusals_) {
    if (refusal.code == code) return;
  }
  refusals_.push_back({code, bytes, path(), std::string(reason)});
}

Repaired TextPlan::Apply() {
  std::ranges::sort(fixes_, [](const Planned& a, const Planned& b) {
    return a.offset != b.offset ? a.offset < b.offset : a.begin < b.begin;
  });
  Splicer out(AsBytes(text_));
  uint64_t done = 0;
  bool any = false;
  uint64_t last_offset = 0;
  for (const Planned& fix : fixes_) {
    if (any && (fix.offset < done || fix.offset == last_offset)) continue;
    const std::string_view replacement = ReplacementOf(fix);
    Count(changes_[fix.change], {fix.offset, fix.length}, replacement);
    out.Replace(fix.offset, fix.length, AsBytes(replacement));
    done = fix.offset + fix.length;
    last_offset = fix.offset;
    any = true;
  }
  fixes_ = {};
  replacements_ = {};
  out.Finish();
  std::erase_if(changes_, [](const Change& c) { return c.count == 0; });
  Repaired repaired;
  repaired.bytes = std::move(out.bytes());
  repaired.edits = std::move(out.edits());
  repaired.changes = std::move(changes_);
  repaired.guesses = std::move(guesses_);
  repaired.refusals = std::move(refusals_);
  return repaired;
}

}  // namespace clipguard::rescue
