// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The rows in 64-bit words, for every machine.

#include "parser/m3d/reader/bulk_rows.h"
#include "parser/m3d/reader/bulk_rows_append.inc"
#include "parser/m3d/schema.h"

namespace clipguard::m3d {
namespace {

uint64_t SpacesAt(const uint8_t* p);  // below

}  // namespace
}  // namespace clipguard::m3d

#include "parser/m3d/reader/bulk_rows_words.inc"

namespace clipguard::m3d {
namespace {

// White space in eight bytes, a bit each: ' ', or 9 to 13. No sum of two bytes
// reaches the next one: the highest bits are looked at apart.
uint64_t SpacesIn(uint64_t word) {
  constexpr uint64_t kHigh = kOnes * 0x80;
  const uint64_t low = word & ~kHigh;
  const uint64_t not_blank = (low ^ kOnes * ' ') + kOnes * 0x7f;
  const uint64_t from_9 = low + kOnes * (0x80 - 9);
  const uint64_t from_14 = low + kOnes * (0x80 - 14);
  const uint64_t spaces = ((from_9 & ~from_14) | ~not_blank) & ~word & kHigh;
  // Bit 8 i becomes bit 56 + i.
  return (spaces >> 7) * 0x0102040810204080 >> 56;
}

uint64_t SpacesAt(const uint8_t* p) {
  uint64_t spaces = 0;
  for (unsigned i = 0; i < 64; i += 8) spaces |= SpacesIn(Load8(p + i)) << i;
  return spaces;
}

}  // namespace

const BulkRows BulkRows::kScalar = {ReadVertices, ReadTriangles, ReadKeys};

}  // namespace clipguard::m3d
