// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The rivals, one file each.

#ifndef CLIPGUARD_BENCH_RIVALS_RIVALS_H_
#define CLIPGUARD_BENCH_RIVALS_RIVALS_H_

#include "bench/rivals/rival.h"

namespace clipguard::bench {

// The textbook's solution, in double, as Blender has it.
extern const Rival kClosedFormDouble;
// Newton, then bisection, in double, as browsers have it.
extern const Rival kUnitBezier;
// Halley in float, as Skia has it; with Skia's tolerance, and a finer one.
extern const Rival kHalley;
extern const Rival kHalleyFine;
// A table, then Newton, in double, as bezier-easing has it.
extern const Rival kTabledNewton;
// The quickest of the above, and the quickest accurate one, in vectors.
extern const Rival kHalleyVector;
extern const Rival kClosedFormVector;

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_RIVALS_RIVALS_H_
