// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Checks of materials and of the subsets of the mesh that they cover.

#ifndef CLIPGUARD_PARSER_M3D_CHECKS_MATERIAL_CHECKS_H_
#define CLIPGUARD_PARSER_M3D_CHECKS_MATERIAL_CHECKS_H_

#include "parser/m3d/checks/character_reporter.h"

namespace clipguard::m3d {

void CheckMaterials(CharacterReporter& r);
void CheckSubsets(CharacterReporter& r);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_CHECKS_MATERIAL_CHECKS_H_
