// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reads vertices, with long labels or those of the dashed dialect, with blend
// data or without it; and triangles.

#ifndef CLIPGUARD_PARSER_M3D_READER_MESH_READER_H_
#define CLIPGUARD_PARSER_M3D_READER_MESH_READER_H_

#include "parser/m3d/reader/reading.h"
#include "parser/m3d/reader/row_reader.h"

namespace clipguard::m3d {

Outcome ReadVertices(Reading& r);
Outcome ReadTriangles(Reading& r);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_READER_MESH_READER_H_
