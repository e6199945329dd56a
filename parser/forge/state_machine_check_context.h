// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Data that the parts of checking a state machine share, and their order:
// references, expressions, states, events. For state_machine_check.cc and them
// only.

#ifndef CLIPGUARD_PARSER_FORGE_STATE_MACHINE_CHECK_CONTEXT_H_
#define CLIPGUARD_PARSER_FORGE_STATE_MACHINE_CHECK_CONTEXT_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/state_machine_check.h"
#include "parser/json/json_reporter.h"

namespace clipguard::forge {

struct CheckContext {
  const StateMachineOptions& options;
  const MachinePlaces& places;
  JsonReporter& report;
  StateMachine& machine;

  std::string_view text(Text t) const { return machine.texts[t]; }

  // "; did you mean ...", or nothing.
  std::string Suggestion(std::string_view name,
                         const std::vector<StateMachine::Named>& among) const;
  // ": it is a clip, but not in states", or a suggestion.
  std::string WhyNoState(std::string_view name) const;
  // Where the event of ["trigger_positive", clip, value, "event"] is.
  JsonNode EventOf(const Expression& trigger) const;
};

inline bool IsReference(ExpressionKind kind) {
  return kind == ExpressionKind::kParameter ||
         kind == ExpressionKind::kClipReference;
}

// Children that count: operands beyond the operators are never looked at.
inline uint32_t UsedChildren(const Expression& e) {
  if (e.kind == ExpressionKind::kOperators) {
    return std::min(e.children, e.text.size);
  }
  return e.children;
}

// ---- The parts, in their order ----------------------------------------------

// Clips that have events.
struct EventClips {
  // A model's clip that is known, and has events.
  struct ModelClipAt {
    ExpressionIndex expression;
    const Armature* armature;
    const Armature::Clip* clip;
  };
  ShortList<ExpressionIndex> triggers;
  std::vector<ModelClipAt> model_clips;
};

// Looks up what references lead to, numbers the inputs, and checks models'
// clips (reference_check.cc).
EventClips CheckReferences(const CheckContext& context);

// Finds out what each expression needs and whether it varies. Cuts cycles and
// what is too deep or takes too long (expression_check.cc).
void CheckExpressions(const CheckContext& context, const EventClips& clips);

struct StateFacts {
  ShortList<bool> first_of_name;  // by state
  std::vector<bool> reached;      // by state; empty: it is not known which
};

// Looks up states, transitions and the start (state_check.cc).
StateFacts CheckStates(const CheckContext& context);

// The events that ask for a transition (event_check.cc).
void CheckTransitionEvents(const CheckContext& context, const EventClips& clips,
                           const StateFacts& states);

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_STATE_MACHINE_CHECK_CONTEXT_H_
