// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests cases that corpus_test does not cover: options, names that are looked
// up, and files that ask for more resources than they should get.

#include "parser/forge/state_machine.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "testing/allocation_counter.h"

namespace clipguard::forge {
namespace {

// A file with these parameters and clips, "a" being a clip.
std::string File(const std::string& parameters,
                 const std::string& clips = "\"a\": \"#identity\"") {
  return absl::StrCat("{\"parameters\": {", parameters, "}, \"clips\": {",
                      clips,
                      "}, \"states\": [\"a\"], \"transitions\": {}, "
                      "\"start_state\": \"a\"}");
}

std::vector<std::string> Findings(const FindingList& list) {
  std::vector<std::string> out;
  for (const Finding& f : list.findings()) {
    out.push_back(absl::StrCat(std::string(GetCodeInfo(f.code).name), " ",
                               f.path, ": ", f.message));
  }
  return out;
}

using Strings = std::vector<std::string>;

// The findings about a state machine.
Strings Found(std::string_view text, const StateMachineOptions& options = {}) {
  FindingList list;
  ReadStateMachine(text, options, list);
  return Findings(list);
}

// An armature whose clip x has these events.
Armature Lid(std::string_view events) {
  FindingList list;
  auto armature =
      ReadArmature(absl::StrCat(R"({"joints": {}, "clips": {"x": {"loop": true,
                       "joint_clips": {}, "events": {)",
                                std::string(events), "}}}}"),
                   {}, list);
  EXPECT_EQ(list.errors(), 0u);
  return *std::move(armature);
}

// It is that of the model mod:block/a.
FindArmature Only(const Armature& armature) {
  return [&armature](const ModelClip& clip) {
    const bool is = clip.domain == "mod" && clip.path == "block/a";
    return is ? &armature : nullptr;
  };
}

TEST(ReadModelClipTest, SplitsAsTheGameDoes) {
  const auto parse = [](std::string_view text) {
    const auto clip = ReadModelClip(text);
    if (!clip) return std::string("nothing");
    return absl::StrCat(clip->domain, "|", clip->path, "|",
                        clip->has_variant ? clip->variant : "-", "|",
                        clip->clip);
  };
  EXPECT_EQ(parse("Mod:block/A@Clip"), "mod|block/a|-|Clip");
  EXPECT_EQ(parse("block/a@x"), "minecraft|block/a|-|x");
  EXPECT_EQ(parse(":block/a@x"), "minecraft|block/a|-|x");
  EXPECT_EQ(parse("m:block/a@x"), "minecraft|block/a|-|x");
  EXPECT_EQ(parse("mod:a@b@c"), "mod|a@b|-|c");
  EXPECT_EQ(parse("mod:a#@c"), "mod|a||c");
  EXPECT_EQ(parse("mod:a#v=1,w=2@c"), "mod|a|v=1,w=2|c");
  EXPECT_EQ(parse("@"), "minecraft||-|");
  EXPECT_EQ(parse("mod:a"), "nothing");
}

TEST(StateMachineTest, LooksUpNames) {
  FindingList list;
  const auto machine =
      ReadStateMachine(File(R"("p": "#z", "q": ["+", "#p", "#y", "#z"])",
                            R"("a": "#b", "b": ["apply", "#identity", "#q"])"),
                       {}, list);
  ASSERT_TRUE(machine.has_value());
  EXPECT_EQ(Findings(list), (Strings{"ASM_OPERANDS_EXTRA /parameters/q/2: the "
                                     "operators \"+\" take 1 of the 3 "
                                     "operands"}));
  // The operands that are too many are never looked at.
  ASSERT_EQ(machine->inputs.size(), 1u);
  EXPECT_EQ(machine->texts[machine->inputs[0]], "z");
  EXPECT_EQ(machine->FindInput("z"), 0u);
  EXPECT_EQ(machine->FindInput("y"), kNowhere);
  EXPECT_EQ(machine->FindParameter("q"), 1u);
  EXPECT_EQ(machine->FindParameter("z"), kNowhere);
  EXPECT_EQ(machine->FindState("a"), 0u);
  EXPECT_EQ(machine->start, 0u);
  const Expression& a = machine->expressions[machine->clips[0].expression];
  EXPECT_EQ(a.kind, ExpressionKind::kClipReference);
  EXPECT_EQ(a.first, machine->clips[machine->FindClip("b")].expression);
}

TEST(StateMachineTest, KnowsWhatTheGameSupplies) {
  const std::string text = File(R"("cycle": ["/", "#cycle_length"],
                                   "x": ["+", "#cylce", "#identity"])",
                                R"("a": ["apply", "#identity", "#time"])");
  FindingList list;
  ReadStateMachine(text, {.inputs = Strings{"cycle_length"}}, list);
  EXPECT_EQ(Findings(list),
            (Strings{"ASM_OPERANDS_EXTRA /parameters/x/2: the operators \"+\" "
                     "take 1 of the 2 operands",
                     "ASM_PARAMETER_UNKNOWN /parameters/x/1: no parameter has "
                     "the name \"cylce\", and the game does not supply it; did "
                     "you mean \"cycle\"?",
                     "ASM_PARAMETER_UNKNOWN /clips/a/2: no parameter has the "
                     "name \"time\", and the game does not supply it"}));
  EXPECT_EQ(list.findings()[1].bytes.offset, text.find("\"#cylce\""));
  EXPECT_EQ(list.findings()[1].bytes.length, 8u);
}

TEST(StateMachineTest, WhatTheGameSuppliesMayBeMeant) {
  EXPECT_EQ(Found(File(R"("x": "#cycle_lenght")", R"("a": "#identity")"),
                  {.inputs = Strings{"cycle_length"}}),
            (Strings{"ASM_PARAMETER_UNKNOWN /parameters/x: no parameter has "
                     "the name \"cycle_lenght\", and the game does not supply "
                     "it; did you mean \"cycle_length\"?"}));
}

TEST(StateMachineTest, AsksWhetherModelsHaveClips) {
  const Armature armature = Lid("");
  EXPECT_EQ(
      Found(File("",
                 R"("a": "mod:block/a@x", "b": "mod:block/a@y", "c": "mod:b@x",
                  "d": "mod:block/chest.b3d@main")"),
            {.find_armature = Only(armature)}),
      (Strings{"ASM_MODEL_CLIP_MISSING /clips/b: there is no clip \"y\" "
               "of the model \"mod:block/a\"",
               "ASM_MODEL_CLIP_MISSING /clips/c: there is no clip \"x\" "
               "of the model \"mod:b\": the resources have no usable "
               "file \"mod/armatures/b.json\""}));
}

TEST(StateMachineTest, SaysWhichClipOfAModelWasMeant) {
  FindingList list;
  const auto armature = ReadArmature(
      R"({"joints": {}, "clips": {"turn": {"loop": true, "joint_clips": {},
                                           "events": {}}}})",
      {}, list);
  EXPECT_EQ(Found(File("", R"("a": "mod:block/a@trun")"),
                  {.find_armature = Only(*armature)}),
            Strings{"ASM_MODEL_CLIP_MISSING /clips/a: there is no clip "
                    "\"trun\" of the model \"mod:block/a\"; did you mean "
                    "\"turn\"?"});
}

