// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Rows of an .m3d file by the thousand: vertices, triangles, keyframes.
//
// A kernel reads rows from a place on for as long as everything about them is
// as it should be: the labels, the number of numbers, their form, their range.
// It stops before the first row that is not, or that it is merely not made
// for, and says nothing about why: the reader (read_character.cc) reads that
// row itself, token by token, and is the one to judge. So a kernel may be
// stricter than the format, never laxer, and results do not depend on it.
//
// Each kernel is one .cc file, compiled with that instruction set's flags and
// including nothing that has inline functions, so that no code for a newer CPU
// can be linked into what an older one runs.

#ifndef CLIPGUARD_PARSER_M3D_READER_BULK_ROWS_H_
#define CLIPGUARD_PARSER_M3D_READER_BULK_ROWS_H_

#include <stddef.h>
#include <stdint.h>

namespace clipguard::m3d {

// The text, and where in it the next row begins. A kernel moves `offset` to
// the end of the last row that it read. REQUIRES: kRoomBefore <= offset <=
// size, and a token begins at `offset` or white space is there.
struct BulkText {
  const uint8_t* bytes;
  size_t size;
  size_t offset;
  // ReadReal() of the `length` bytes at `text`: for numbers that are beyond a
  // kernel's own means. False for what is not a real in range.
  bool (*read_real)(const uint8_t* text, size_t length, float* value);
  // Where to write the offset of each row whose number is a multiple of
  // kRowsAMark, the first row being number `row`: of row number r, to element
  // r / kRowsAMark. May be null.
  uint64_t* marks;
  uint64_t row;
  // Bytes that the kernel has cut into tokens, added up.
  uint64_t scanned;
};
inline constexpr size_t kRowsAMark = 32;
inline constexpr size_t kRoomBefore = 32;

// Where a row's numbers go; of `count` rows each.
struct VertexRows {
  float* positions;   // 3 a row
  float* tangents;    // 4
  float* normals;     // 3
  float* tex_coords;  // 2
  // Null in static files.
  float* blend_weights;    // 4
  uint8_t* blend_indices;  // 4, each below `bones`
  uint32_t bones;          // at most 256
};

struct KeyRows {
  float* times;         // 1
  float* translations;  // 3
  float* scales;        // 3
  float* rotations;     // 4
};

// Each reads at most `count` rows and returns how many it did.
struct BulkRows {
  // kVertexRow; without blend data, its first kStaticVertexFields.
  size_t (*vertices)(BulkText* text, const VertexRows* rows, size_t count);
  // kTriangleRow, each index below `vertices`.
  size_t (*triangles)(BulkText* text, uint32_t* indices, uint32_t vertices,
                      size_t count);
  // kKeyRow.
  size_t (*keys)(BulkText* text, const KeyRows* rows, size_t count);

  static const BulkRows kScalar, kNeon, kSse2, kAvx2, kAvx512;
};

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_READER_BULK_ROWS_H_
