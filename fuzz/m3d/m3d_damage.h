// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Characters as a program could make them, and no file is read as.

#ifndef CLIPGUARD_FUZZ_M3D_M3D_DAMAGE_H_
#define CLIPGUARD_FUZZ_M3D_M3D_DAMAGE_H_

#include <cstddef>

#include "parser/m3d/character.h"

namespace clipguard::fuzz {

size_t M3dDamages();

// Damages the character in the way of that number, below M3dDamages(), if it
// has what is to be damaged.
void DamageM3d(size_t number, m3d::Character& character);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_M3D_M3D_DAMAGE_H_
