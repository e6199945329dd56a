// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// An armature as a scene: its joints, and its clips as animations.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_ARMATURE_SCENE_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_ARMATURE_SCENE_H_

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "actions/convert/gltf/armature_places.h"
#include "actions/convert/gltf/scene.h"
#include "actions/convert/result_budget.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"

namespace clipguard::actions::gltf {

// The scene has the node "armature" with a node for each joint below it, which
// has the joint's own name, and below that one for what the joint moves, which
// is shifted by -origin: joint_tracks.h says how. Both are named as the joint,
// the latter with "_content". Nothing is mirrored: the game's space is
// right-handed, too, and a block is a metre. Each clip is an animation of one
// second, which is one unit of its time.
//
// Half a byte of keyframes is kept for each byte of the source, and a few more;
// the others are made of the armature again whenever they are written.
//
// Clips and joints of clips that are broken are left out. Losses are reported,
// at `places`; so is a result larger than the budget, which is
// ResourceExhausted.
absl::StatusOr<Scene> SceneOfArmature(
    std::shared_ptr<const forge::Armature> armature, ArmaturePlaces places,
    const ConversionOptions& options, FindingSink& losses,
    std::vector<ConversionFact>& facts, ResultBudget budget);

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_ARMATURE_SCENE_H_
