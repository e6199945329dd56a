// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Checks the promises of every optimized recording; for tests and fuzz targets.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_RECORDING_CHECK_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_RECORDING_CHECK_H_

#include <string>

#include "actions/optimize/optimize.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

// Describes a promise that does not hold; empty if all do:
// - the result has no errors, and no kind of warning that was not there;
// - wrap modes, markers, first and last keys, steps and jumps are the same;
// - what is proven is within the tolerance, and no error that the evaluators'
//   specification gives is larger, at some `times` random times of each vector,
//   at keys and one float beside them;
// - a second time, it does not get larger.
// REQUIRES: a recording without errors.
std::string WhatDoesNotHold(const mrtk::InputAnimationView& view,
                            const OptimizeOptions& options,
                            const Optimized& result, int times);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_RECORDING_CHECK_H_
