// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/format.h"

#include <algorithm>
#include <array>

#include "base/memory/work_counter.h"

namespace clipguard::m3d {
namespace {

constexpr char ToLower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr bool IsDigit(char c) { return c >= '0' && c <= '9'; }

constexpr bool IsJoiner(char c) { return c == '-' || c == '_'; }

// A name without dashes and underscores, in lower case; as much of it as tells
// it from all section names.
struct PlainName {
  std::array<char, 16> text = {};
  size_t size = 0;

  friend constexpr bool operator==(const PlainName&,
                                   const PlainName&) = default;
};

constexpr PlainName ToPlain(std::string_view name) {
  PlainName plain;
  for (const char c : name) {
    if (IsJoiner(c)) continue;
    if (plain.size == plain.text.size()) break;
    plain.text[plain.size++] = ToLower(c);
  }
  return plain;
}

constexpr bool IsMark(char c) { return c == '*' || c == '-'; }

// The name in a token that begins with a mark; empty if a number follows it.
PlainName NameIn(std::string_view token) {
  const char mark = token[0];
  const size_t begin = std::min(token.find_first_not_of(mark), token.size());
  token.remove_prefix(begin);
  if (token.empty() || token[0] == '.' || IsDigit(token[0])) return {};
  CountWork(begin + token.size());
  while (token.back() == mark) token.remove_suffix(1);
  return ToPlain(token);
}

constexpr std::array<std::string_view, kSections> kSectionNames = {
    "m3d-File-Header", "Materials",   "SubsetTable",   "Vertices",
    "Triangles",       "BoneOffsets", "BoneHierarchy", "AnimationClips"};

// Whether a token is a label without an other one.
bool IsThisLabel(std::string_view token, const Field& field) {
  const std::string_view label = field.label;
  if (label.empty()) return false;
  if (field.after_number == nullptr) return token == label;
  const std::string_view end = field.after_number;
  if (!token.starts_with(label)) return false;
  token.remove_prefix(label.size());
  if (token.size() <= end.size() || !token.ends_with(end)) return false;
  token.remove_suffix(end.size());
  CountWork(token.size());
  return std::ranges::all_of(token, IsDigit);
}

// With room for a character more, a longer name is never equal.
static_assert(std::ranges::all_of(kSectionNames, [](std::string_view name) {
  return ToPlain(name).size < PlainName().text.size();
}));

}  // namespace

std::string_view DialectName(Dialect dialect) {
  switch (dialect) {
    case Dialect::kD3D12:
      return "D3D12";
    case Dialect::kD3D11:
      return "D3D11";
    case Dialect::kDashed:
      return "dashed";
    case Dialect::kD3D10:
      return "D3D10";
  }
  return "?";
}

std::string_view SectionName(Section section) {
  return kSectionNames[static_cast<size_t>(section)];
}

std::string BannerText(Section section, Dialect dialect) {
  std::string text = dialect == Dialect::kDashed ? "---" : "***";
  const std::string marks = text;
  text += SectionName(section);
  return text + marks;
}

std::optional<Section> SectionNamed(std::string_view name) {
  const auto found = std::ranges::find(kSectionNames, name);
  if (found == kSectionNames.end()) return std::nullopt;
  return static_cast<Section>(found - kSectionNames.begin());
}

bool LooksLikeBanner(std::string_view token) {
  return token.starts_with("***") || token.starts_with("---") ||
         SectionOfBanner(token) || IsD3D10MaterialsBanner(token);
}

bool IsOnlyMarks(std::string_view token) {
  if (token.empty() || !IsMark(token[0])) return false;
  CountWork(token.size());
  return token.find_first_not_of(token[0]) == token.npos;
}

std::string_view RowPlural(Section section) {
  static constexpr std::array<std::string_view, kSections> kPlurals = {
      "counts",    "materials", "subsets", "vertices",
      "triangles", "bones",     "bones",   "clips"};
  return kPlurals[static_cast<size_t>(section)];
}

bool IsBanner(std::string_view token, Section section) {
  return SectionOfBanner(token) == section;
}

bool IsD3D10MaterialsBanner(std::string_view token) {
  return token.starts_with('*') && NameIn(token) == ToPlain("Subsets");
}

bool IsLabel(std::string_view token, const Field& field) {
  return IsThisLabel(token, field) || IsOtherLabel(token, field);
}

bool IsOtherLabel(std::string_view token, const Field& field) {
  return field.other_label != nullptr && IsThisLabel(token, OtherOf(field));
}

bool BeginsRow(Section section, std::string_view token) {
  switch (section) {
    case Section::kHeader:
      return IsLabel(token, kHeaderRow[0]);
    case Section::kMaterials:
      return IsLabel(token, kD3D12MaterialRow[0]) ||
             IsLabel(token, kD3D11MaterialRow[0]);
    case Section::kSubsets:
      return IsLabel(token, kSubsetRow[0]);
    case Section::kVertices:
      return IsLabel(token, kVertexRow[0]);
    case Section::kTriangles:
      return false;
    case Section::kBoneOffsets:
      return IsLabel(token, kBoneOffsetRow[0]);
    case Section::kHierarchy:
      return IsLabel(token, kParentRow[0]);
    case Section::kClips:
      return IsLabel(token, kClipRow[0]);
  }
  return false;
}

std::optional<Section> SectionOfBanner(std::string_view token) {
  if (token.empty() || !IsMark(token[0])) return std::nullopt;
  const PlainName plain = NameIn(token);
  for (size_t i = 0; i < kSections; ++i) {
    if (plain == ToPlain(kSectionNames[i])) return static_cast<Section>(i);
  }
  return std::nullopt;
}

}  // namespace clipguard::m3d
