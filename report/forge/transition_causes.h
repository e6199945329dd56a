// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// TransitionCauses: what makes a state machine's transitions happen by
// themselves, in words, for whoever draws the machine.
//
//   TransitionCauses causes(machine, find_armature);
//   causes.Visit(state, [&](const DrawnTransition& transition) {
//     for (const std::string& line : transition.causes) ...
//     return true;                                     // go on
//   });

#ifndef CLIPGUARD_REPORT_FORGE_TRANSITION_CAUSES_H_
#define CLIPGUARD_REPORT_FORGE_TRANSITION_CAUSES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "absl/functional/function_ref.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/transition_events.h"

namespace clipguard::report {

// A line of a label is cut to so many bytes.
inline constexpr size_t kLongestLabel = 60;

// A name, or a state's clip in words, as a label shows it: printable and short.
std::string NameLabel(std::string_view name);
// Empty if the state has no clip.
std::string ClipLabel(const forge::StateMachine& machine, uint32_t state);

struct DrawnTransition {
  uint32_t from;
  uint32_t to;
  // Printable lines: "time reaches #end". None: left to the game's code. Of
  // more than four causes the first, and how many more there are.
  std::span<const std::string> causes;
  // Otherwise the game refuses it, unless another event of the clip comes
  // first.
  bool is_listed;
};

// Thread-compatible. The machine and the armatures must outlive it.
class TransitionCauses {
 public:
  // Without `find_armature`, armatures' events are not known.
  TransitionCauses(const forge::StateMachine& machine,
                   const forge::FindArmature& find_armature);

  // Visits the transitions away from a state: those that are listed, in the
  // order of the states, then those that are not, by the states' names. Ends
  // when `visit` says false; false if it did.
  bool Visit(uint32_t state,
             absl::FunctionRef<bool(const DrawnTransition&)> visit);

  // False once states have shared too many clips: those visited since have no
  // causes. That is after 20 million clips and events in all.
  bool complete() const { return complete_; }

 private:
  static constexpr size_t kMostCauses = 4;  // shown at one transition

  // An event of a state's clip that asks for a transition.
  struct Cause {
    forge::ExpressionIndex source;
    uint32_t event;  // of those that the source has
  };
  // All that lead to one state, of which the first are shown.
  struct Causes {
    uint32_t to;
    uint64_t count;
    std::array<Cause, kMostCauses> first;
  };

  void AddModelClips(const forge::FindArmature& find_armature);
  void FindCauses(uint32_t state);
  void Add(uint32_t to, Cause cause);
  void SortByName();
  std::vector<std::string> Lines(const Causes& causes);
  std::string TextOf(const Cause& cause);

  const forge::StateMachine& m_;
  forge::TransitionEvents events_;
  uint64_t steps_left_;
  bool complete_ = true;
  // Causes in one state's clip; and by state, which of them leads to it, or
  // kNowhere.
  std::vector<Causes> causes_;
  std::vector<uint32_t> causes_of_;
  std::vector<uint32_t> rank_;  // by state, in the order of their names
  // By source: of a trigger its line, of a model's clip the name as it is
  // shown.
  std::unordered_map<forge::ExpressionIndex, std::string> texts_;
};

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_FORGE_TRANSITION_CAUSES_H_
