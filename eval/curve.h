// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Values of a curve, fast enough for playback.
//
//   CurveSampler sampler(view.curve(CurveSlot::Camera(kPositionY)));
//   float y = sampler.Sample(1.5f);            // metres
//   sampler.Sample(times, values);             // values[i] at times[i]
//
// What a value *is* stands in eval/reference.h, which these functions follow:
//
// - Accuracy: the specification's value rounded to float, give or take the
//   last bit, and in any case within 2e-6 * max(value range, largest |value|)
//   of the segment. This holds for all weights, the corners 0 and 1 and their
//   neighbourhoods included.
// - Same bits: the result does not depend on the machine, the compiler, or the
//   way of asking (one time, many times, in any order). Only IEEE 754
//   operations on doubles are used, in one order, without contraction.
// - NaN: a NaN time gives NaN, or false. Nothing else does when the keys are
//   finite; a value beyond the range of float is an infinity.
// - Bad keys (times out of order, NaN): some result, in bounded time, as for
//   the specification.
// - No allocation. Cost: a binary search, none for times that ascend, and
//   tens of nanoseconds to solve for the Bézier's parameter. Weights outside
//   [0, 1], which validators warn of, take microseconds: the specification
//   itself does them.
//
// Times are seconds. Values have the curve's unit: metres, or components of a
// quaternion or a direction.

#ifndef CLIPGUARD_EVAL_CURVE_H_
#define CLIPGUARD_EVAL_CURVE_H_

#include <span>

#include "parser/mrtk/input_animation_view.h"

namespace clipguard::eval {

// The value of a float curve at one time.
float SampleCurve(const mrtk::CurveView& curve, float time);

// The values at many times, in any order; ascending ones are faster. Writes
// values[i] for times[i]. REQUIRES: values.size() >= times.size(); if it is
// smaller, the times that have no place are left out.
void SampleCurve(const mrtk::CurveView& curve, std::span<const float> times,
                 std::span<float> values);

// The value before it is rounded to float, for those who go on calculating,
// as a quaternion's normalisation does. Finite for finite keys and times that
// are not NaN, and below 1e120 in size, so that its square is finite too.
double SampleCurveUnrounded(const mrtk::CurveView& curve, float time);

// The state of a boolean curve at one time; false for a curve without keys.
bool SampleBoolean(const mrtk::CurveView& curve, float time);

// A curve made ready for sampling. Callers that sample one curve often keep
// one of these: what it prepares is its own business. It looks into the bytes
// that the view lies in, and must not outlive them. Const methods may run
// concurrently.
class CurveSampler {
 public:
  // An empty curve: 0 at all times.
  CurveSampler() = default;

  explicit CurveSampler(const mrtk::CurveView& curve) : curve_(curve) {}

  // As the free functions above.
  float Sample(float time) const { return SampleCurve(curve_, time); }
  void Sample(std::span<const float> times, std::span<float> values) const {
    SampleCurve(curve_, times, values);
  }
  double SampleUnrounded(float time) const {
    return SampleCurveUnrounded(curve_, time);
  }
  bool SampleBoolean(float time) const {
    return eval::SampleBoolean(curve_, time);
  }

 private:
  mrtk::CurveView curve_;
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_CURVE_H_
