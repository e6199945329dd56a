// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/machine/reference.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "base/numbers.h"

namespace clipguard::eval {
namespace {

using forge::Armature;
using forge::Expression;
using forge::ExpressionIndex;
using forge::ExpressionKind;
using forge::kNowhere;
using forge::StateMachine;
using forge::Variable;

constexpr double kDegree = 3.14159265358979323846 / 180;
// A shorter axis does not rotate ("Matrices").
constexpr double kShortestAxis = 1e-6;
// Up to this an element's joints weigh nothing ("Armatures").
constexpr float kLeastWeight = 1e-5f;

// The table of operators ("Time values"): v and its operand.
float Combine(char op, float v, float a) {
  // Rounded before it is made whole.
  const float ratio = v / a;
  const double down = std::floor(double{ratio});
  const double up = std::ceil(double{ratio});
  switch (op) {
    case '+':
      return v + a;
    case '-':
      return v - a;
    case '*':
      return v * a;
    case '/':
      return ratio;
    case 'm':
    case 'M': {
      if (std::isnan(v) || std::isnan(a)) return kNan;
      const bool v_is_less =
          v != a ? v < a : std::signbit(v) && !std::signbit(a);
      return v_is_less == (op == 'm') ? v : a;
    }
    case 'r':
      return static_cast<float>(down) * a;
    case 'R':
      return static_cast<float>(up) * a;
    case 'f':
      return static_cast<float>(double{v} - down * double{a});
    default:
      return static_cast<float>(up) * a - v;
  }
}

constexpr ReferenceMatrix kIdentity = ReferenceMatrix::Identity();

ReferenceMatrix Product(const ReferenceMatrix& a, const ReferenceMatrix& b) {
  ReferenceMatrix m{};
  for (size_t r = 0; r < 4; ++r) {
    for (size_t c = 0; c < 4; ++c) {
      for (size_t k = 0; k < 4; ++k) {
        m[4 * r + c] += a[4 * r + k] * b[4 * k + c];
      }
    }
  }
  return m;
}

ReferenceMatrix Translation(double x, double y, double z) {
  ReferenceMatrix m = kIdentity;
  m[3] = x;
  m[7] = y;
  m[11] = z;
  return m;
}

ReferenceMatrix Scale(double x, double y, double z) {
  ReferenceMatrix m = kIdentity;
  m[0] = x;
  m[5] = y;
  m[10] = z;
  return m;
}

// Around a unit vector.
ReferenceMatrix Rotation(double x, double y, double z, double angle) {
  const double s = std::sin(angle);
  const double c = std::cos(angle);
  const double n[3] = {x, y, z};
  const double cross[3][3] = {{0, -z, y}, {z, 0, -x}, {-y, x, 0}};
  ReferenceMatrix m = kIdentity;
  for (size_t i = 0; i < 3; ++i) {
    for (size_t j = 0; j < 3; ++j) {
      m[4 * i + j] = (i == j ? c : 0) + s * cross[i][j] + (1 - c) * n[i] * n[j];
    }
  }
  return m;
}

// Whether the right event is taken first: the smaller offset, -0 before 0, NaN
// last.
bool ComesFirst(const PastEvent& right, const PastEvent& left) {
  const float l = left.offset;
  const float r = right.offset;
  if (std::isnan(l) || std::isnan(r)) return std::isnan(l) && !std::isnan(r);
  return r < l || (r == l && std::signbit(r) && !std::signbit(l));
}

// One list after the other by the offsets of their heads; of equal ones the
// left comes first. The lists themselves may be out of order.
std::vector<PastEvent> Merge(std::vector<PastEvent> left,
                             std::vector<PastEvent> right) {
  std::vector<PastEvent> merged;
  while (!left.empty() || !right.empty()) {
    const bool from_right =
        left.empty() ||
        (!right.empty() && ComesFirst(right.front(), left.front()));
    std::vector<PastEvent>& list = from_right ? right : left;
    merged.push_back(list.front());
    list.erase(list.begin());
  }
  return merged;
}

}  // namespace

// ---- Time values ------------------------------------------------------------

std::optional<float> EvaluateTimeValue(const StateMachine& machine,
                                       ExpressionIndex expression, float x,
                                       const ReferenceInputs& inputs) {
  if (expression == kNowhere) return std::nullopt;
  const Expression& e = machine.expressions[expression];
  switch (e.kind) {
    case ExpressionKind::kNumber:
      return e.number;
    case ExpressionKind::kTime:
      return x;
    case ExpressionKind::kInput:
      return inputs[e.first];
    case ExpressionKind::kParameter:
      return EvaluateTimeValue(machine, e.first, x, inputs);
    case ExpressionKind::kCompose: {
      const auto f = EvaluateTimeValue(machine, e.first + 1, x, inputs);
      return f ? EvaluateTimeValue(machine, e.first, *f, inputs) : f;
    }
    case ExpressionKind::kOperators: {
      const std::string_view operators = machine.texts[e.text];
      float v = x;
      for (size_t i = 0; i < operators.size(); ++i) {
        const auto operand = static_cast<ExpressionIndex>(e.first + i);
        const auto a = EvaluateTimeValue(machine, operand, x, inputs);
        if (!a) return std::nullopt;
        v = Combine(operators[i], v, *a);
      }
      return v;
    }
    default:
      return std::nullopt;
  }
}

// ---- Armatures --------------------------------------------------------------

// "Matrices": only the fraction counts; n or n - 1 stretches; which of them,
// and how far in it, is computed in float32.
float EvaluateVariable(const Armature& armature,
                       const Armature::VariableClip& variable, bool loop,
                       float time) {
  const auto samples = armature.Samples(variable);
  // The game cannot interpolate a single sample; the meaning is clear, though.
  if (samples.size() == 1 && !loop) return samples[0];
  const float t = time - std::floor(time);
  const auto n = static_cast<int>(samples.size());
  const int stretches = loop ? n : n - 1;
  const float s = t * static_cast<float>(stretches);
  int i = 0;
  while (i + 1 < stretches && static_cast<float>(i + 1) <= s) ++i;
  const float p = s - static_cast<float>(i);
  const int j = i + 1 == n ? 0 : i + 1;
  const float from = samples[static_cast<size_t>(i)];
  const float to = samples[static_cast<size_t>(j)];
  if (variable.interpolation == forge::Interpolation::kNearest) {
    return p < 0.5f ? from : to;
  }
  if (variable.variable != Variable::kAngle) return from * (1 - p) + to * p;
  // The short way round.
  return from +
         p * (std::fmod(std::fmod(to - from, 360.f) + 540.f, 360.f) - 180.f);
}

// "Matrices": the origin goes to 0, is scaled, rotated, goes back, and by the
// offset.
ReferenceJoint EvaluateJoint(const Armature& armature,
                             const Armature::Clip& clip,
                             const Armature::JointClip& joint, float time) {
  // By the variables' numbers: what they are unless the clip says otherwise.
  std::array<double, 14> value = {0, 0, 0, 0, 0,   0,   0,
                                  1, 1, 1, 1, 0.5, 0.5, 0.5};
  for (const Armature::VariableClip& v : armature.Variables(joint)) {
    const double sample = EvaluateVariable(armature, v, clip.loop, time);
    value[static_cast<size_t>(v.variable)] = sample;
    if (v.variable == Variable::kScale) {
      value[8] = value[9] = value[10] = sample;
    }
  }
  // Sums the values that no later variable has replaced.
  double sum = 0;
  for (size_t i = 0; i < value.size(); ++i) {
    if (static_cast<Variable>(i) != Variable::kScale) sum += value[i];
  }
  if (!std::isfinite(sum)) return {kIdentity, sum};
  const auto [ox, oy, oz, ax, ay, az, angle, s, sx, sy, sz, cx, cy, cz] = value;
  const double length = std::sqrt(ax * ax + ay * ay + az * az);
  ReferenceMatrix rotation = kIdentity;
  if (!(length < kShortestAxis)) {
    rotation = Rotation(ax / length, ay / length, az / length,
                        std::fmod(angle, 360.0) * kDegree);
  }
  const ReferenceMatrix around =
      Product(rotation, Product(Scale(sx, sy, sz), Translation(-cx, -cy, -cz)));
  const double scales = std::max({std::fabs(sx), std::fabs(sy), std::fabs(sz)});
  const double origin = std::max({std::fabs(cx), std::fabs(cy), std::fabs(cz)});
  const double offset = std::max({std::fabs(ox), std::fabs(oy), std::fabs(oz)});
  return {Product(Translation(cx, cy, cz),
                  Product(Translation(ox, oy, oz), around)),
          1 + (1 + scales) * (1 + origin) + offset};
}

// "Armatures": Σ w·M / Σ w, the sum of the weights in float32; joints that do
// not move left out.
std::optional<ReferenceMatrix> EvaluateElement(const Armature& armature,
                                               std::span<const Matrix> joints,
                                               int32_t element) {
  float weights = 0;
  ReferenceMatrix sum{};
  for (size_t j = 0; j < joints.size(); ++j) {
    for (const Armature::Weight& w : armature.Weights(armature.joints[j])) {
      if (w.element != element || joints[j] == kIdentityMatrix) continue;
      weights += w.weight;
      for (size_t i = 0; i < 16; ++i) {
        sum[i] += double{joints[j][i]} * double{w.weight};
      }
    }
  }
  if (!(weights > kLeastWeight)) return std::nullopt;
  for (double& part : sum) part /= double{weights};
  return sum;
}

// ---- Clips ------------------------------------------------------------------

ReferencePlayer::ReferencePlayer(const StateMachine& machine,
                                 forge::FindArmature find_armature)
    : machine_(machine), find_armature_(std::move(find_armature)) {}

std::optional<float> ReferencePlayer::Value(ExpressionIndex expression,
                                            float time,
                                            const ReferenceInputs& inputs) {
  const auto value = EvaluateTimeValue(machine_, expression, time, inputs);
  finite_ &= !value || std::isfinite(*value);
  return value;
}

// "Clips": what cannot be found, and a variant, moves nothing.
std::optional<ReferencePlayer::Played> ReferencePlayer::Find(
    const Expression& model_clip) const {
  const auto name = forge::ReadModelClip(machine_.texts[model_clip.text]);
  if (!name || name->has_variant) return std::nullopt;
  const Armature* const armature = find_armature_(*name);
  if (armature == nullptr) return std::nullopt;
  const Armature::Clip* const clip = armature->FindClip(name->clip);
  if (clip == nullptr) return std::nullopt;
  return Played{armature, clip};
}

std::optional<Matrix> ReferencePlayer::JointPose(
    ExpressionIndex clip, std::string_view joint, float time,
    const ReferenceInputs& inputs) {
  if (clip == kNowhere) return std::nullopt;
  finite_ &= std::isfinite(time);
  const Expression& e = machine_.expressions[clip];
  switch (e.kind) {
    case ExpressionKind::kNoClip:
      return kIdentityMatrix;
    case ExpressionKind::kClipReference:
    case ExpressionKind::kTrigger:
      return JointPose(e.first, joint, time, inputs);
    case ExpressionKind::kModelClip: {
      const auto played = Find(e);
      if (!played) return kIdentityMatrix;
      if (played->clip->broken) return std::nullopt;
      // The first joint counts if several have one name.
      for (const auto& j : played->armature->JointClips(*played->clip)) {
        if (played->armature->texts[j.joint] != joint) continue;
        if (j.broken) return std::nullopt;
        return JointMatrix(*played->armature, *played->clip, j, time);
      }
      return kIdentityMatrix;
    }
    case ExpressionKind::kApply: {
      const auto at = Value(e.first + 1, time, inputs);
      return at ? JointPose(e.first, joint, *at, inputs) : std::nullopt;
    }
    case ExpressionKind::kSlerp: {
      // Progress is at the time, not at the input.
      const auto input = Value(e.first + 2, time, inputs);
      const auto progress = Value(e.first + 3, time, inputs);
      if (!input || !progress) return std::nullopt;
      const auto from = JointPose(e.first, joint, *input, inputs);
      const auto to = JointPose(e.first + 1, joint, *input, inputs);
      if (!from || !to) return std::nullopt;
      return Slerp(*from, *to, *progress);
    }
    default:
      return std::nullopt;
  }
}

std::optional<std::vector<PastEvent>> ReferencePlayer::Events(
    ExpressionIndex clip, float last, float now,
    const ReferenceInputs& inputs) {
  if (clip == kNowhere) return std::nullopt;
  finite_ &= std::isfinite(last) && std::isfinite(now);
  const Expression& e = machine_.expressions[clip];
  switch (e.kind) {
    case ExpressionKind::kNoClip:
      return std::vector<PastEvent>();
    case ExpressionKind::kClipReference:
      return Events(e.first, last, now, inputs);
    case ExpressionKind::kModelClip: {
      std::vector<PastEvent> events;
      const auto played = Find(e);
      if (!played) return events;
      if (played->clip->broken) return std::nullopt;
      AppendPastEvents(*played->armature, *played->clip, last, now, events);
      return events;
    }
    case ExpressionKind::kApply: {
      const auto a = Value(e.first + 1, last, inputs);
      const auto b = Value(e.first + 1, now, inputs);
      return a && b ? Events(e.first, *a, *b, inputs) : std::nullopt;
    }
    case ExpressionKind::kTrigger: {
      const auto a = Value(e.first + 1, last, inputs);
      const auto b = Value(e.first + 1, now, inputs);
      if (!a || !b) return std::nullopt;
      auto events = Events(e.first, last, now, inputs);
      if (!events || !(*a < 0 && *b >= 0)) return events;
      return Merge(*std::move(events), {{machine_.texts[e.text], 0}});
    }
    case ExpressionKind::kSlerp: {
      const auto a = Value(e.first + 2, last, inputs);
      const auto b = Value(e.first + 2, now, inputs);
      if (!a || !b) return std::nullopt;
      auto from = Events(e.first, *a, *b, inputs);
      auto to = Events(e.first + 1, *a, *b, inputs);
      if (!from || !to) return std::nullopt;
      return Merge(*std::move(from), *std::move(to));
    }
    default:
      return std::nullopt;
  }
}

// ---- The machine: "Running" -------------------------------------------------

ReferenceMachine::ReferenceMachine(const StateMachine& machine,
                                   forge::FindArmature find_armature)
    : machine_(machine),
      player_(machine, std::move(find_armature)),
      inputs_(machine.inputs.size()),
      state_(machine.start),
      shown_(machine.start) {}

bool ReferenceMachine::SetInput(std::string_view name, float value) {
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (machine_.texts[machine_.inputs[i]] != name) continue;
    inputs_[i] = value;
    return true;
  }
  return false;
}

