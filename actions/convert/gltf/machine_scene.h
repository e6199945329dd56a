// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A state machine as a scene: what it says, but no motion.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_MACHINE_SCENE_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_MACHINE_SCENE_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "parser/finding.h"
#include "parser/forge/state_machine.h"
#include "parser/limits.h"
#include "actions/convert/gltf/scene.h"

namespace clipguard::rescue::gltf {

// A scene with the node "stateMachine", which nothing moves. Its extras have
// the machine's canonical text as `stateMachine`: parameters, clips, states,
// transitions, start_state. Clips of models are other files, and so they are
// losses.
//
// REQUIRES: ReadStateMachine() has read it from `text`, within `limits`,
// without errors. InvalidArgument if a number is not finite, or a name is not
// UTF-8.
absl::StatusOr<Scene> SceneOfMachine(const forge::StateMachine& machine,
                                     std::string_view text,
                                     const Limits& limits, FindingSink& notes);

}  // namespace clipguard::rescue::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_MACHINE_SCENE_H_
