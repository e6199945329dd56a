// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The checks that Validate() makes of each part of a character.

#ifndef CLIPGUARD_PARSER_M3D_CHECKS_CHECKS_H_
#define CLIPGUARD_PARSER_M3D_CHECKS_CHECKS_H_

#include <cstddef>

#include "parser/m3d/checks/character_reporter.h"
#include "parser/m3d/checks/zeros.h"

namespace clipguard::m3d {

// Materials, and the subsets of the mesh that they cover: material_checks.cc.
void CheckMaterials(CharacterReporter& r);
void CheckSubsets(CharacterReporter& r);

// Vertices and triangles: mesh_checks.cc. Tangents of zeros are told with the
// zeros, if they are among them.
void CheckVertices(CharacterReporter& r, const Zeros& zeros);
void CheckTriangles(CharacterReporter& r);
// Whether triangles tell which hand the file is of (m3d/handedness.h).
void CheckWinding(CharacterReporter& r);

// Inverse bind matrices and the hierarchy: skeleton_checks.cc.
void CheckBoneOffsets(CharacterReporter& r);
// Bones without a parent, besides the first.
void CheckRoots(CharacterReporter& r);
// Whether there are more bones than the demos' shaders have room for.
void CheckBoneCount(CharacterReporter& r);
// Bones that no vertex follows.
void CheckBoneUse(CharacterReporter& r);

// Clips: clip_checks.cc.
void CheckClipNames(CharacterReporter& r);
// The keyframes of clip number `clip`. Rotations and scales of bones that have
// only zeros are told with those.
void CheckKeys(CharacterReporter& r, size_t clip, const Zeros& zeros);
// Bones whose final transforms in that clip may not be finite.
void CheckOverflows(CharacterReporter& r, size_t clip);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_CHECKS_CHECKS_H_
