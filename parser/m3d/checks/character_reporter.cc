// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/checks/character_reporter.h"

#include "absl/strings/str_cat.h"

namespace clipguard::m3d {
namespace {

uint64_t VertexTokens(const Character& c) {
  if (c.dialect == Dialect::kD3D10) return TokensIn(kD3D10VertexRow);
  // So they may where a file ends before its bones.
  const bool has_weights = !c.vertices.blend_weights.empty();
  return has_weights ? TokensIn(kVertexRow)
                     : TokensIn(kVertexRow, kStaticVertexFields);
}

}  // namespace

size_t MaterialTokens(Dialect dialect) {
  if (dialect == Dialect::kD3D12) return TokensIn(kD3D12MaterialRow);
  return dialect == Dialect::kD3D10 ? TokensIn(kD3D10MaterialRow)
                                    : TokensIn(kD3D11MaterialRow);
}

VertexFinder::VertexFinder(std::span<const uint8_t> bytes,
                           const Character& character,
                           const CharacterPlaces& places)
    : is_d3d10_(character.dialect == Dialect::kD3D10),
      rows_(bytes, places.rows[static_cast<size_t>(Section::kVertices)],
            VertexTokens(character)) {}

ByteRange VertexFinder::Find(uint64_t vertex, RowPart part) {
  // D3D10 tangents have three numbers: the parts after them come one token
  // earlier.
  constexpr size_t kNormal = LabelAt(kVertexRow, FieldOf(kVertexRow, "normal"));
  if (is_d3d10_ && part.first >= kNormal) --part.first;
  return rows_.Find(vertex, part);
}

std::string FieldPath(std::string_view rows, uint64_t row,
                      std::string_view field) {
  std::string path(rows);
  absl::StrAppend(&path, "[", row, "]");
  if (field.empty()) return path;
  path += '.';
  return path += field;
}

}  // namespace clipguard::m3d
