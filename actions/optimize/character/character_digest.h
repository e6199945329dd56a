// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What a character should be, in 32 bytes: then it need not be in memory while
// the result is read again and compared with it.
//
// Internal to actions/optimize. Reentrant.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_CHARACTER_DIGEST_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_CHARACTER_DIGEST_H_

#include <array>
#include <cstdint>

#include "parser/m3d/character.h"

namespace clipguard::actions {

// BLAKE2b, 256 bits: nobody can make two contents of one digest.
using CharacterDigest = std::array<uint8_t, 32>;

// Of vertices, triangles and inverse bind matrices: all that is large and no
// keyframe. The same if and only if they are the same to the bit.
CharacterDigest DigestOfShape(const m3d::Character& character);

// Of a clip's keyframes, and of which bone each is. The name is not in it.
CharacterDigest DigestOfKeys(const m3d::Clip& clip);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_CHARACTER_DIGEST_H_
