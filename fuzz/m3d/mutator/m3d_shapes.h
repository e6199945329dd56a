// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Makes a mutated .m3d character sound again, or large: the shape that the
// format requires, meaningful numbers, repetition.

#ifndef CLIPGUARD_FUZZ_M3D_MUTATOR_M3D_SHAPES_H_
#define CLIPGUARD_FUZZ_M3D_MUTATOR_M3D_SHAPES_H_

#include <cstddef>

#include "fuzz/m3d/mutator/m3d_model.h"
#include "parser/m3d/format.h"

namespace clipguard::fuzz {

// Gives every section, element and label the shape that the format's page
// wants for that dialect, with or without skeleton, and the counts and numbers
// of bones that fit. Numbers and names stay as they are.
void ShapeM3d(M3dText& text, m3d::Dialect dialect, bool skinned);

// Makes the numbers of a shaped text mean something: numbers where they
// belong, indices that exist, times in order, subsets side by side.
void MendM3d(M3dText& text);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_M3D_MUTATOR_M3D_SHAPES_H_
