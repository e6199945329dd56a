// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reading: what the readers of all sections of an .m3d file share, and those
// readers.

#ifndef CLIPGUARD_PARSER_M3D_READER_READING_H_
#define CLIPGUARD_PARSER_M3D_READER_READING_H_

#include <cstdint>
#include <limits>

#include "parser/limits.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_fields.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/format.h"
#include "parser/m3d/reader/row_reader.h"
#include "parser/m3d/token_cursor.h"

namespace clipguard::m3d {

// The state of reading a file. The objects that it refers to must outlive it.
struct Reading {
  TokenCursor& cursor() { return in.cursor(); }
  bool is_skinned() const { return counts.is_skinned(); }

  const Limits& limits;
  bool quick_rows;  // see ReadOptions
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

// The first section: its banner, which says whether the file is of the dashed
// dialect, and the counts of everything else (header_reader.cc). Sets the
// dialect and the counts. False if the rest of the file cannot be read without
// them, or not at all: so many elements do not fit in it.
bool ReadHeader(Reading& r);

// Materials, of either dialect, and the subsets of the mesh that they cover:
// two sections with one count (material_reader.cc). The first also tells D3D11
// files from D3D12 ones.
Outcome ReadMaterials(Reading& r);
Outcome ReadSubsets(Reading& r);

// Vertices, with long labels or those of the dashed dialect, with blend data or
// without it; and triangles (mesh_reader.cc).
Outcome ReadVertices(Reading& r);
Outcome ReadTriangles(Reading& r);

// The skeleton: the inverse bind matrices of its bones, and the hierarchy,
// which is each bone's parent. Two sections with one count
// (skeleton_reader.cc).
Outcome ReadBoneOffsets(Reading& r);
Outcome ReadHierarchy(Reading& r);

// Clips: each a name and a list of bones, each of these a list of keyframes
// (clip_reader.cc).
Outcome ReadClips(Reading& r);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_READER_READING_H_
