// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How large the numbers in a character's final transforms can get, at any time.
//
// Numbers that are finite, each by itself, can leave the range of float32 when
// they are composed: an inverse bind matrix with a keyframe, a bone with those
// above it. The bounds here are lengths, not sums of elements: rotations do not
// make them larger, however many follow each other. So characters whose
// quaternions are unit vectors, and whose scales are near 1, are far from the
// range of float32 even with many thousands of bones in a row.

#ifndef CLIPGUARD_PARSER_M3D_CHECKS_TRANSFORM_BOUND_H_
#define CLIPGUARD_PARSER_M3D_CHECKS_TRANSFORM_BOUND_H_

#include <vector>

#include "parser/m3d/character.h"

namespace clipguard::m3d {

// Bounds of one bone in one clip, over all times. They hold for the rules of
// docs/formats/m3d.md ("Evaluating"), in exact arithmetic, and in double as
// eval/skeleton/ does it.
struct TransformBound {
  // Bounds of the bone's transform to the root: by how much that can lengthen a
  // vector, and how far it can move the origin.
  double stretch = 1;
  double distance = 0;
  // No element of its final transform is larger.
  double element = 0;

  // Whether its final transform is finite in float32. (What overflows double
  // on the way is infinite here, or NaN.)
  bool IsFinite() const;
};

// One for each bone. REQUIRES: ReadCharacter() read the character without
// errors, and the clip is one of its clips. Linear in bones and keyframes.
std::vector<TransformBound> BoundTransforms(const Character& character,
                                            const Clip& clip);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_CHECKS_TRANSFORM_BOUND_H_
