// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Makes .m3d characters larger in one direction at a time: long words, banners,
// labels and names, long lists, many bones, clips and textures, counts of what
// is not there.

#ifndef CLIPGUARD_FUZZ_M3D_MUTATOR_M3D_GROWTH_H_
#define CLIPGUARD_FUZZ_M3D_MUTATOR_M3D_GROWTH_H_

#include <cstddef>

#include "fuzz/m3d/mutator/m3d_model.h"
#include "fuzz/shared/random.h"

namespace clipguard::fuzz {

// Adds about `bytes` bytes in a direction and at a place of chance. The same
// for the same text and random numbers; a larger `bytes` is more of the same.
void GrowM3d(M3dText& text, size_t bytes, Random& random);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_M3D_MUTATOR_M3D_GROWTH_H_
