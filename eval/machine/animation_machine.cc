// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/machine/animation_machine.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "parser/json/json_reporter.h"

namespace clipguard::eval {

using forge::kNowhere;
using forge::kTransitionEvent;
using forge::StateMachine;

absl::Status AnimationMachine::Transition(std::string_view name) {
  const uint32_t to = machine_->FindStateToEnter(name);
  if (to == kNowhere) {
    return absl::NotFoundError(
        absl::StrCat("there is no state \"", std::string(name), "\""));
  }
  if (!machine_->IsListed(state_, to)) {
    return absl::FailedPreconditionError(
        absl::StrCat("no transition from \"", std::string(state()), "\" to \"",
                     std::string(name), "\" is listed"));
  }
  state_ = to;
  return absl::OkStatus();
}

absl::StatusOr<AnimationMachine::Step> AnimationMachine::Apply(float time) {
  if (last_ == -std::numeric_limits<float>::infinity()) last_ = time;
  applied_ = state_;
  time_ = time;
  auto events = player_.Events(ClipOf(state_), last_, time, inputs_);
  if (!events.ok()) return Located(events.status());
  last_ = time;
  Step step;
  step.state_before = state();
  // The oldest first.
  for (auto event = events->rbegin(); event != events->rend(); ++event) {
    if (!event->name.starts_with('!')) continue;
    if (!event->name.starts_with(kTransitionEvent)) {
      step.dropped.emplace_back(event->name);
      continue;
    }
    absl::Status s = Transition(event->name.substr(kTransitionEvent.size()));
    if (!s.ok()) return s;
  }
  step.events = *std::move(events);
  std::erase_if(step.events, [](const PastEvent& event) {
    return event.name.starts_with('!');
  });
  return step;
}

absl::StatusOr<Matrix> AnimationMachine::JointPose(
    std::string_view joint) const {
  auto pose = player_.JointPose(ClipOf(applied_), joint, time_, inputs_);
  if (!pose.ok()) return Located(pose.status());
  return pose;
}

absl::Status AnimationMachine::JointPoses(const JointSet& joints,
                                          std::span<Matrix> poses) const {
  return Located(
      player_.JointPoses(ClipOf(applied_), joints, time_, inputs_, poses));
}

std::string AnimationMachine::ClipPath() const {
  const StateMachine::Named& clip =
      machine_->clips[machine_->states[applied_].clip];
  std::string path = "/clips";
  AppendPointerToken(machine_->texts[clip.name], path);
  return path;
}

absl::Status AnimationMachine::Located(const absl::Status& status) const {
  if (!absl::IsOutOfRange(status)) return status;
  return absl::OutOfRangeError(
      absl::StrCat(ClipPath(), ": ", status.message()));
}

}  // namespace clipguard::eval
