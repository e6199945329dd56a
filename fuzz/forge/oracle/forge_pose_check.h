// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Properties of an armature's clips at a time, and between two.

#ifndef CLIPGUARD_FUZZ_FORGE_ORACLE_FORGE_POSE_CHECK_H_
#define CLIPGUARD_FUZZ_FORGE_ORACLE_FORGE_POSE_CHECK_H_

#include "parser/forge/armature.h"

namespace clipguard::fuzz {

// Each joint's matrix is near the specification's, for its size; and elements
// follow the mean of their joints.
void CheckPoses(const forge::Armature& armature,
                const forge::Armature::Clip& clip, float time);

// No part of a joint's matrix is infinite, or no number.
void CheckFinite(const forge::Armature& armature,
                 const forge::Armature::Clip& clip, float time);

// Each event happens at most once; those of a `sound` clip between 0 and 1 ago;
// and those of one that does not loop lie between the two.
void CheckEvents(const forge::Armature& armature,
                 const forge::Armature::Clip& clip, float last, float now,
                 bool sound);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_FORGE_ORACLE_FORGE_POSE_CHECK_H_
