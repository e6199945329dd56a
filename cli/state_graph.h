// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A state machine as a graph in the DOT language of Graphviz.

#ifndef CLIPGUARD_CLI_STATE_GRAPH_H_
#define CLIPGUARD_CLI_STATE_GRAPH_H_

#include <string>

#include "cli/forge_resources.h"
#include "parser/forge/state_machine.h"

namespace clipguard::cli {

// States with their clips, the start marked, what cannot be reached dashed and
// said to be so. A transition that a clip's event triggers has the event's
// cause as its label; one without a label is left to the game's code. Events
// of armatures are known only with resources, which may be null. The same text
// for the same machine, on any machine. In time linear in the machine, but for
// causes: where many states share large clips, looking for them ends with
// `complete` false.
std::string StateGraph(const forge::StateMachine& machine,
                       ForgeResources* resources, bool* complete);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_STATE_GRAPH_H_
