// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The words of the .m3d format: sections, banners and dialects; the rows are
// schema.h's. docs/formats/m3d.md describes the format, with its grammar.

#ifndef CLIPGUARD_PARSER_M3D_FORMAT_H_
#define CLIPGUARD_PARSER_M3D_FORMAT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "parser/m3d/schema.h"

namespace clipguard::m3d {

// Who writes such files. They differ in the look of their banners, in what a
// material has, and in a few labels; see docs/formats/m3d.md.
enum class Dialect : uint8_t {
  kD3D12,   // materials begin with "Name:"
  kD3D11,   // materials begin with "Ambient:"
  kDashed,  // banners of dashes, counts without '#', materials as D3D11
  kD3D10,   // no "#Bones", materials without labels, no table of subsets
};
// "D3D12", "D3D11", "dashed", "D3D10".
std::string_view DialectName(Dialect dialect);

// Token separators: the characters of C's isspace() in the "C" locale, as in
// the original loader's stream.
constexpr bool IsSpace(uint8_t c) { return c == ' ' || (c >= 9 && c <= 13); }

// Whether a token is the label of a field, or its other one. Numbered labels
// may have any number. Time is linear in its size.
bool IsLabel(std::string_view token, const Field& field);

// Whether it is the other one.
bool IsOtherLabel(std::string_view token, const Field& field);

// The label that begins a clip.
inline constexpr std::string_view kClipLabel = kClipRow[0].label;

// The parts of a file, each opened by a banner, in their order.
enum class Section : uint8_t {
  kHeader,
  kMaterials,
  kSubsets,
  kVertices,
  kTriangles,
  kBoneOffsets,
  kHierarchy,
  kClips,
};
inline constexpr size_t kSections = 8;

// The name in a banner: "m3d-File-Header", "SubsetTable".
std::string_view SectionName(Section section);

// The same as a banner, in messages: "***SubsetTable***", "---SubsetTable---".
std::string BannerText(Section section, Dialect dialect);

// The section of exactly that name.
std::optional<Section> SectionNamed(std::string_view name);

// The name of a section's rows in paths: "vertices".
std::string_view RowPlural(Section section);

// Whether a token is that section's banner: its name between any number of
// stars, or after and before dashes; one is enough. Dashes and underscores
// within the name, and its case, do not matter: M3D_File_Header is
// m3d-File-Header.
bool IsBanner(std::string_view token, Section section);

// The section whose banner the token is. Time is linear in its size.
std::optional<Section> SectionOfBanner(std::string_view token);

// Whether a token is the banner that D3D10 files have before their materials:
// "Subsets" between stars.
bool IsD3D10MaterialsBanner(std::string_view token);

// Whether a token looks like a banner of some section: it is one, or begins
// with three stars or dashes.
bool LooksLikeBanner(std::string_view token);

// Whether a token is nothing but stars or dashes, which are no name.
bool IsOnlyMarks(std::string_view token);

// Whether a row of a section begins with this token. Triangles have no labels.
bool BeginsRow(Section section, std::string_view token);

// Four weights a vertex, and bone indices that fit a byte.
inline constexpr size_t kMaxBlendIndex = 255;

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_FORMAT_H_
