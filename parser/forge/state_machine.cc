// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/state_machine.h"

#include <algorithm>

#include "absl/container/inlined_vector.h"
#include "base/memory/work_counter.h"

namespace clipguard::forge {

namespace {

// As many states as most machines have at most.
constexpr size_t kUsual = 64;

std::string Lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

uint32_t FindNamed(const TextPool& texts,
                   const std::vector<StateMachine::Named>& list,
                   std::string_view name) {
  CountWork(list.size());
  for (uint32_t i = 0; i < list.size(); ++i) {
    if (texts[list[i].name] == name) return i;
  }
  return kNowhere;
}

}  // namespace

std::optional<ModelClip> ReadModelClip(std::string_view text) {
  const size_t at = text.rfind('@');
  if (at == std::string_view::npos) return std::nullopt;
  ModelClip result;
  result.clip = text.substr(at + 1);
  std::string_view model = text.substr(0, at);
  if (const size_t hash = model.find('#'); hash != std::string_view::npos) {
    result.has_variant = true;
    result.variant = model.substr(hash + 1);
    model = model.substr(0, hash);
  }
  result.domain = "minecraft";
  if (const size_t colon = model.find(':'); colon != std::string_view::npos) {
    // A domain of one letter is taken for a drive of Windows, and dropped.
    if (colon > 1) result.domain = Lower(model.substr(0, colon));
    model = model.substr(colon + 1);
  }
  result.path = Lower(model);
  return result;
}

uint32_t StateMachine::FindParameter(std::string_view name) const {
  return FindNamed(texts, parameters, name);
}

uint32_t StateMachine::FindClip(std::string_view name) const {
  return FindNamed(texts, clips, name);
}

uint32_t StateMachine::FindState(std::string_view name) const {
  return FindName(state_names, name);
}

uint32_t StateMachine::FindInput(std::string_view name) const {
  const auto found = std::lower_bound(
      inputs.begin(), inputs.end(), name,
      [this](Text a, std::string_view w) { return texts[a] < w; });
  return found != inputs.end() && texts[*found] == name
             ? static_cast<uint32_t>(found - inputs.begin())
             : kNowhere;
}

uint32_t StateMachine::FindStateToEnter(std::string_view name) const {
  const uint32_t state = FindState(name);
  return state != kNowhere && states[state].clip != kNowhere ? state : kNowhere;
}

std::span<const StateMachine::Transition> StateMachine::TransitionsFrom(
    uint32_t state) const {
  const auto [first, last] = std::equal_range(
      transitions.begin(), transitions.end(), Transition{state, 0},
      [](const auto& a, const auto& b) { return a.from < b.from; });
  return {first, last};
}

bool StateMachine::IsListed(uint32_t from, uint32_t to) const {
  const auto list = TransitionsFrom(from);
  return std::binary_search(
      list.begin(), list.end(), Transition{from, to},
      [](const auto& a, const auto& b) { return a.to < b.to; });
}

std::vector<bool> StateMachine::ReachableFrom(uint32_t state, bool all) const {
  std::vector<bool> reachable(states.size());
  if (state == kNowhere) return reachable;
  // Where the transitions from each state begin.
  absl::InlinedVector<uint32_t, kUsual> first(states.size() + 1);
  uint32_t end = 0;
  for (uint32_t s = 0; s < states.size(); ++s) {
    first[s] = end;
    while (end < transitions.size() && transitions[end].from == s) ++end;
  }
  first.back() = end;
  absl::InlinedVector<uint32_t, kUsual> open = {state};
  reachable[state] = true;
  while (!open.empty()) {
    const uint32_t from = open.back();
    open.pop_back();
    for (uint32_t i = first[from]; i < first[from + 1]; ++i) {
      const uint32_t to = transitions[i].to;
      if (reachable[to] || (!all && states[to].clip == kNowhere)) continue;
      reachable[to] = true;
      open.push_back(to);
    }
  }
  return reachable;
}

}  // namespace clipguard::forge
