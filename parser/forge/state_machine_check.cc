// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/state_machine_check.h"

#include <string>
#include <string_view>
#include <vector>

#include "parser/forge/state_machine_check_context.h"

namespace clipguard::forge {

std::string CheckContext::Suggestion(
    std::string_view name,
    const std::vector<StateMachine::Named>& among) const {
  return report.SuggestAmong(
      name, among, [&](const StateMachine::Named& n) { return text(n.name); });
}

std::string CheckContext::WhyNoState(std::string_view name) const {
  if (places.clip_names.contains(name)) {
    return ": it is a clip, but not in \"states\"";
  }
  return report.SuggestAmong(
      name, machine.states,
      [&](const StateMachine::State& state) { return text(state.name); });
}

JsonNode CheckContext::EventOf(const Expression& trigger) const {
  const JsonDocument& json = report.json();
  return json.After(json.After(json.After(trigger.place + 1)));
}

void CheckStateMachine(const StateMachineOptions& options,
                       const MachinePlaces& places, JsonReporter& report,
                       StateMachine& machine) {
  const CheckContext context{options, places, report, machine};
  const EventClips clips = CheckReferences(context);
  CheckExpressions(context, clips);
  const StateFacts states = CheckStates(context);
  CheckTransitionEvents(context, clips, states);
}

}  // namespace clipguard::forge
