// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The materials, mesh and skin of a .glb of a character: see
// character_reader.h.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_READ_PLAYED_MESH_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_READ_PLAYED_MESH_H_

#include <cstddef>
#include <vector>

#include "actions/convert/gltf/read/character_reader.h"
#include "actions/convert/gltf/read/gltf_reader.h"

namespace clipguard::actions::gltf {

// Adds them to `played`, whose bones are there. `bones` says for each node of
// the scene which bone it is, or PlayedNode::kNone. Faults are the scene's.
void ReadMesh(const PlayedNode& shown, const std::vector<size_t>& bones,
              GltfReader& scene, PlayedCharacter& played);

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_READ_PLAYED_MESH_H_
