// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Characters that the corpus is made of, and the text of the dialects that
// WriteCharacter() does not write.

#ifndef CLIPGUARD_CORPUS_M3D_FIGURES_H_
#define CLIPGUARD_CORPUS_M3D_FIGURES_H_

#include <string>

#include "parser/m3d/character.h"

namespace clipguard::corpus {

// Two bones, one triangle, a clip "wave" of two keyframes a bone.
m3d::Character Arm();

// Twenty bones with a box around each, two materials, clips "walk" (a loop of a
// second) and "wave".
m3d::Character Biped();

// A static box of one material a side, like those that a level is built of.
m3d::Character Crate();

// As canonical text; the character must be one that can be written.
std::string TextOf(const m3d::Character& character);

// With D3D11 materials, and for kDashed with that dialect's banners and labels.
// REQUIRES: at most two bones if it is to be dashed.
std::string OldTextOf(const m3d::Character& character, m3d::Dialect dialect);

}  // namespace clipguard::corpus

#endif  // CLIPGUARD_CORPUS_M3D_FIGURES_H_
