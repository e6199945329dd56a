// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/forge/machine_section.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "actions/convert/boxes/block_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "rapidjson/document.h"
#include "report/forge/armature_glb.h"
#include "report/html/test_section.h"

namespace clipguard::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::string_view kDoor = R"({
  "parameters": {"end": ["+", 2]},
  "clips": {
    "open": ["trigger_positive",
             ["apply", "example:block/door@open", ["-", "#click"]],
             ["-", "#end"], "!transition:shut"],
    "shut": ["trigger_positive", "#identity", "#identity", "creak"],
    "lost": "#identity"},
  "states": ["open", "shut", "lost"],
  "transitions": {"open": "shut", "lost": "open"},
  "start_state": "open"})";

constexpr std::string_view kArmature = R"({
  "joints": {"lid": {"0": [1]}},
  "clips": {"open": {"loop": true, "joint_clips": {"lid": [
      {"variable": "angle", "type": "uniform", "interpolation": "linear",
       "samples": [0, 90]}]},
    "events": {"0.5": "half", "0.75": "!transition:lost",
               "0.8": "!transition:nowhere", "0.9": "!shout"}}}})";

forge::StateMachine Machine(std::string_view text) {
  FindingList list;
  auto machine = forge::ReadDamagedStateMachine(text, {}, list);
  EXPECT_TRUE(machine.has_value());
  return *std::move(machine);
}

WrittenSection Write(const forge::StateMachine& machine,
                     uint64_t room = kTestRoom,
                     const forge::FindArmature& find_armature = nullptr,
                     const FindModel& find_model = nullptr) {
  WrittenSection section =
      WriteSection(room, [&](Budget& budget, DetailWriter& json) {
        WriteMachine(machine, find_armature, find_model, budget, json);
      });
  EXPECT_LE(section.size, section.taken + 2);
  return section;
}

std::vector<std::string> Strings(const rapidjson::Value& list) {
  std::vector<std::string> strings;
  for (const auto& value : list.GetArray()) {
    strings.emplace_back(value.GetString(), value.GetStringLength());
  }
  return strings;
}

TEST(MachineSectionTest, SaysInWordsWhatThereIs) {
  const auto written = Write(Machine(kDoor));
  EXPECT_THAT(written.left_out, IsEmpty());
  const auto& machine = written.json["machine"];
  EXPECT_THAT(Strings(machine["states"]["names"]),
              ElementsAre("open", "shut", "lost"));
  EXPECT_THAT(Strings(machine["states"]["words"]),
              ElementsAre("plays door@open at time - #click",
                          "moves nothing, event creak", "moves nothing"));
  EXPECT_EQ(machine["start"].GetUint(), 0u);
  ASSERT_EQ(machine["states"]["unreachable"].Size(), 1u);
  EXPECT_EQ(machine["states"]["unreachable"][0].GetUint(), 2u);
  const auto& causes = machine["transitions"]["causes"];
  ASSERT_EQ(causes.Size(), 1u);
  EXPECT_THAT(Strings(causes[0][1]), ElementsAre("time reaches #end"));
  EXPECT_THAT(Strings(machine["inputs"]), ElementsAre("click"));
  EXPECT_STREQ(machine["parameters"][0]["words"].GetString(), "time + 2");
}

TEST(MachineSectionTest, BoxesOfItsModels) {
  FindingList list;
  const auto armature = forge::ReadDamagedArmature(kArmature, {}, list);
  ASSERT_TRUE(armature.has_value());
  const auto find_armature = [&](const forge::ModelClip&) {
    return &*armature;
  };
  std::vector<std::string> asked;
  const FindModel find_model = [&](const forge::ModelClip& model) {
    asked.push_back(model.domain + ":" + model.path);
    return actions::ReadBlockModel(
        R"({"elements": [{"from": [0, 0, 0], "to": [16, 8, 16]},
                         {"from": [0, 8, 0], "to": [16, 16, 16]}]})",
        {});
  };
  const auto machine = Machine(kDoor);
  const auto all = Write(machine, kTestRoom, find_armature, find_model);
  EXPECT_THAT(asked, ElementsAre("example:block/door"));
  EXPECT_THAT(all.left_out, IsEmpty());
  const auto parts = [](const WrittenSection& section) {
    return section.json["machine"]["play"]["armatures"][0]["glb"].Size();
  };
  // The places, normals and corners of a cube.
  EXPECT_EQ(parts(all), parts(Write(machine, kTestRoom, find_armature)) + 3);
  const auto none =
      Write(machine, kTestRoom, find_armature,
            [](const forge::ModelClip&) -> absl::StatusOr<actions::BlockModel> {
              return absl::NotFoundError("there is none");
            });
  EXPECT_THAT(none.left_out,
              ElementsAre("what the armature moves: there is none"));
}

