// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// ClipPlayer: the clips of a state machine without its states. For what fails
// see animation_machine.h.

#ifndef CLIPGUARD_EVAL_MACHINE_CLIP_PLAYER_H_
#define CLIPGUARD_EVAL_MACHINE_CLIP_PLAYER_H_

#include <span>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "eval/machine/clip_walker.h"
#include "eval/machine/event_lists.h"
#include "eval/machine/joint_poses.h"
#include "eval/machine/model_clips.h"
#include "eval/machine/pose.h"
#include "eval/machine/time/time_values.h"
#include "parser/forge/state_machine.h"
#include "parser/limits.h"

namespace clipguard::eval {

// A model without an armature moves nothing.
using forge::FindArmature;

// Clips by their expressions: what they show at a time, and what happened
// between two. Const methods may run concurrently. The machine and the
// armatures must outlive it.
class ClipPlayer {
 public:
  ClipPlayer(const forge::StateMachine& machine,
             const FindArmature& find_armature, const Limits& limits = {})
      : tables_{&machine, limits, TimeValues(machine),
                ModelClips(machine, find_armature)} {}

  // Joints, looked up in all clips that the machine has. REQUIRES: the names
  // differ.
  JointSet FindJoints(std::span<const std::string_view> names) const {
    return tables_.clips.FindJoints(names);
  }

  // A joint's matrix: the identity if the clip does not move it. DataLoss,
  // Unavailable or OutOfRange.
  absl::StatusOr<Matrix> JointPose(forge::ExpressionIndex clip,
                                   std::string_view joint, float time,
                                   const TimeInputs& inputs) const {
    return ComputeJointPose(tables_, clip, joint, time, inputs);
  }

  // The same for many joints, from one walk of the clip: poses[i] is that of
  // the joint number i. REQUIRES: there is room for all; the set is this
  // player's.
  absl::Status JointPoses(forge::ExpressionIndex clip, const JointSet& joints,
                          float time, const TimeInputs& inputs,
                          std::span<Matrix> poses) const {
    return ComputeJointPoses(tables_, clip, joints, time, inputs, poses);
  }

  // The events, the latest first.
  absl::StatusOr<std::vector<PastEvent>> Events(
      forge::ExpressionIndex clip, float last, float now,
      const TimeInputs& inputs) const {
    return ComputeEvents(tables_, clip, last, now, inputs);
  }

  const TimeValues& time_values() const { return tables_.values; }

 private:
  ClipTables tables_;
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_MACHINE_CLIP_PLAYER_H_
