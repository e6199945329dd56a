// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_fields.h"
#include "parser/m3d/format.h"
#include "parser/m3d/reader/reading.h"
#include "parser/m3d/reader/row_reader.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/token_cursor.h"
#include "parser/m3d/token_text.h"

namespace clipguard::m3d {
namespace {

using enum FindingCode;

constexpr size_t kFields = FieldsIn(kHeaderRow);

// Where the counts are.
using CountPlaces = std::array<ByteRange, kFields>;

// False if there is no text.
bool ReadFirstBanner(Reading& r) {
  constexpr std::string_view kFirstLabel = kHeaderRow[0].other_label;
  const Token banner = r.cursor().Peek();
  const std::string_view name = SectionName(Section::kHeader);
  if (banner.text.starts_with('-')) r.out.dialect = Dialect::kDashed;
  const std::string expected = BannerText(Section::kHeader, r.out.dialect);
  if (!banner) {
    r.in.Ended({.field = name}, "the banner " + expected);
    return false;
  }
  if (!IsBanner(banner.text, Section::kHeader)) {
    r.in.Report(kBannerMismatch, banner.range(), {.field = name},
                {expected, Quoted(banner.text)});
  }
  // Whatever it is, unless it is the first count already.
  if (!banner.text.ends_with(kFirstLabel)) r.cursor().Take(banner);
  return true;
}

// False if one of them could not be read.
bool ReadCounts(Reading& r, CountPlaces& where) {
  bool known = true;
  for (size_t i = 0; i < kFields; ++i) {
    const Field& field = kHeaderRow[i];
    const ElementPath at = {.field = field.label};
    const Token token = r.cursor().Peek();
    if (i == FieldOf(kHeaderRow, "bones") && LooksLikeBanner(token.text)) {
      // D3D10 files have no bones, and do not mention them.
      if (r.out.dialect == Dialect::kD3D12 &&
          IsD3D10MaterialsBanner(token.text)) {
        r.out.dialect = Dialect::kD3D10;
        return known;
      }
      r.in.Report(kDialectUnsupported, token.range(), at, {"without #Bones"});
      return false;
    }
    const bool dashed = r.out.dialect == Dialect::kDashed;
    if (r.in.Label(dashed ? field.other_label : field.label, at, {}) !=
        Outcome::kRead) {
      return false;
    }
    std::optional<uint64_t> count;
    if (r.in.Count(count, at, where[i]) != Outcome::kRead) return false;
    r.counts.*kCountMembers[i] = count.value_or(0);
    known &= count.has_value();
  }
  return known;
}

// The fewest bytes that what each count declares takes.
std::array<uint64_t, kFields> LeastSizes(const Counts& counts,
                                         Dialect dialect) {
  if (dialect == Dialect::kD3D10) {
    return {Times(counts.materials, LeastBytes(kD3D10MaterialRow)),
            Times(counts.vertices, LeastBytes(kD3D10VertexRow)),
            Times(counts.triangles, LeastBytes(kD3D10TriangleRow)), 0, 0};
  }
  constexpr uint64_t kMaterial =
      std::min(LeastBytes(kD3D12MaterialRow), LeastBytes(kD3D11MaterialRow));
  constexpr uint64_t kStaticVertex =
      LeastBytes(kVertexRow, 0, kStaticVertexFields);
  const uint64_t vertex =
      counts.is_skinned() ? LeastBytes(kVertexRow) : kStaticVertex;
  return {
      Times(counts.materials, kMaterial + LeastBytes(kSubsetRow)),
      Times(counts.vertices, vertex),
      Times(counts.triangles, LeastBytes(kTriangleRow)),
      Times(counts.bones, LeastBytes(kBoneOffsetRow) + LeastBytes(kParentRow)),
      Times(counts.clips, Plus(LeastBytes(kClipRow),
                               Times(counts.bones, LeastBytes(kClipBoneRow))))};
}

// "4 vertices", "1 vertex".
std::string CountOf(uint64_t count, std::string_view plural) {
  const std::string name(count != 1 ? plural
                         : plural == "vertices"
                             ? "vertex"
                             : plural.substr(0, plural.size() - 1));
  return absl::StrCat(count, " ", name);
}

// The first `fields` counts, in words, as far as they are not 0: "1 material, 4
// vertices and 2 triangles".
std::string InWords(const Counts& counts, size_t fields) {
  std::string words;
  std::string last;
  for (size_t i = 0; i < fields; ++i) {
    const uint64_t count = counts.*kCountMembers[i];
    if (count == 0) continue;
    if (!last.empty()) words += (words.empty() ? "" : ", ") + last;
    last = CountOf(count, kHeaderRow[i].name);
  }
  return words.empty() ? last : words + " and " + last;
}

// Whether all of it fits in the rest, whose last token needs no white space
// after it.
bool Fits(Reading& r, const CountPlaces& where) {
  const std::array<uint64_t, kFields> least =
      LeastSizes(r.counts, r.out.dialect);
  const uint64_t left = r.cursor().remaining();
  uint64_t used = 0;
  for (size_t i = 0; i < kFields; ++i) {
    used = Plus(used, least[i]);
    if (used <= left + 1) continue;
    // A count that does not fit alone is wrong itself; else any of them may be.
    const Field& field = kHeaderRow[i];
    const bool alone = least[i] > left + 1;
    r.in.Report(kCountTooLarge, where[i], {.field = field.label},
                {alone ? CountOf(r.counts.*kCountMembers[i], field.name)
                       : InWords(r.counts, i + 1),
                 absl::StrCat(alone ? least[i] : used), absl::StrCat(left)});
    return false;
  }
  return true;
}

}  // namespace

bool ReadHeader(Reading& r) {
  CountPlaces where;
  if (!ReadFirstBanner(r) || !ReadCounts(r, where)) return false;
  if (!r.counts.is_skinned() && r.counts.clips != 0) {
    constexpr size_t kClips = FieldOf(kHeaderRow, "clips");
    r.in.Report(kClipsWithoutBones, where[kClips],
                {.field = kHeaderRow[kClips].label},
                {absl::StrCat(r.counts.clips)});
  }
  r.in.SetBones(r.counts.bones);
  return Fits(r, where);
}

}  // namespace clipguard::m3d
