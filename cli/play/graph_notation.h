// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Languages that a graph of states can be written in. state_graph.h says what
// is in the graph.

#ifndef CLIPGUARD_CLI_PLAY_GRAPH_NOTATION_H_
#define CLIPGUARD_CLI_PLAY_GRAPH_NOTATION_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace clipguard::cli {

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

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_PLAY_GRAPH_NOTATION_H_
