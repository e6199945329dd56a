// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/transition_events.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/memory/work_counter.h"
#include "gtest/gtest.h"
#include "parser/finding.h"

namespace clipguard::forge {
namespace {

using Strings = std::vector<std::string>;

// A machine whose states are "a", "b" and "none", which has no clip.
StateMachine Machine(const std::string& clips,
                     const std::string& parameters = {}) {
  FindingList list;
  auto machine = ReadDamagedStateMachine(
      absl::StrCat("{\"parameters\": {", parameters, "}, \"clips\": {", clips,
                   "}, \"states\": [\"a\", \"b\", \"none\"], \"transitions\": "
                   "{}, \"start_state\": \"a\"}"),
      {}, list);
  return *std::move(machine);
}

ExpressionIndex ClipOf(const StateMachine& machine, std::string_view name) {
  return machine.clips[machine.FindClip(name)].expression;
}

// "b 1": an event that leads to the state b, which is the second.
Strings Visited(const StateMachine& machine, TransitionEvents& events,
                std::string_view clip, uint64_t steps = 1000) {
  Strings out;
  const bool enough =
      events.Visit(ClipOf(machine, clip), steps, [&](ExpressionIndex source) {
        for (const TransitionEvent& event : events.Of(source)) {
          out.push_back(absl::StrCat(
              std::string(event.name), " ",
              event.state == kNowhere ? "-" : absl::StrCat(event.state)));
        }
      });
  if (!enough) out.emplace_back("too few steps");
  return out;
}

TEST(TransitionEventsTest, AreVisitedInTheOrderOfTheFile) {
  const StateMachine machine = Machine(
      R"("a": ["trigger_positive",
               ["slerp",
                ["trigger_positive", "#b", "#identity", "!transition:b"],
                ["trigger_positive", "#identity", "#identity", "creak"],
                "#identity", 0.5],
               "#identity", "!transition:a"],
         "b": ["apply", ["trigger_positive", "#identity", "#identity",
                         "!transition:nowhere"], "#identity"])");
  TransitionEvents events(machine);
  events.StartRound();
  EXPECT_EQ(Visited(machine, events, "a"),
            (Strings{"a 0", "b 1", "nowhere -"}));
  // Each once a round.
  EXPECT_EQ(Visited(machine, events, "b"), Strings());
  events.StartRound();
  EXPECT_EQ(Visited(machine, events, "b"), (Strings{"nowhere -"}));
}

TEST(TransitionEventsTest, LeaveOutWhatStandsStill) {
  const std::string fires =
      R"(["trigger_positive", "#identity", "#identity", "!transition:b"])";
  const StateMachine machine = Machine(
      absl::StrCat(R"("a": ["apply", )", fires, R"(, 1], "b": ["slerp", )",
                   fires, ", ", fires, R"(, "#fixed", "#identity"],
         "c": ["slerp", )",
                   fires, ", ", fires, R"(, "#identity", 1],
         "d": ["trigger_positive", "#a", "#fixed", "!transition:a"],
         "e": "#broken")"),
      R"("fixed": ["compose", ["-", 1], 2])");
  TransitionEvents events(machine);
  events.StartRound();
  EXPECT_EQ(Visited(machine, events, "a"), Strings());
  EXPECT_EQ(Visited(machine, events, "b"), Strings());
  EXPECT_EQ(Visited(machine, events, "c"), (Strings{"b 1", "b 1"}));
  EXPECT_EQ(Visited(machine, events, "d"), Strings());
  EXPECT_EQ(Visited(machine, events, "e"), Strings());
}

TEST(TransitionEventsTest, KnowThoseOfModels) {
  FindingList list;
  const auto armature = ReadDamagedArmature(
      R"({"joints": {}, "clips": {
          "loops": {"loop": true, "joint_clips": {}, "events":
            {"1": "!transition:none", "0.25": "!transition:b", "0.5": "x"}},
          "ends": {"joint_clips": {}, "events": {"1": "!transition:b"}},
          "silent": {"joint_clips": {}, "events": {}}}})",
      {}, list);
  ASSERT_TRUE(armature.has_value());
  const StateMachine machine =
      Machine(R"("a": "m@loops", "b": "m@ends", "c": "m@loops",
                 "d": "m@silent", "e": "m@unknown")");
  TransitionEvents events(machine);
  for (const char* name : {"a", "b", "c", "d"}) {
    const ExpressionIndex e = ClipOf(machine, name);
    const auto clip = ReadModelClip(machine.texts[machine.expressions[e].text]);
    events.AddModelClip(e, *armature, *armature->FindClip(clip->clip));
  }
  events.StartRound();
  EXPECT_EQ(Visited(machine, events, "a"), (Strings{"b 1", "none 2"}));
  EXPECT_EQ(events.Of(ClipOf(machine, "a"))[0].time, 0.25f);
  EXPECT_EQ(Visited(machine, events, "b"), Strings());
  EXPECT_EQ(Visited(machine, events, "c"), (Strings{"b 1", "none 2"}));
  EXPECT_EQ(Visited(machine, events, "d"), Strings());
  EXPECT_EQ(Visited(machine, events, "e"), Strings());
}

