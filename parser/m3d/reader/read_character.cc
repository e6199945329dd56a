// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The order of the sections, and what stands between them: banners, rows too
// many, and text after the end. The contents of sections are read by reader/.

#include "parser/m3d/reader/read_character.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/utf8.h"
#include "base/wide_text.h"
#include "parser/m3d/format.h"
#include "parser/m3d/reader/reading.h"
#include "parser/m3d/reader/row_reader.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/token_cursor.h"
#include "parser/m3d/token_text.h"

namespace clipguard::m3d {
namespace {

using enum FindingCode;

Outcome ReadSection(Reading& r, Section section) {
  switch (section) {
    case Section::kHeader:
      return Outcome::kRead;
    case Section::kMaterials:
      return ReadMaterials(r);
    case Section::kSubsets:
      return ReadSubsets(r);
    case Section::kVertices:
      return ReadVertices(r);
    case Section::kTriangles:
      return ReadTriangles(r);
    case Section::kBoneOffsets:
      return ReadBoneOffsets(r);
    case Section::kHierarchy:
      return ReadHierarchy(r);
    case Section::kClips:
      return ReadClips(r);
  }
  return Outcome::kRead;
}

// Reads the sections after the header, and says what is wrong between them.
class SectionsReader {
 public:
  explicit SectionsReader(Reading& r) : r_(r) {}

  // Returns the first section that is not certain.
  Section Read() {
    ReadAll();
    return certain_;
  }

 private:
  void ReadAll() {
    const auto end = r_.is_skinned()
                         ? kSections
                         : static_cast<size_t>(Section::kBoneOffsets);
    for (size_t i = 1; i < end; ++i) {
      const auto section = static_cast<Section>(i);
      if (is_d3d10() && section == Section::kSubsets) continue;
      const Outcome banner = ReadBanner(section);
      // It says that those before it have as many rows as they should.
      if (r_.in.ok()) certain_ = section;
      switch (banner) {
        case Outcome::kRead:
          if (ReadSection(r_, section) == Outcome::kEnded) return;
          break;
        case Outcome::kLost:
          break;  // a later one is there
        case Outcome::kEnded:
          return;
      }
    }
    CheckEnd();
  }

  bool is_d3d10() const { return r_.out.dialect == Dialect::kD3D10; }

  // Reads the banner of a section. kLost: the section is missing, the cursor is
  // at the banner of a later one.
  Outcome ReadBanner(Section section) {
    Token token = r_.cursor().Peek();
    if (BeginsRow(section, token.text)) {
      // Nothing but the banner is missing.
      ReportMismatch(section, token);
      return Outcome::kRead;
    }
    if (token && !LooksLikeBanner(token.text)) {
      ReportSurplus(section, token);
      while (token && !LooksLikeBanner(token.text)) {
        r_.cursor().Take(token);
        token = r_.cursor().Peek();
      }
    }
    if (!token) {
      return r_.in.Ended({.field = SectionName(section)},
                         "the banner " + BannerText(section, r_.out.dialect));
    }
    std::optional<Section> found = SectionOfBanner(token.text);
    if (is_d3d10() && IsD3D10MaterialsBanner(token.text)) {
      found = Section::kMaterials;
    }
    if (found == section) {
      r_.cursor().Take(token);
      return Outcome::kRead;
    }
    // Reported once, not for each section that is missing before it.
    if (misplaced_ != token.offset) {
      ReportMismatch(section, token);
      misplaced_ = token.offset;
    }
    if (found > section) return Outcome::kLost;
    // Misspelt, it seems.
    r_.cursor().Take(token);
    return Outcome::kRead;
  }

  // Reports a token where the banner of `section` should be.
  void ReportMismatch(Section section, const Token& token) {
    r_.in.Report(kBannerMismatch, token.range(),
                 {.field = SectionName(section)},
                 {BannerText(section, r_.out.dialect), Quoted(token.text)});
  }

