// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Keyframes that are joined by lines, as few as a bound allows.
//
// Players disagree about glTF's interpolations: some do not read the tangents
// of CUBICSPLINE, and some join LINEAR rotations by normalised lines (nlerp)
// where glTF says arcs (slerp). LineKeys() makes keyframes that mean the same
// to all of them: between two of these, lines, normalised lines and arcs are
// all within the bound.
//
// Let f be the source as vectors, L the line between two new keyframes, and
// s the times where f has keyframes of its own. On a stretch between two s:
//
//   |L - f| <= max |L - f| at its ends + the distance of f from its chord
//
// because L minus the chord is a line, whose length is convex. The chord of a
// cubic is no farther than h^2 / 8 max |f''|. An arc turns with its chord, but
// not at the same speed: see TimeWarp() in line_keys.cc. For rotations f is a
// quaternion, and the sine of half the angle between L and f is at most
// |L - f| / |L|.
//
// Bounds hold for lines and arcs in exact arithmetic between float32 values.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_LINE_KEYS_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_LINE_KEYS_H_

#include <cstddef>
#include <optional>

#include "actions/convert/gltf/float_list.h"
#include "actions/convert/gltf/scene.h"

namespace clipguard::actions::gltf {

// Keyframes of a node's translation, rotation or scale. Times are seconds,
// ascend from 0 on, and none is there twice.
struct Keyframes {
  Interpolation interpolation = Interpolation::kLinear;
  FloatList times = {};
  // For each keyframe 3 numbers, or 4 of a rotation; for CUBICSPLINE the in
  // tangent, the value and the out tangent.
  FloatList values = {};

  bool empty() const { return times.empty(); }
};

struct LineKeys {
  Keyframes keyframes;  // LINEAR; neighbours' dot product is not negative
  // No float32 time is farther off, in a player of arcs or of normalised lines:
  // degrees for rotations, else the values' own unit (Euclid's distance).
  double bound = 0;
  // Where the first stretch begins for which that cannot be proven: a rotation
  // turns too quickly there.
  std::optional<float> first_unproven = {};
};

// LINEAR keyframes within `allowed` of CUBICSPLINE or LINEAR ones: degrees for
// rotations, else the values' unit. Where float32 cannot be so close, `bound`
// is larger. Takes O(n log n) time. Stops before `most_keyframes` are exceeded:
// the result is then empty.
//
// REQUIRES: rotations have unit length at their keyframes, but for rounding;
// the interpolation is not STEP; values are finite.
LineKeys LineKeysOf(Keyframes source, Path path, double allowed,
                    size_t most_keyframes);

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_LINE_KEYS_H_
