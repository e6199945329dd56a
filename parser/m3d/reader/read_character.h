// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// ReadCharacter: .m3d text to a Character, with everything checked that the
// grammar of docs/formats/m3d.md says: labels, banners, counts, numbers and
// indices. Validate() checks files that can be read.
//
//   FindingList findings;
//   auto character = m3d::ReadCharacter(bytes, {}, findings);
//   if (!character) return;  // findings say why
//
// The reader goes token by token; the readers of the sections are in reader/.
// Where rows are many (vertices, triangles, keyframes), those that are beyond
// doubt are taken as a whole (reader/quick_row.h).
//
// After a fault it goes on at the next label, row, or section that it can make
// out, and reports what it finds there, so that one run shows most of what is
// wrong. A later finding can be a consequence of an earlier one.
//
// Nothing is allocated from a count before it is clear that so many elements
// fit in the rest of the file. Time is linear in the size of the file.

#ifndef CLIPGUARD_PARSER_M3D_READER_READ_CHARACTER_H_
#define CLIPGUARD_PARSER_M3D_READER_READ_CHARACTER_H_

#include <cstdint>
#include <optional>
#include <span>

#include "parser/finding.h"
#include "parser/limits.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"

namespace clipguard::m3d {

struct ReadOptions {
  Limits limits;  // file_bytes, name_bytes, keys_per_curve (of one bone)
  // False: every row is read token by token. The result is the same.
  bool quick_rows = true;
};

// The readable part of a file with an error: all of its first sections that
// have no error and whose ends are certain. The others may hold anything,
// except the vertices: they are those before the first error, which may be that
// there are more or fewer than the header says.
struct ReadPart {
  Character character;
  CharacterPlaces places;
  Section end = Section::kHeader;  // the first that is not among them
};

// A character if and only if there was no error; otherwise `part` (unless null)
// is what could be read. Then `places` (unless null)
// say where its parts are, and every index in it is in range: blend indices
// below the number of bones, triangles' below that of vertices, parents below
// their bones' own, first_key ascending. `places` are empty if there was an
// error.
std::optional<Character> ReadCharacter(std::span<const uint8_t> bytes,
                                       const ReadOptions& options,
                                       FindingSink& sink,
                                       CharacterPlaces* places = nullptr,
                                       ReadPart* part = nullptr);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_READER_READ_CHARACTER_H_
