// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/forge/forge_play.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "fuzz/shared/check.h"
#include "parser/limits.h"

namespace clipguard::fuzz {
namespace {

using eval::Matrix;
using eval::PastEvent;
using forge::Armature;
using forge::Expression;
using forge::ExpressionIndex;
using forge::ExpressionKind;
using Events = std::vector<PastEvent>;

constexpr size_t kSteps = 12;

// What is looked at in each step.
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
    // Of scales that are nothing two matrices have no rotation to blend.
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

// Whether the right one is taken first: the smaller offset, NaN last.
bool ComesFirst(const PastEvent& right, const PastEvent& left) {
  const float l = left.offset;
  const float r = right.offset;
  if (std::isnan(l) || std::isnan(r)) return std::isnan(l) && !std::isnan(r);
  return r < l || (r == l && std::signbit(r) && !std::signbit(l));
}

Events MergeNaively(Events left, Events right) {
  Events merged;
  while (!left.empty() || !right.empty()) {
    const bool from_right =
        left.empty() ||
        (!right.empty() && ComesFirst(right.front(), left.front()));
    Events& list = from_right ? right : left;
    merged.push_back(list.front());
    list.erase(list.begin());
  }
  return merged;
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

// What a step may take and give: less than some do.
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
        player_(m, a),
        inputs_(m.inputs.size()) {
    for (size_t i = 0; i < inputs_.size(); ++i) {
      if (!random_.OneIn(16)) SetInput(i);
    }
  }

  std::string Run() {
    float time = random_.Share();
    for (size_t i = 0; i < kSteps; ++i) {
      if (!inputs_.empty() && random_.OneIn(4)) {
        SetInput(random_.Below(inputs_.size()));
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
    inputs_[i] = value;
    CLIPGUARD_CHECK(machine_.SetInput(m_.texts[m_.inputs[i]], value));
    if (limited_) limited_->SetInput(m_.texts[m_.inputs[i]], value);
  }

  void GoSomewhere() {
    const std::string_view to =
        random_.OneIn(8)
            ? std::string_view("nowhere")
            : m_.texts[m_.states[random_.Below(m_.states.size())].name];
    const std::string before(machine_.state());
    const absl::Status status = machine_.Transition(to);
    CLIPGUARD_CHECK(IsExpected(status));
    CLIPGUARD_CHECK(machine_.state() == (status.ok() ? to : before));
    if (limited_) CLIPGUARD_CHECK(limited_->Transition(to) == status);
    Log(status, log_);
  }

  ExpressionIndex ClipOf(std::string_view state) const {
    return m_.clips[m_.states[m_.FindState(state)].clip].expression;
  }

  void Step(float time) {
    if (last_ == -std::numeric_limits<float>::infinity()) last_ = time;
    const std::string before(machine_.state());
    const auto events = player_.Events(ClipOf(before), last_, time, inputs_);
    const auto step = machine_.Apply(time);
    CLIPGUARD_CHECK(IsExpected(step.status()));
    CLIPGUARD_CHECK(events || !step.ok());
    if (events) last_ = time;
    if (step.ok() && events) CheckStep(*step, before, *events);
    Log(step.status(), log_);
    log_ += machine_.state();
    CheckPose(ClipOf(before), time);
    CheckJoints(machine_, kShownJoints.size());
    CheckLimited(time, step);
  }

  void CheckStep(const eval::AnimationMachine::Step& step,
                 const std::string& before, Events expected) {
    CLIPGUARD_CHECK(step.state_before == before);
    size_t dropped = 0;
    std::erase_if(expected, [&](const PastEvent& event) {
      dropped += event.name.starts_with('!') &&
                 !event.name.starts_with("!transition:");
      return event.name.starts_with('!');
    });
    CheckSame(step.events, expected);
    CLIPGUARD_CHECK(step.dropped.size() == dropped);
    for (const PastEvent& event : step.events) {
      log_ += event.name;
      log_ += std::to_string(std::bit_cast<uint32_t>(event.offset));
      CLIPGUARD_CHECK(!player_.finite() ||
                      (event.offset >= 0 && event.offset <= 1));
    }
  }

  void CheckPose(ExpressionIndex clip, float time) {
    const auto pose = machine_.JointPose(kPlayedJoint);
    const auto expected = player_.Pose(clip, time, inputs_);
    CLIPGUARD_CHECK(pose.ok() == expected.has_value());
    if (!pose.ok() || !expected) return;
    for (size_t i = 0; i < 16; ++i) {
      const float cell = (*pose)[i];
      CLIPGUARD_CHECK(SameFloats(cell, (*expected)[i]));
      CLIPGUARD_CHECK(!player_.finite() || std::isfinite(cell));
      log_ += ' ';
      log_ += std::to_string(std::bit_cast<uint32_t>(cell));
    }
    const auto other = machine_.JointPose("no such joint");
    CLIPGUARD_CHECK(other.ok());
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
  NaivePlayer player_;
  NaiveInputs inputs_;
  float last_ = -std::numeric_limits<float>::infinity();
  std::string log_;
};

}  // namespace

Armature ArmatureFor(const forge::StateMachine& machine, Random& random) {
  Armature a;
  a.joints.push_back({a.texts.Add(kPlayedJoint), {}});
  std::set<std::string> names;
  for (const Expression& e : machine.expressions) {
    if (e.kind != ExpressionKind::kModelClip) continue;
    const auto clip = forge::ParseModelClip(machine.texts[e.text]);
    // Some do not exist.
    if (clip && names.insert(clip->clip).second && !random.OneIn(8)) {
      AddClip(clip->clip, random, a);
    }
  }
  a.IndexClips();
  return a;
}

std::optional<float> NaivePlayer::Value(ExpressionIndex e, float time,
                                        const NaiveInputs& inputs) {
  const auto value = EvaluateNaively(machine_, e, time, inputs);
  finite_ &= !value || std::isfinite(*value);
  return value;
}

const Armature::Clip* NaivePlayer::ModelClip(const Expression& e) const {
  const auto name = forge::ParseModelClip(machine_.texts[e.text]);
  if (!name || name->has_variant) return nullptr;
  return armature_.FindClip(name->clip);
}

bool NaivePlayer::IsBroken(const Armature::Clip& clip) const {
  if (clip.broken) return true;
  for (const Armature::JointClip& joint : armature_.JointClips(clip)) {
    if (armature_.texts[joint.joint] == kPlayedJoint) return joint.broken;
  }
  return false;
}

std::optional<Matrix> NaivePlayer::Pose(ExpressionIndex clip, float time,
                                        const NaiveInputs& inputs) {
  if (clip == forge::kNowhere) return std::nullopt;
  finite_ &= std::isfinite(time);
  const Expression& e = machine_.expressions[clip];
  switch (e.kind) {
    case ExpressionKind::kNoClip:
      return eval::kIdentityMatrix;
    case ExpressionKind::kClipReference:
    case ExpressionKind::kTrigger:
      return Pose(e.first, time, inputs);
    case ExpressionKind::kModelClip: {
      const Armature::Clip* played = ModelClip(e);
      if (played == nullptr) return eval::kIdentityMatrix;
      if (IsBroken(*played)) return std::nullopt;
      return eval::JointMatrix(armature_, *played, kPlayedJoint, time);
    }
    case ExpressionKind::kApply: {
      const auto at = Value(e.first + 1, time, inputs);
      return at ? Pose(e.first, *at, inputs) : std::nullopt;
    }
    case ExpressionKind::kSlerp: {
      const auto input = Value(e.first + 2, time, inputs);
      const auto progress = Value(e.first + 3, time, inputs);
      if (!input || !progress) return std::nullopt;
      const auto from = Pose(e.first, *input, inputs);
      const auto to = Pose(e.first + 1, *input, inputs);
      if (!from || !to) return std::nullopt;
      return eval::Slerp(*from, *to, *progress);
    }
    default:
      return std::nullopt;
  }
}

std::optional<Events> NaivePlayer::Events(ExpressionIndex clip, float last,
                                          float now,
                                          const NaiveInputs& inputs) {
  if (clip == forge::kNowhere) return std::nullopt;
  finite_ &= std::isfinite(last) && std::isfinite(now);
  const Expression& e = machine_.expressions[clip];
  fuzz::Events events;
  switch (e.kind) {
    case ExpressionKind::kNoClip:
      return events;
    case ExpressionKind::kClipReference:
      return Events(e.first, last, now, inputs);
    case ExpressionKind::kModelClip:
      if (const Armature::Clip* played = ModelClip(e)) {
        if (played->broken) return std::nullopt;
        AppendPastEvents(armature_, *played, last, now, events);
      }
      return events;
    default:
      break;
  }
  const bool slerp = e.kind == ExpressionKind::kSlerp;
  if (!slerp && e.kind != ExpressionKind::kApply &&
      e.kind != ExpressionKind::kTrigger) {
    return std::nullopt;
  }
  const auto a = Value(e.first + (slerp ? 2 : 1), last, inputs);
  const auto b = Value(e.first + (slerp ? 2 : 1), now, inputs);
  if (!a || !b) return std::nullopt;
  if (e.kind == ExpressionKind::kApply) return Events(e.first, *a, *b, inputs);
  if (slerp) {
    const auto left = Events(e.first, *a, *b, inputs);
    const auto right = Events(e.first + 1, *a, *b, inputs);
    if (!left || !right) return std::nullopt;
    return MergeNaively(*left, *right);
  }
  auto inner = Events(e.first, last, now, inputs);
  if (!inner || !(*a < 0 && *b >= 0)) return inner;
  return MergeNaively(*inner, {{machine_.texts[e.text], 0}});
}

std::string PlayScript(const forge::StateMachine& machine,
                       const Armature& armature, uint64_t seed) {
  return Script(machine, armature, seed).Run();
}

}  // namespace clipguard::fuzz
