// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Checking a state machine, third part: states, transitions, and what the start
// leads to.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parser/forge/state_machine.h"
#include "parser/forge/state_machine_check_context.h"
#include "parser/json/json_reporter.h"

namespace clipguard::forge {
namespace {

class StateCheck {
 public:
  // `facts` is filled in.
  StateCheck(const CheckContext& context, StateFacts& facts)
      : context_(context),
        places_(context.places),
        report_(context.report),
        m_(context.machine),
        facts_(facts) {}

  void Run() {
    CheckStates();
    CheckTransitions();
    CheckStart();
    CheckReach();
  }

 private:
  struct Edge {
    StateMachine::Transition transition;
    uint32_t named;
  };

  void CheckStates() {
    facts_.first_of_name.resize(m_.states.size());
    for (uint32_t i = 0; i < m_.states.size(); ++i) {
      facts_.first_of_name[i] = m_.FindState(text(m_.states[i].name)) == i;
    }
    bool all_have_clips = true;
    for (StateMachine::State& state : m_.states) {
      state.clip = FindName(places_.clip_names, text(state.name));
      all_have_clips = all_have_clips && state.clip != kNowhere;
    }
    const ShortList<bool> entered =
        all_have_clips ? ShortList<bool>() : StatesEntered();
    for (uint32_t i = 0; i < m_.states.size(); ++i) {
      const StateMachine::State& state = m_.states[i];
      const std::string_view name = text(state.name);
      const auto arguments = [&] {
        return Arguments{Quoted(name), context_.Suggestion(name, m_.clips)};
      };
      if (!facts_.first_of_name[i]) {
        report_.At(FindingCode::kAsmStateDuplicate, state.place,
                   [&] { return Arguments{Quoted(name)}; });
      } else if (state.clip == kNowhere && places_.has_clips) {
        if (entered[i]) {
          report_.At(FindingCode::kAsmStateWithoutClip, state.place, arguments);
        } else {
          report_.At(FindingCode::kAsmUnusedStateWithoutClip, state.place,
                     arguments);
        }
      }
    }
  }

  // By state: whether the start or a transition from another state names it.
  ShortList<bool> StatesEntered() const {
    ShortList<bool> entered;
    entered.resize(m_.states.size());
    const uint32_t start = m_.FindState(text(m_.start_state));
    if (start != kNowhere) entered[start] = true;
    for (const auto& named : m_.named_transitions) {
      const uint32_t to = m_.FindState(text(named.to));
      if (to == kNowhere || entered[to]) continue;
      const uint32_t from = m_.FindState(text(named.from));
      entered[to] = from != kNowhere && from != to;
    }
    return entered;
  }

  void CheckTransitions() {
    if (!places_.has_states) return;
    LookUpTransitions();
    SortTransitions();
  }

  // Puts those whose states exist into edges_, and reports the others.
  void LookUpTransitions() {
    leads_nowhere_.resize(m_.states.size());
    edges_.reserve(m_.named_transitions.size());
    JsonNode last_from = 0;
    JsonNode key = 0;  // of the state `from`
    uint32_t from = kNowhere;
    for (size_t i = 0; i < m_.named_transitions.size(); ++i) {
      const auto& named = m_.named_transitions[i];
      const std::string_view to_name = text(named.to);
      if (places_.transition_from[i] != key) {
        key = places_.transition_from[i];
        from = m_.FindState(text(named.from));
      }
      const uint32_t to = m_.FindState(to_name);
      if (from == kNowhere) {
        if (places_.transition_from[i] != last_from) {
          report_.At(FindingCode::kAsmTransitionFromUnknown,
                     places_.transition_from[i], [&] {
                       return Arguments{Quoted(text(named.from)),
                                        context_.WhyNoState(text(named.from))};
                     });
        }
        last_from = places_.transition_from[i];
        continue;
      }
      if (to == kNowhere) {
        leads_nowhere_[from] = true;
        report_.At(FindingCode::kAsmTransitionToUnknown,
                   places_.transition_to[i], [&] {
                     return Arguments{Quoted(to_name),
                                      context_.WhyNoState(to_name)};
                   });
        continue;
      }
      // A state without a clip has its error already.
      if (m_.states[to].clip == kNowhere) leads_nowhere_[from] = true;
      Edge& added = edges_.emplace_back();
      added.transition.from = from;
      added.transition.to = to;
      added.named = static_cast<uint32_t>(i);
    }
  }

