// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Checks of vertices and triangles.

#ifndef CLIPGUARD_PARSER_M3D_CHECKS_MESH_CHECKS_H_
#define CLIPGUARD_PARSER_M3D_CHECKS_MESH_CHECKS_H_

#include "parser/m3d/checks/character_reporter.h"

namespace clipguard::m3d {

void CheckVertices(CharacterReporter& r);
void CheckTriangles(CharacterReporter& r);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_CHECKS_MESH_CHECKS_H_
