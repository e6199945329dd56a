// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The executable specification of MRTK curves: what a curve's value at a time
// *is*. In double precision, written rule by rule after the section
// "Evaluating" of docs/formats/mrtk-input-animation.md. Everything that
// evaluates fast (eval/curve/curve.h, and whatever it calls) is tested
// against these functions, and calls them for what float32 cannot do
// (eval/curve/kernel/curve_record.h); read them first, and do not optimise
// them. Rule 5's cubic stands in eval/curve/weighted_time.h.
//
//   double y = EvaluateCurve(view.curve(CurveSlot::Camera(kPositionY)), 1.5);
//
// These rules hold for every function here:
//
// - Times are seconds; values have the curve's own unit.
// - A time that is NaN gives NaN (false for a boolean curve), even for an
//   empty curve. Any other time gives a number if the keys are finite.
//   Infinite times are allowed.
// - Keys need not be valid. If their times do not ascend or something in them
//   is NaN, which Validate() reports as an error, the result is unspecified,
//   but there is one, in bounded time and without undefined behaviour.
// - Only IEEE 754 addition, multiplication, division, square root and exact
//   remainder: the result has the same bits on every machine.
// - Values of finite keys are below 1e120 in size, so that their squares are
//   finite.
// - A call takes a binary search, and up to a microsecond to solve for the
//   Bézier's parameter. No allocation. Pure functions; thread-safe.

#ifndef CLIPGUARD_EVAL_CURVE_REFERENCE_H_
#define CLIPGUARD_EVAL_CURVE_REFERENCE_H_

#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::eval {

// The value of a float curve.
double EvaluateCurve(const mrtk::CurveView& curve, double time);

// The state of a boolean curve: whether its step value exceeds 0.5. An empty
// curve is false. Times outside the key range wrap as they do for floats,
// which is what the recorder's own reader does.
bool EvaluateBoolean(const mrtk::CurveView& curve, double time);

// The two as eval/curve/compiled_curve.h promises values: rounded to float, or
// 0 and 1; +0 for a zero; 0x7fc00000 for a time that is NaN.
float RoundedValue(const mrtk::CurveView& curve, float time);
float RoundedState(const mrtk::CurveView& curve, float time);

// The time at which a curve is looked at when it is asked for `time`. Loop and
// PingPong move a time outside the key range into it. Where a curve clamps, the
// time stays as it is: before the first key that key's value counts, after the
// last key the last one's. A wrap mode that does not exist clamps, and so does
// every mode when the key range has no length or `time` is not finite.
// REQUIRES: !curve.empty().
double WrapTime(const mrtk::CurveView& curve, double time);

// The value between two neighbouring keys, at a time with
// left.time <= time < right.time: rules 3 to 5 of the specification. Weights
// may have any value; infinite ones count as the largest float.
double EvaluateSegment(const mrtk::Keyframe& left, const mrtk::Keyframe& right,
                       double time);

// The scale that errors are relative to: max(value range, largest |value|) of
// the stretch between two neighbouring keys. A value may be far smaller than
// that, where the curve crosses zero.
double ValueScale(const mrtk::Keyframe& left, const mrtk::Keyframe& right);

// The same for the stretch that `time` falls into; where the curve clamps, the
// size of the value.
double ValueScale(const mrtk::CurveView& curve, double time);

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_CURVE_REFERENCE_H_