TEST(MachineSectionTest, EventsSayWhereTheyLead) {
  FindingList list;
  const auto armature = forge::ReadDamagedArmature(kArmature, {}, list);
  ASSERT_TRUE(armature.has_value());
  const auto written =
      Write(Machine(kDoor), kTestRoom, [&](const forge::ModelClip& clip) {
        return clip.path == "block/door" ? &*armature : nullptr;
      });
  const auto& machine = written.json["machine"];
  const auto& play = machine["play"];
  EXPECT_THAT(Strings(play["events"]["names"]),
              ElementsAre("!transition:shut", "creak", "half",
                          "!transition:lost", "!transition:nowhere", "!shout"));
  std::vector<int64_t> acts;
  for (const auto& act : play["events"]["acts"].GetArray()) {
    acts.push_back(act.GetInt64());
  }
  EXPECT_THAT(acts, ElementsAre(1, -1, -1, 2, -3, -2));
  EXPECT_THAT(Strings(play["joints"]), ElementsAre("lid"));
  ASSERT_EQ(play["clips"].Size(), 1u);
  EXPECT_TRUE(play["clips"][0]["loop"].GetBool());
  EXPECT_EQ(play["clips"][0]["armature"].GetUint(), 0u);
  EXPECT_STREQ(play["clips"][0]["clip"].GetString(), "open");
  EXPECT_EQ(play["armatures"].Size(), 1u);
  EXPECT_EQ(play["clips"][0]["events"].Size(), 4u);
  // The armature's event is refused: it is not listed under the state.
  EXPECT_EQ(machine["transitions"]["refused"].Size(), 1u);
}

TEST(MachineSectionTest, LeavesOutWhatHasNoRoom) {
  const auto machine = Machine(kDoor);
  EXPECT_FALSE(Write(machine, 100).json.HasMember("machine"));
  EXPECT_THAT(Write(machine, 100).left_out,
              ElementsAre("the state machine: there is no room for it"));
  const auto drawn = Write(machine, 600);
  ASSERT_TRUE(drawn.json.HasMember("machine"));
  EXPECT_FALSE(drawn.json["machine"].HasMember("play"));
  EXPECT_THAT(
      drawn.left_out,
      ElementsAre("playing the state machine: there is no room for it"));
}

TEST(MachineSectionTest, WhatIsTooLargeForAPageIsLeftOut) {
  std::string clips;
  std::string states;
  for (int i = 0; i < 20'001; ++i) {
    absl::StrAppend(&clips, i == 0 ? "" : ",", "\"", i, "\":\"#identity\"");
    absl::StrAppend(&states, i == 0 ? "" : ",", "\"", i, "\"");
  }
  const auto written = Write(Machine(
      absl::StrCat(R"({"parameters":{},"clips":{)", clips, R"(},"states":[)",
                   states, R"(],"transitions":{},"start_state":"0"})")));
  EXPECT_FALSE(written.json.HasMember("machine"));
  ASSERT_EQ(written.left_out.size(), 1u);
  EXPECT_THAT(written.left_out[0],
              HasSubstr("20,001 states are too many for a page"));
}

TEST(MachineSectionTest, ManyExpressionsAreDrawnButNotPlayed) {
  std::string numbers;
  for (int i = 0; i < 200'000; ++i) numbers += ",1";
  const auto written = Write(Machine(absl::StrCat(
      R"({"parameters":{"p":[")", std::string(200'000, '+'), "\"", numbers,
      R"(]},"clips":{"a":"#identity"},"states":["a"],"transitions":{},)",
      R"("start_state":"a"})")));
  ASSERT_TRUE(written.json.HasMember("machine"));
  EXPECT_FALSE(written.json["machine"].HasMember("play"));
  EXPECT_THAT(written.left_out[0], HasSubstr("expressions are too many"));
}

// A clip with many events in many states: what follows is more than the file.
TEST(MachineSectionTest, RefusedTransitionsAreBounded) {
  std::string clips = "\"#identity\"";
  std::string states;
  std::string more;
  for (int i = 0; i < 300; ++i) {
    clips = absl::StrCat("[\"trigger_positive\",", clips, ",[\"-\",", i,
                         "],\"!transition:", i, "\"]");
    absl::StrAppend(&states, i == 0 ? "" : ",", "\"", i, "\"");
    absl::StrAppend(&more, ",\"", i, "\":\"#c\"");
  }
  const auto written = Write(Machine(absl::StrCat(
      R"({"parameters":{},"clips":{"c":)", clips, more, R"(},"states":[)",
      states, R"(],"transitions":{},"start_state":"0"})")));
  const auto& machine = written.json["machine"];
  EXPECT_EQ(machine["transitions"]["refused"].Size(), 2'000u);
  EXPECT_THAT(written.left_out,
              ElementsAre("88,000 transitions that the game refuses"));
}

TEST(MachineSectionTest, ADamagedMachineIsWritten) {
  const auto written = Write(Machine(
      R"({"parameters":{"a":"#b","b":"#a"},"clips":{"x":["apply","#y"]},)"
      R"("states":["x","none"],"transitions":{"x":"gone"},)"
      R"("start_state":"gone"})"));
  const auto& machine = written.json["machine"];
  EXPECT_TRUE(machine["start"].IsNull());
  EXPECT_EQ(machine["states"]["names"].Size(), 2u);
}

TEST(MachineSectionTest, LongNamesAreCut) {
  const std::string name(5'000, 'x');
  const auto written = Write(Machine(absl::StrCat(
      R"({"parameters":{},"clips":{")", name, R"(":"#identity"},"states":[")",
      name, R"("],"transitions":{},"start_state":")", name, R"("})")));
  EXPECT_LT(Strings(written.json["machine"]["states"]["names"])[0].size(),
            1'010u);
}

}  // namespace
}  // namespace clipguard::report
