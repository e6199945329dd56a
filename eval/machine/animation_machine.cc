// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/machine/animation_machine.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "absl/strings/str_cat.h"

namespace clipguard::eval {
namespace {

using forge::Armature;
using forge::Expression;
using forge::ExpressionIndex;
using forge::ExpressionKind;
using forge::kNowhere;
using forge::kTransitionEvent;
using forge::StateMachine;

// Events that one step may give. Limits::evaluation_steps bounds the clips that
// take part, but each may have many.
constexpr size_t kMostEvents = 1'000'000;

absl::Status Broken() {
  return absl::DataLossError(
      "the clip has an error, or refers to one that does not exist");
}

// As the game compares floats: NaN is the greatest, -0 less than 0.
bool IsLater(float a, float b) {
  if (std::isnan(b)) return false;
  if (std::isnan(a)) return true;
  if (a == b) return std::signbit(a) < std::signbit(b);
  return a > b;
}

// One list after the other by the offsets of their heads; of equal ones the
// left comes first. The lists themselves may be out of order.
std::vector<PastEvent> Merge(const std::vector<PastEvent>& left,
                             const std::vector<PastEvent>& right) {
  std::vector<PastEvent> merged;
  merged.reserve(left.size() + right.size());
  auto l = left.begin();
  auto r = right.begin();
  while (l != left.end() && r != right.end()) {
    merged.push_back(IsLater(l->offset, r->offset) ? *r++ : *l++);
  }
  merged.insert(merged.end(), l, left.end());
  merged.insert(merged.end(), r, right.end());
  return merged;
}

}  // namespace

// ---- Clips ------------------------------------------------------------------

ClipPlayer::ClipPlayer(const StateMachine& machine,
                       const FindArmature& find_armature)
    : machine_(&machine), values_(machine) {
  // The clips of each armature by their names.
  std::map<const Armature*, std::map<std::string_view, const Armature::Clip*>>
      clips;
  for (size_t i = 0; i < machine.expressions.size(); ++i) {
    const Expression& e = machine.expressions[i];
    if (e.kind != ExpressionKind::kModelClip) continue;
    const auto name = forge::ParseModelClip(machine.texts[e.text]);
    if (!name || name->has_variant || !find_armature) continue;
    const Armature* armature = find_armature(*name);
    if (armature == nullptr) continue;
    const auto [by_name, is_new] = clips.try_emplace(armature);
    if (is_new) {
      for (const Armature::Clip& clip : armature->clips) {
        by_name->second.emplace(armature->texts[clip.name], &clip);
      }
    }
    const auto clip = by_name->second.find(name->clip);
    if (clip == by_name->second.end()) continue;
    const auto [joints, is_first] = joints_.try_emplace(clip->second);
    if (is_first) {
      for (const Armature::JointClip& j : armature->JointClips(*clip->second)) {
        joints->second.push_back(&j);
      }
      std::sort(joints->second.begin(), joints->second.end(),
                [&](const auto* a, const auto* b) {
                  const std::string_view name_a = armature->texts[a->joint];
                  const std::string_view name_b = armature->texts[b->joint];
                  return name_a != name_b ? name_a < name_b : a < b;
                });
    }
    targets_.push_back({static_cast<ExpressionIndex>(i), armature, clip->second,
                        &joints->second});
  }
}

const ClipPlayer::Target* ClipPlayer::Find(ExpressionIndex expression) const {
  const auto found = std::lower_bound(
      targets_.begin(), targets_.end(), expression,
      [](const Target& t, ExpressionIndex e) { return t.expression < e; });
  return found != targets_.end() && found->expression == expression ? &*found
                                                                    : nullptr;
}

absl::Status ClipPlayer::Value(ExpressionIndex expression, float time,
                               const TimeInputs& inputs, float* value) const {
  const auto entry = values_.Find(expression);
  if (entry && values_.Evaluate(*entry, time, inputs, value)) {
    return absl::OkStatus();
  }
  return absl::UnavailableError(
      "a time value has an error, or needs a value that was not supplied");
}

absl::StatusOr<Matrix> ClipPlayer::JointPose(ExpressionIndex clip,
                                             std::string_view joint, float time,
                                             const TimeInputs& inputs) const {
  // A clip to evaluate; or, without one, two matrices to blend.
  struct Task {
    ExpressionIndex clip;
    float time_or_progress;
  };
  std::vector<Task> tasks = {{clip, time}};
  std::vector<Matrix> results;
  while (!tasks.empty()) {
    const Task task = tasks.back();
    tasks.pop_back();
    if (task.clip == kNowhere) {
      const Matrix to = results.back();
      results.pop_back();
      results.back() = Slerp(results.back(), to, task.time_or_progress);
      continue;
    }
    const float at = task.time_or_progress;
    const Expression& e = machine_->expressions[task.clip];
    switch (e.kind) {
      case ExpressionKind::kNoClip:
        results.push_back(kIdentityMatrix);
        break;
      case ExpressionKind::kClipReference:
        if (e.first == kNowhere) return Broken();
        tasks.push_back({e.first, at});
        break;
      case ExpressionKind::kModelClip: {
        const Target* target = Find(task.clip);
        if (target == nullptr) {
          results.push_back(kIdentityMatrix);
          break;
        }
        if (target->clip->broken) return Broken();
        const Armature& armature = *target->armature;
        const auto found = std::lower_bound(
            target->joints->begin(), target->joints->end(), joint,
            [&](const Armature::JointClip* j, std::string_view name) {
              return armature.texts[j->joint] < name;
            });
        if (found == target->joints->end() ||
            armature.texts[(*found)->joint] != joint) {
          results.push_back(kIdentityMatrix);
          break;
        }
        if ((*found)->broken) return Broken();
        results.push_back(JointMatrix(armature, *target->clip, **found, at));
        break;
      }
      case ExpressionKind::kApply: {
        float inner = 0;
        if (absl::Status s = Value(e.first + 1, at, inputs, &inner); !s.ok()) {
          return s;
        }
        tasks.push_back({e.first, inner});
        break;
      }
      case ExpressionKind::kTrigger:
        tasks.push_back({e.first, at});
        break;
      case ExpressionKind::kSlerp: {
        float input = 0;
        float progress = 0;
        if (absl::Status s = Value(e.first + 2, at, inputs, &input); !s.ok()) {
          return s;
        }
        if (absl::Status s = Value(e.first + 3, at, inputs, &progress);
            !s.ok()) {
          return s;
        }
        tasks.push_back({kNowhere, progress});
        tasks.push_back({e.first + 1, input});
        tasks.push_back({e.first, input});
        break;
      }
      default:
        return Broken();
    }
  }
  return results.back();
}

absl::StatusOr<std::vector<PastEvent>> ClipPlayer::Events(
    ExpressionIndex clip, float last, float now,
    const TimeInputs& inputs) const {
  // A clip to look at; without one, two lists to merge, or, with an event, a
  // list to merge with that.
  struct Task {
    ExpressionIndex clip;
    float last;
    float now;
    const Expression* trigger;
  };
  std::vector<Task> tasks = {{clip, last, now, nullptr}};
  std::vector<std::vector<PastEvent>> results;
  size_t count = 0;
  while (!tasks.empty()) {
    const Task task = tasks.back();
    tasks.pop_back();
    if (task.trigger != nullptr) {
      results.back() =
          Merge(results.back(), {{machine_->texts[task.trigger->text], 0}});
      ++count;
      continue;
    }
    if (task.clip == kNowhere) {
      const std::vector<PastEvent> right = std::move(results.back());
      results.pop_back();
      results.back() = Merge(results.back(), right);
      continue;
    }
    const Expression& e = machine_->expressions[task.clip];
    const auto value = [&](uint32_t child, float* a, float* b) {
      absl::Status s = Value(e.first + child, task.last, inputs, a);
      if (s.ok()) s = Value(e.first + child, task.now, inputs, b);
      return s;
    };
    float a = 0;
    float b = 0;
    switch (e.kind) {
      case ExpressionKind::kNoClip:
        results.emplace_back();
        break;
      case ExpressionKind::kClipReference:
        if (e.first == kNowhere) return Broken();
        tasks.push_back({e.first, task.last, task.now, nullptr});
        break;
      case ExpressionKind::kModelClip: {
        results.emplace_back();
        const Target* target = Find(task.clip);
        if (target == nullptr) break;
        if (target->clip->broken) return Broken();
        AppendPastEvents(*target->armature, *target->clip, task.last, task.now,
                         results.back());
        count += results.back().size();
        break;
      }
      case ExpressionKind::kApply:
        if (absl::Status s = value(1, &a, &b); !s.ok()) return s;
        tasks.push_back({e.first, a, b, nullptr});
        break;
      case ExpressionKind::kTrigger:
        if (absl::Status s = value(1, &a, &b); !s.ok()) return s;
        if (a < 0 && b >= 0) tasks.push_back({kNowhere, 0, 0, &e});
        tasks.push_back({e.first, task.last, task.now, nullptr});
        break;
      case ExpressionKind::kSlerp:
        if (absl::Status s = value(2, &a, &b); !s.ok()) return s;
        tasks.push_back({kNowhere, 0, 0, nullptr});
        tasks.push_back({e.first + 1, a, b, nullptr});
        tasks.push_back({e.first, a, b, nullptr});
        break;
      default:
        return Broken();
    }
    if (count > kMostEvents) {
      return absl::ResourceExhaustedError(
          absl::StrCat("more than ", kMostEvents, " events at once"));
    }
  }
  return std::move(results.back());
}

// ---- The machine ------------------------------------------------------------

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
  if (!events.ok()) return events.status();
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
  for (const PastEvent& event : *events) {
    if (!event.name.starts_with('!')) step.events.push_back(event);
  }
  return step;
}

absl::StatusOr<Matrix> AnimationMachine::JointPose(
    std::string_view joint) const {
  return player_.JointPose(ClipOf(applied_), joint, time_, inputs_);
}

}  // namespace clipguard::eval
