// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/forge/transition_causes.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/float_text.h"
#include "base/text.h"
#include "parser/forge/armature.h"
#include "report/forge/machine_words.h"

namespace clipguard::report {
namespace {

using forge::Armature;
using forge::Expression;
using forge::ExpressionIndex;
using forge::ExpressionKind;
using forge::kNowhere;
using forge::StateMachine;
using forge::TransitionEvent;

// Clips and events that are looked at for causes of transitions, over all
// states.
constexpr uint64_t kMostSteps = 20'000'000;
// Bytes of a text that are read: Shortened() looks at no more for a label.
constexpr size_t kMostLookedAt = 4 * kLongestLabel;

}  // namespace

std::string NameLabel(std::string_view name) {
  return Shortened(name, kLongestLabel);
}

std::string ClipLabel(const StateMachine& machine, uint32_t state) {
  const uint32_t clip = machine.states[state].clip;
  if (clip == kNowhere) return {};
  return NameLabel(
      ClipWords(machine, machine.clips[clip].expression, kMostLookedAt));
}

TransitionCauses::TransitionCauses(const StateMachine& machine,
                                   const forge::FindArmature& find_armature)
    : m_(machine),
      events_(machine),
      steps_left_(kMostSteps),
      causes_of_(machine.states.size(), kNowhere) {
  if (find_armature) AddModelClips(find_armature);
}

bool TransitionCauses::Visit(
    uint32_t state, absl::FunctionRef<bool(const DrawnTransition&)> visit) {
  FindCauses(state);
  bool goes_on = true;
  for (const auto& [from, to] : m_.TransitionsFrom(state)) {
    const uint32_t found = causes_of_[to];
    std::vector<std::string> lines;
    if (found != kNowhere) {
      lines = Lines(causes_[found]);
      causes_of_[to] = kNowhere;
    }
    goes_on = visit({from, to, lines, /*is_listed=*/true});
    if (!goes_on) break;
  }
  // The game refuses the remaining transitions, unless another event comes
  // first and leads to where it is listed.
  std::erase_if(causes_, [&](const Causes& causes) {
    return causes_of_[causes.to] == kNowhere;
  });
  for (const Causes& causes : causes_) causes_of_[causes.to] = kNowhere;
  if (causes_.size() > 1) SortByName();
  for (const Causes& causes : causes_) {
    if (!goes_on) break;
    const std::vector<std::string> lines = Lines(causes);
    goes_on = visit({state, causes.to, lines, /*is_listed=*/false});
  }
  return goes_on;
}

// Sorts causes_ by the names of the states. Those are compared once.
void TransitionCauses::SortByName() {
  if (rank_.empty()) {
    const auto name = [&](uint32_t state) {
      return m_.texts[m_.states[state].name];
    };
    std::vector<uint32_t> order(m_.states.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(),
              [&](uint32_t a, uint32_t b) { return name(a) < name(b); });
    rank_.resize(order.size());
    for (uint32_t i = 0; i < order.size(); ++i) rank_[order[i]] = i;
  }
  std::sort(causes_.begin(), causes_.end(),
            [&](const Causes& a, const Causes& b) {
              return rank_[a.to] < rank_[b.to];
            });
}

// Fills in causes_ and causes_of_ for the clip of a state.
void TransitionCauses::FindCauses(uint32_t state) {
  causes_.clear();
  const uint32_t clip = m_.states[state].clip;
  if (clip == kNowhere || !complete_) return;
  events_.StartRound();
  complete_ = events_.Visit(
      m_.clips[clip].expression, steps_left_, [&](ExpressionIndex source) {
        uint32_t i = 0;
        for (const TransitionEvent& event : events_.Of(source)) {
          if (event.state != kNowhere) Add(event.state, {source, i});
          ++i;
        }
      });
}

void TransitionCauses::Add(uint32_t to, Cause cause) {
  uint32_t& entry = causes_of_[to];
  if (entry == kNowhere) {
    entry = static_cast<uint32_t>(causes_.size());
    causes_.push_back({to, 0, {}});
  }
  Causes& causes = causes_[entry];
  if (causes.count < kMostCauses) causes.first[causes.count] = cause;
  ++causes.count;
}

// The lines of what leads to a state.
std::vector<std::string> TransitionCauses::Lines(const Causes& causes) {
  std::vector<std::string> lines;
  const size_t shown = std::min<uint64_t>(causes.count, kMostCauses);
  for (size_t i = 0; i < shown; ++i) lines.push_back(TextOf(causes.first[i]));
  if (causes.count > kMostCauses) {
    lines.push_back(absl::StrFormat("and %d more", causes.count - kMostCauses));
  }
  return lines;
}

// Many states may show one clip: what costs something is made once.
std::string TransitionCauses::TextOf(const Cause& cause) {
  const Expression& e = m_.expressions[cause.source];
  std::string& known = texts_[cause.source];
  if (e.kind != ExpressionKind::kModelClip) {
    if (known.empty()) {
      known = NameLabel(TriggerWords(m_, e.first + 1, kMostLookedAt));
    }
    return known;
  }
  if (known.empty()) {
    known = NameLabel(ModelClipWords(m_.texts[e.text], kMostLookedAt));
  }
  const float time = events_.Of(cause.source)[cause.event].time;
  return absl::StrCat(known, " reaches ", FloatText(time));
}

void TransitionCauses::AddModelClips(const forge::FindArmature& find_armature) {
  for (ExpressionIndex i = 0; i < m_.expressions.size(); ++i) {
    const Expression& e = m_.expressions[i];
    if (e.kind != ExpressionKind::kModelClip) continue;
    const auto name = forge::ReadModelClip(m_.texts[e.text]);
    if (!name || name->has_variant) continue;
    const Armature* armature = find_armature(*name);
    if (armature == nullptr) continue;
    const Armature::Clip* clip = armature->FindClip(name->clip);
    if (clip != nullptr) events_.AddModelClip(i, *armature, *clip);
  }
}

}  // namespace clipguard::report