TEST(TransitionEventsTest, TakeAStepForEachExpressionAndEvent) {
  const StateMachine machine =
      Machine(R"("a": ["trigger_positive", "#b", "#identity", "!transition:b"],
                 "b": "#identity")");
  TransitionEvents events(machine);
  for (const uint64_t steps : {0, 1, 2, 3}) {
    events.StartRound();
    EXPECT_EQ(Visited(machine, events, "a", steps).back(), "too few steps");
  }
  events.StartRound();
  uint64_t steps = 10;
  const ExpressionIndex clip = ClipOf(machine, "a");
  const uint64_t before = WorkDone();
  EXPECT_TRUE(events.Visit(clip, steps, [](ExpressionIndex) {}));
  EXPECT_EQ(steps, 6u);
  EXPECT_EQ(WorkDone() - before, 4u);
}

// ---- Cost -------------------------------------------------------------------

// States 0 to `count`, of which each leads to the next and shows `clip`.
std::string ManyStates(int count, const std::string& clips,
                       const std::string& clip) {
  std::string all = clips;
  std::string states;
  std::string transitions;
  for (int i = 0; i < count; ++i) {
    absl::StrAppend(&all, ",\n\"", i, "\": ", clip);
    absl::StrAppend(&states, i == 0 ? "" : ", ", "\"", i, "\"");
    absl::StrAppend(&transitions, i == 0 ? "" : ", ", "\"", i, "\": \"", i + 1,
                    "\"");
  }
  absl::StrAppend(&states, ", \"", count, "\"");
  return absl::StrCat("{\"parameters\": {}, \"clips\": {", all, ", \"", count,
                      "\": \"#identity\"}, \"states\": [", states,
                      "], \"transitions\": {", transitions,
                      "}, \"start_state\": \"0\"}");
}

uint64_t WorkToRead(const std::string& text,
                    const FindArmature& find_armature = nullptr) {
  FindingList list;
  const uint64_t before = WorkDone();
  const auto machine =
      ReadDamagedStateMachine(text, {.find_armature = find_armature}, list);
  EXPECT_TRUE(machine.has_value());
  return WorkDone() - before;
}

// Names are hashed once, however many states come across them.
TEST(TransitionEventsTest, CostTheLengthOfANameOnce) {
  const std::string name(100'000, 'x');
  const std::string text =
      ManyStates(1000,
                 absl::StrCat("\"e\": [\"trigger_positive\", \"#identity\", "
                              "\"#identity\", \"!transition:",
                              name, "\"]"),
                 "\"#e\"");
  EXPECT_LE(WorkToRead(text), 4 * text.size());
}

TEST(TransitionEventsTest, OfModelsCostTheLengthOfANameOnce) {
  const std::string name(100'000, 'x');
  FindingList list;
  const std::string model = absl::StrCat(
      R"({"joints": {}, "clips": {"c": {"loop": true, "joint_clips": {},
          "events": {"0.5": "!transition:)",
      name, "\", \"0.75\": \"!transition:", name, "\"}}}}");
  const auto armature = ReadDamagedArmature(model, {}, list);
  const std::string text = ManyStates(1000, "\"e\": \"m@c\"", "\"m@c\"");
  EXPECT_LE(WorkToRead(text, [&](const ModelClip&) { return &*armature; }),
            4 * (text.size() + model.size()));
}

TEST(TransitionEventsTest, TransitionsCostTheLengthOfANameOnce) {
  const std::string name(100'000, 'x');
  std::string to;
  for (int i = 0; i < 1000; ++i) to += "\"a\", ";
  const std::string text = absl::StrCat(
      "{\"parameters\": {}, \"clips\": {\"a\": \"#identity\", \"", name,
      "\": \"#a\"}, \"states\": [\"a\", \"", name, "\"], \"transitions\": {\"",
      name, "\": [", to, "\"a\"]}, \"start_state\": \"a\"}");
  EXPECT_LE(WorkToRead(text), 4 * text.size());
}

// A model's clips are found by their names, not one after the other.
TEST(ArmatureTest, FindsClipsWithoutLookingAtOthers) {
  std::string text = R"({"joints": {}, "clips": {)";
  for (int i = 0; i < 1000; ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ", ", "\"clip", i,
                    "\": {\"joint_clips\": {}, \"events\": {}}");
  }
  text += "}}";
  FindingList list;
  const auto armature = ReadDamagedArmature(text, {}, list);
  ASSERT_TRUE(armature.has_value());
  const uint64_t before = WorkDone();
  for (int i = 0; i < 1000; ++i) {
    const std::string name = absl::StrCat("clip", i);
    const Armature::Clip* clip = armature->FindClip(name);
    ASSERT_EQ(clip, &armature->clips[static_cast<size_t>(i)]);
  }
  EXPECT_EQ(armature->FindClip("clip"), nullptr);
  EXPECT_LE(WorkDone() - before, 10'000u);
}

// In a model built in memory, the first clip of a name counts.
TEST(ArmatureTest, IndexesClipsThatWereMade) {
  Armature armature;
  EXPECT_EQ(armature.FindClip("a"), nullptr);
  for (const char* name : {"b", "a", "a"}) {
    armature.clips.emplace_back().name = armature.texts.Add(name);
  }
  armature.IndexClips();
  EXPECT_EQ(armature.FindClip("a"), &armature.clips[1]);
  EXPECT_EQ(armature.FindClip("c"), nullptr);
}

}  // namespace
}  // namespace clipguard::forge
