// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The usual way to fewer keys: Ramer's, Douglas' and Peucker's. Keys are left
// out while the lines between those that stay pass the others closely enough;
// the key that is farthest off stays. Values are the original's, curves of one
// vector keep the same keys, and all are lines.

#ifndef CLIPGUARD_BENCH_RIVALS_THINNED_KEYS_H_
#define CLIPGUARD_BENCH_RIVALS_THINNED_KEYS_H_

#include <cstdint>
#include <vector>

#include "parser/mrtk/input_animation_view.h"

namespace clipguard::bench {

struct Thinning {
  double distance = 0;    // metres, of positions
  double quaternion = 0;  // of the four numbers of rotations
  double direction = 0;   // of the three of directions
};

// The recording with fewer keys, in its own layout. REQUIRES: no errors. Curves
// whose times differ stay as they are.
std::vector<uint8_t> ThinnedKeys(const mrtk::InputAnimationView& view,
                                 const Thinning& tolerance);

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_RIVALS_THINNED_KEYS_H_