std::string_view ReferenceMachine::state() const {
  return machine_.texts[machine_.states[state_].name];
}

ExpressionIndex ReferenceMachine::ClipOf(uint32_t state) const {
  return machine_.clips[machine_.states[state].clip].expression;
}

bool ReferenceMachine::Transition(std::string_view state) {
  // Takes the first state if several have one name.
  uint32_t to = 0;
  while (to < machine_.states.size() &&
         machine_.texts[machine_.states[to].name] != state) {
    ++to;
  }
  if (to == machine_.states.size() || machine_.states[to].clip == kNowhere) {
    return false;
  }
  // Listed under the current state, even to stay in it.
  const bool listed =
      std::ranges::any_of(machine_.transitions, [&](const auto& transition) {
        return transition.from == state_ && transition.to == to;
      });
  if (listed) state_ = to;
  return listed;
}

std::optional<ReferenceMachine::Step> ReferenceMachine::Apply(float time) {
  if (last_ == -std::numeric_limits<float>::infinity()) last_ = time;
  shown_ = state_;
  time_ = time;
  auto events = player_.Events(ClipOf(state_), last_, time, inputs_);
  if (!events) return std::nullopt;
  last_ = time;
  Step step;
  // The oldest first.
  for (auto event = events->rbegin(); event != events->rend(); ++event) {
    std::string_view name = event->name;
    if (!name.starts_with('!')) {
      step.events.insert(step.events.begin(), *event);
    } else if (!name.starts_with(forge::kTransitionEvent)) {
      step.dropped.push_back(name);
    } else {
      name.remove_prefix(forge::kTransitionEvent.size());
      if (!Transition(name)) return std::nullopt;
    }
  }
  return step;
}

std::optional<Matrix> ReferenceMachine::JointPose(std::string_view joint) {
  return player_.JointPose(ClipOf(shown_), joint, time_, inputs_);
}

}  // namespace clipguard::eval
