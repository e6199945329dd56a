// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The second half of reading a state machine: what can only be said when all
// names are known.

#ifndef CLIPGUARD_PARSER_FORGE_STATE_MACHINE_CHECK_H_
#define CLIPGUARD_PARSER_FORGE_STATE_MACHINE_CHECK_H_

#include <cstddef>

#include "absl/container/inlined_vector.h"
#include "parser/forge/json/name_map.h"
#include "parser/forge/state_machine.h"
#include "parser/json/json_document.h"
#include "parser/json/json_reporter.h"

namespace clipguard::forge {

// Lists of what is only needed while a file is read. In most files they are
// short, and allocate nothing.
inline constexpr size_t kUsualNames = 64;
template <typename T>
using ShortList = absl::InlinedVector<T, kUsualNames>;

// Where things are that the model does not keep.
struct MachinePlaces {
  // References, models' clips and triggers in the order of the file, but for
  // those in operands that are never looked at.
  ShortList<ExpressionIndex> named;
  // The value and the key of named_transitions[i].
  ShortList<JsonNode> transition_to;
  ShortList<JsonNode> transition_from;
  JsonNode start_state = 0;  // 0: there is none
  // Indices of parameters and clips; look into the document.
  NameMap parameter_names;
  NameMap clip_names;
  // Whether the keys are there and could be read.
  bool has_clips = false;
  bool has_states = false;
  bool has_transitions = false;
};

// Looks up every name: fills in `first` of references, clips of states,
// `transitions`, `start` and `inputs`. Reports what cannot be found, cycles,
// what is too deep or takes too long, and then what the states cannot do.
void CheckStateMachine(const StateMachineOptions& options,
                       const MachinePlaces& places, JsonReporter& report,
                       StateMachine& machine);

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_STATE_MACHINE_CHECK_H_
