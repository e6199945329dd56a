// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/m3d/counts.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "parser/finding.h"
#include "parser/m3d/format.h"
#include "parser/m3d/number.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/token_cursor.h"

namespace clipguard::actions {
namespace {

using enum FindingCode;
using m3d::Section;
using m3d::Token;

constexpr size_t kCounts = m3d::FieldsIn(m3d::kHeaderRow);
constexpr size_t kKeysField = m3d::FieldOf(m3d::kClipBoneRow, "keyframes");

// In the order in which a change is named after them.
constexpr std::array kAboutCounts = {kElementsMissing, kElementsSurplus,
                                     kCountTooLarge, kCountMalformed,
                                     kClipsWithoutBones};

// How many elements there are.
struct Found {
  // The words of the header's counts.
  std::array<ByteRange, kCounts> declared;
  // For each section that is there: the number of its rows; for triangles, that
  // of the words.
  std::array<std::optional<uint64_t>, m3d::kSections> rows;
  std::optional<Section> last;  // the last section
  bool is_d3d10 = false;
  // Whether all clips have as many bones as the first one.
  std::optional<uint64_t> bones_of_clip;
  bool clips_agree = true;

  std::optional<uint64_t> RowsOf(Section section) const {
    return rows[static_cast<size_t>(section)];
  }
};

class Counter {
 public:
  Counter(const CodeSet& reported, TextPlan& plan)
      : reported_(reported),
        plan_(plan),
        in_({reinterpret_cast<const uint8_t*>(plan.text().data()),
             plan.text().size()}) {}

  // Goes through the text once. Plans the counts of keyframes on its way.
  Found Count() {
    ReadHeader();
    while (const Token token = in_.Next()) {
      if (m3d::LooksLikeBanner(token.text)) {
        found_.is_d3d10 |= m3d::IsD3D10MaterialsBanner(token.text);
        Begin(m3d::SectionOfBanner(token.text));
      } else if (section_) {
        CountWord(*section_, token);
      }
    }
    EndClip();
    return found_;
  }

 private:
  // The number of rows of the section that began last.
  uint64_t& rows() { return *rows_; }

  void ReadHeader() {
    in_.Next();  // the banner
    for (Token token = in_.Peek(); token && !m3d::LooksLikeBanner(token.text);
         token = in_.Peek()) {
      in_.Take(token);
      for (size_t i = 0; i < kCounts; ++i) {
        if (!m3d::IsLabel(token.text, m3d::kHeaderRow[i])) continue;
        const Token word = in_.Peek();
        if (m3d::LooksLikeBanner(word.text)) break;
        found_.declared[i] = word.range();
        in_.Take(word);
      }
    }
  }

  void Begin(std::optional<Section> section) {
    EndClip();
    section_ = section;
    if (!section_) return;
    found_.last = section_;
    auto& rows = found_.rows[static_cast<size_t>(*section_)];
    rows_ = rows ? &*rows : &rows.emplace(0);
  }

  void CountWord(Section section, const Token& token) {
    switch (section) {
      case Section::kHeader:
        return;
      case Section::kTriangles:
        ++rows();
        return;
      case Section::kClips:
        CountInClip(token);
        return;
      default:
        rows() += m3d::BeginsRow(section, token.text) ? 1 : 0;
    }
  }

  void CountInClip(const Token& token) {
    if (m3d::BeginsRow(Section::kClips, token.text)) {
      EndClip();
      ++rows();
      bones_ = 0;
      in_.Next();  // its name
    } else if (m3d::IsLabel(token.text, m3d::kClipBoneRow[kKeysField])) {
      if (!bones_) return;
      ++*bones_;
      CountKeys();
    }
  }

  void EndClip() {
    if (!bones_) return;
    if (!found_.bones_of_clip) found_.bones_of_clip = bones_;
    found_.clips_agree &= *found_.bones_of_clip == *bones_;
    bones_.reset();
  }

  // After the label of a bone's number of keyframes.
  void CountKeys() {
    const Token word = in_.Peek();
    if (!word || word.text == m3d::kListBegin) return;
    in_.Take(word);
    if (in_.Peek().text != m3d::kListBegin) return;
    in_.Next();
    uint64_t keys = 0;
    for (Token token = in_.Peek(); token.text != m3d::kListEnd;
         token = in_.Peek()) {
      // Not ended: it cannot be said how many there should be.
      if (!token || token.text == m3d::kClipLabel) return;
      if (m3d::IsLabel(token.text, m3d::kKeyRow[0])) ++keys;
      in_.Take(token);
    }
    Plan(word.range(), keys, false, [&] {
      return absl::StrCat("clips[", rows() - 1, "].bones[", *bones_ - 1,
                          "].keyframes");
    });
  }

