// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/play/machine_player.h"

#include <cstddef>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/io/suggest.h"
#include "eval/machine/joint_names.h"

namespace clipguard::cli {
namespace {

std::string_view CodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kNotFound:
      return "STATE_UNKNOWN";
    case absl::StatusCode::kFailedPrecondition:
      return "TRANSITION_NOT_LISTED";
    case absl::StatusCode::kUnavailable:
      return "INPUT_NOT_SET";
    case absl::StatusCode::kResourceExhausted:
      return "TOO_MANY_EVENTS";
    case absl::StatusCode::kOutOfRange:
      return "LIMIT_EXCEEDED";
    default:
      return "CLIP_BROKEN";
  }
}

}  // namespace

MachinePlayer::MachinePlayer(const forge::StateMachine& machine,
                             ForgeResources* resources,
                             std::span<const std::string> joints,
                             const Limits& limits)
    : m_(machine),
      set_(machine.inputs.size()),
      step_bytes_(limits.step_bytes),
      machine_(
          machine,
          [this,
           resources](const forge::ModelClip& clip) -> const forge::Armature* {
            if (resources == nullptr) return nullptr;
            const forge::Armature* found = resources->Find(clip);
            if (found != nullptr && seen_.insert(found).second) {
              armatures_.push_back(found);
            }
            return found;
          },
          limits) {
  ShowJoints(joints);
}

void MachinePlayer::ShowJoints(std::span<const std::string> asked) {
  const eval::NameList known = eval::JointsOf(armatures_);
  if (asked.empty()) {
    joints_ = known.names();
  } else {
    eval::NameList shown;
    for (const std::string& joint : asked) {
      shown.Add(joint);
      if (unknown_.empty() && !known.Has(joint)) unknown_ = joint;
    }
    joints_ = shown.names();
    known_ = known.names();
  }
  joint_set_ = machine_.FindJoints(joints_);
}

absl::Status MachinePlayer::CheckJoints() const {
  if (unknown_.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      armatures_.empty()
          ? "unknown joint '" + ToPrintable(unknown_) +
                "': no armature is found; --resources=DIR says where they are"
          : ToPrintable(UnknownName("joint", unknown_, known_)));
}

void MachinePlayer::Set(const std::vector<InputSetting>& settings) {
  for (const InputSetting& setting : settings) {
    machine_.SetInput(setting.name, setting.value);
    const uint32_t input = m_.FindInput(setting.name);
    if (input != forge::kNowhere) set_[input] = true;
  }
}

void MachinePlayer::Play(const Step& step) {
  const std::string before(machine_.state());
  eval::AnimationMachine::Step applied;
  std::vector<eval::Matrix> poses;
  absl::Status done = Do(step, applied, poses);
  const StepPlace place = {.number = ++steps_,
                           .step = &step,
                           .before = before,
                           .state = machine_.state()};
  if (done.ok()) {
    const StepResult result = {.applied = applied,
                               .joints = joints_,
                               .poses = poses,
                               .unused = UnusedOf(step)};
    if (out_->WriteDone(place, result)) return;
    done = absl::OutOfRangeError(absl::StrFormat(
        "%s: its events and joints are more bytes than the limit of %d for %s",
        machine_.ClipPath(), step_bytes_,
        std::string(LimitName(&Limits::step_bytes))));
  }
  limit_exceeded_ |= absl::IsOutOfRange(done);
  std::string message(done.message().data(), done.message().size());
  if (absl::IsUnavailable(done)) message += NotSet();
  out_->WriteFailed(place, CodeOf(done), message);
}

void MachinePlayer::SayMalformed(std::string_view message) {
  out_->WriteFailed({.number = ++steps_, .state = machine_.state()},
                    "STEP_MALFORMED", message);
}

absl::Status MachinePlayer::Do(const Step& step,
                               eval::AnimationMachine::Step& applied,
                               std::vector<eval::Matrix>& poses) {
  switch (step.kind) {
    case Step::Kind::kSet:
      Set(step.settings);
      return absl::OkStatus();
    case Step::Kind::kTransition:
      return machine_.Transition(step.state);
    case Step::Kind::kApply:
      break;
  }
  auto result = machine_.Apply(step.time);
  if (!result.ok()) return result.status();
  applied = *std::move(result);
  poses.resize(joints_.size());
  return machine_.JointPoses(joint_set_, poses);
}

std::string MachinePlayer::NotSet() const {
  constexpr size_t kMostShown = 8;
  constexpr size_t kLongestShown = 60;
  std::string out;
  size_t count = 0;
  for (size_t i = 0; i < set_.size(); ++i) {
    if (set_[i] || ++count > kMostShown) continue;
    absl::StrAppend(&out, count == 1 ? "; not set: " : ", ",
                    Shortened(m_.texts[m_.inputs[i]], kLongestShown));
  }
  if (count > kMostShown) {
    absl::StrAppend(&out, " and ", count - kMostShown, " more");
  }
  return out;
}

std::vector<std::string_view> MachinePlayer::UnusedOf(const Step& step) const {
  std::vector<std::string_view> unused;
  for (const InputSetting& setting : step.settings) {
    if (m_.FindInput(setting.name) == forge::kNowhere) {
      unused.push_back(setting.name);
    }
  }
  return unused;
}

}  // namespace clipguard::cli
