// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/format.h"

namespace clipguard::m3d {
namespace {

constexpr char ToLower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr bool IsJoiner(char c) { return c == '-' || c == '_'; }

// Whether two names are equal but for case, dashes and underscores.
bool SameName(std::string_view a, std::string_view b) {
  size_t i = 0;
  size_t j = 0;
  while (true) {
    while (i < a.size() && IsJoiner(a[i])) ++i;
    while (j < b.size() && IsJoiner(b[j])) ++j;
    if (i == a.size() || j == b.size()) return i == a.size() && j == b.size();
    if (ToLower(a[i++]) != ToLower(b[j++])) return false;
  }
}

}  // namespace

std::string_view DialectName(Dialect dialect) {
  switch (dialect) {
    case Dialect::kD3D12:
      return "D3D12";
    case Dialect::kD3D11:
      return "D3D11";
    case Dialect::kDashed:
      return "dashed";
  }
  return "?";
}

std::string_view SectionName(Section section) {
  static constexpr std::array<std::string_view, kSections> kNames = {
      "m3d-File-Header", "Materials",   "SubsetTable",   "Vertices",
      "Triangles",       "BoneOffsets", "BoneHierarchy", "AnimationClips"};
  return kNames[static_cast<size_t>(section)];
}

bool LooksLikeBanner(std::string_view token) {
  return token.starts_with("***") || token.starts_with("---");
}

bool IsBanner(std::string_view token, Section section) {
  if (!LooksLikeBanner(token)) return false;
  const char mark = token[0];
  while (!token.empty() && token.front() == mark) token.remove_prefix(1);
  while (!token.empty() && token.back() == mark) token.remove_suffix(1);
  return SameName(token, SectionName(section));
}

}  // namespace clipguard::m3d
