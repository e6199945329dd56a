// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/transition_events.h"

#include "base/memory/work_counter.h"

namespace clipguard::forge {

TransitionEvents::TransitionEvents(const StateMachine& machine)
    : m_(machine),
      source_of_(machine.expressions.size(), kNowhere),
      seen_(machine.expressions.size(), 0) {
  for (ExpressionIndex i = 0; i < m_.expressions.size(); ++i) {
    const Expression& e = m_.expressions[i];
    if (e.kind != ExpressionKind::kTrigger || !Varies(e.first + 1)) continue;
    const size_t first = events_.size();
    Add(m_.texts[e.text], /*time=*/0);
    source_of_[i] = AddSource(first);
  }
}

void TransitionEvents::Add(std::string_view event, float time) {
  if (!event.starts_with(kTransitionEvent)) return;
  const std::string_view name = event.substr(kTransitionEvent.size());
  events_.push_back({name, m_.FindState(name), time});
}

uint32_t TransitionEvents::AddSource(size_t first) {
  if (first == events_.size()) return kNowhere;
  sources_.push_back({static_cast<uint32_t>(first),
                      static_cast<uint32_t>(events_.size() - first)});
  return static_cast<uint32_t>(sources_.size() - 1);
}

void TransitionEvents::AddModelClip(ExpressionIndex expression,
                                    const Armature& armature,
                                    const Armature::Clip& clip) {
  if (armature.Events(clip).empty()) return;
  const auto [known, is_new] = model_clips_.try_emplace(&clip, kNowhere);
  if (is_new) {
    const size_t first = events_.size();
    for (const Armature::Event& event : armature.Events(clip)) {
      if (!clip.loop && event.time >= 1) continue;
      Add(armature.texts[event.name], event.time);
    }
    known->second = AddSource(first);
  }
  source_of_[expression] = known->second;
}

std::span<const TransitionEvent> TransitionEvents::Of(
    ExpressionIndex source) const {
  const uint32_t entry = source_of_[source];
  if (entry == kNowhere) return {};
  return std::span(events_).subspan(sources_[entry].first,
                                    sources_[entry].count);
}

void TransitionEvents::StartRound() { ++round_; }

bool TransitionEvents::Visit(
    ExpressionIndex clip, uint64_t& steps_left,
    absl::FunctionRef<void(ExpressionIndex source)> visit) {
  const uint64_t steps_before = steps_left;
  bool enough = true;
  open_.assign(1, clip);
  while (!open_.empty()) {
    const ExpressionIndex i = open_.back();
    open_.pop_back();
    if (i == kNowhere || seen_[i] == round_) continue;
    seen_[i] = round_;
    const uint32_t entry = source_of_[i];
    const uint64_t steps =
        1 + (entry == kNowhere ? uint64_t{0} : sources_[entry].count);
    if (steps_left < steps) {
      steps_left = 0;
      enough = false;
      break;
    }
    steps_left -= steps;
    if (entry != kNowhere) visit(i);
    const Expression& e = m_.expressions[i];
    switch (e.kind) {
      case ExpressionKind::kClipReference:
      case ExpressionKind::kTrigger:
        open_.push_back(e.first);
        break;
      case ExpressionKind::kApply:
        if (Varies(e.first + 1)) open_.push_back(e.first);
        break;
      case ExpressionKind::kSlerp:
        if (!Varies(e.first + 2)) break;
        open_.push_back(e.first + 1);
        open_.push_back(e.first);
        break;
      default:
        break;
    }
  }
  CountWork(steps_before - steps_left);
  return enough;
}

}  // namespace clipguard::forge
