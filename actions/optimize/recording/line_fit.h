// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

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

#ifndef CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_LINE_FIT_H_
#define CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_LINE_FIT_H_

#include <cstddef>
#include <optional>

#include "actions/optimize/recording/curve_group.h"

namespace clipguard::actions {

// The keys; nothing if they would be `most` or more.
std::optional<FittedKeys> FitLines(const CurveGroup& group, size_t most);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_OPTIMIZE_RECORDING_LINE_FIT_H_
