// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Checking a state machine, last part: the events that ask for a transition.

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/float_text.h"
#include "base/memory/work_counter.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/state_machine_check_context.h"
#include "parser/forge/transition_events.h"
#include "parser/json/json_reporter.h"
#include "parser/limits.h"

namespace clipguard::forge {
namespace {

class EventCheck {
 public:
  EventCheck(const CheckContext& context, const EventClips& clips,
             const StateFacts& states)
      : context_(context),
        places_(context.places),
        report_(context.report),
        m_(context.machine),
        clips_(clips),
        states_(states) {}

  // The events of each state's clip that lead to another one. States that
  // nothing leads to are left out: no event fires in them.
  void Run() {
    if (clips_.triggers.empty() && clips_.model_clips.empty()) return;
    if (!places_.has_states || !places_.has_transitions) return;
    TransitionEvents events(m_);
    for (const EventClips::ModelClipAt& clip : clips_.model_clips) {
      events.AddModelClip(clip.expression, *clip.armature, *clip.clip);
    }
    steps_left_ = context_.options.limits.evaluation_steps;
    uint32_t done = 0;
    if (CheckEventsLeadSomewhere(events, done) &&
        CheckEventsAreListed(events, done)) {
      return;
    }
    report_.At(FindingCode::kLimitExceeded, m_.states[done].place, [&] {
      const uint64_t most = context_.options.limits.evaluation_steps;
      return Arguments{
          absl::StrCat("what is to be looked at for the events of all "
                       "states, ",
                       most + 1, " clips and events,"),
          absl::StrCat(most), LimitName(&Limits::evaluation_steps)};
    });
  }

 private:
  bool IsEntered(uint32_t s) const {
    return m_.states[s].clip != kNowhere && states_.first_of_name[s] &&
           (states_.reached.empty() || states_.reached[s]);
  }

  ExpressionIndex ClipOf(uint32_t s) const {
    return m_.clips[m_.states[s].clip].expression;
  }

  // Each event once, whatever state it belongs to. False if there were too few
  // steps, in the state `s`.
  bool CheckEventsLeadSomewhere(TransitionEvents& events, uint32_t& s) {
    ShortList<ExpressionIndex> sources;
    // Reasons for events that many clips have, by the address of the event's
    // name.
    std::map<const char*, std::string> why;
    events.StartRound();
    for (s = 0; s < m_.states.size(); ++s) {
      if (!IsEntered(s)) continue;
      if (!events.Visit(ClipOf(s), steps_left_, [&](ExpressionIndex source) {
            sources.push_back(source);
          })) {
        return false;
      }
    }
    std::sort(sources.begin(), sources.end(),
              [&](ExpressionIndex a, ExpressionIndex b) {
                return PlaceOf(a) < PlaceOf(b);
              });
    for (const ExpressionIndex source : sources) {
      for (const TransitionEvent& event : events.Of(source)) {
        // A state without a clip has its error already.
        if (event.state != kNowhere) continue;
        report_.At(
            FindingCode::kAsmEventTransitionUnknown, PlaceOf(source), [&] {
              const auto [known, is_new] = why.try_emplace(event.name.data());
              if (is_new) known->second = context_.WhyNoState(event.name);
              return Arguments{Quoted(event.name),
                               known->second + WhichOf(source, event)};
            });
      }
    }
    return true;
  }

  // Where an event leads, if that can be entered.
  uint32_t ToEnter(const TransitionEvent& event) const {
    return event.state != kNowhere && m_.states[event.state].clip != kNowhere
               ? event.state
               : kNowhere;
  }

  // A transition that is not listed under the state is refused when the event
  // fires, unless other events of the same clip lead to where it is listed.
  // False if there were too few steps, in the state `s`.
  bool CheckEventsAreListed(TransitionEvents& events, uint32_t& s) {
    ShortList<ExpressionIndex> sources;
    // By state: in which one it was asked for last, and led to.
    ShortList<uint32_t> asked(m_.states.size(), kNowhere);
    ShortList<uint32_t> led_to(m_.states.size(), kNowhere);
    ShortList<uint32_t> ways;
    for (s = 0; s < m_.states.size(); ++s) {
      if (!IsEntered(s)) continue;
      sources.clear();
      events.StartRound();
      if (!events.Visit(ClipOf(s), steps_left_, [&](ExpressionIndex source) {
            sources.push_back(source);
            for (const TransitionEvent& event : events.Of(source)) {
              const uint32_t to = ToEnter(event);
              if (to != kNowhere) asked[to] = s;
            }
          })) {
        return false;
      }
      ways.clear();
      if (!sources.empty()) ways.push_back(s);
      while (!ways.empty()) {
        const auto transitions = m_.TransitionsFrom(ways.back());
        ways.pop_back();
        for (const auto& [from, to] : transitions) {
          if (steps_left_ == 0) return false;
          --steps_left_;
          CountWork();
          if (asked[to] != s || led_to[to] == s) continue;
          led_to[to] = s;
          ways.push_back(to);
        }
      }
      for (const ExpressionIndex source : sources) {
        for (const TransitionEvent& event : events.Of(source)) {
          const uint32_t to = ToEnter(event);
          if (to == kNowhere || led_to[to] == s) continue;
          report_.At(
              FindingCode::kAsmEventTransitionRefused, PlaceOf(source), [&] {
                return Arguments{Quoted(text(m_.states[s].name)),
                                 Quoted(event.name), WhichOf(source, event)};
              });
        }
      }
    }
    return true;
  }

  JsonNode PlaceOf(ExpressionIndex source) const {
    const Expression& e = m_.expressions[source];
    return e.kind == ExpressionKind::kTrigger ? context_.EventOf(e) : e.place;
  }

  // Which of an armature's events it is.
  std::string WhichOf(ExpressionIndex source,
                      const TransitionEvent& event) const {
    if (m_.expressions[source].kind == ExpressionKind::kTrigger) return {};
    return absl::StrCat(" (the event at ", FloatText(event.time),
                        " of the model's clip)");
  }

  std::string_view text(Text t) const { return context_.text(t); }

  const CheckContext& context_;
  const MachinePlaces& places_;
  JsonReporter& report_;
  StateMachine& m_;
  const EventClips& clips_;
  const StateFacts& states_;
  uint64_t steps_left_ = 0;
};

}  // namespace

void CheckTransitionEvents(const CheckContext& context, const EventClips& clips,
                           const StateFacts& states) {
  EventCheck(context, clips, states).Run();
}

}  // namespace clipguard::forge