TEST(StateMachineTest, ChecksTheEventsOfModels) {
  const Armature armature =
      Lid(R"("0": "creak", "0.25": "!transition:b", "0.5": "!transition:d")");
  const auto findings = [&](std::string_view a) {
    return Found(
        absl::StrCat(R"({"parameters": {}, "clips": {"a": )", std::string(a),
                     R"(, "b": "mod:block/a@x", "c": "#identity",
                        "d": "#identity"},
                        "states": ["a", "b", "c", "d"],
                        "transitions": {"a": ["c", "d"], "b": ["b", "d"],
                                        "c": ["a", "b"], "d": "a"},
                        "start_state": "a"})"),
        {.find_armature = Only(armature)});
  };
  EXPECT_EQ(findings("\"mod:block/a@x\""),
            (Strings{"ASM_EVENT_TRANSITION_REFUSED /clips/a: in the state "
                     "\"a\" the event leads to \"b\", but no such transition "
                     "is listed (the event at 0.25 of the model's clip)"}));
  EXPECT_EQ(findings(R"(["slerp", "#c", "mod:block/a@x", "#identity", 0])"),
            (Strings{"ASM_EVENT_TRANSITION_REFUSED /clips/a/2: in the state "
                     "\"a\" the event leads to \"b\", but no such transition "
                     "is listed (the event at 0.25 of the model's clip)"}));
  // A clip that stands still has no events.
  EXPECT_EQ(findings(R"(["apply", "mod:block/a@x", "#input"])"), Strings());
  EXPECT_EQ(findings(R"(["slerp", "#c", "mod:block/a@x", 0, "#identity"])"),
            Strings());
}

// Without the list of transitions nobody knows which an event may take.
TEST(StateMachineTest, EventsAreNotCheckedAgainstWhatIsMissing) {
  const Armature armature = Lid(R"("0.25": "!transition:b")");
  EXPECT_EQ(
      Found(R"({"parameters": {}, "clips": {"a": "mod:block/a@x",
                       "b": "#identity"}, "states": ["a", "b"],
                       "start_state": "a"})",
            {.find_armature = Only(armature)}),
      (Strings{"FORGE_KEY_MISSING /transitions: the key \"transitions\" is "
               "missing"}));
}

