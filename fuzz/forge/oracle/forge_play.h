// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// State machines at play: an armature to play with, and a script.

#ifndef CLIPGUARD_FUZZ_FORGE_ORACLE_FORGE_PLAY_H_
#define CLIPGUARD_FUZZ_FORGE_ORACLE_FORGE_PLAY_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/shared/random.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"

namespace clipguard::fuzz {

inline constexpr std::string_view kPlayedJoint = "lid";

// With finite and small samples, and the clips that the machine names; sound,
// but for a few that a reader would have found broken.
forge::Armature ArmatureFor(const forge::StateMachine& machine, Random& random);

// All that a machine says and shows, when it plays the script of `seed`. Aborts
// if it is not what the specification gives, or not finite for finite times.
std::string PlayScript(const forge::StateMachine& machine,
                       const forge::Armature& armature, uint64_t seed);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_FORGE_ORACLE_FORGE_PLAY_H_