  // Where the banner of `section` should be, there is more of what comes before
  // it.
  void ReportSurplus(Section section, const Token& token) {
    auto before = static_cast<Section>(static_cast<size_t>(section) - 1);
    if (is_d3d10() && before == Section::kSubsets) before = Section::kMaterials;
    if (before == Section::kHeader) {
      ReportMismatch(section, token);
      return;
    }
    r_.in.Report(kElementsSurplus, token.range(),
                 {.field = SectionName(before)},
                 {Quoted(token.text), absl::StrCat(RowsOf(r_.counts, before)),
                  RowPlural(before)});
  }

  // Whether anything follows.
  void CheckEnd() {
    const Token token = r_.cursor().Peek();
    if (!token) return;
    Section last = Section::kClips;
    bool surplus = token.text == kClipLabel;
    if (!r_.is_skinned()) {
      last = Section::kTriangles;
      surplus = !LooksLikeBanner(token.text);
    }
    if (surplus) {
      r_.in.Report(kElementsSurplus, token.range(),
                   {.field = SectionName(last)},
                   {Quoted(token.text), absl::StrCat(RowsOf(r_.counts, last)),
                    RowPlural(last)});
      return;
    }
    const uint64_t left = r_.in.bytes().size() - token.offset;
    r_.in.Report(kTrailingText, {token.offset, left}, {.field = "file"},
                 {absl::StrCat(left), Quoted(token.text)});
  }

  Reading& r_;
  Section certain_ = Section::kHeader;
  // The banner that was reported last.
  uint64_t misplaced_ = std::numeric_limits<uint64_t>::max();
};

// Whether the file is small enough to be read at all.
bool CheckSize(Reading& r) {
  const uint64_t size = r.in.bytes().size();
  const uint64_t most = r.limits.file_bytes;
  if (size <= most) return true;
  r.in.Report(
      kLimitExceeded, {0, 0}, {.field = "file"},
      {absl::StrCat(size), absl::StrCat(most), LimitName(&Limits::file_bytes)});
  return false;
}

// Whether the bytes are no text in two or four bytes a character.
bool CheckEncoding(Reading& r) {
  const auto wide = FindWideText(r.in.bytes());
  if (!wide) return true;
  r.in.Report(kTextEncodingUnsupported, {0, wide->first_bytes()},
              {.field = "file"}, {wide->name()});
  return false;
}

void SkipByteOrderMark(Reading& r) {
  const std::string_view text(
      reinterpret_cast<const char*>(r.in.bytes().data()), r.in.bytes().size());
  if (!text.starts_with(kByteOrderMark)) return;
  r.in.Report(kByteOrderMarkPresent, {0, kByteOrderMark.size()},
              {.field = "file"});
  r.cursor().MoveTo(kByteOrderMark.size());
}

// Leaves the whole vertices.
void Shorten(Reading& r) {
  Vertices& v = r.out.vertices;
  const auto keep = [&](auto& values) {
    values.resize(std::min<size_t>(values.size(), r.whole_vertices));
  };
  keep(v.positions);
  keep(v.tangents);
  keep(v.normals);
  keep(v.tex_coords);
  keep(v.blend_weights);
  keep(v.blend_indices);
}

}  // namespace

std::optional<Character> ReadCharacter(std::span<const uint8_t> bytes,
                                       const ReadOptions& options,
                                       FindingSink& sink,
                                       CharacterPlaces* places,
                                       ReadPart* part) {
  CharacterPlaces unused;
  if (places == nullptr) places = &unused;
  *places = {};
  std::optional<Character> character(std::in_place);
  Reading r = {options.limits, options.quick_rows,
               RowReader(bytes, options.limits, sink, *character), *character,
               *places};
  Section end = Section::kHeader;
  if (CheckSize(r) && CheckEncoding(r)) {
    SkipByteOrderMark(r);
    if (ReadHeader(r)) end = SectionsReader(r).Read();
  }
  if (!r.in.ok()) {
    if (part != nullptr) {
      if (r.whole_vertices < r.counts.vertices) Shorten(r);
      *part = {*std::move(character), std::move(*places), end};
    }
    *places = {};
    return std::nullopt;
  }
  return character;
}

}  // namespace clipguard::m3d
