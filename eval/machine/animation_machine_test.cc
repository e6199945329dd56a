// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/machine/animation_machine.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/memory/work_counter.h"
#include "base/numbers.h"
#include "eval/machine/pose.h"
#include "eval/machine/test_machines.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/test_armatures.h"

namespace clipguard::eval {
namespace {

using forge::Armature;
using forge::StateMachine;
using forge::VariableText;

Armature OneClip(const std::vector<std::string>& variables,
                 const forge::ClipOptions& options = {}) {
  return ReadArmatureFile(forge::ClipText(variables, options));
}

float At(const Armature& armature, float time, size_t entry) {
  return JointMatrix(armature, armature.clips[0], "j", time)[entry];
}

// ---- Joints -----------------------------------------------------------------

TEST(PoseTest, SamplesBetweenAndAround) {
  const Armature loop = OneClip({VariableText("offset_x", "0, 1, 3")});
  EXPECT_EQ(At(loop, 0, 3), 0);
  EXPECT_FLOAT_EQ(At(loop, 0.5, 3), 2);
  EXPECT_FLOAT_EQ(At(loop, 5.0f / 6, 3), 1.5);  // back to the first
  EXPECT_EQ(At(loop, 1, 3), 0);
  EXPECT_FLOAT_EQ(At(loop, -0.5, 3), 2);
  const Armature once =
      OneClip({VariableText("offset_x", "0, 1, 3")}, {.loop = false});
  EXPECT_EQ(At(once, 0.5, 3), 1);
  EXPECT_FLOAT_EQ(At(once, 0.75, 3), 2);
  EXPECT_EQ(At(once, 1, 3), 0);  // never the last
  const Armature single =
      OneClip({VariableText("offset_x", "2")}, {.loop = false});
  EXPECT_EQ(At(single, 0.3f, 3), 2);
  const Armature nearest =
      OneClip({VariableText("offset_y", "0, 1", "nearest")});
  EXPECT_EQ(At(nearest, 0.24f, 7), 0);
  EXPECT_EQ(At(nearest, 0.25f, 7), 1);
  EXPECT_EQ(At(nearest, 0.75f, 7), 0);
}

// A float cannot count them.
TEST(PoseTest, SamplesMoreThanFloatsCanCount) {
  forge::Armature armature;
  const auto count = (uint32_t{1} << 24) + 3;
  armature.samples.assign(count, 1);
  forge::Armature::VariableClip clip{
      forge::Variable::kOffsetX, forge::Interpolation::kNearest, {0, count}};
  for (const float time : {-1e-10f, 0x1.fffffep-1f, 0.5f, 1.0f}) {
    EXPECT_EQ(SampleVariable(armature, clip, /*loop=*/true, time), 1) << time;
    EXPECT_EQ(SampleVariable(armature, clip, /*loop=*/false, time), 1) << time;
  }
}

TEST(PoseTest, TurnsTheShortWayRound) {
  const Armature armature = OneClip({VariableText("axis_z", "5", "nearest"),
                                     VariableText("angle", "350, 10"),
                                     VariableText("origin_x", "0", "nearest"),
                                     VariableText("origin_y", "0", "nearest")});
  EXPECT_FLOAT_EQ(At(armature, 0.25f, 0), 1);
  EXPECT_NEAR(At(armature, 0, 0), std::cos(10 * 3.14159265 / 180), 1e-7);
  EXPECT_NEAR(At(armature, 0, 1), std::sin(10 * 3.14159265 / 180), 1e-7);
}

TEST(PoseTest, GivesNothingButNanForTimesThatAreNone) {
  const Armature armature = OneClip({VariableText("offset_x", "0, 1")});
  for (const float time : {kNan, kInfinity, -kInfinity}) {
    for (size_t i = 0; i < 16; ++i) {
      EXPECT_TRUE(std::isnan(At(armature, time, i)));
    }
  }
}

TEST(PoseTest, SinesAreThoseOfTheLibrary) {
  for (double degrees = -1000; degrees < 1000; degrees += 0.37) {
    const auto [sine, cosine] = SineCosineOfDegrees(degrees);
    const double radians = degrees * (3.14159265358979323846 / 180);
    EXPECT_NEAR(sine, std::sin(radians), 4e-15);
    EXPECT_NEAR(cosine, std::cos(radians), 4e-15);
  }
  EXPECT_EQ(SineCosineOfDegrees(90).cosine, 0);
  EXPECT_EQ(SineCosineOfDegrees(-450).sine, -1);
  EXPECT_EQ(SineCosineOfDegrees(1e300).sine,
            SineCosineOfDegrees(std::fmod(1e300, 360)).sine);
  EXPECT_TRUE(std::isnan(SineCosineOfDegrees(kInfinity).sine));
}

TEST(PoseTest, BlendsWhatHasNoSize) {
  for (const char* scale : {"scale", "scale_x", "scale_y", "scale_z"}) {
    const Armature armature = OneClip({VariableText(scale, "0, 1"),
                                       VariableText("axis_y", "1", "nearest"),
                                       VariableText("angle", "30", "nearest")});
    const Matrix flat = JointMatrix(armature, armature.clips[0], "j", 0);
    const Matrix full = JointMatrix(armature, armature.clips[0], "j", 0.5);
    for (const float progress : {0.0f, 0.3f, 1.0f}) {
      const Matrix m = Slerp(flat, full, progress);
      for (const float part : m) EXPECT_TRUE(std::isfinite(part));
    }
    const Matrix end = Slerp(flat, full, 2);
    for (size_t i = 0; i < 16; ++i) EXPECT_NEAR(end[i], full[i], 1e-6);
  }
}

TEST(PoseTest, EventsOutOfBoundsEnd) {
  for (const char* events :
       {R"("1e30": "a", "-1e30": "b", "0.5": "c")",
        R"("-3e38": "a", "3e38": "b")", R"("7.25": "a", "7.5": "b")"}) {
    for (const bool loop : {true, false}) {
      const Armature armature = OneClip({}, {.loop = loop, .events = events});
      const float times[] = {-kInfinity, -1e30f,    -1,   -0.25f, 0,
                             0.3f,       0.5f,      0.6f, 1,      7.3f,
                             1e30f,      kInfinity, kNan};
      for (const float last : times) {
        for (const float now : times) {
          std::vector<PastEvent> past;
          AppendPastEvents(armature, armature.clips[0], last, now, past);
          EXPECT_LE(past.size(), armature.events.size());
        }
      }
    }
  }
}

// ---- Machines ---------------------------------------------------------------

constexpr char kDoor[] = R"({
  "parameters": {"end": ["-", ["compose", ["+", 1], "#click"]],
                 "progress": ["-", "#click"]},
  "clips": {"shut": ["apply", "#door", 0], "open": ["apply", "#door", 0.5],
    "door": "mod:block/door@c",
    "opening": ["trigger_positive",
                ["slerp", "#shut", "#open", "#identity", "#progress"],
                "#end", "!transition:open"],
    "loud": ["trigger_positive", "#opening", "#end", "bang"],
    "odd": ["trigger_positive", "#shut", "#end", "!dance"],
    "wrong": ["trigger_positive", "#shut", "#end", "!transition:nowhere"]},
  "states": ["shut", "open", "opening", "loud", "odd", "wrong"],
  "transitions": {"shut": ["opening", "loud", "odd", "wrong"],
                  "opening": "open", "loud": ["open", "shut"], "odd": "shut"},
  "start_state": "shut"})";

