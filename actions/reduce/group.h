// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Parts of a file that can be cut out together with what counts them.
//
// Thread-compatible.

#ifndef CLIPGUARD_ACTIONS_REDUCE_GROUP_H_
#define CLIPGUARD_ACTIONS_REDUCE_GROUP_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "parser/finding.h"

namespace clipguard::actions {

// Bytes that belong to a piece.
struct Cut {
  ByteRange bytes;
  size_t piece = 0;
  // They are not cut out, but set to 0, with their piece.
  bool zero = false;
  // Decimal digits in them, in ascending order, that name a piece by its
  // index: they fall by one with each earlier piece that is cut out, and become
  // -1 with that piece. Length 0: none.
  std::array<ByteRange, 2> indices = {};
};

// A number that falls by one with each piece that is cut out.
struct Count {
  ByteRange bytes;
  // Decimal digits; otherwise a little-endian int32.
  bool text = false;
};

// Pieces that can be cut out one by one: the keys of a curve, the members of an
// object.
struct Group {
  size_t pieces = 0;
  // In ascending order, without overlaps. A piece may have several.
  std::vector<Cut> cuts;
  // The same; none lies in a cut.
  std::vector<Count> counts;
  // The bytes between two cuts separate them: they go unless there is a piece
  // on both sides.
  bool separated = false;
};

// The bytes without some pieces. A count that is no number, or too small,
// stays as it is. REQUIRES: gone.size() is group.pieces, and all ranges lie in
// the bytes.
std::vector<uint8_t> Without(std::span<const uint8_t> bytes, const Group& group,
                             const std::vector<bool>& gone);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REDUCE_GROUP_H_
