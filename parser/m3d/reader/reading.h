// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reading: what the readers of all sections of an .m3d file share.

#ifndef CLIPGUARD_PARSER_M3D_READER_READING_H_
#define CLIPGUARD_PARSER_M3D_READER_READING_H_

#include <cstdint>
#include <limits>

#include "parser/limits.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_fields.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/format.h"
#include "parser/m3d/reader/bulk_rows.h"
#include "parser/m3d/reader/row_reader.h"
#include "parser/m3d/token_cursor.h"

namespace clipguard::m3d {

// What it refers to must outlive it.
struct Reading {
  TokenCursor& cursor() { return in.cursor(); }
  bool is_skinned() const { return counts.is_skinned(); }

  const Limits& limits;
  const BulkRows* bulk;  // null: every row is read token by token
  RowReader in;
  Character& out;
  CharacterPlaces& places;
  Counts counts = {};  // none before the header has been read
  // Rows before the first error of the file: of the section that is read, and
  // of the vertices.
  uint64_t whole_rows = 0;
  uint64_t whole_vertices = 0;
};

// How many rows a section has.
inline uint64_t RowsOf(const Counts& counts, Section section) {
  switch (section) {
    case Section::kHeader:
      return 0;
    case Section::kMaterials:
    case Section::kSubsets:
      return counts.materials;
    case Section::kVertices:
      return counts.vertices;
    case Section::kTriangles:
      return counts.triangles;
    case Section::kBoneOffsets:
    case Section::kHierarchy:
      return counts.bones;
    case Section::kClips:
      return counts.clips;
  }
  return 0;
}

// Saturating products and sums, for what a file declares.
inline constexpr uint64_t kMostBytes = std::numeric_limits<uint64_t>::max();
constexpr uint64_t Times(uint64_t a, uint64_t b) {
  return b != 0 && a > kMostBytes / b ? kMostBytes : a * b;
}
constexpr uint64_t Plus(uint64_t a, uint64_t b) {
  return a > kMostBytes - b ? kMostBytes : a + b;
}

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_READER_READING_H_
