// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Values of a curve, straight from the file's bytes.
//
//   float y = SampleCurve(view.curve(CurveSlot::Camera(kPositionY)), 1.5f);
//   SampleCurve(curve, times, values);          // values[i] at times[i]
//
// The same values, bit by bit, as those of eval/curve/compiled_curve.h, whose
// promises hold here too; it is the way to go if a curve is sampled often.
// Here nothing is kept from one call to the next, and nothing is stored: where
// times ascend, and skip few keys, stretches between keys are prepared a block
// at a time, in vectors: all of them, or, with about one time a stretch, those
// that the times are in. Elsewhere each stretch that a time falls into is
// prepared alone, about 100 ns each, unless the time before fell into the same;
// more than half as many times as keys, in no order, are worth compiling, which
// is done. So hand over all the times that there are.
//
// Times are seconds. Values have the curve's unit: metres, or components of a
// quaternion or a direction. Only compiling allocates. Thread-safe.

#ifndef CLIPGUARD_EVAL_CURVE_CURVE_H_
#define CLIPGUARD_EVAL_CURVE_CURVE_H_

#include <span>

#include "parser/mrtk/input_animation_view.h"
#include "simd/kernel.h"

namespace clipguard::eval {

// The value of a float curve at one time.
float SampleCurve(const mrtk::CurveView& curve, float time);

// The values at many times, in any order; ascending ones are several times as
// quick. The two must be the same memory or not overlap. False, and nothing is
// written, if values.size() < times.size(). REQUIRES: IsSupported(kernel).
bool SampleCurve(const mrtk::CurveView& curve, std::span<const float> times,
                 std::span<float> values, Kernel kernel = ActiveKernel());

// The state of a boolean curve at one time; false for a curve without keys,
// and at a time that is NaN.
bool SampleBoolean(const mrtk::CurveView& curve, float time);

// The states at many times as 0 and 1, and NaN at a time that is NaN; quicker
// where times ascend. False if values.size() < times.size(), as above.
bool SampleBoolean(const mrtk::CurveView& curve, std::span<const float> times,
                   std::span<float> values);

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_CURVE_CURVE_H_
