// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Curves as cubics in time, no further from them than a bound that is proven:
// from a recording's keyframes to those of glTF's CUBICSPLINE.
//
//   // A position: three curves with common times.
//   auto fit = FitCubics(curves, {.tolerance = 1e-4});
//   if (fit.ok()) Write(fit->times, fit->keys, fit->bounds);
//
// Between keyframes without weights a curve is a cubic already, and stays as it
// is, to the bit, unless another curve has a key in between. Elsewhere it is
// cut until the bound of each piece (actions/motion/stretch.h) is within the
// tolerance. Each piece has the curve's values and slopes at its ends.

#ifndef CLIPGUARD_ACTIONS_MOTION_CUBIC_FIT_H_
#define CLIPGUARD_ACTIONS_MOTION_CUBIC_FIT_H_

#include <cstddef>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

struct CubicFitOptions {
  // Largest difference wanted, in the curves' unit. 0 or more. Float32 keys
  // can be no closer than kFinest of the largest control value of a stretch,
  // so no closer is tried.
  double tolerance = 1e-4;
  static constexpr double kFinest = 0x1p-22;
  // Times in all.
  size_t most_times = size_t{1} << 24;
};

struct CubicKey {
  float value = 0;
  float in_tangent = 0;   // value a second, of the piece before; 0 if none
  float out_tangent = 0;  // of the piece after
};

struct CubicFit {
  std::vector<float> times;    // ascending, none twice; seconds
  std::vector<CubicKey> keys;  // of times[i] and curve c: [i * curves + c]
  // For each curve: no time from the first to the last has a larger difference
  // between curve and cubics, these taken in exact arithmetic, but for those
  // inside of a jump. More than the tolerance only where float32 cannot do
  // better. A jump, or a curve too steep for cubics, goes from one float32 to
  // the next one, and takes less than kJump.
  std::vector<double> bounds;
  static constexpr double kJump = 1e-3;  // seconds
};

// The curves as cubics with common times, from the first key of any to the last
// key of any. A curve without keys is 0, one with a single key is constant.
// Takes time in proportion to keys and resulting times, and about 1 us for each
// result's curve.
//
// Fails with
//   InvalidArgument    a key that no bound can be proven for: see
//                      Stretch::Of(); or a value beyond float32's
//   FailedPrecondition a curve that repeats (Loop, PingPong) within the times
//                      of another, beyond its own keys
//   ResourceExhausted  more times than `most_times`
absl::StatusOr<CubicFit> FitCubics(std::span<const mrtk::CurveView> curves,
                                   const CubicFitOptions& options = {});

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_MOTION_CUBIC_FIT_H_
