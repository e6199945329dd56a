// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Values of a curve in double precision, in tens of nanoseconds: for what
// float32 cannot do (eval/curve/kernel/curve_record.h), and for everybody who
// wants the digits.
//
//   double y = SampleExactly(view.curve(CurveSlot::Camera(kPositionY)), 1.5f);
//
// eval/curve/reference.h defines the value of a curve; these functions follow
// it:
//
// - Accuracy: within 1e-12 * max(value range, largest |value|) of the
//   segment, for all weights, the corners 0 and 1 and their neighbourhoods
//   included.
// - Same bits: only IEEE 754 operations on doubles are used, in one order,
//   without contraction.
// - NaN: a NaN time gives NaN, or false. Nothing else does when the keys are
//   finite. Values are below 1e120 in size, so that their squares are finite.
// - Bad keys (times out of order, NaN): some result, in bounded time, as for
//   the specification.
// - No allocation. Cost: a binary search, and 50 to 160 ns to solve for the
//   Bézier's parameter; 200 to 400 ns with weights outside [0, 1], which
//   validators warn of.
//
// Times are seconds. Values have the curve's unit.

#ifndef CLIPGUARD_EVAL_CURVE_EXACT_H_
#define CLIPGUARD_EVAL_CURVE_EXACT_H_

#include <cstddef>

#include "parser/mrtk/input_animation_view.h"

namespace clipguard::eval {

// The value of a float curve.
double SampleExactly(const mrtk::CurveView& curve, float time);

// The state of a boolean curve; false for a curve without keys.
bool SampleBooleanExactly(const mrtk::CurveView& curve, float time);

// The two as eval/curve/compiled_curve.h promises values: rounded to float, or
// 0 and 1; +0 for a zero; 0x7fc00000 for a time that is NaN.
float SampleExactlyRounded(const mrtk::CurveView& curve, float time);
float SampleBooleanExactlyRounded(const mrtk::CurveView& curve, float time);

// The last key with time <= `time`, by halving. REQUIRES: the curve has keys;
// if the first one's time is later, it is that one.
size_t LastKeyAtOrBefore(const mrtk::CurveView& curve, double time);

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_CURVE_EXACT_H_
