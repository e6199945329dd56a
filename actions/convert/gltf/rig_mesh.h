// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A skin for a skeleton that has none: a capsule along each bone, so that
// programs that know only skinned meshes see an armature.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_RIG_MESH_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_RIG_MESH_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "actions/convert/gltf/scene.h"
#include "actions/convert/rig/quaternion.h"

namespace clipguard::actions::gltf {

struct RigBone {
  size_t node = 0;
  std::optional<size_t> parent;  // among the bones, before this one
  Pose rest;                     // in the world, where the skin is bound
};

// Adds a skin of these bones and a root node of that name with one mesh: a
// capsule from each bone to each one below it, or a short one at its tip. Every
// vertex belongs to one bone, wholly. `skeleton` is the node that all bones are
// below. REQUIRES: there are some, at most 256.
void AddRigMesh(const std::string& name, std::span<const RigBone> bones,
                size_t skeleton, Scene& scene);

// The meshes that AddBoxMeshes() adds.
inline constexpr size_t kMovesMesh = 0;
inline constexpr size_t kStandsMesh = 1;

// Adds two meshes, for boxes that move and for boxes that stand still: cubes of
// size 1 about 0 0 0. REQUIRES: the scene has neither meshes nor materials.
void AddBoxMeshes(Scene& scene);

// Eight faces around the origin, so that viewers show where a joint is.
Mesh JointMesh(Scene& scene);

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_RIG_MESH_H_
