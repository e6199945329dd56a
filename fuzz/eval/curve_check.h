// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Properties of the values of curves.

#ifndef CLIPGUARD_FUZZ_EVAL_CURVE_CHECK_H_
#define CLIPGUARD_FUZZ_EVAL_CURVE_CHECK_H_

#include <cstddef>
#include <vector>

#include "parser/finding.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::fuzz {

// Times that the curve has something to say about: up to `max_keys` of its
// keys, spread over all of it, what is just beside and after them, what lies
// outside, and NaN. REQUIRES: max_keys > 1.
std::vector<float> InterestingTimes(const mrtk::CurveView& curve,
                                    size_t max_keys);

// Evaluates the curve at those times, as a float curve and as a boolean one.
// NaN must give NaN. If `finite`, all other values must be numbers, and agree
// with the double-precision specification.
void CheckCurve(const mrtk::CurveView& curve, size_t max_keys, bool finite);

// The same for all curves of a recording, looking at about as many keys
// of a large one as of a small one. Returns whether there was one with keys.
bool CheckCurves(const mrtk::InputAnimationView& view, bool finite);

// Whether a recording with these findings must evaluate to numbers.
bool MustBeFinite(const FindingList& findings);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_EVAL_CURVE_CHECK_H_
