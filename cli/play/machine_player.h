// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Plays a state machine for the command line: does steps, and says what they
// did.

#ifndef CLIPGUARD_CLI_PLAY_MACHINE_PLAYER_H_
#define CLIPGUARD_CLI_PLAY_MACHINE_PLAYER_H_

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "cli/formats/forge_resources.h"
#include "cli/io/environment.h"
#include "cli/play/script_step.h"
#include "cli/play/step_output.h"
#include "eval/machine/animation_machine.h"
#include "eval/machine/pose.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/limits.h"

namespace clipguard::cli {

class MachinePlayer {
 public:
  // `joints` are those to show; none: all of the armatures that are used.
  // `resources` may be null: then models have no clips. All arguments outlive
  // the player.
  MachinePlayer(const forge::StateMachine& machine, ForgeResources* resources,
                std::span<const std::string> joints, const Limits& limits);

  // InvalidArgument, with a message for the user, if a joint was asked for that
  // no armature has.
  absl::Status CheckJoints() const;

  // Where steps go. REQUIRES: it is called once, before the first of them.
  void WriteTo(std::unique_ptr<StepOutput> out) { out_ = std::move(out); }

  // Whether a step took or gave more than a limit allows.
  bool limit_exceeded() const { return limit_exceeded_; }

  void Set(const std::vector<InputSetting>& settings);

  void Play(const Step& step);

  // A line of the script that is no step.
  void SayMalformed(std::string_view message);

 private:
  absl::Status Do(const Step& step, eval::AnimationMachine::Step& applied,
                  std::vector<eval::Matrix>& poses);
  void ShowJoints(std::span<const std::string> asked);
  // Inputs that the machine uses and that have no value yet: "; not set: a, b".
  std::string NotSet() const;
  std::vector<std::string_view> UnusedOf(const Step& step) const;

  const forge::StateMachine& m_;
  uint64_t steps_ = 0;     // so far
  std::vector<bool> set_;  // by input: whether it has a value
  const uint64_t step_bytes_;
  std::set<const forge::Armature*> seen_;
  std::vector<const forge::Armature*> armatures_;  // as they were met
  std::vector<std::string_view> joints_;           // that are shown
  std::vector<std::string_view> known_;  // of the armatures, if some were
  std::string_view unknown_;  // asked for; the first that no armature has
  eval::AnimationMachine machine_;
  eval::JointSet joint_set_;
  bool limit_exceeded_ = false;
  std::unique_ptr<StepOutput> out_;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_PLAY_MACHINE_PLAYER_H_
