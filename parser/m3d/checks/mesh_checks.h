// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Checks of vertices and triangles.

#ifndef CLIPGUARD_PARSER_M3D_CHECKS_MESH_CHECKS_H_
#define CLIPGUARD_PARSER_M3D_CHECKS_MESH_CHECKS_H_

#include "parser/m3d/checks/character_reporter.h"
#include "parser/m3d/checks/zeros.h"

namespace clipguard::m3d {

// Tangents of zeros are told with the zeros, if they are among them.
void CheckVertices(CharacterReporter& r, const Zeros& zeros);
void CheckTriangles(CharacterReporter& r);
// Whether triangles tell which hand the file is of (m3d/handedness.h).
void CheckWinding(CharacterReporter& r);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_CHECKS_MESH_CHECKS_H_
