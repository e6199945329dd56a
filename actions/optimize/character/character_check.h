// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What every optimized character promises: tests and fuzz targets share it.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_CHARACTER_CHECK_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_CHARACTER_CHECK_H_

#include <cstdint>
#include <span>
#include <string>

#include "actions/optimize/optimize.h"

namespace clipguard::actions {

// What of it does not hold, in words; empty if all does:
// - the result has no errors, is smaller, and is the original but for its
//   keyframes, each of which is one of the original's, to the bit; first and
//   last stay; between two that others were between before, float32 turns the
//   same way as double;
// - what is proven is within the tolerance, and no error that the evaluator's
//   specification gives is larger, at some `times` random times of each clip,
//   at keys and one float beside them;
// - a second time it does not get larger, and what is then proven holds, too.
// REQUIRES: a character without errors; the result is of OptimizeCharacter().
std::string WhatDoesNotHoldOfCharacter(std::span<const uint8_t> bytes,
                                       const OptimizeOptions& options,
                                       const Optimized& result, int times);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_CHARACTER_CHARACTER_CHECK_H_
