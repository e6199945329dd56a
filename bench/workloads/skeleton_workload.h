// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A skinned character to measure skeletal animation on: the same on every
// machine and with every compiler, and of the size of a real one. 58 bones of a
// human hierarchy, 18 levels deep; a clip of 1.25 s with 76 keys a bone, 60 a
// second, of which four bones lack the last few; 13,748 vertices.

#ifndef CLIPGUARD_BENCH_WORKLOADS_SKELETON_WORKLOAD_H_
#define CLIPGUARD_BENCH_WORKLOADS_SKELETON_WORKLOAD_H_

#include <cstddef>

#include "parser/m3d/character.h"

namespace clipguard::bench {

inline constexpr size_t kSkeletonBones = 58;
inline constexpr size_t kSkinnedVertices = 13'748;

m3d::Character MakeSkinnedCharacter();

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_WORKLOADS_SKELETON_WORKLOAD_H_
