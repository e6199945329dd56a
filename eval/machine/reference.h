// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The executable specification of Forge's animation: what a time value, a
// joint, a clip and a machine *are* at a time. Slow, written rule by rule after
// docs/formats/forge-animation.md, with that page's sections named where their
// rules are. The fast evaluators (time_values.h, pose.h, animation_machine.h)
// are tested against these functions; read them first, and do not optimise
// them.
//
//   ReferenceMachine machine(*asm_file, find_armature);
//   machine.SetInput("click_time", 1.5f);
//   auto step = machine.Apply(2.0f);          // events
//   auto lid = machine.JointPose("lid");
//
// These rules hold for every function here:
//
// - Time values are the game's own float32 numbers, bit for bit but for the
//   kind of NaN; joints are in double precision.
// - Of a clip's tree only the walk is specified here. Its leaves and blends are
//   those of pose.h, so that poses can be compared bit for bit: the leaves have
//   EvaluateJoint() here, and blends the game's own results in golden_test.
// - What fails is nothing, without a reason.
// - Recurses, and computes what is referred to twice twice. REQUIRES: a machine
//   that was read with limits for which there is time and stack.
//
// The machine and the armatures must outlive what is made of them.

#ifndef CLIPGUARD_EVAL_MACHINE_REFERENCE_H_
#define CLIPGUARD_EVAL_MACHINE_REFERENCE_H_

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/matrix.h"
#include "eval/machine/pose.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"

namespace clipguard::eval {

// ---- Time values ------------------------------------------------------------

// Values that the game's code supplies, by the inputs' numbers; nullopt for one
// that it does not supply.
using ReferenceInputs = std::vector<std::optional<float>>;

// A time value at x. Nothing if it has an error, or needs an input that is not
// there.
std::optional<float> EvaluateTimeValue(const forge::StateMachine& machine,
                                       forge::ExpressionIndex expression,
                                       float x, const ReferenceInputs& inputs);

// ---- Armatures --------------------------------------------------------------

// A variable's value at a time, by its samples. REQUIRES: there are some.
float EvaluateVariable(const forge::Armature& armature,
                       const forge::Armature::VariableClip& variable, bool loop,
                       float time);

using ReferenceMatrix = ColumnVectorMatrix<double>;

struct ReferenceJoint {
  ReferenceMatrix matrix;
  // The scale that errors are relative to: the largest number that takes part
  // in the matrix, or more. Not finite if some variable is not: then nothing is
  // said of the matrix but that each of its parts is NaN.
  double largest;
};

// A joint's matrix at a time. REQUIRES: `joint` is one of `clip`'s, and neither
// is broken.
ReferenceJoint EvaluateJoint(const forge::Armature& armature,
                             const forge::Armature::Clip& clip,
                             const forge::Armature::JointClip& joint,
                             float time);

// How an element moves, given the matrix of each of the armature's joints;
// nothing if it stays where it is.
std::optional<ReferenceMatrix> EvaluateElement(const forge::Armature& armature,
                                               std::span<const Matrix> joints,
                                               int32_t element);

// ---- Clips ------------------------------------------------------------------

// The clips of a machine: what they show at a time, and what happened between
// two.
class ReferencePlayer {
 public:
  ReferencePlayer(const forge::StateMachine& machine,
                  forge::FindArmature find_armature);

  std::optional<Matrix> JointPose(forge::ExpressionIndex clip,
                                  std::string_view joint, float time,
                                  const ReferenceInputs& inputs);

  // The latest first.
  std::optional<std::vector<PastEvent>> Events(forge::ExpressionIndex clip,
                                               float last, float now,
                                               const ReferenceInputs& inputs);

  // Whether all times and values were finite so far.
  bool finite() const { return finite_; }

 private:
  struct Played {
    const forge::Armature* armature;
    const forge::Armature::Clip* clip;
  };

  std::optional<float> Value(forge::ExpressionIndex expression, float time,
                             const ReferenceInputs& inputs);
  std::optional<Played> Find(const forge::Expression& model_clip) const;

  const forge::StateMachine& machine_;
  forge::FindArmature find_armature_;
  bool finite_ = true;
};

// ---- The machine ------------------------------------------------------------

// A machine at work. REQUIRES: it has a start state.
class ReferenceMachine {
 public:
  ReferenceMachine(const forge::StateMachine& machine,
                   forge::FindArmature find_armature);

  // False if the machine does not use the name.
  bool SetInput(std::string_view name, float value);

  std::string_view state() const;

  // False, and nothing has changed, if there is no state of that name with a
  // clip, or no such transition is listed.
  bool Transition(std::string_view state);

  struct Step {
    // Those that are handed on, the latest first.
    std::vector<PastEvent> events;
    // Special events that the game does not know, and drops; the oldest first.
    std::vector<std::string_view> dropped;
  };

  // Shows the current state at `time`, and lets the events since the last call
  // happen. If a step fails, the events before the failure have happened.
  std::optional<Step> Apply(float time);

  // A joint at the last Apply(), in the state that was current before its
  // events.
  std::optional<Matrix> JointPose(std::string_view joint);

  // Whether all times and values were finite so far.
  bool finite() const { return player_.finite(); }

 private:
  forge::ExpressionIndex ClipOf(uint32_t state) const;

  const forge::StateMachine& machine_;
  ReferencePlayer player_;
  ReferenceInputs inputs_;
  uint32_t state_;
  uint32_t shown_;
  float time_ = 0;
  // Minus infinity until there was one.
  float last_ = -std::numeric_limits<float>::infinity();
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_MACHINE_REFERENCE_H_