 public:
  // Plans a count. `may_be_cut`: nothing follows the elements.
  void Plan(ByteRange word, uint64_t count, bool may_be_cut,
            absl::FunctionRef<std::string()> path) {
    int64_t declared = 0;
    const bool read = m3d::ReadInteger(plan_.TextAt(word), 0,
                                       std::numeric_limits<int64_t>::max(),
                                       declared) == m3d::NumberFault::kNone;
    const bool more = read && static_cast<uint64_t>(declared) < count;
    if (read && !more && static_cast<uint64_t>(declared) == count) return;
    const bool cut = may_be_cut && !more;
    plan_.Replace({.code = CodeOf(read, more),
                   .safe = !cut,
                   .bytes = word,
                   .replacement = absl::StrCat(count)},
                  [&] {
                    return FixText{
                        .path = path(),
                        .note = cut ? "so many are there; the file may have "
                                      "been cut after them"
                                    : "so many are there"};
                  });
  }

 private:
  // The finding that comes of such a count; or another one that was reported.
  FindingCode CodeOf(bool read, bool more) const {
    const FindingCode first = !read  ? kCountMalformed
                              : more ? kElementsSurplus
                                     : kElementsMissing;
    if (reported_.Has(first)) return first;
    for (const FindingCode about : kAboutCounts) {
      if (reported_.Has(about)) return about;
    }
    return first;
  }

  const CodeSet& reported_;
  TextPlan& plan_;
  m3d::TokenCursor in_;
  std::optional<Section> section_;
  uint64_t* rows_ = nullptr;       // if there is one
  std::optional<uint64_t> bones_;  // of the clip at hand
  Found found_;
};

// How many of a kind there are, if all that is said of them agrees; and the
// section that they end with.
struct Amount {
  std::optional<uint64_t> count;
  Section section{};
};

std::array<Amount, kCounts> AmountsIn(const Found& found) {
  using enum Section;
  std::array<Amount, kCounts> amounts;
  const auto materials = found.RowsOf(kMaterials);
  amounts[0] = {materials, kSubsets};
  if (materials != found.RowsOf(kSubsets)) amounts[0].count.reset();
  amounts[1] = {found.RowsOf(kVertices), kVertices};
  const auto corners = found.RowsOf(kTriangles);
  amounts[2].section = kTriangles;
  // The words of a triangle.
  const uint64_t words = found.is_d3d10 ? m3d::TokensIn(m3d::kD3D10TriangleRow)
                                        : m3d::TokensIn(m3d::kTriangleRow);
  if (corners && *corners % words == 0) amounts[2].count = *corners / words;
  // A file without a skeleton ends before it.
  const uint64_t offsets = found.RowsOf(kBoneOffsets).value_or(0);
  amounts[3] = {offsets, kHierarchy};
  if (found.RowsOf(kHierarchy).value_or(0) != offsets || !found.clips_agree ||
      (found.bones_of_clip && *found.bones_of_clip != offsets)) {
    amounts[3].count.reset();
  }
  amounts[4] = {found.RowsOf(kClips).value_or(0), kClips};
  return amounts;
}

}  // namespace

bool IsAboutCounts(FindingCode code) {
  for (const FindingCode about : kAboutCounts) {
    if (about == code) return true;
  }
  return false;
}

bool HasCountFault(const CodeSet& errors) {
  return std::ranges::any_of(
      kAboutCounts, [&](FindingCode code) { return errors.Has(code); });
}

void FixCounts(const CodeSet& reported, TextPlan& plan) {
  Counter counter(reported, plan);
  const Found found = counter.Count();
  const std::array<Amount, kCounts> amounts = AmountsIn(found);
  for (size_t i = 0; i < kCounts; ++i) {
    const std::optional<uint64_t> count = amounts[i].count;
    if (!count || found.declared[i].length == 0) continue;
    const bool last = found.last && *found.last <= amounts[i].section;
    counter.Plan(found.declared[i], *count, last,
                 [&] { return std::string(m3d::kHeaderRow[i].label); });
  }
}

}  // namespace clipguard::actions
