// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// State machines at play: an armature to play with, a script, and what clips
// show by walking their trees.

#ifndef CLIPGUARD_FUZZ_FORGE_FORGE_PLAY_H_
#define CLIPGUARD_FUZZ_FORGE_FORGE_PLAY_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "eval/machine/animation_machine.h"
#include "eval/machine/pose.h"
#include "fuzz/forge/naive_time_values.h"
#include "fuzz/shared/random.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"

namespace clipguard::fuzz {

inline constexpr std::string_view kPlayedJoint = "lid";

// With finite and small samples, and the clips that the machine names; sound,
// but for a few that a reader would have found broken.
forge::Armature ArmatureFor(const forge::StateMachine& machine, Random& random);

// The clips of a machine and an armature, deliberately naive: one function that
// calls itself. Nothing where the real thing fails.
class NaivePlayer {
 public:
  NaivePlayer(const forge::StateMachine& machine,
              const forge::Armature& armature)
      : machine_(machine), armature_(armature) {}

  std::optional<eval::Matrix> Pose(forge::ExpressionIndex clip, float time,
                                   const NaiveInputs& inputs);
  std::optional<std::vector<eval::PastEvent>> Events(
      forge::ExpressionIndex clip, float last, float now,
      const NaiveInputs& inputs);

  // Whether all times were numbers so far.
  bool finite() const { return finite_; }

 private:
  std::optional<float> Value(forge::ExpressionIndex e, float time,
                             const NaiveInputs& inputs);
  const forge::Armature::Clip* ModelClip(const forge::Expression& e) const;
  // Whether the game throws when it shows the clip's joint.
  bool IsBroken(const forge::Armature::Clip& clip) const;

  const forge::StateMachine& machine_;
  const forge::Armature& armature_;
  bool finite_ = true;
};

// All that a machine says and shows, when it plays the script of `seed`. Aborts
// if it is not what the naive player gives, or not finite for finite times.
std::string PlayScript(const forge::StateMachine& machine,
                       const forge::Armature& armature, uint64_t seed);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_FORGE_FORGE_PLAY_H_
