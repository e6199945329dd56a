// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/forge/oracle/forge_play.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "eval/machine/animation_machine.h"
#include "eval/machine/pose.h"
#include "eval/machine/reference.h"
#include "fuzz/shared/check.h"
#include "parser/limits.h"

namespace clipguard::fuzz {
namespace {

using eval::Matrix;
using eval::PastEvent;
using forge::Armature;
using forge::Expression;
using forge::ExpressionKind;
using Events = std::vector<PastEvent>;

constexpr size_t kSteps = 12;

// Joints whose poses are compared in each step.
constexpr std::array<std::string_view, 3> kShownJoints = {
    kPlayedJoint, "no such joint", "hinge"};

uint32_t SizeOf(const auto& list) { return static_cast<uint32_t>(list.size()); }

void AddJointClip(std::string_view name, Random& random, Armature& a) {
  Armature::JointClip joint{};
  joint.joint = a.texts.Add(name);
  joint.broken = random.OneIn(32);
  joint.variables.first = SizeOf(a.variables);
  for (size_t v = 0; v < forge::kVariableNames.size(); ++v) {
    if (random.OneIn(2)) continue;
    Armature::VariableClip variable{};
    variable.variable = static_cast<forge::Variable>(v);
    variable.interpolation = random.OneIn(3) ? forge::Interpolation::kNearest
                                             : forge::Interpolation::kLinear;
    variable.samples = {SizeOf(a.samples),
                        static_cast<uint32_t>(2 + random.Below(4))};
    // Zero scales leave two matrices without a rotation to blend.
    const bool zero = random.OneIn(6);
    for (size_t i = 0; i < variable.samples.count; ++i) {
      const bool none = zero || random.OneIn(4);
      a.samples.push_back(none ? 0 : random.Share() * 8 - 4);
    }
    a.variables.push_back(variable);
  }
  joint.variables.count = SizeOf(a.variables) - joint.variables.first;
  a.joint_clips.push_back(joint);
}

void AddClip(std::string_view name, Random& random, Armature& a) {
  Armature::Clip clip;
  clip.name = a.texts.Add(name);
  clip.loop = random.OneIn(2);
  clip.broken = random.OneIn(32);
  clip.joint_clips.first = SizeOf(a.joint_clips);
  // Some joints twice: the first counts.
  for (const std::string_view joint : {"hinge", "lid", "lid", "other"}) {
    if (random.OneIn(2)) AddJointClip(joint, random, a);
  }
  clip.joint_clips.count = SizeOf(a.joint_clips) - clip.joint_clips.first;
  clip.events.first = SizeOf(a.events);
  for (size_t i = 0; i < 8; ++i) {
    if (!random.OneIn(3)) continue;
    a.events.push_back({static_cast<float>(i) / 8,
                        a.texts.Add(random.OneIn(4) ? "!odd" : "event")});
  }
  clip.events.count = SizeOf(a.events) - clip.events.first;
  a.clips.push_back(clip);
}

bool SameFloats(float a, float b) {
  return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

void CheckSame(const Events& a, const Events& b) {
  CLIPGUARD_CHECK(a.size() == b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    CLIPGUARD_CHECK(a[i].name == b[i].name);
    CLIPGUARD_CHECK(SameFloats(a[i].offset, b[i].offset));
  }
}

// A step of the game's clock.
float NextTime(float now, Random& random) {
  switch (random.Below(12)) {
    case 0:
      return now;
    case 1:
      return now - random.Share();
    case 2:
      return random.OneIn(2) ? ExtremeFloat(random) : -2;
    case 3:
      return std::floor(now) + 1;
    case 4:
      return now + 100 * random.Share();
    default:
      return now + 0.3f * random.Share();
  }
}

// Limits on a step's work and output: less than some steps need.
Limits SmallLimits(uint64_t seed) {
  Random random(seed);
  return {.request_steps = uint64_t{16} << random.Below(12),
          .step_bytes = uint64_t{8} << random.Below(6)};
}

bool IsExpected(const absl::Status& status) {
  return status.ok() || status.code() == absl::StatusCode::kNotFound ||
         status.code() == absl::StatusCode::kFailedPrecondition ||
         status.code() == absl::StatusCode::kUnavailable ||
         status.code() == absl::StatusCode::kDataLoss;
}

void Log(const absl::Status& status, std::string& log) {
  log += status.ToString();
  log += '\n';
}

class Script {
 public:
  Script(const forge::StateMachine& m, const Armature& a, uint64_t seed)
      : m_(m),
        random_(seed),
        machine_(m, [&](const forge::ModelClip&) { return &a; }),
        limited_(
            std::in_place, m, [&](const forge::ModelClip&) { return &a; },
            SmallLimits(seed)),
        expected_(m, [&](const forge::ModelClip&) { return &a; }) {
    for (size_t i = 0; i < m_.inputs.size(); ++i) {
      if (!random_.OneIn(16)) SetInput(i);
    }
  }

  std::string Run() {
    float time = random_.Share();
    for (size_t i = 0; i < kSteps; ++i) {
      if (!m_.inputs.empty() && random_.OneIn(4)) {
        SetInput(random_.Below(m_.inputs.size()));
      }
      if (random_.OneIn(3)) GoSomewhere();
      time = NextTime(time, random_);
      Step(time);
    }
    return std::move(log_);
  }

 private:
  void SetInput(size_t i) {
    const float value = random_.Share() * 10;
    const std::string_view name = m_.texts[m_.inputs[i]];
    CLIPGUARD_CHECK(machine_.SetInput(name, value));
    CLIPGUARD_CHECK(expected_.SetInput(name, value));
    if (limited_) limited_->SetInput(name, value);
  }

  void GoSomewhere() {
    const std::string_view to =
        random_.OneIn(8)
            ? std::string_view("nowhere")
            : m_.texts[m_.states[random_.Below(m_.states.size())].name];
    const std::string before(machine_.state());
    const absl::Status status = machine_.Transition(to);
    CLIPGUARD_CHECK(IsExpected(status));
    CLIPGUARD_CHECK(status.ok() == expected_.Transition(to));
    CLIPGUARD_CHECK(machine_.state() == (status.ok() ? to : before));
    if (limited_) CLIPGUARD_CHECK(limited_->Transition(to) == status);
    Log(status, log_);
  }

  void Step(float time) {
    const std::string before(machine_.state());
    const auto step = machine_.Apply(time);
    const auto expected = expected_.Apply(time);
    CLIPGUARD_CHECK(IsExpected(step.status()));
    CLIPGUARD_CHECK(step.ok() == expected.has_value());
    CLIPGUARD_CHECK(machine_.state() == expected_.state());
    if (step.ok() && expected) {
      CLIPGUARD_CHECK(step->state_before == before);
      CLIPGUARD_CHECK(step->dropped == expected->dropped);
      CheckSame(step->events, expected->events);
      CheckOffsets(step->events);
    }
    Log(step.status(), log_);
    log_ += machine_.state();
    CheckPose();
    CheckJoints(machine_, kShownJoints.size());
    CheckLimited(time, step);
  }

  void CheckOffsets(const Events& events) {
    for (const PastEvent& event : events) {
      log_ += event.name;
      log_ += std::to_string(std::bit_cast<uint32_t>(event.offset));
      CLIPGUARD_CHECK(!expected_.finite() ||
                      (event.offset >= 0 && event.offset <= 1));
    }
  }

  void CheckPose() {
    for (const std::string_view joint : kShownJoints) {
      const auto pose = machine_.JointPose(joint);
      const auto expected = expected_.JointPose(joint);
      CLIPGUARD_CHECK(pose.ok() == expected.has_value());
      for (size_t i = 0; expected && i < 16; ++i) {
        const float cell = (*pose)[i];
        CLIPGUARD_CHECK(SameFloats(cell, (*expected)[i]));
        CLIPGUARD_CHECK(!expected_.finite() || std::isfinite(cell));
        log_ += ' ';
        log_ += std::to_string(std::bit_cast<uint32_t>(cell));
      }
    }
  }

  // The first joints together are as each alone. False if it was too much work.
  bool CheckJoints(const eval::AnimationMachine& machine, size_t count) const {
    std::array<Matrix, kShownJoints.size()> poses;
    const auto joints =
        machine.FindJoints(std::span(kShownJoints).first(count));
    const absl::Status status = machine.JointPoses(joints, poses);
    if (absl::IsOutOfRange(status)) return false;
    bool all = true;
    for (size_t i = 0; i < count; ++i) {
      const auto pose = machine_.JointPose(kShownJoints[i]);
      all = all && pose.ok();
      for (size_t k = 0; status.ok() && pose.ok() && k < 16; ++k) {
        CLIPGUARD_CHECK(SameFloats(poses[i][k], (*pose)[k]));
      }
    }
    CLIPGUARD_CHECK(status.ok() == all);
    return true;
  }

  // A limit that is not exceeded changes nothing; one that is ends the play.
  void CheckLimited(
      float time,
      const absl::StatusOr<eval::AnimationMachine::Step>& expected) {
    if (!limited_) return;
    const auto step = limited_->Apply(time);
    const bool together = CheckJoints(*limited_, 1 + m_.expressions.size() % 3);
    const auto alone = limited_->JointPose(kPlayedJoint);
    if (!together || absl::IsOutOfRange(alone.status()) ||
        absl::IsOutOfRange(step.status())) {
      limited_.reset();
      return;
    }
    CLIPGUARD_CHECK(step.status() == expected.status());
    CLIPGUARD_CHECK(limited_->state() == machine_.state());
    if (step.ok()) CheckSame(step->events, expected->events);
  }

  const forge::StateMachine& m_;
  Random random_;
  eval::AnimationMachine machine_;
  std::optional<eval::AnimationMachine> limited_;
  eval::ReferenceMachine expected_;
  std::string log_;
};

}  // namespace

Armature ArmatureFor(const forge::StateMachine& machine, Random& random) {
  Armature a;
  a.joints.push_back({a.texts.Add(kPlayedJoint), {}});
  std::set<std::string> names;
  for (const Expression& e : machine.expressions) {
    if (e.kind != ExpressionKind::kModelClip) continue;
    const auto clip = forge::ReadModelClip(machine.texts[e.text]);
    // Some do not exist.
    if (clip && names.insert(clip->clip).second && !random.OneIn(8)) {
      AddClip(clip->clip, random, a);
    }
  }
  a.IndexClips();
  return a;
}

std::string PlayScript(const forge::StateMachine& machine,
                       const Armature& armature, uint64_t seed) {
  return Script(machine, armature, seed).Run();
}

}  // namespace clipguard::fuzz
