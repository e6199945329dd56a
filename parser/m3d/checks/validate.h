// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Validate: every verdict of docs/formats/m3d.md about what a file says. How it
// says it is ReadCharacter()'s part.
//
// The checks are in checks/, one file for materials, mesh, skeleton and clips.
//
//   FindingList findings;
//   auto character = m3d::ReadAndValidate(bytes, {}, findings);
//   if (character) ...  // it is sound
//
// A character without errors, and without the warning TRANSFORM_OVERFLOWS,
// evaluates to finite final transforms at any time.

#ifndef CLIPGUARD_PARSER_M3D_CHECKS_VALIDATE_H_
#define CLIPGUARD_PARSER_M3D_CHECKS_VALIDATE_H_

#include <cstdint>
#include <optional>
#include <span>

#include "base/unit_length.h"  // IWYU pragma: export
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/reader/read_character.h"
#include "parser/m3d/tolerances.h"  // IWYU pragma: export

namespace clipguard::m3d {

// Looks at everything in the character; whether there is no error. Time is
// linear in the size of the file but for sorting its materials, subsets and
// clips. REQUIRES: ReadCharacter() of the same bytes gave them.
bool Validate(std::span<const uint8_t> bytes, const Character& character,
              const CharacterPlaces& places, FindingSink& sink);

// The same of what could be read of a file with an error, as far as it needs
// nothing else.
void Validate(std::span<const uint8_t> bytes, const ReadPart& part,
              FindingSink& sink);

// Both: reads, and validates what could be read. A character if and only if
// there was no error in either.
std::optional<Character> ReadAndValidate(std::span<const uint8_t> bytes,
                                         const ReadOptions& options,
                                         FindingSink& sink);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_CHECKS_VALIDATE_H_
