// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Fewer keys for curves, for actions/optimize/recording/recording.cc.

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_FITS_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_FITS_H_

#include <cstddef>
#include <optional>

#include "actions/optimize/recording/curve_group.h"

namespace clipguard::actions {

// Fewer keys for curves that are straight lines between keys.
//
// Around each key stands a gate as wide as its tolerance. From a knot on, the
// lines are kept that pass all gates so far: between the steepest and the
// flattest of them (O'Rourke, An on-line algorithm for fitting straight lines
// between data ranges, CACM 24, 1981). When none is left for some curve, the
// key before is the next knot, and what its values may be is an interval. Going
// back from a value that is decided, the values at the knots before are
// chosen from theirs. So knots are as far apart as lines can be that need not
// go through the original's values.
//
// Only IEEE operations. Each key is looked at a constant number of times. The
// result is not trusted: actions/optimize/recording/proof.h judges it.

// The keys; nothing if they would be `most` or more.
std::optional<FittedKeys> FitLines(const CurveGroup& group, size_t most);

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

// Keys that one piece replaces at most.
inline constexpr size_t kLongestRun = 1024;

// The keys; nothing if they would be `most` or more.
std::optional<FittedKeys> FitBeziers(const CurveGroup& group, size_t most);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_FITS_H_
