// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The usual way to fewer keys of skeletons: Ramer's, Douglas' and Peucker's, as
// in thinned_keys.h, bone by bone. A bone's keys are left out while what is
// between the others passes them closely enough, in position, scale and angle.
// It looks at keys only, and not at what a bone moves.

#ifndef CLIPGUARD_BENCH_RIVALS_THINNED_CLIPS_H_
#define CLIPGUARD_BENCH_RIVALS_THINNED_CLIPS_H_

#include <cstdint>
#include <vector>

#include "parser/m3d/character.h"

namespace clipguard::bench {

struct ClipThinning {
  double distance = 0;  // of positions, and of a point `reach` off the joint
  double reach = 1;
  double sine = 0;  // of half an angle
};

// Of each of the clip's keys whether it stays, 0 or 1. REQUIRES: no errors.
std::vector<uint8_t> ThinnedClip(const m3d::Clip& clip,
                                 const ClipThinning& tolerance);

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_RIVALS_THINNED_CLIPS_H_
