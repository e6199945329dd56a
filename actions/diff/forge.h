// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Compares two of Forge's armatures, or two state machines: by names, not by
// their order.
//
// Armatures: joints and their weights, clips, events, variables. A variable is
// compared over a whole clip; what it is between samples is known, so that the
// difference is exact. An angle's is looked for at both files' samples: it goes
// the short way round.
//
// State machines: parameters and clips, number by number where the expressions
// have the same form; states, transitions, the start state.
//
// Time is linear in the sizes, but for names, which are sorted. Reentrant: no
// state, no I/O. REQUIRES: both were read without errors.

#ifndef CLIPGUARD_ACTIONS_DIFF_FORGE_H_
#define CLIPGUARD_ACTIONS_DIFF_FORGE_H_

#include "actions/diff/comparison.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"

namespace clipguard::actions {

Comparison CompareArmatures(const forge::Armature& a, const forge::Armature& b,
                            const CompareOptions& options = {});

Comparison CompareMachines(const forge::StateMachine& a,
                           const forge::StateMachine& b,
                           const CompareOptions& options = {});

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_DIFF_FORGE_H_
