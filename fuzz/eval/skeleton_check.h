// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Properties of skeletal animation and skinning.

#ifndef CLIPGUARD_FUZZ_EVAL_SKELETON_CHECK_H_
#define CLIPGUARD_FUZZ_EVAL_SKELETON_CHECK_H_

#include <vector>

#include "parser/m3d/character.h"

namespace clipguard::fuzz {

// Times at which a clip could go wrong: at, between and next to some of its
// keys, far outside, infinite, and not a number.
std::vector<float> TimesToTry(const m3d::Clip& clip);

// Checks that final transforms at that time have the same bits with every
// kernel; that they are as near the specification's as promised, and finite
// where those fit a float; and that skinned vertices have the same bits with
// every kernel. REQUIRES: both come from ReadCharacter() without errors.
void CheckSkeleton(const m3d::Character& character, const m3d::Clip& clip,
                   float time);

// Checks what does not depend on a time: a clip that was moved samples the
// same, times repeat within its range, and vertices skinned in parts, or one by
// one in double, are what they are all together. REQUIRES: as above.
void CheckSkeletonClip(const m3d::Character& character, const m3d::Clip& clip);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_EVAL_SKELETON_CHECK_H_
