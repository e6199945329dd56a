// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Finds fields for which an exporter wrote only zeros, as it had no data: one
// finding for all of it, not one for each row and field.

#ifndef CLIPGUARD_PARSER_M3D_CHECKS_ZEROS_H_
#define CLIPGUARD_PARSER_M3D_CHECKS_ZEROS_H_

#include <cstddef>
#include <vector>

#include "parser/m3d/character.h"
#include "parser/m3d/checks/character_reporter.h"

namespace clipguard::m3d {

struct Zeros {
  // Whether the bone has keyframes, and the rotation and scale of each of them
  // in every clip is 0.
  std::vector<bool> bones;
  // Whether there are such bones, and every vertex's tangent is 0 as well.
  bool tangents = false;
};

// In time of the keyframes and the vertices.
Zeros ZerosOf(const Character& character);

// Reports them at the first such bone's first keyframe.
void CheckZeros(CharacterReporter& r, const Zeros& zeros);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_CHECKS_ZEROS_H_
