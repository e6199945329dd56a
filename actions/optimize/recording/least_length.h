// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How short a vector gets whose components are curves: what an angle's
// tolerance is measured by.
//
// Internal to actions/optimize.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_LEAST_LENGTH_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_LEAST_LENGTH_H_

#include <span>

#include "actions/motion/stretch.h"

namespace clipguard::actions {

// A component that goes from one value to another along a line.
struct Chord {
  double left = 0;
  double right = 0;
};

// At most the least length on the way, all going at the same pace; 0 or more.
// REQUIRES: as below, of chords.
double LeastLength(std::span<const Chord> chords);

// The same of any curves, from time to time: what is left of the chords' least
// length when the curves' distance from those is taken off. REQUIRES: 1 to 4
// of them; all hold from `from` to `to`; from < to.
double LeastLength(std::span<const Stretch> curves, float from, float to);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_LEAST_LENGTH_H_
