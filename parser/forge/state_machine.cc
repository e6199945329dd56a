// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/state_machine.h"

#include <algorithm>
#include <numeric>

namespace clipguard::forge {
namespace {

std::string Lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

template <typename Item, typename Name>
std::vector<uint32_t> Sorted(const std::vector<Item>& items, Name name) {
  std::vector<uint32_t> order(items.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const int compared = name(items[a]).compare(name(items[b]));
    return compared != 0 ? compared < 0 : a < b;
  });
  return order;
}

// The first of `items` with that name.
template <typename Item, typename Name>
uint32_t Find(const std::vector<Item>& items,
              const std::vector<uint32_t>& order, std::string_view wanted,
              Name name) {
  const auto found = std::lower_bound(
      order.begin(), order.end(), wanted,
      [&](uint32_t i, std::string_view w) { return name(items[i]) < w; });
  return found != order.end() && name(items[*found]) == wanted ? *found
                                                               : kNowhere;
}

}  // namespace

std::optional<ModelClip> ParseModelClip(std::string_view text) {
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

void StateMachine::IndexNames() {
  const auto name = [this](const auto& item) { return texts[item.name]; };
  parameters_by_name = Sorted(parameters, name);
  clips_by_name = Sorted(clips, name);
  states_by_name = Sorted(states, name);
}

uint32_t StateMachine::FindParameter(std::string_view name) const {
  return Find(parameters, parameters_by_name, name,
              [this](const Named& item) { return texts[item.name]; });
}

uint32_t StateMachine::FindClip(std::string_view name) const {
  return Find(clips, clips_by_name, name,
              [this](const Named& item) { return texts[item.name]; });
}

uint32_t StateMachine::FindState(std::string_view name) const {
  return Find(states, states_by_name, name,
              [this](const State& item) { return texts[item.name]; });
}

uint32_t StateMachine::FindInput(std::string_view name) const {
  const auto found = std::lower_bound(
      inputs.begin(), inputs.end(), name,
      [this](Text a, std::string_view w) { return texts[a] < w; });
  return found != inputs.end() && texts[*found] == name
             ? static_cast<uint32_t>(found - inputs.begin())
             : kNowhere;
}

}  // namespace clipguard::forge
