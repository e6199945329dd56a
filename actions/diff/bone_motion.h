// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How a bone's own movement, and that of all bones together, differs between
// two clips. See characters.h.

#ifndef CLIPGUARD_ACTIONS_DIFF_BONE_MOTION_H_
#define CLIPGUARD_ACTIONS_DIFF_BONE_MOTION_H_

#include <cstddef>
#include <vector>

#include "actions/motion/bone_keys.h"
#include "actions/motion/motion_difference.h"
#include "parser/m3d/character.h"

namespace clipguard::actions {

// How far off a bone points are looked at, in the unit of a file that does not
// say which one it is: a sixtieth of the mesh's longest side, which is 3 cm of
// a person.
double PointDistanceOf(const m3d::Character& character);

// Measured at each key of either, just before it, and at kPlacesBetweenKeys
// places between two neighbouring keys.
struct BoneDifference {
  Largest translation;
  Largest scale;
  Largest rotation;  // degrees
};
BoneDifference CompareBones(const BoneKeys& a, const BoneKeys& b);

// For each bone the displacement of points at this distance from it, measured
// at key times: at most as many as a bone has keys on the average, but 16
// anyway. REQUIRES: the characters have the same number of bones.
std::vector<Largest> CompareSkeletons(const m3d::Character& a,
                                      const m3d::Clip& clip_a,
                                      const m3d::Character& b,
                                      const m3d::Clip& clip_b, double distance);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_DIFF_BONE_MOTION_H_
