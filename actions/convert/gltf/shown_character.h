// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The character that a .glb shows.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_SHOWN_CHARACTER_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_SHOWN_CHARACTER_H_

#include <cstdint>
#include <limits>
#include <vector>

#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"

namespace clipguard::actions::gltf {

// The material of triangles that have none.
inline constexpr uint32_t kNoMaterial = std::numeric_limits<uint32_t>::max();

// Where losses are reported, and what decides on them.
struct LossReport {
  std::span<const uint8_t> bytes;  // of the file; none if places are empty
  const m3d::CharacterPlaces& places;
  FindingSink& losses;
  FindingSink& notes;
  // How far a quaternion that stretches may move what hangs on its bone.
  double tolerance = 0;
  // Clips that begin after 0 are moved there, too.
  bool from_zero = false;
};

// Makes of a character what a .glb shows of it:
//
//   triangles    side by side for each primitive, which is a subset: `id` is
//                its material, or kNoMaterial
//   vertices     normals and tangents of unit length; tangents of 0 if none has
//                a length; weights as they are used: four that add up to 1,
//                each of another bone. No weights if no clip says where bones
//                are; no vertices without triangles
//   clips        times that ascend from 0 on. If several keys share a time, the
//                first counts at that time, the last at the next float32, and
//                those between them never. Quaternions of unit length, the
//                identity for 0 0 0 0. A bone without keys has one: the
//                identity at 0
//   offsets      affine; 0 without triangles
//
// Materials and names stay. Data that a .glb cannot hold is reported and
// replaced. Returns for each clip whether it is too long for a .glb, which is
// reported, too.
//
// REQUIRES: Validate() has no error to report of the character.
std::vector<bool> ShowOnly(m3d::Character& character, const LossReport& report);

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_SHOWN_CHARACTER_H_
