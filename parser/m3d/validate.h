// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Validate: every verdict of docs/formats/m3d.md about what a file says. How it
// says it is ReadCharacter()'s part.
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
#include "parser/m3d/read_character.h"

namespace clipguard::m3d {

// Four blend weights whose sum is further from 1 than this do not sum to 1. A
// weight of a thousandth moves a vertex by a thousandth of a bone's way.
inline constexpr float kWeightTolerance = 0.001f;

// A scale that is further from 1 than this scales.
inline constexpr float kScaleTolerance = 0.005f;

// Keyframes that begin or end within this many seconds of each other begin or
// end together: exporters print times with six or seven digits.
inline constexpr float kTimeTolerance = 0.001f;

// Looks at everything in the character; whether there is no error. Time is
// linear in the size of the file but for sorting its materials, subsets and
// clips. REQUIRES: ReadCharacter() of the same bytes returned true for them.
bool Validate(std::span<const uint8_t> bytes, const Character& character,
              const CharacterPlaces& places, FindingSink& sink);

// ReadCharacter() and, if it could be read, Validate(). Whether there was no
// error in either.
bool ReadAndValidate(std::span<const uint8_t> bytes, const ReadOptions& options,
                     FindingSink& sink, Character& character);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_VALIDATE_H_
