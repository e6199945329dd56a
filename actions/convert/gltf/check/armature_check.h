// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests and fuzz targets: does a .glb move joints as the game does? The
// scene is evaluated here, from glTF's specification alone.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_CHECK_ARMATURE_CHECK_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_CHECK_ARMATURE_CHECK_H_

#include <cstddef>
#include <cstdint>

#include "actions/convert/gltf/check/glb_check.h"
#include "parser/forge/armature.h"

namespace clipguard::actions::gltf {

struct PoseDifference {
  size_t compared = 0;  // matrices
  // The largest difference of a number, as a share of the largest translation
  // and scale that the joint's tracks have (1 if they are smaller).
  double largest = 0;
  // The same, less what is allowed for by the .glb's own bound on rotations and
  // by float32: times are off by 2^-23, and a track has so many stretches in
  // a unit of time. Not above 0 if all is as it should be.
  double excess = -1;
};

// All joints of all clips, at as many random times of each. Not compared are
// times next to a step, clips and joints without a name, and matrices that are
// not finite in the game. REQUIRES: the .glb is sound, and nothing was lost.
PoseDifference ComparePoses(const forge::Armature& armature,
                            const CheckedGlb& glb, size_t times, uint32_t seed);

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_CHECK_ARMATURE_CHECK_H_
