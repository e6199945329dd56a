// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reports valid parts of a character that a certain program reads as something
// else.

#ifndef CLIPGUARD_PARSER_M3D_CHECKS_TARGET_CHECK_H_
#define CLIPGUARD_PARSER_M3D_CHECKS_TARGET_CHECK_H_

#include <cstdint>
#include <span>

#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"
#include "parser/target.h"

namespace clipguard::m3d {

// Reports materials of another dialect than the target's, and labels that it
// does not look at. REQUIRES: ReadCharacter() of the same bytes gave character
// and places; a target of characters.
void CheckTarget(std::span<const uint8_t> bytes, const Character& character,
                 const CharacterPlaces& places, Target target,
                 FindingSink& sink);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_CHECKS_TARGET_CHECK_H_
