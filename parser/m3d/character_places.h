// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Where in the file the parts of a Character are. A Character has the numbers;
// findings about them need their bytes, which the validator looks up from these
// places.

#ifndef CLIPGUARD_PARSER_M3D_CHARACTER_PLACES_H_
#define CLIPGUARD_PARSER_M3D_CHARACTER_PLACES_H_

#include <array>
#include <cstdint>
#include <vector>

#include "parser/finding.h"
#include "parser/m3d/format.h"

namespace clipguard::m3d {

// All places are byte offsets.
struct CharacterPlaces {
  // The rows of each section: element i is where row i * kRowsAPlace begins, or
  // white space before it. Empty if the file does not have the section.
  static constexpr uint64_t kRowsAPlace = 32;
  std::array<std::vector<uint64_t>, kSections> rows;
  // For each row of triangles: its index in Character::triangles. Empty if that
  // is the number of the row, as always but in D3D10 files.
  std::vector<uint32_t> triangles;
  // For each clip: its name.
  std::vector<ByteRange> clip_names;
  // After the '{' before the keyframes of each bone: that of bone b of clip c
  // is element c * bones + b.
  std::vector<uint64_t> keyframes;
};

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_CHARACTER_PLACES_H_
