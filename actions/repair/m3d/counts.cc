// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

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
#include "actions/repair/m3d/fixes.h"
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
// After the fields that say where a subset begins.
constexpr size_t kVertexCount = m3d::FieldOf(m3d::kSubsetRow, "vertexCount");
constexpr size_t kFaceCount = m3d::FieldOf(m3d::kSubsetRow, "faceCount");

// In the order in which a change is named after them.
constexpr std::array kAboutCounts = {kElementsMissing, kElementsSurplus,
                                     kCountTooLarge, kCountMalformed,
                                     kClipsWithoutBones};

// How many elements there are.
struct Found {
  // The words of the header's counts; of length 0 where one is missing.
  std::array<std::optional<ByteRange>, kCounts> declared;
  // For each section that is there: the number of its rows; for triangles, that
  // of the words.
  std::array<std::optional<uint64_t>, m3d::kSections> rows;
  std::optional<Section> last;  // the last section
  bool is_twice = false;        // one of them
  // Where the last subset ends, in vertices and in triangles.
  uint64_t covered_vertices = 0;
  uint64_t covered_triangles = 0;
  bool is_d3d10 = false;
  // Whether all clips have as many bones as the first one.
  std::optional<uint64_t> bones_of_clip;
  bool clips_agree = true;

  std::optional<uint64_t> RowsOf(Section section) const {
    return rows[static_cast<size_t>(section)];
  }
};

std::optional<uint64_t> NumberIn(std::string_view word) {
  int64_t number = 0;
  if (m3d::ReadInteger(word, 0, std::numeric_limits<uint32_t>::max(), number) !=
      m3d::NumberFault::kNone) {
    return std::nullopt;
  }
  return static_cast<uint64_t>(number);
}

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
        if (m3d::IsLabel(token.text, m3d::kHeaderRow[i])) {
          found_.declared[i] = TakeCount(token);
          break;
        }
      }
    }
  }

  // The count after a label; the place for one, if it is missing.
  ByteRange TakeCount(const Token& label) {
    const Token word = in_.Peek();
    const size_t digits = word.text.find_first_not_of("0123456789");
    if (word && digits == std::string_view::npos) {
      in_.Take(word);
      return word.range();
    }
    if (!word || BeginsNext(word.text)) {
      return {label.offset + label.text.size(), 0};
    }
    if (BeginsNext(word.text.substr(digits))) {
      // The next label is glued to it.
      in_.TakeFront(digits);
      return {word.offset, digits};
    }
    in_.Take(word);
    return word.range();
  }

  // Whether a token is what comes after a count.
  static bool BeginsNext(std::string_view token) {
    return m3d::LooksLikeBanner(token) ||
           std::ranges::any_of(m3d::kHeaderRow, [&](const m3d::Field& field) {
             return m3d::IsLabel(token, field);
           });
  }

  void Begin(std::optional<Section> section) {
    EndClip();
    section_ = section;
    if (!section_) return;
    found_.last = section_;
    auto& rows = found_.rows[static_cast<size_t>(*section_)];
    found_.is_twice |= rows.has_value();
    rows_ = &rows.emplace(0);
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
      case Section::kSubsets:
        ReadSubset(token);
        [[fallthrough]];
      default:
        rows() += m3d::BeginsRow(section, token.text) ? 1 : 0;
    }
  }

  // A label of the table of subsets, perhaps.
  void ReadSubset(const Token& token) {
    for (size_t i = 0; i < subset_.size(); ++i) {
      if (!m3d::IsLabel(token.text, m3d::kSubsetRow[i])) continue;
      subset_[i] = NumberIn(in_.Peek().text).value_or(0);
      if (i == kVertexCount) {
        found_.covered_vertices =
            std::max(found_.covered_vertices, subset_[i - 1] + subset_[i]);
      } else if (i == kFaceCount) {
        found_.covered_triangles =
            std::max(found_.covered_triangles, subset_[i - 1] + subset_[i]);
      }
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
    const std::optional<uint64_t> declared = NumberIn(plan_.TextAt(word));
    const bool more = declared && *declared < count;
    if (declared == count) return;
    const bool cut = may_be_cut && !more;
    if (count == 0 && !cut) return;
    plan_.Replace(
        {.code = CodeOf(declared.has_value(), more),
         .safe = !cut,
         .bytes = word,
         .replacement = absl::StrCat(word.length == 0 ? " " : "", count)},
        [&] {
          return FixText{.path = path(),
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
  uint64_t* rows_ = nullptr;  // if there is one
  std::array<uint64_t, m3d::FieldsIn(m3d::kSubsetRow)> subset_ = {};
  std::optional<uint64_t> bones_;  // of the clip at hand
  Found found_;
};

// How many of a kind there are, if all that is said of them agrees; and the
// section that they end with.
struct Amount {
  std::optional<uint64_t> count;
  Section section{};
  uint64_t covered = 0;  // by subsets
};

std::array<Amount, kCounts> AmountsIn(const Found& found) {
  using enum Section;
  std::array<Amount, kCounts> amounts;
  const auto materials = found.RowsOf(kMaterials);
  amounts[0] = {materials, kSubsets};
  if (materials != found.RowsOf(kSubsets)) amounts[0].count.reset();
  amounts[1] = {found.RowsOf(kVertices), kVertices};
  amounts[1].covered = found.covered_vertices;
  const auto corners = found.RowsOf(kTriangles);
  amounts[2].section = kTriangles;
  amounts[2].covered = found.covered_triangles;
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
  if (found.is_twice) return;
  const std::array<Amount, kCounts> amounts = AmountsIn(found);
  for (size_t i = 0; i < kCounts; ++i) {
    const std::optional<uint64_t> count = amounts[i].count;
    const std::optional<ByteRange> declared = found.declared[i];
    if (!count || !declared) continue;
    // In a section without rows, words that nothing reads may be some.
    if (*count == 0 && found.RowsOf(amounts[i].section)) continue;
    // The subsets say that the count is right.
    const uint64_t covered = amounts[i].covered;
    if (covered != 0 && NumberIn(plan.TextAt(*declared)) == covered) continue;
    const bool last = found.last && *found.last <= amounts[i].section;
    counter.Plan(*declared, *count, last,
                 [&] { return std::string(m3d::kHeaderRow[i].label); });
  }
}

}  // namespace clipguard::actions
