// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// An MRTK recording with fewer keys, that plays the same within a bound that
// is proven.
//
//   auto smaller = actions::OptimizeRecording(*view, {.tolerance = 1e-3});
//   if (smaller.changed()) Write(smaller.bytes);
//
// These stay the same: the layout, wrap modes, markers; the first and the last
// key of each curve; steps, jumps, and all times, since a new key is where an
// old one was. Positions, rotations and directions are each one thing: where
// their curves have common times, they still do. Where the result of a vector's
// curves is not proven to be within the tolerance, or has as many keys as
// before, those curves keep their bytes.
//
// Compact keys are joined by lines, so lines are what can be saved there
// (fits.h). Full keys have tangents and weights: there Béziers are tried,
// too (fits.h), and what takes fewer keys is taken.
//
// The result depends on nothing but bytes and options: the same on every
// machine. Reentrant: no state, no I/O.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_RECORDING_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_RECORDING_H_

#include "actions/optimize/optimize.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

// REQUIRES: the recording has no errors (mrtk::Validate()). In a recording with
// errors, the parts that have errors stay as they are.
//
// Takes, besides the recording, at most twice its size.
Optimized OptimizeRecording(const mrtk::InputAnimationView& view,
                            const OptimizeOptions& options);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_RECORDING_H_
