// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What every optimized armature promises: tests and fuzz targets share it.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_ARMATURE_ARMATURE_CHECK_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_ARMATURE_ARMATURE_CHECK_H_

#include <cstdint>
#include <span>
#include <string>

#include "actions/optimize/optimize.h"

namespace clipguard::actions {

// What of it does not hold, in words; empty if all does:
// - the result has no errors, is smaller, and has as many clips, variables and
//   events;
// - what is proven is within the tolerance, and no error that the specification
//   gives is larger, but for its float32, at some `times` random times of each
//   variable, and at its samples;
// - a second time it does not get larger.
// REQUIRES: an armature without errors; the result is of OptimizeArmature().
std::string WhatDoesNotHoldOfArmature(std::span<const uint8_t> bytes,
                                      const OptimizeOptions& options,
                                      const Optimized& result, int times);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_ARMATURE_ARMATURE_CHECK_H_
