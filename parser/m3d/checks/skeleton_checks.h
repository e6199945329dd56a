// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Checks of inverse bind matrices and of the hierarchy.

#ifndef CLIPGUARD_PARSER_M3D_CHECKS_SKELETON_CHECKS_H_
#define CLIPGUARD_PARSER_M3D_CHECKS_SKELETON_CHECKS_H_

#include "parser/m3d/checks/character_reporter.h"

namespace clipguard::m3d {

void CheckBoneOffsets(CharacterReporter& r);
// Bones without a parent, besides the first.
void CheckRoots(CharacterReporter& r);
// Bones that no vertex follows.
void CheckBoneUse(CharacterReporter& r);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_CHECKS_SKELETON_CHECKS_H_
