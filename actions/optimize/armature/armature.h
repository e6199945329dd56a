// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A Forge armature whose clips have fewer samples, and move the same within a
// bound that is proven.
//
// Samples of a variable are spread evenly over a clip, so those that stay are
// each k-th. Where samples are joined by lines, the largest k is taken that
// keeps the tolerance (sample_grid.h): degrees for angles, a number for
// offsets, origins and scales, which is in blocks but for scales. Other
// variables (axes) and steps (nearest) are thinned only if all samples are the
// same. Events, and all other bytes, those of samples that stay included, are
// as they were.
//
// The result is read again: it has to be without errors, the original but for
// samples, and within the bound. A clip that is not stays as it is.
//
// The result depends on nothing but bytes and options: the same on every
// machine. Takes, besides the bytes, at most what two armatures, a JsonDocument
// and the result take. Reentrant: no state, no I/O.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_ARMATURE_ARMATURE_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_ARMATURE_ARMATURE_H_

#include <cstdint>
#include <optional>
#include <span>

#include "actions/optimize/optimize.h"
#include "parser/forge/armature.h"

namespace clipguard::actions {

// Nothing if the file has errors.
std::optional<Optimized> OptimizeArmature(std::span<const uint8_t> bytes,
                                          const forge::ArmatureOptions& read,
                                          const OptimizeOptions& options);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_ARMATURE_ARMATURE_H_
