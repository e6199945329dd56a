// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/text_plan.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "actions/repair/splicer.h"
#include "base/text_of.h"
#include "base/utf8.h"

namespace clipguard::actions {
namespace {

// Bytes of a text that are shown in a Change.
constexpr size_t kLongestShown = 80;
// One fix for so many bytes of the original is what a pass makes, which takes
// four times the memory that this has; the others are for the next pass.
constexpr size_t kBytesAFix = 8;
constexpr size_t kFewFixes = 1 << 16;

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

TextPlan::TextPlan(std::string_view text, const RepairOptions& options,
                   size_t original_size)
    : text_(text),
      unsafe_(options.unsafe),
      most_fixes_(std::max(kFewFixes,
                           std::max(original_size, text.size()) / kBytesAFix)),
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
    Refuse(
        fix.code, fix.bytes, [&] { return describe().path; },
        "nothing else is known that could stand here");
    return;
  }
  if (!fix.safe && !unsafe_) {
    const uint32_t guess = ChangeOf(fix, guesses_, last_guess_, describe);
    Count(guesses_[guess], fix.bytes, fix.replacement);
    return;
  }
  // All of it is for the next pass, if there is no more room.
  if (full() || replacements_.size() + fix.replacement.size() > kLongest) {
    return;
  }
  const uint32_t change = ChangeOf(fix, changes_, last_change_, describe);
  fixes_.push_back({fix.bytes.offset, static_cast<uint32_t>(fix.bytes.length),
                    static_cast<uint32_t>(fix.replacement.size()),
                    static_cast<uint32_t>(replacements_.size()), change});
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

void TextPlan::ChooseFixes() {
  std::ranges::sort(fixes_, [](const Planned& a, const Planned& b) {
    return a.offset != b.offset ? a.offset < b.offset : a.begin < b.begin;
  });
  uint64_t done = 0;
  uint64_t last_offset = 0;
  size_t kept = 0;
  for (const Planned& fix : fixes_) {
    if (kept != 0 && (fix.offset < done || fix.offset == last_offset)) continue;
    Count(changes_[fix.change], {fix.offset, fix.length}, ReplacementOf(fix));
    done = fix.offset + fix.length;
    last_offset = fix.offset;
    fixes_[kept++] = fix;
  }
  fixes_.resize(kept);
}

bool TextPlan::FitsInPlace() const {
  int64_t ahead = 0;
  for (const Planned& fix : fixes_) {
    ahead += int64_t{fix.size} - int64_t{fix.length};
    if (ahead > 0) return false;
  }
  return true;
}

std::vector<Edit> TextPlan::WriteInPlace(std::vector<uint8_t>& bytes) const {
  std::vector<Edit> edits;
  const auto at = [&](uint64_t offset) {
    return bytes.begin() + static_cast<ptrdiff_t>(offset);
  };
  uint64_t read = 0;
  uint64_t written = 0;
  const auto copy_until = [&](uint64_t offset) {
    if (read != written) std::copy(at(read), at(offset), at(written));
    written += offset - read;
    read = offset;
  };
  for (const Planned& fix : fixes_) {
    copy_until(fix.offset);
    std::ranges::copy(ReplacementOf(fix), at(written));
    written += fix.size;
    read += fix.length;
    AppendEdit({fix.offset, fix.length, fix.size}, edits);
  }
  copy_until(bytes.size());
  bytes.resize(static_cast<size_t>(written));
  return edits;
}

std::vector<Edit> TextPlan::WriteBeside(std::vector<uint8_t>& bytes) const {
  size_t growth = 0;
  for (const Planned& fix : fixes_) growth += fix.size;
  Splicer out(BytesOf(text_), growth);
  for (const Planned& fix : fixes_) {
    out.Replace(fix.offset, fix.length, BytesOf(ReplacementOf(fix)));
  }
  out.Finish();
  bytes = std::move(out.bytes());
  return std::move(out.edits());
}

Repaired TextPlan::Apply(std::vector<uint8_t>& bytes) {
  ChooseFixes();
  Repaired repaired;
  if (!fixes_.empty()) {
    repaired.edits = FitsInPlace() ? WriteInPlace(bytes) : WriteBeside(bytes);
    repaired.bytes = std::move(bytes);
  }
  fixes_ = {};
  replacements_ = {};
  std::erase_if(changes_, [](const Change& c) { return c.count == 0; });
  repaired.changes = std::move(changes_);
  repaired.guesses = std::move(guesses_);
  repaired.refusals = std::move(refusals_);
  return repaired;
}

}  // namespace clipguard::actions