class DoorTest : public testing::Test {
 protected:
  DoorTest()
      : door_(OneClip({VariableText("offset_x", "0, 1")})),
        file_(ReadMachineFile(kDoor)),
        machine_(file_, [this](const forge::ModelClip& clip) {
          return clip.path == "block/door" ? &door_ : nullptr;
        }) {}

  Armature door_;
  StateMachine file_;
  AnimationMachine machine_;
};

TEST_F(DoorTest, Opens) {
  EXPECT_EQ(machine_.state(), "shut");
  EXPECT_TRUE(machine_.SetInput("click", -kInfinity));
  EXPECT_FALSE(machine_.SetInput("clack", 0));
  ASSERT_TRUE(machine_.Apply(0).ok());
  EXPECT_EQ((*machine_.JointPose("j"))[3], 0);
  machine_.SetInput("click", 0.5f);
  ASSERT_TRUE(machine_.Transition("opening").ok());
  ASSERT_TRUE(machine_.Apply(1).ok());
  EXPECT_FLOAT_EQ((*machine_.JointPose("j"))[3], 0.5f);
  EXPECT_EQ(*machine_.JointPose("other"), kIdentityMatrix);
  const auto last = machine_.Apply(1.75f);
  ASSERT_TRUE(last.ok());
  EXPECT_EQ(last->state_before, "opening");
  EXPECT_EQ(machine_.state(), "open");
  EXPECT_TRUE(last->events.empty());
  // The pose is the one of the state before.
  EXPECT_FLOAT_EQ((*machine_.JointPose("j"))[3], 1);
}

