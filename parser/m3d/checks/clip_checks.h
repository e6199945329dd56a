// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Checks of clips: their names, their keyframes, and how large the transforms
// that they make can get.

#ifndef CLIPGUARD_PARSER_M3D_CHECKS_CLIP_CHECKS_H_
#define CLIPGUARD_PARSER_M3D_CHECKS_CLIP_CHECKS_H_

#include <cstddef>

#include "parser/m3d/checks/character_reporter.h"
#include "parser/m3d/checks/zeros.h"

namespace clipguard::m3d {

void CheckClipNames(CharacterReporter& r);
// The keyframes of clip number `clip`. Rotations and scales of bones that have
// only zeros are told with those.
void CheckKeys(CharacterReporter& r, size_t clip, const Zeros& zeros);
// Bones whose final transforms in that clip may not be finite.
void CheckOverflows(CharacterReporter& r, size_t clip);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_CHECKS_CLIP_CHECKS_H_
