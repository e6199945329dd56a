// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A state machine as a graph, for Graphviz or Mermaid to draw.

#ifndef CLIPGUARD_CLI_PLAY_STATE_GRAPH_H_
#define CLIPGUARD_CLI_PLAY_STATE_GRAPH_H_

#include <cstdint>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "cli/formats/forge_resources.h"
#include "parser/forge/state_machine.h"

namespace clipguard::cli {

struct StateGraphResult {
  // All of it was written, no more than the bytes allowed. Otherwise this is
  // the state that was written about when they were exceeded.
  bool whole = true;
  uint32_t state = 0;
  uint64_t bytes = 0;
  // All causes of transitions have been looked for. They end where states
  // share too many clips, with 20 million clips and events in all.
  bool complete = true;
};

enum class GraphLanguage : uint8_t { kDot, kMermaid };

struct StateGraphOptions {
  GraphLanguage notation = GraphLanguage::kDot;
  std::string_view file;  // as the title names it
  uint64_t most_bytes = 0;
};

// States with what they show, the start marked, what cannot be reached apart
// and dashed. A transition that a clip's event triggers has the event's cause
// as its label; one without a label is left to the game's code. Events of
// armatures are known only with resources, which may be null. The same text for
// the same machine, on any machine.
//
// Gives the text to `write` piece by piece, and ends soon after more than
// `most_bytes`. Takes time linear in the machine, in the text, and in the clips
// and events that each state shows.
StateGraphResult WriteStateGraph(
    const forge::StateMachine& machine, ForgeResources* resources,
    const StateGraphOptions& options,
    absl::FunctionRef<void(std::string_view)> write);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_PLAY_STATE_GRAPH_H_