TEST(StateMachineTest, TheEventsOfModelsMayLeadNowhere) {
  const Armature armature = Lid(R"("0.25": "!transition:gone")");
  EXPECT_EQ(Found(File("", R"("a": "mod:block/a@x")"),
                  {.find_armature = Only(armature)}),
            (Strings{"ASM_EVENT_TRANSITION_UNKNOWN /clips/a: the event leads "
                     "to \"gone\", which is no state (the "
                     "event at 0.25 of the model's clip)"}));
}

TEST(StateMachineTest, NamesCycles) {
  EXPECT_EQ(Found(File(R"("p": ["+", "#q"], "q": ["compose", 1, "#r"],
                           "r": "#p", "s": "#p")")),
            (Strings{"ASM_REFERENCE_CYCLE /parameters/r: references go in a "
                     "circle: \"p\" -> \"q\" -> \"r\" -> \"p\""}));
}

TEST(StateMachineTest, SuggestsOperations) {
  const Strings found = Found(File("", R"("a": ["slrep", "#a", "#a", 0, 0])"));
  ASSERT_FALSE(found.empty());
  EXPECT_NE(found[0].find(" /clips/a/0: "), std::string::npos) << found[0];
  EXPECT_NE(found[0].find("did you mean \"slerp\"?"), std::string::npos)
      << found[0];
}

TEST(StateMachineTest, SuggestsNames) {
  EXPECT_EQ(
      Found(
          R"({"parameters": {}, "clips": {"opening": "#identity", "open": "#opened"},
          "states": ["opening", "closing"], "transitions": {"openign": "opening"},
          "start_state": "open"})"),
      (Strings{
          "ASM_CLIP_UNKNOWN /clips/open: there is no clip \"opened\" under "
          "\"clips\"; did you mean \"open\"?",
          "ASM_UNUSED_STATE_WITHOUT_CLIP /states/1: no transition leads to the "
          "state \"closing\", and it has no clip",
          "ASM_TRANSITION_FROM_UNKNOWN /transitions/openign: transitions "
          "from \"openign\", which is no state; did you mean \"opening\"?",
          "ASM_START_STATE_UNKNOWN /start_state: the start state \"open\" "
          "is no state: it is a clip, but not in \"states\""}));
}

// ---- Files that ask for too much --------------------------------------------

TEST(StateMachineTest, BoundsNesting) {
  std::string clip = "\"#identity\"";
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "[\"apply\", ";
  deep += clip;
  for (int i = 0; i < 100'000; ++i) deep += ", 1]";
  FindingList list;
  EXPECT_FALSE(
      ReadStateMachine(File("", "\"a\": " + deep), {}, list).has_value());
  EXPECT_EQ(Findings(list).size(), 1u);
  // Nor does the stack depend on it where the limits allow it.
  Limits limits;
  limits.json_depth = 1'000'000;
  limits.expression_depth = 1'000'000;
  FindingList allowed;
  EXPECT_TRUE(
      ReadStateMachine(File("", "\"a\": " + deep), {.limits = limits}, allowed)
          .has_value());
  EXPECT_EQ(Findings(allowed), Strings{});
}

TEST(StateMachineTest, FindsACycleOfTenThousandNames) {
  std::string parameters;
  for (int i = 0; i < 10'000; ++i) {
    absl::StrAppend(&parameters, "\"p", i, "\": [\"+\", \"#p", (i + 1) % 10'000,
                    "\"], ");
  }
  Limits limits;
  limits.expression_depth = 100'000;
  EXPECT_EQ(
      Found(File(parameters + "\"x\": 1"), {.limits = limits}),
      (Strings{"ASM_REFERENCE_CYCLE /parameters/p9999/1: references go in "
               "a circle: \"p0\" -> \"p1\" -> \"p2\" -> \"p3\" -> \"p4\" "
               "-> \"p5\" -> \"p6\" -> (9993 more) -> \"p0\""}));
}

TEST(StateMachineTest, BoundsChainsOfReferences) {
  std::string parameters = "\"p0\": 1";
  for (int i = 1; i < 3000; ++i) {
    absl::StrAppend(&parameters, ", \"p", i, "\": \"#p", i - 1, "\"");
  }
  FindingList list;
  ReadStateMachine(File(parameters), {}, list);
  ASSERT_EQ(list.findings().size(), 2u);
  EXPECT_EQ(list.findings()[0].path, "/parameters/p1000");
  EXPECT_EQ(list.findings()[0].message,
            "a depth of 1001 is more than the limit of 1000 for "
            "expression-depth");
}

TEST(StateMachineTest, BoundsWhatDoubles) {
  std::string parameters = "\"p0\": 1";
  for (int i = 1; i < 64; ++i) {
    absl::StrAppend(&parameters, ", \"p", i, "\": [\"++\", \"#p", i - 1,
                    "\", \"#p", i - 1, "\"]");
  }
  FindingList list;
  ReadStateMachine(File(parameters), {}, list);
  ASSERT_FALSE(list.findings().empty());
  EXPECT_EQ(list.findings()[0].code, FindingCode::kLimitExceeded);
  EXPECT_EQ(list.findings()[0].path, "/parameters/p18");
}

TEST(StateMachineTest, ReadsAMillionParameters) {
  std::string parameters;
  for (int i = 0; i < 1'000'000; ++i) {
    absl::StrAppend(&parameters, "\"p", i, "\":[\"+\",\"#p", i / 2, "\"],");
  }
  FindingList list;
  const auto machine =
      ReadDamagedStateMachine(File(parameters + "\"x\": 1"), {}, list);
  ASSERT_TRUE(machine.has_value());
  EXPECT_EQ(machine->parameters.size(), 1'000'001u);
  EXPECT_EQ(Findings(list),
            (Strings{"ASM_REFERENCE_CYCLE /parameters/p0/1: references go in a "
                     "circle: \"p0\" -> \"p0\""}));
}

TEST(StateMachineTest, ReportsAMillionFaults) {
  std::string parameters;
  for (int i = 0; i < 1'000'000; ++i) parameters += "\"\":[[]],";
  FindingList list;
  ReadStateMachine(File(parameters + "\"x\": 1"), {}, list);
  // So many errors and so many warnings are kept.
  EXPECT_GE(list.findings().size(), 1000u);
  EXPECT_LE(list.findings().size(), 2000u);
  EXPECT_GT(list.dropped(), 900'000u);
}

// The first LIMIT_EXCEEDED, or null.
const Finding* FirstLimit(const FindingList& list) {
  for (const Finding& f : list.findings()) {
    if (f.code == FindingCode::kLimitExceeded) return &f;
  }
  return nullptr;
}

TEST(StateMachineTest, BoundsTheSearchForTriggers) {
  // Each state's clip holds all triggers.
  std::string clips = "\"t0\": \"#identity\"";
  std::string states = "\"t0\"";
  std::string ways;
  for (int i = 1; i < 900; ++i) {
    absl::StrAppend(&ways, ", \"t", i, "\": \"t0\"");
    absl::StrAppend(&clips, ", \"t", i, "\": [\"trigger_positive\", \"#t",
                    i - 1, "\", \"#identity\", \"!transition:t0\"]");
    absl::StrAppend(&states, ", \"t", i, "\"");
  }
  FindingList list;
  Limits limits;
  limits.expression_depth = 10'000;
  limits.evaluation_steps = 100'000;
  ReadStateMachine(
      absl::StrCat("{\"parameters\": {}, \"clips\": {", clips,
                   "}, \"states\": [", states, "], \"transitions\": {\"t0\": [",
                   states, "]", ways, "}, \"start_state\": \"t0\"}"),
      {.limits = limits}, list);
  const Finding* const limit = FirstLimit(list);
  ASSERT_NE(limit, nullptr);
  EXPECT_EQ(
      limit->message,
      "what is to be looked at for the events of all states, 100001 clips "
      "and events, is more than the limit of 100000 for "
      "evaluation-steps");
}

// The first look at events, each of them once, is bounded, too. The finding is
// at the state in which the steps ran out.
TEST(StateMachineTest, BoundsTheFirstSearchForTriggers) {
  FindingList list;
  Limits limits;
  limits.evaluation_steps = 5;
  ReadStateMachine(
      R"({"parameters": {}, "states": ["a", "b"], "transitions": {"a": "b"},
          "clips": {"a": ["trigger_positive", "#identity", "#identity",
                          "!transition:b"],
                    "b": ["trigger_positive", "#identity", "#identity",
                          "!transition:gone"]},
          "start_state": "a"})",
      {.limits = limits}, list);
  const Finding* const limit = FirstLimit(list);
  ASSERT_NE(limit, nullptr);
  EXPECT_EQ(limit->path, "/states/1");
}

// Machines whose states have the clips of these names; s is the start.
std::vector<std::string> EventFindings(std::string_view clips,
                                       std::string_view states,
                                       std::string_view transitions,
                                       const FindArmature& find = nullptr) {
  return Found(
      absl::StrCat(R"({"parameters": {}, "clips": {)", std::string(clips),
                   "}, \"states\": [", std::string(states),
                   "], \"transitions\": {", std::string(transitions),
                   R"(}, "start_state": "s"})"),
      {.find_armature = find});
}

TEST(StateMachineTest, RefusedEventsDoNotExcuseEachOther) {
  EXPECT_EQ(
      EventFindings(R"("s": ["trigger_positive", ["trigger_positive",
                       "#identity", "#identity", "!transition:a"], "#identity",
                       "!transition:b"],
                       "a": "#identity", "b": "#identity",
                       "c": "#identity")",
                    R"("s", "a", "b", "c")",
                    R"("a": "b", "b": "a", "s": "c", "c": ["a", "s"])"),
      (Strings{
          "ASM_EVENT_TRANSITION_REFUSED /clips/s/3: in the state \"s\" the "
          "event leads to \"b\", but no such transition is listed",
          "ASM_EVENT_TRANSITION_REFUSED /clips/s/1/3: in the state \"s\" "
          "the event leads to \"a\", but no such transition is listed"}));
}

