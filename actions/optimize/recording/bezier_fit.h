// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Fewer keys for curves whose keys have tangents and weights.
//
// From a knot on, the longest run of keys is looked for that one Bézier of each
// curve replaces: lengths are doubled while one fits, then halved in between.
// Given the weights, and with them the parameter at each time, the Bézier's
// control values are those of least squares. First without weights, as cubics
// in time; then some weights are tried for those curves that could go no
// further. Each piece is compared with the original by Stretch::Difference(),
// so that what is found keeps its tolerance; actions/optimize/recording/proof.h
// says so once more, of all curves together.
//
// Only IEEE operations. Time is in proportion to the keys times the logarithm
// of the longest run, which kLongestRun bounds.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_BEZIER_FIT_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_BEZIER_FIT_H_

#include <cstddef>
#include <optional>

#include "actions/optimize/recording/curve_group.h"

namespace clipguard::actions {

// Keys that one piece replaces at most.
inline constexpr size_t kLongestRun = 1024;

// The keys; nothing if they would be `most` or more.
std::optional<FittedKeys> FitBeziers(const CurveGroup& group, size_t most);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_BEZIER_FIT_H_