TEST(AnimationMachineTest, StandsAtTime0BeforeAnyStep) {
  const Armature lid = OneClip({VariableText("offset_x", "0, 1")});
  const StateMachine file = ReadMachineFile(
      R"({"parameters": {}, "clips": {"a": ["apply", "mod:block/lid@c", ["*", 0.25]]},
          "states": ["a"], "transitions": {}, "start_state": "a"})");
  AnimationMachine machine(file, [&](const forge::ModelClip&) { return &lid; });
  EXPECT_EQ((*machine.JointPose("j"))[3], 0);
  ASSERT_TRUE(machine.Apply(1).ok());
  EXPECT_FLOAT_EQ((*machine.JointPose("j"))[3], 0.5f);
}

TEST_F(DoorTest, HandsOnWhatIsNotSpecial) {
  machine_.SetInput("click", 0);
  ASSERT_TRUE(machine_.Transition("loud").ok());
  ASSERT_TRUE(machine_.Apply(0).ok());
  const auto step = machine_.Apply(1);
  ASSERT_TRUE(step.ok());
  EXPECT_EQ(step->events, (std::vector<PastEvent>{{"bang", 0}}));
  EXPECT_EQ(machine_.state(), "open");
}

TEST_F(DoorTest, RefusesWhatIsNotListed) {
  EXPECT_EQ(machine_.Transition("nowhere").code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(machine_.Transition("door").code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(machine_.Transition("open").code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(machine_.Transition("shut").code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(machine_.state(), "shut");
}

TEST_F(DoorTest, FailsWhereTheGameThrows) {
  // Nobody has supplied "click".
  ASSERT_TRUE(machine_.Transition("odd").ok());
  EXPECT_FALSE(machine_.Apply(0).ok());
  machine_.SetInput("click", 0);
  ASSERT_TRUE(machine_.Apply(0.5f).ok());
  const auto odd = machine_.Apply(1);
  ASSERT_TRUE(odd.ok());
  EXPECT_EQ(odd->dropped, (std::vector<std::string_view>{"!dance"}));
  EXPECT_TRUE(odd->events.empty());
  ASSERT_TRUE(machine_.Transition("shut").ok());
  ASSERT_TRUE(machine_.Transition("wrong").ok());
  machine_.SetInput("click", 1);
  EXPECT_EQ(machine_.Apply(2).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(machine_.state(), "wrong");
  // It has happened nevertheless: not again.
  EXPECT_TRUE(machine_.Apply(2.5f).ok());
}

TEST(AnimationMachineTest, FailsAtBrokenClips) {
  const Armature broken = ReadArmatureFile(
      R"({"joints": {"j": {}, "k": {}}, "clips": {
          "all": {"joint_clips": {"j": [{"variable": "x", "interpolation":
            "linear", "samples": [1]}]}, "events": {}},
          "one": {"joint_clips": {"j": [{"variable": "offset_x",
            "interpolation": "linear", "samples": []}]}, "events": {}}}})");
  const StateMachine file = ReadMachineFile(
      R"({"parameters": {}, "clips": {"a": "m:all@all", "b": "mod:m@all",
          "c": "mod:m@one", "d": "#d", "e": "#f",
          "f": ["slerp", "#c", ["apply", "#c", "#missing"], "#identity", 0.5]},
          "states": ["a"],
          "transitions": {}, "start_state": "a"})");
  const ClipPlayer player(file, [&](const forge::ModelClip& clip) {
    return clip.path == "m" ? &broken : nullptr;
  });
  const TimeInputs inputs(file);
  const auto pose = [&](const char* clip, const char* joint) {
    return player.JointPose(file.clips[file.FindClip(clip)].expression, joint,
                            0, inputs);
  };
  const auto events = [&](const char* clip) {
    return player.Events(file.clips[file.FindClip(clip)].expression, 0, 1,
                         inputs);
  };
  EXPECT_TRUE(pose("a", "j").ok());
  EXPECT_FALSE(pose("b", "k").ok());
  EXPECT_FALSE(events("b").ok());
  EXPECT_FALSE(pose("c", "j").ok());
  EXPECT_TRUE(pose("c", "k").ok());
  EXPECT_TRUE(events("c").ok());
  EXPECT_FALSE(pose("d", "j").ok());
  EXPECT_FALSE(events("d").ok());
  EXPECT_FALSE(pose("e", "j").ok());
  // Where two things are wrong, it is the one that is met first: with many
  // joints as with one.
  for (const std::string_view joint : {"j", "k"}) {
    Matrix many;
    const absl::Status status = player.JointPoses(
        file.clips[file.FindClip("f")].expression,
        player.FindJoints({&joint, 1}), 0, inputs, {&many, 1});
    EXPECT_FALSE(status.ok());
    EXPECT_EQ(status, pose("f", joint.data()).status());
    EXPECT_EQ(status == pose("c", "j").status(), joint == "j");
  }
}

TEST(AnimationMachineTest, DoesNotRecurse) {
  std::string clips = "\"c0\": \"#identity\"";
  for (int i = 1; i <= 50'000; ++i) {
    absl::StrAppend(&clips, ", \"c", i,
                    i % 2 == 0 ? "\": [\"apply\", \"#c"
                               : "\": [\"slerp\", \"#identity\", \"#c",
                    i - 1,
                    i % 2 == 0 ? "\", [\"+\", 1]]" : "\", \"#identity\", 0.5]");
  }
  Limits limits;
  limits.expression_depth = limits.evaluation_steps = 10'000'000;
  const StateMachine file = ReadMachineFile(
      absl::StrCat("{\"parameters\": {}, \"clips\": {", clips,
                   "}, \"states\": [\"c50000\"], \"transitions\": {}, "
                   "\"start_state\": \"c50000\"}"),
      limits);
  ASSERT_NE(file.start, forge::kNowhere);
  AnimationMachine machine(file, nullptr);
  EXPECT_TRUE(machine.Apply(0).ok());
  EXPECT_TRUE(machine.Apply(1).ok());
  EXPECT_EQ(*machine.JointPose("j"), kIdentityMatrix);
}

TEST(AnimationMachineTest, BoundsEvents) {
  // Sixteen doublings of a clip with a hundred events, in a window where the
  // game does not lose them.
  std::string events = "\"0.25\": \"e\"";
  for (int i = 0; i < 100; ++i) {
    absl::StrAppend(&events, ", \"", 0.6 + 0.001 * i, "\": \"e\"");
  }
  const Armature armature = OneClip({}, {.events = events});
  std::string clips = "\"c0\": \"mod:m@c\"";
  for (int i = 1; i <= 16; ++i) {
    absl::StrAppend(&clips, ", \"c", i, "\": [\"slerp\", \"#c", i - 1,
                    "\", \"#c", i - 1, "\", \"#identity\", 0]");
  }
  const StateMachine file = ReadMachineFile(
      absl::StrCat("{\"parameters\": {}, \"clips\": {", clips,
                   "}, \"states\": [\"c16\"], \"transitions\": {}, "
                   "\"start_state\": \"c16\"}"));
  AnimationMachine machine(file,
                           [&](const forge::ModelClip&) { return &armature; });
  EXPECT_TRUE(machine.Apply(0.5f).ok());
  EXPECT_EQ(machine.Apply(1.5f).status().code(),
            absl::StatusCode::kResourceExhausted);
}

// ---- Cost -------------------------------------------------------------------

// Clips "c0" and so on, each a blend of the one before with itself.
StateMachine Doubled(int count, const std::string& first,
                     const std::string& input = "\"#identity\"",
                     const std::string& progress = "0.5") {
  std::string clips = "\"c0\": " + first;
  for (int i = 1; i <= count; ++i) {
    absl::StrAppend(&clips, ", \"c", i, "\": [\"slerp\", \"#c", i - 1,
                    "\", \"#c", i - 1, "\", ", input, ", ", progress, "]");
  }
  return ReadMachineFile(absl::StrCat(
      "{\"parameters\": {}, \"clips\": {", clips, "}, \"states\": [\"c", count,
      "\"], \"transitions\": {}, \"start_state\": \"c", count, "\"}"));
}

// Each clip that a step visits is counted as work, so that tests of cost see
// it.
TEST(AnimationMachineCostTest, EachClipThatIsLookedAtCounts) {
  constexpr int kClips = 200;
  std::string clips = "\"c0\": \"#identity\"";
  for (int i = 1; i < kClips; ++i) {
    absl::StrAppend(&clips, ", \"c", i, "\": \"#c", i - 1, "\"");
  }
  const StateMachine file = ReadMachineFile(absl::StrCat(
      "{\"parameters\": {}, \"clips\": {", clips, "}, \"states\": [\"c",
      kClips - 1, "\"], \"transitions\": {}, \"start_state\": \"c", kClips - 1,
      "\"}"));
  AnimationMachine machine(file, nullptr);
  ASSERT_TRUE(machine.Apply(0).ok());
  const uint64_t before = WorkDone();
  ASSERT_TRUE(machine.Apply(1).ok());
  EXPECT_GE(WorkDone() - before, uint64_t{kClips});
}

TEST(AnimationMachineCostTest, StepsAreBoundedInBytes) {
  const std::string name(10'000, 'e');
  const StateMachine file = Doubled(
      16, absl::StrCat("[\"trigger_positive\", \"#identity\", [\"-\", 0.5], \"",
                       name, "\"]"));
  AnimationMachine machine(file, nullptr);
  ASSERT_TRUE(machine.Apply(0).ok());
  const uint64_t before = WorkDone();
  const absl::Status status = machine.Apply(1).status();
  EXPECT_LT(WorkDone() - before, 2000u);
  EXPECT_EQ(status.code(), absl::StatusCode::kOutOfRange);
  EXPECT_EQ(status.message().substr(0, 12), "/clips/c16: ");
  EXPECT_NE(status.message().find("step-bytes"), std::string::npos);
  // Events that fit the limit are returned, however many they are.
  AnimationMachine large(file, nullptr, {.step_bytes = uint64_t{1} << 30});
  ASSERT_TRUE(large.Apply(0).ok());
  const auto step = large.Apply(1);
  ASSERT_TRUE(step.ok());
  EXPECT_EQ(step->events.size(), 65536u);
  EXPECT_EQ(step->events.front().name.data(), step->events.back().name.data());
}

TEST(AnimationMachineCostTest, JointsShareAWalk) {
  constexpr int kJoints = 2000;
  std::string joints;
  std::string moved;
  std::vector<std::string> names;
  for (int i = 0; i < kJoints; ++i) {
    names.push_back(absl::StrCat("j", i));
    absl::StrAppend(&joints, i == 0 ? "" : ",", "\"j", i, "\":{}");
    if (i % 7 != 3) continue;
    absl::StrAppend(&moved, moved.empty() ? "" : ",", "\"j", i, "\":[",
                    VariableText("offset_x", "0, 1, 5"), ",",
                    VariableText("axis_y", "1", "nearest"), ",",
                    VariableText("angle", "0, 80"), "]");
  }
  const Armature armature = ReadArmatureFile(absl::StrCat(
      "{\"joints\": {", joints, "}, \"clips\": {\"c\": {\"loop\": true, ",
      "\"joint_clips\": {", moved, "}, \"events\": {}}}}"));
  const std::vector<std::string_view> views(names.begin(), names.end());
  // Each level at another time than the one before, too.
  for (const char* input : {"\"#identity\"", "[\"+\", 0.01]"}) {
    const StateMachine file = Doubled(16, "\"mod:m@c\"", input);
    const ClipPlayer player(file,
                            [&](const forge::ModelClip&) { return &armature; });
    const TimeInputs inputs(file);
    const auto set = player.FindJoints(views);
    ASSERT_EQ(set.size(), views.size());
    std::vector<Matrix> poses(kJoints);
    const auto clip = [&](const char* name) {
      return file.clips[file.FindClip(name)].expression;
    };
    const uint64_t before = WorkDone();
    ASSERT_TRUE(player.JointPoses(clip("c16"), set, 0.3f, inputs, poses).ok());
    // A matrix and sixteen blends for each of 286.
    EXPECT_LT(WorkDone() - before, 1'000'000u);
    EXPECT_EQ(poses[0], kIdentityMatrix);
    EXPECT_NE(poses[3], kIdentityMatrix);
    for (const size_t i : {0, 3, 10, 1998, 1999}) {
      EXPECT_EQ(*player.JointPose(clip("c16"), views[i], 0.3f, inputs),
                poses[i]);
    }
    // Few clips: one joint has a way of its own.
    ASSERT_TRUE(player.JointPoses(clip("c3"), set, 0.3f, inputs, poses).ok());
    for (size_t i = 0; i < views.size(); i += 13) {
      ASSERT_EQ(*player.JointPose(clip("c3"), views[i], 0.3f, inputs),
                poses[i]);
    }
    const absl::Status small =
        AnimationMachine(file,
                         [&](const forge::ModelClip&) { return &armature; },
                         {.request_steps = 100})
            .Apply(0)
            .status();
    EXPECT_EQ(small.code(), absl::StatusCode::kOutOfRange);
    EXPECT_NE(small.message().find("request-steps"), std::string::npos);
  }
}

// The bits are those of blending, also of what nothing moves.
TEST(AnimationMachineCostTest, WhatDoesNotMoveIsTheBlend) {
  for (float p = 0; p < 1; p += 0.000931f) {
    ASSERT_EQ(Slerp(kIdentityMatrix, kIdentityMatrix, p), kIdentityMatrix);
  }
  for (const float p :
       {-kInfinity, -1.0f, -0.0f, 1e-45f, 0x1.fffffep-1f, 1.0f, kInfinity}) {
    const Matrix m = Slerp(kIdentityMatrix, kIdentityMatrix, p);
    for (size_t i = 0; i < m.size(); ++i) {
      EXPECT_EQ(std::bit_cast<uint32_t>(m[i]),
                std::bit_cast<uint32_t>(kIdentityMatrix[i]))
          << p;
    }
  }
  const Armature armature = OneClip({VariableText("offset_x", "0, 1")});
  const StateMachine file =
      Doubled(3, "\"mod:m@c\"", "\"#identity\"", "[\"-\", \"#identity\"]");
  const ClipPlayer player(file,
                          [&](const forge::ModelClip&) { return &armature; });
  const TimeInputs inputs(file);
  const std::string_view names[] = {"other", "j"};
  const auto set = player.FindJoints(names);
  for (const float time : {0.25f, kInfinity, kNan}) {
    for (const StateMachine::Named& clip : file.clips) {
      Matrix poses[2];
      ASSERT_TRUE(
          player.JointPoses(clip.expression, set, time, inputs, poses).ok());
      for (size_t i = 0; i < 2; ++i) {
        const auto one =
            player.JointPose(clip.expression, names[i], time, inputs);
        ASSERT_TRUE(one.ok());
        for (size_t cell = 0; cell < 16; ++cell) {
          const float a = poses[i][cell];
          const float b = (*one)[cell];
          EXPECT_TRUE(a == b || (std::isnan(a) && std::isnan(b)))
              << time << " " << names[i] << " " << cell;
        }
      }
    }
  }
}

TEST(AnimationMachineCostTest, NestedTriggersDoNotCopy) {
  std::string events;
  for (int i = 1; i <= 5000; ++i) {
    absl::StrAppend(&events, i == 1 ? "" : ",", "\"", 0.0001 * i, "\": \"e\"");
  }
  const Armature armature = OneClip({}, {.loop = false, .events = events});
  std::string clips = "\"c0\": \"mod:m@c\"";
  for (int i = 1; i <= 400; ++i) {
    absl::StrAppend(&clips, ", \"c", i, "\": [\"trigger_positive\", \"#c",
                    i - 1, "\", [\"-\", 0.6], \"t", i, "\"]");
  }
  const StateMachine file = ReadMachineFile(
      absl::StrCat("{\"parameters\": {}, \"clips\": {", clips,
                   "}, \"states\": [\"c400\"], \"transitions\": {}, "
                   "\"start_state\": \"c400\"}"));
  AnimationMachine machine(file,
                           [&](const forge::ModelClip&) { return &armature; });
  ASSERT_TRUE(machine.Apply(0.2f).ok());
  const uint64_t before = WorkDone();
  const auto step = machine.Apply(0.65f);
  EXPECT_LT(WorkDone() - before, 40'000u);
  ASSERT_TRUE(step.ok());
  ASSERT_GT(step->events.size(), 3000u);
  EXPECT_EQ(step->events[0].name, "t1");
  EXPECT_EQ(step->events[399].name, "t400");
  EXPECT_EQ(step->events[400].name, "e");
}

// A copy looks into nothing of what it was copied from.
TEST(AnimationMachineCostTest, PlayersAreCopied) {
  const Armature armature = OneClip({VariableText("offset_x", "0, 1")});
  const StateMachine file = Doubled(1, "\"mod:m@c\"");
  auto first = std::make_unique<ClipPlayer>(
      file, [&](const forge::ModelClip&) { return &armature; });
  const ClipPlayer copy = *first;
  first.reset();
  const TimeInputs inputs(file);
  EXPECT_FLOAT_EQ(
      (*copy.JointPose(file.clips[0].expression, "j", 0.25f, inputs))[3], 0.5f);
}

}  // namespace
}  // namespace clipguard::eval
