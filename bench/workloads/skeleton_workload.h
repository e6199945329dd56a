// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Characters to measure skeletal animation on: the same on every machine and
// with every compiler.

#ifndef CLIPGUARD_BENCH_WORKLOADS_SKELETON_WORKLOAD_H_
#define CLIPGUARD_BENCH_WORKLOADS_SKELETON_WORKLOAD_H_

#include <cstddef>

#include "parser/m3d/character.h"

namespace clipguard::bench {

inline constexpr size_t kSkeletonBones = 58;
inline constexpr size_t kSkinnedVertices = 13'748;

// As large as a real one: 58 bones of a human hierarchy, 18 levels deep; a
// clip of 1.25 s with 76 keys a bone, 60 a second, of which four bones lack the
// last few; 13,748 vertices.
m3d::Character MakeSkinnedCharacter();

inline constexpr size_t kLongBones = 200;

// Captured motion: 200 bones, 10 levels deep; a clip of 60 s with 3,600 keys a
// bone, of which the root's translations change. No vertices.
m3d::Character MakeLongCharacter();

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_WORKLOADS_SKELETON_WORKLOAD_H_
