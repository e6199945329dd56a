// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A recording's curves as glTF's samplers have them, no further from them than
// a bound that is proven.
//
// Positions: each component is a curve, so the bounds of
// actions/motion/cubic_fit.h are those of the result. Where all keys are joined
// by straight lines, as recorders write them, so does the result (LINEAR).
//
// Rotations: glTF wants keyframes of unit length and normalises what it
// interpolates; a recording's quaternion y(t) has whatever length its four
// curves give, and means y(t) / |y(t)|. Let g be the four cubics of a piece,
// with |g - y| <= e in each component, and L(t) the straight line from 1/|g| at
// the piece's begin to 1/|g| at its end. L is positive, so L(t) g(t) has g's
// direction. It is of degree 4, begins and ends with unit length, and the cubic
// c with its values and slopes at the ends differs from it by exactly
// q u^2 (1-u)^2 <= |q| / 16, q being its leading coefficient in u = 0 .. 1.
// Thus
//
//   |c - L y| <= E := | |q| / 16 + max(L) e + rounding |   (Euclid's norm)
//
// and c is no further than E from the ray of y: the sine of the angle between
// them is at most E / |c|. The rotation's angle is twice that. |c| is at least
// the smallest of c's Bernstein coefficients along any unit vector (the convex
// hull property); the vector taken is the mean of the ends. A piece that is not
// good enough is halved. Where y passes through 0 it is no rotation, and
// nothing can be proven of the time next to it: those pieces are counted.
//
// The results are glTF's: right-handed, made so by mirroring z. Bounds hold for
// cubics and lines evaluated in exact arithmetic.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_TRACKS_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_TRACKS_H_

#include <cstddef>
#include <span>

#include "absl/status/statusor.h"
#include "actions/convert/gltf/line_keys.h"
#include "actions/convert/gltf/scene.h"
#include "base/numbers.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions::gltf {

struct TrackOptions {
  double tolerance = 1e-4;  // metres
  double degrees = 0.01;
  // Keyframes, unless there are keys enough for twice as many.
  size_t most_times = size_t{1} << 24;
  std::span<const double> off = {};  // as in Pieces::Of()
};

// Keyframes; empty: no curve has keys.
struct Track : Keyframes {
  // No time from 0 on has a larger difference: metres, or degrees.
  double bound = 0;
  // For a position: the number of the curve that has this bound.
  size_t farthest = 0;
  // Pieces, of 0.1 ms at most, in which the rotation is all but 0 and the bound
  // does not hold; and the first one's time.
  size_t unproven = 0;
  float first_unproven = 0;
};

// Three curves: x, y, z. Wrap modes are not looked at: outside its keys a curve
// is held. The bound is larger than the tolerance where float32 cannot do
// better (CubicFitOptions::kFinest). Fails as FitCubics() does with
// InvalidArgument and ResourceExhausted.
absl::StatusOr<Track> PositionTrack(std::span<const mrtk::CurveView> curves,
                                    const TrackOptions& options);

// Four: x, y, z, w. Without keyframes if all values of all keys are 0. If there
// are too many times, it fails with ResourceExhausted if a larger limit may
// help, with InvalidArgument if the beginning shows that none does.
absl::StatusOr<Track> RotationTrack(std::span<const mrtk::CurveView> curves,
                                    const TrackOptions& options);

// Samples at these times, joined by lines or, of rotations, by arcs: three
// curves are a position, four a rotation, one is a state, as StateTrack() has
// it. They are what clip evaluation gives, wrap modes and all; nothing is
// proven of the time between them. A rotation of 0 0 0 0 is the last one that
// was not; a position has no larger number. Takes curves with errors, too.
// REQUIRES: times ascend from 0 on.
Track SampledTrack(std::span<const mrtk::CurveView> curves,
                   std::span<const float> times, double largest = kMaxFloat);

// Whether all times and values are finite, and no time is earlier than the one
// before.
bool IsSound(const mrtk::CurveView& curve);

// A boolean curve: x is 1 where it is true, else 0; y and z are 0, or with
// `in_all` the same as x (STEP).
// REQUIRES: IsSound().
Track StateTrack(const mrtk::CurveView& curve, bool in_all = false);

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_TRACKS_H_
