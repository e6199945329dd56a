// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests and fuzz targets: where skeletons are when a player of glTF plays
// them, and how far that is from the recording. Shares nothing with the writer.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_CHECK_RIG_CHECK_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_CHECK_RIG_CHECK_H_

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "actions/convert/gltf/check/glb_check.h"
#include "actions/convert/gltf/check/glb_player.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions::gltf {

double DegreesOfTurn(const Four& a, const Four& b);
// By a unit quaternion.
Four TurnedBy(const Four& q, const Four& v);

struct World {
  Four place = {};
  Four turn = {0, 0, 0, 1};
};

// Lines, and arcs for rotations. The .glb must outlive it.
class RigPlayer {
 public:
  explicit RigPlayer(const CheckedGlb& glb);

  World At(size_t node, double time) const;
  // Null if there is none.
  const CheckedChannel* Find(size_t node, const std::string& path) const;

 private:
  const CheckedGlb& glb_;
  std::map<std::pair<size_t, std::string>, const CheckedChannel*> channels_;
};

struct RigDistance {
  double metres = 0;
  double degrees = 0;
  size_t compared = 0;
  // A joint that is farther off than the file itself says; empty: none is.
  std::string fault;
};

// Compares joints that have the recording's names with it, in the world: at
// keys, beside them, and at `random_times` others. REQUIRES: nothing was lost.
RigDistance DistanceOfRig(const mrtk::InputAnimationView& view,
                          const CheckedGlb& glb, size_t random_times);

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_CHECK_RIG_CHECK_H_
