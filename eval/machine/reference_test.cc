// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The specification against values that were worked out by hand; golden_test
// compares it with the game's own.

#include "eval/machine/reference.h"

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/numbers.h"
#include "eval/machine/pose.h"
#include "eval/machine/test_machines.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"

namespace clipguard::eval {
namespace {

using forge::Armature;
using forge::StateMachine;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

StateMachine WithParameters(const std::string& parameters) {
  return ReadMachineFile(absl::StrCat(R"({"parameters": )", parameters,
                                      R"(, "clips": {"a": "#identity"},
                                      "states": ["a"], "transitions": {},
                                      "start_state": "a"})"));
}

// Evaluates the time value `text` at x.
std::optional<float> At(const std::string& text, float x) {
  const StateMachine machine =
      WithParameters(absl::StrCat(R"({"p": )", text, "}"));
  const ReferenceInputs inputs(machine.inputs.size());
  return EvaluateTimeValue(machine, machine.parameters[0].expression, x,
                           inputs);
}

TEST(ReferenceTest, OperatorsAreThoseOfTheTable) {
  EXPECT_THAT(At(R"(["+", 2])", 7), Optional(9.0f));
  EXPECT_THAT(At(R"(["-", 2])", 7), Optional(5.0f));
  EXPECT_THAT(At(R"(["*", 2])", 7), Optional(14.0f));
  EXPECT_THAT(At(R"(["/", 2])", 7), Optional(3.5f));
  EXPECT_THAT(At(R"(["m", 2])", 7), Optional(2.0f));
  EXPECT_THAT(At(R"(["M", 2])", 7), Optional(7.0f));
  EXPECT_THAT(At(R"(["r", 2])", 7), Optional(6.0f));
  EXPECT_THAT(At(R"(["R", 2])", 7), Optional(8.0f));
  EXPECT_THAT(At(R"(["f", 2])", 7), Optional(1.0f));
  EXPECT_THAT(At(R"(["F", 2])", 7), Optional(1.0f));
  EXPECT_THAT(At(R"(["r", 2])", -7), Optional(-8.0f));
  EXPECT_THAT(At(R"(["f", 2])", -7), Optional(1.0f));
}

TEST(ReferenceTest, ChainsBeginWithX) {
  // ((3 + 1) * 3 - 2) / 4
  EXPECT_THAT(At(R"(["+*-/", 1, "#identity", 2, 4])", 3), Optional(2.5f));
  // f first: 2 * 3, then 6 + 1.
  EXPECT_THAT(At(R"(["compose", ["+", 1], ["*", 2]])", 3), Optional(7.0f));
  EXPECT_THAT(At("1.5", kNan), Optional(1.5f));
}

TEST(ReferenceTest, WhatIsNoNumberStaysNone) {
  EXPECT_THAT(At(R"(["/", 0])", 1), Optional(kInfinity));
  EXPECT_TRUE(std::isnan(At(R"(["/", 0])", 0).value()));
  EXPECT_TRUE(std::isnan(At(R"(["m", 1])", kNan).value()));
  EXPECT_TRUE(std::signbit(At(R"(["m", 0])", -0.0f).value()));
  EXPECT_FALSE(std::signbit(At(R"(["M", 0])", -0.0f).value()));
}

TEST(ReferenceTest, InputsAreNeeded) {
  const StateMachine machine =
      WithParameters(R"({"p": ["+", "#q"], "q": ["*", "#clicks"]})");
  const auto p = machine.parameters[0].expression;
  EXPECT_EQ(EvaluateTimeValue(machine, p, 2, {std::nullopt}), std::nullopt);
  // 2 + 2 * 5
  EXPECT_THAT(EvaluateTimeValue(machine, p, 2, {5.0f}), Optional(12.0f));
  EXPECT_EQ(At(R"(["?", 1])", 2), std::nullopt);
}

constexpr std::string_view kArmature = R"({
  "joints": {"lid": {"0": [1], "1": [0.25]}, "base": {"1": [0.75]}},
  "clips": {
    "turn": {"loop": false, "joint_clips": {"lid": [
        {"variable": "axis_z", "type": "uniform", "interpolation": "nearest",
         "samples": [2]},
        {"variable": "angle", "type": "uniform", "interpolation": "linear",
         "samples": [0, 180]},
        {"variable": "origin_x", "type": "uniform", "interpolation": "nearest",
         "samples": [1]},
        {"variable": "origin_y", "type": "uniform", "interpolation": "nearest",
         "samples": [0]},
        {"variable": "offset_z", "type": "uniform", "interpolation": "linear",
         "samples": [4, 8]},
        {"variable": "scale_y", "type": "uniform", "interpolation": "nearest",
         "samples": [3]}]},
      "events": {"0.25": "creak", "0.5": "!transition:open"}},
    "move": {"loop": true, "joint_clips": {"lid": [
        {"variable": "offset_x", "type": "uniform", "interpolation": "linear",
         "samples": [0, 8]}]},
      "events": {"0.5": "!odd"}}}})";

float Sampled(const Armature& armature, size_t clip, size_t variable,
              float time) {
  const Armature::Clip& c = armature.clips[clip];
  const auto variables = armature.Variables(armature.JointClips(c)[0]);
  return EvaluateVariable(armature, variables[variable], c.loop, time);
}

TEST(ReferenceTest, SamplesAreSpreadOverTheClip) {
  const Armature armature = ReadArmatureFile(std::string(kArmature));
  EXPECT_EQ(Sampled(armature, 0, 4, 0.25f), 5);
  EXPECT_EQ(Sampled(armature, 0, 4, 1.25f), 5);
  EXPECT_EQ(Sampled(armature, 0, 4, 1), 4);
  // In a loop the second half leads back.
  EXPECT_EQ(Sampled(armature, 1, 0, 0.25f), 4);
  EXPECT_EQ(Sampled(armature, 1, 0, 0.5f), 8);
  EXPECT_EQ(Sampled(armature, 1, 0, -0.25f), 4);
}

TEST(ReferenceTest, JointsAreScaledTurnedAndMoved) {
  const Armature armature = ReadArmatureFile(std::string(kArmature));
  const Armature::Clip& clip = armature.clips[0];
  // Half way to half a turn the other way round, which is as short: -90
  // degrees. (x, y) becomes (1 + 3 y, 1 - x), z becomes z + 6.
  const ReferenceJoint joint =
      EvaluateJoint(armature, clip, armature.JointClips(clip)[0], 0.5f);
  const ReferenceMatrix expected = {
      {0, 3, 0, 1}, {-1, 0, 0, 1}, {0, 0, 1, 6}, {0, 0, 0, 1}};
  for (size_t i = 0; i < 16; ++i) {
    EXPECT_NEAR(joint.matrix[i], expected[i], 1e-15) << i;
  }
  EXPECT_GE(joint.largest, 6);
}

TEST(ReferenceTest, ElementsFollowTheMeanOfWhatMoves) {
  const Armature armature = ReadArmatureFile(std::string(kArmature));
  Matrix moved = kIdentityMatrix;
  moved[3] = 4;
  Matrix other = kIdentityMatrix;
  other[3] = 8;
  // 0.25 * 4 + 0.75 * 8
  EXPECT_EQ(EvaluateElement(armature, std::array{moved, other}, 1).value()[3],
            7);
  EXPECT_EQ(EvaluateElement(armature, std::array{kIdentityMatrix, other}, 1)
                .value()[3],
            8);
  EXPECT_EQ(EvaluateElement(armature, std::array{kIdentityMatrix, other}, 0),
            std::nullopt);
}

class ReferenceMachineTest : public testing::Test {
 protected:
  // A state "a" that shows `clip`, and "open", which may follow it.
  ReferenceMachine Show(const std::string& clip) {
    machine_ = ReadMachineFile(absl::StrCat(
        R"({"parameters": {}, "clips": {"open": "#identity", "turn": "b@turn",
            "move": "b@move", "a": )",
        clip, R"(}, "states": ["a", "open", "gone"],
                 "transitions": {"a": ["open", "gone"]},
                 "start_state": "a"})"));
    return ReferenceMachine(machine_, [this](const forge::ModelClip& model) {
      return model.path == "b" ? &armature_ : nullptr;
    });
  }

  // Where a shown joint's origin lies along an axis.
  static float Offset(ReferenceMachine& machine, size_t axis,
                      std::string_view joint = "lid") {
    return machine.JointPose(joint).value()[4 * axis + 3];
  }

  const Armature armature_ = ReadArmatureFile(std::string(kArmature));
  StateMachine machine_;
};

TEST_F(ReferenceMachineTest, ClipsMoveJoints) {
  ReferenceMachine machine = Show(R"("b@turn")");
  ASSERT_TRUE(machine.Apply(0.25f).has_value());
  EXPECT_EQ(Offset(machine, 2), 5);
  EXPECT_EQ(machine.JointPose("base"), kIdentityMatrix);
  for (const char* const none :
       {R"("b@none")", R"("c@turn")", R"("b#v@turn")", R"("#identity")"}) {
    ReferenceMachine still = Show(none);
    ASSERT_TRUE(still.Apply(0.25f).has_value());
    EXPECT_EQ(still.JointPose("lid"), kIdentityMatrix) << none;
  }
}

TEST_F(ReferenceMachineTest, TimesAreApplied) {
  // 0.125 * 2
  ReferenceMachine machine = Show(R"(["apply", "#turn", ["*", 2]])");
  ASSERT_TRUE(machine.Apply(0.125f).has_value());
  EXPECT_EQ(Offset(machine, 2), 5);
}

TEST_F(ReferenceMachineTest, BlendsGoFromOneToTheOther) {
  // At 0.25 + 0.25 the one is at 8, the other does not move; a quarter of the
  // way, which is that of the time, not of the input.
  ReferenceMachine machine =
      Show(R"(["slerp", "#move", "#open", ["+", 0.25], "#identity"])");
  ASSERT_TRUE(machine.Apply(0.25f).has_value());
  EXPECT_EQ(Offset(machine, 0), 6);
}

TEST_F(ReferenceMachineTest, EventsHappenWhenTheyArePassed) {
  ReferenceMachine machine =
      Show(R"(["trigger_positive", "#turn", ["-", 0.375], "click"])");
  // Nothing came before the first step.
  EXPECT_THAT(machine.Apply(0.125f).value().events, IsEmpty());
  const auto step = machine.Apply(0.4375f);
  ASSERT_TRUE(step.has_value());
  EXPECT_THAT(step->events,
              ElementsAre(PastEvent{"click", 0}, PastEvent{"creak", 0.1875f}));
  EXPECT_EQ(machine.state(), "a");
}

TEST_F(ReferenceMachineTest, SpecialEventsAreNotHandedOn) {
  ReferenceMachine machine =
      Show(R"(["slerp", "#turn", "#move", "#identity", 0.5])");
  ASSERT_TRUE(machine.Apply(0.375f).has_value());
  const auto step = machine.Apply(0.5625f);
  ASSERT_TRUE(step.has_value());
  EXPECT_THAT(step->events, IsEmpty());
  EXPECT_THAT(step->dropped, ElementsAre("!odd"));
  EXPECT_EQ(machine.state(), "open");
  // The pose is the one of the state before.
  EXPECT_NE(machine.JointPose("lid"), kIdentityMatrix);
}

TEST_F(ReferenceMachineTest, TransitionsMustBeListed) {
  ReferenceMachine machine = Show(R"("#turn")");
  EXPECT_FALSE(machine.Transition("a"));
  EXPECT_FALSE(machine.Transition("nowhere"));
  EXPECT_FALSE(machine.Transition("gone"));  // has no clip
  EXPECT_TRUE(machine.Transition("open"));
  EXPECT_FALSE(machine.Transition("open"));
  EXPECT_EQ(machine.state(), "open");
}

TEST_F(ReferenceMachineTest, WhatIsNotSuppliedFails) {
  ReferenceMachine machine = Show(R"(["apply", "#turn", "#click_time"])");
  EXPECT_FALSE(machine.Apply(0.25f).has_value());
  EXPECT_FALSE(machine.JointPose("lid").has_value());
  EXPECT_FALSE(machine.SetInput("other", 1));
  EXPECT_TRUE(machine.SetInput("click_time", 0.75f));
  EXPECT_TRUE(machine.Apply(0.25f).has_value());
  EXPECT_EQ(Offset(machine, 2), 7);
}

}  // namespace
}  // namespace clipguard::eval
