// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A state machine as a drawing.

#ifndef CLIPGUARD_CLI_PLAY_STATE_MACHINE_GRAPH_H_
#define CLIPGUARD_CLI_PLAY_STATE_MACHINE_GRAPH_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "cli/formats/forge_resources.h"
#include "parser/forge/state_machine.h"

namespace clipguard::cli {

// Languages that a graph of states can be written in: WriteStateGraph() says
// what is in the graph.

// The caption of the drawing. All texts here and below are printable and short;
// each notation escapes its special characters.
struct GraphTitle {
  std::string file;
  std::string about;  // "starts in closed; 4 states, 5 transitions"
};

struct GraphState {
  uint32_t number;
  std::string name;
  std::string clip;  // empty if it has none
  bool is_reachable;
};

struct GraphTransition {
  uint32_t from;
  uint32_t to;
  std::span<const std::string> causes;  // lines
  bool is_listed;                       // otherwise the game refuses it
  bool is_reachable;                    // the state that it begins at
  bool is_back;  // leads to a state that is nearer to the start
};

// Called in this order: Begin(), State() for those that can be reached, then
// for those that cannot, Transition(), End(). Each appends to `out`.
class GraphNotation {
 public:
  virtual ~GraphNotation() = default;

  // `start` is the first state, unless the file names none that exists.
  virtual void Begin(const GraphTitle& title, std::optional<uint32_t> start,
                     std::string& out) = 0;
  virtual void State(const GraphState& state, std::string& out) = 0;
  // After the last state: `deepest` is one of those that are farthest from the
  // start.
  virtual void EndStates(uint32_t deepest, std::string& out) = 0;
  virtual void Transition(const GraphTransition& transition,
                          std::string& out) = 0;
  virtual void End(std::string& out) = 0;
};

// A name as it can be seen: in quotes if it is empty, or begins or ends with a
// space.
std::string Visible(std::string_view name);

// The DOT language of Graphviz.
std::unique_ptr<GraphNotation> DotNotation();

// Mermaid's stateDiagram-v2, as code hosts draw it.
std::unique_ptr<GraphNotation> MermaidNotation();

// A state machine as a graph, for Graphviz or Mermaid to draw.

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

#endif  // CLIPGUARD_CLI_PLAY_STATE_MACHINE_GRAPH_H_
