// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// AnimationMachine: a Forge animation state machine at work, step by step, as
// the game runs it.
//
//   AnimationMachine machine(*asm_file, [&](const forge::ModelClip& clip) {
//     return armatures.at(clip.domain + ":" + clip.path);      // or null
//   });
//   machine.SetInput("click_time", 1.5f);
//   absl::Status s = machine.Transition("opening");
//   auto step = machine.Apply(2.0f);             // events, states
//   auto lid = machine.JointPose("lid");         // of that step
//
// A mistake that the game notices only while it runs (a state that does not
// exist, a value that nobody supplies) is a status here, and the machine goes
// on as the game's would: a step that fails has happened as far as it came.
// NotFound: there is no such state. FailedPrecondition: no such transition is
// listed. Unavailable: a value that the game's code supplies was not set.
// DataLoss: a clip has an error. ResourceExhausted: more than a million events
// in one step. OutOfRange: more than Limits::step_bytes of them, or more work
// than Limits::request_steps; the message has the clip's path.
//
// Nothing recurses. Work that several clips, joints or events of a step share
// is done once: a clip at a time, however often it is referred to. So a step
// takes as long as the distinct clips and times that it looks at, times the
// joints that each of them moves, and the events that it gives; and never more
// than the limits allow.
//
// Looks into the state machine and the armatures, which must outlive it. Moves,
// but does not copy. Thread-compatible.

#ifndef CLIPGUARD_EVAL_MACHINE_ANIMATION_MACHINE_H_
#define CLIPGUARD_EVAL_MACHINE_ANIMATION_MACHINE_H_

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "eval/machine/clip_player.h"
#include "eval/machine/model_clips.h"
#include "eval/machine/pose.h"
#include "eval/machine/time/time_values.h"
#include "parser/forge/state_machine.h"
#include "parser/limits.h"

namespace clipguard::eval {

class AnimationMachine {
 public:
  // REQUIRES: the machine has a start state: machine.start is not kNowhere.
  AnimationMachine(const forge::StateMachine& machine,
                   const FindArmature& find_armature, const Limits& limits = {})
      : machine_(&machine),
        player_(machine, find_armature, limits),
        inputs_(machine),
        state_(machine.start),
        applied_(machine.start) {}

  AnimationMachine(AnimationMachine&&) = default;
  AnimationMachine& operator=(AnimationMachine&&) = default;

  // False if the machine does not use the name.
  bool SetInput(std::string_view name, float value) {
    return inputs_.Set(name, value);
  }

  std::string_view state() const {
    return machine_->texts[machine_->states[state_].name];
  }

  // Goes to another state. NotFound if there is none of that name with a clip;
  // FailedPrecondition if no such transition is listed.
  absl::Status Transition(std::string_view state);

  struct Step {
    std::string state_before;
    // Those that are handed on, the latest first.
    std::vector<PastEvent> events;
    // Special events that the game does not know, and drops.
    std::vector<std::string_view> dropped;
  };

  // Shows the current state at `time`, and lets the events since the last call
  // happen.
  absl::StatusOr<Step> Apply(float time);

  // A joint at the last Apply(), in the state that was current before its
  // events.
  absl::StatusOr<Matrix> JointPose(std::string_view joint) const;

  // The same for many joints: poses[i] is that of the joint number i.
  JointSet FindJoints(std::span<const std::string_view> names) const {
    return player_.FindJoints(names);
  }
  absl::Status JointPoses(const JointSet& joints,
                          std::span<Matrix> poses) const;

  // Where the clip is that the last Apply() showed: "/clips/open".
  std::string ClipPath() const;

  const ClipPlayer& player() const { return player_; }
  const TimeInputs& inputs() const { return inputs_; }

 private:
  forge::ExpressionIndex ClipOf(uint32_t state) const {
    return machine_->clips[machine_->states[state].clip].expression;
  }

  // With the path, if something has been too much.
  absl::Status Located(const absl::Status& status) const;

  const forge::StateMachine* machine_;
  ClipPlayer player_;
  TimeInputs inputs_;
  uint32_t state_;
  uint32_t applied_;
  float time_ = 0;
  // Minus infinity until there was one.
  float last_ = -std::numeric_limits<float>::infinity();
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_MACHINE_ANIMATION_MACHINE_H_
