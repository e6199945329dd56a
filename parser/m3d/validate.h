// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Validate: every verdict of docs/formats/m3d.md about what a file says. How it
// says it is ReadCharacter()'s part.
//
// The checks are in checks/, one file for materials, mesh, skeleton and clips.
//
//   FindingList findings;
//   Character character;
//   if (ReadAndValidate(bytes, {}, findings, character)) ...  // it is sound
//
// A character without errors, and without the warning TRANSFORM_OVERFLOWS,
// evaluates to finite final transforms at any time.

#ifndef CLIPGUARD_PARSER_M3D_VALIDATE_H_
#define CLIPGUARD_PARSER_M3D_VALIDATE_H_

#include <cstdint>
#include <span>

#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/read_character.h"
#include "parser/m3d/tolerances.h"  // IWYU pragma: export
#include "parser/unit_length.h"     // IWYU pragma: export

namespace clipguard::m3d {

// Looks at everything in the character; whether there is no error. Time is
// linear in the size of the file but for sorting its materials, subsets and
// clips. REQUIRES: ReadCharacter() of the same bytes returned true for them.
bool Validate(std::span<const uint8_t> bytes, const Character& character,
              const CharacterPlaces& places, FindingSink& sink);

// ReadCharacter() and, if it could be read, Validate(). Whether there was no
// error in either; if there was, `character` is empty.
bool ReadAndValidate(std::span<const uint8_t> bytes, const ReadOptions& options,
                     FindingSink& sink, Character& character);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_VALIDATE_H_