TEST(StateMachineTest, EventsOfStatesThatAreNotEnteredDoNotHappen) {
  EXPECT_EQ(
      EventFindings(R"("s": "#identity", "u": ["trigger_positive",
                       "#identity", "#identity", "!transition:s"])",
                    R"("s", "u")", R"("s": "s", "u": "u")"),
      (Strings{"ASM_STATE_FINAL /states/0: no transition leaves the state "
               "\"s\"",
               "ASM_STATE_UNREACHABLE /states/1: no transitions lead from the "
               "start to the state \"u\""}));
}

TEST(StateMachineTest, EveryEventThatLeadsNowhereIsReported) {
  const Armature armature =
      Lid(R"("0.25": "!transition:gone", "0.5": "!transition:lost")");
  const Strings findings =
      EventFindings(R"("s": "mod:block/a@x")", R"("s")", "", Only(armature));
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_NE(findings[0].find("\"gone\""), std::string::npos);
  EXPECT_NE(findings[1].find("\"lost\""), std::string::npos);
}

TEST(StateMachineTest, TheEndOfAClipThatDoesNotLoopHasNoEvents) {
  FindingList list;
  const auto armature = ReadArmature(
      R"({"joints": {}, "clips": {"x": {"joint_clips": {},
          "events": {"1": "!transition:gone"}}}})",
      {}, list);
  EXPECT_EQ(
      EventFindings(R"("s": "mod:block/a@x")", R"("s")", "", Only(*armature)),
      Strings());
}