  // Makes the machine's list of edges_, and reports those that come again.
  void SortTransitions() {
    const auto both = [](const Edge& edge) {
      return uint64_t{edge.transition.from} << 32 | edge.transition.to;
    };
    const auto before = [both](const Edge& a, const Edge& b) {
      return both(a) != both(b) ? both(a) < both(b) : a.named < b.named;
    };
    std::sort(edges_.begin(), edges_.end(), before);
    m_.transitions.reserve(edges_.size());
    ShortList<uint32_t> again;
    for (const Edge& edge : edges_) {
      if (!m_.transitions.empty() &&
          m_.transitions.back().from == edge.transition.from &&
          m_.transitions.back().to == edge.transition.to) {
        if (m_.states[edge.transition.to].clip != kNowhere) {
          again.push_back(edge.named);
        }
      } else {
        m_.transitions.push_back(edge.transition);
      }
    }
    std::sort(again.begin(), again.end());
    for (const uint32_t i : again) {
      report_.At(
          FindingCode::kAsmTransitionDuplicate, places_.transition_to[i],
          [&] { return Arguments{Quoted(text(m_.named_transitions[i].to))}; });
    }
  }

  void CheckStart() {
    if (places_.start_state == 0) return;
    const std::string_view name = text(m_.start_state);
    m_.start = m_.FindStateToEnter(name);
    if (m_.start != kNowhere || !places_.has_states || !places_.has_clips) {
      return;
    }
    report_.At(FindingCode::kAsmStartStateUnknown, places_.start_state, [&] {
      return Arguments{Quoted(name),
                       m_.FindState(name) != kNowhere
                           ? std::string(": it is in \"states\", but no clip")
                           : context_.WhyNoState(name)};
    });
  }

  void CheckReach() {
    if (m_.start == kNowhere || !places_.has_transitions) return;
    facts_.reached = m_.Reachable();
    size_t distinct = 0;
    for (uint32_t i = 0; i < m_.states.size(); ++i) {
      distinct += facts_.first_of_name[i];
    }
    auto way = m_.transitions.begin();
    for (uint32_t i = 0; i < m_.states.size(); ++i) {
      bool leaves = false;
      for (; way != m_.transitions.end() && way->from == i; ++way) {
        leaves |= way->to != i;
      }
      const StateMachine::State& state = m_.states[i];
      // The former have been reported as errors, the latter as warnings.
      if (state.clip == kNowhere || !facts_.first_of_name[i]) continue;
      const auto arguments = [&] {
        return Arguments{Quoted(text(state.name))};
      };
      if (!facts_.reached[i]) {
        report_.At(FindingCode::kAsmStateUnreachable, state.place, arguments);
        continue;
      }
      // A transition that is written but leads to no state has an error
      // already.
      if (!leaves && distinct > 1 && !leads_nowhere_[i]) {
        report_.At(FindingCode::kAsmStateFinal, state.place, arguments);
      }
    }
  }

  std::string_view text(Text t) const { return context_.text(t); }

  const CheckContext& context_;
  const MachinePlaces& places_;
  JsonReporter& report_;
  StateMachine& m_;
  StateFacts& facts_;
  ShortList<Edge> edges_;
  ShortList<bool> leads_nowhere_;  // by state: a transition from it does
};

}  // namespace

StateFacts CheckStates(const CheckContext& context) {
  StateFacts facts;
  StateCheck(context, facts).Run();
  return facts;
}

}  // namespace clipguard::forge