TEST(StateMachineTest, ClipsOfTheWrongTypeAreOneFault) {
  FindingList list;
  ReadStateMachine(R"({"parameters": {}, "clips": 3, "states": ["a"],
                       "transitions": {}, "start_state": "a"})",
                   {}, list);
  ASSERT_EQ(list.findings().size(), 1u);
  EXPECT_EQ(list.findings()[0].code, FindingCode::kForgeTypeWrong);
}

TEST(StateMachineTest, NamesOfAxesAreNotTakenForEachOther) {
  EXPECT_EQ(Found(File(R"("offset_x": 1, "p": ["+", "#offset_y"])")),
            Strings());
}

// Thousands of references to the last of thousands of clips; thousands of
// findings that do not come in the order of the file.
TEST(StateMachineTest, TakesTimeInProportion) {
  constexpr int kMany = 100'000;
  std::string clips;
  std::string armature = R"({"joints": {}, "clips": {)";
  std::string parameters;
  std::string cycle = "\"z\": [\"" + std::string(kMany, '+') + "\"";
  for (int i = 0; i < kMany; ++i) {
    absl::StrAppend(&clips, i == 0 ? "" : ", ", "\"c", i,
                    "\": \"mod:block/a@last\"");
    absl::StrAppend(&armature, "\"", i,
                    "\": {\"joint_clips\": {}, \"events\": {}}, ");
    absl::StrAppend(&cycle, ", \"#p", kMany - 1 - i, "\"");
    absl::StrAppend(&parameters, ", \"p", i, "\": \"#p", i, "\"");
  }
  armature += R"("last": {"joint_clips": {}, "events": {}}}})";
  FindingList list;
  const auto lid = ReadArmature(armature, {}, list);
  ASSERT_TRUE(lid.has_value());
  ReadStateMachine(absl::StrCat(R"({"parameters": {}, "clips": {)", clips,
                                R"(}, "states": ["c0"], "transitions": {},
                        "start_state": "c0"})"),
                   {.find_armature = Only(*lid)}, list);
  ReadStateMachine(File(cycle + "]" + parameters), {}, list);
  EXPECT_GE(list.errors(), size_t{kMany});
}

// Operands without an operator are read, but nothing in them is looked up.
TEST(StateMachineTest, LooksUpNothingInOperandsWithoutOperator) {
  FindingList list;
  const auto machine = ReadStateMachine(
      File(R"("a": ["+", "#b", "#nobody", ["*", "#no_one"], 1], "b": 2)"),
      {.inputs = Strings{}}, list);
  ASSERT_TRUE(machine.has_value());
  EXPECT_TRUE(machine->inputs.empty());
  ASSERT_EQ(list.findings().size(), 1u);
  EXPECT_EQ(list.findings()[0].path, "/parameters/a/2");
}

// Whether a value varies does not depend on whether what it refers to comes
// before or after it.
TEST(StateMachineTest, ReferencesLeadForwardsAndBackwards) {
  for (const std::string_view parameters :
       {R"("moves": ["+", 1], "still": 2, "a": "#moves", "b": "#still",
           "c": ["compose", "#a", "#b"], "d": ["compose", "#a", "#a"])",
        R"("d": ["compose", "#a", "#a"], "c": ["compose", "#a", "#b"],
           "b": "#still", "a": "#moves", "still": 2, "moves": ["+", 1])"}) {
    FindingList list;
    const auto machine =
        ReadStateMachine(File(std::string(parameters)), {}, list);
    ASSERT_TRUE(machine.has_value());
    const auto varies = [&](std::string_view name) {
      const uint32_t i = machine->FindParameter(name);
      return machine->expressions[machine->parameters[i].expression].varies;
    };
    EXPECT_TRUE(varies("moves") && varies("a") && varies("d"));
    EXPECT_FALSE(varies("still") || varies("b") || varies("c"));
  }
}

// Tables, not elements: the first of each kind of expression, name and state
// makes room, and growing doubles it.
TEST(StateMachineTest, AllocatesForTablesOnly) {
  const auto allocations = [](int clips) {
    std::string clip_list;
    std::string states;
    std::string transitions;
    for (int i = 0; i < clips; ++i) {
      absl::StrAppend(&clip_list, i == 0 ? "" : ",", "\"c", i,
                      "\":[\"apply\",\"mod:b@c\",[\"*\",\"#speed\"]]");
      absl::StrAppend(&states, i == 0 ? "" : ",", "\"c", i, "\"");
      absl::StrAppend(&transitions, i == 0 ? "" : ",", "\"c", i, "\":\"c",
                      (i + 1) % clips, "\"");
    }
    const std::string text =
        absl::StrCat("{\"parameters\":{\"speed\":[\"+\",1]},\"clips\":{",
                     clip_list, "},\"states\":[", states, "],\"transitions\":{",
                     transitions, "},\"start_state\":\"c0\"}");
    FindingList findings;
    AllocationCount();
    const uint64_t before = AllocationCount();
    const auto machine = ReadStateMachine(text, {}, findings);
    const uint64_t count = AllocationCount() - before;
    EXPECT_TRUE(machine.has_value());
    EXPECT_TRUE(findings.empty());
    return count;
  };
  EXPECT_LE(allocations(4), 20u);
  EXPECT_LE(allocations(1000), 44u);
}

}  // namespace
}  // namespace clipguard::forge
