// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/writer.h"

#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/memory/work_counter.h"
#include "corpus/corpus_file.h"
#include "corpus/forge/generator.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"

namespace clipguard::forge {
namespace {

// Writes a file without errors again; empty if it cannot be read.
std::string Canonical(const std::string& text, bool is_armature) {
  FindingList findings;
  absl::StatusOr<std::string> out = absl::InternalError("not read");
  if (is_armature) {
    const auto armature = ReadArmature(text, {}, findings);
    if (armature) out = WriteArmature(*armature);
  } else {
    const auto machine = ReadStateMachine(text, {}, findings);
    if (machine) out = WriteStateMachine(*machine);
  }
  EXPECT_EQ(findings.errors(), 0u) << text;
  EXPECT_TRUE(out.ok()) << out.status();
  return out.ok() ? *out : "";
}

TEST(WriterTest, WritesMachines) {
  EXPECT_EQ(Canonical(R"(// comment
{"start_state": "b", "x": 1, "states": ["a", "b\u0001"],
 "transitions": {"b\u0001": ["a", "a"], "a": "b\u0001", "z": "a"},
 "clips": {"a": ["slerp", "#b\u0001", "#identity", "#identity", ["compose", 1.50, "#p"]],
   "b\u0001": ["trigger_positive", ["apply", "mod:\"m\"@c", 0.1], "#identity", "go\n"]},
 "parameters": {"p": 1, "p": ["+-", 1e39, "#in", "#nowhere"]}, "start_state": "b\u0001"})",
                      false),
            R"({
  "parameters": {
    "p": ["+-", 1e999, "#in"]
  },
  "clips": {
    "a": ["slerp", "#b\u0001", "#identity", "#identity", ["compose", 1.5, "#p"]],
    "b\u0001": ["trigger_positive", ["apply", "mod:\"m\"@c", 0.1], "#identity", "go\n"]
  },
  "states": ["a", "b\u0001"],
  "transitions": {
    "a": ["b\u0001"],
    "b\u0001": ["a"]
  },
  "start_state": "b\u0001"
}
)");
}

TEST(WriterTest, WritesArmatures) {
  EXPECT_EQ(Canonical(R"({"clips": {"c": {"loop": true, "joint_clips": {"j":
  [{"samples": ["NaN", -0.0, 1e39], "interpolation": "nearest", "variable": "scale"}], "k": []},
  "events": {"0.75": "b", " 5e-1 ": "a"}}, "d": {"joint_clips": {}, "events": {}}},
  "joints": {"j": {"00": [1, 2], "+1": [0.25]}, "k": {}}})",
                      true),
            R"({
  "joints": {
    "j": {"0": [1], "1": [0.25]},
    "k": {}
  },
  "clips": {
    "c": {
      "loop": true,
      "joint_clips": {
        "j": [{"variable": "scale", "type": "uniform", "interpolation": "nearest", "samples": ["NaN", -0, 1e999]}],
        "k": []
      },
      "events": {
        "0.5": "a",
        "0.75": "b"
      }
    },
    "d": {
      "loop": false,
      "joint_clips": {},
      "events": {}
    }
  }
}
)");
}

TEST(WriterTest, WhatItWritesIsAFixpoint) {
  size_t written = 0;
  for (const corpus::CorpusFile& file : corpus::ForgeCorpus()) {
    const std::string text = corpus::TextOf(file);
    FindingList findings;
    bool sound = true;
    if (corpus::IsArmature(file)) {
      sound = ReadArmature(text, {}, findings).has_value();
    } else {
      sound = ReadStateMachine(text, {}, findings).has_value();
    }
    if (!sound || findings.errors() != 0) continue;
    SCOPED_TRACE(file.name);
    const std::string once = Canonical(text, corpus::IsArmature(file));
    EXPECT_EQ(Canonical(once, corpus::IsArmature(file)), once);
    ++written;
  }
  EXPECT_GT(written, 30u);
}

TEST(WriterTest, ExpressionsAreCutAtAnyLength) {
  FindingList findings;
  const auto machine = ReadStateMachine(
      R"({"parameters": {"p": ["-/", ["compose", "#x\"", 1.5], "#identity"]},
          "clips": {"a": ["trigger_positive", ["slerp", "m@c", "#b", "#p", 0],
                          "#p", "event"], "b": "#identity"},
          "states": ["a"], "transitions": {"a": "a"}, "start_state": "a"})",
      {}, findings);
  ASSERT_TRUE(machine.has_value());
  const ExpressionIndex clip = machine->clips[0].expression;
  EXPECT_EQ(ExpressionText(*machine, machine->parameters[0].expression),
            R"(["-/", ["compose", "#x\"", 1.5], "#identity"])");
  const std::string all = ExpressionText(*machine, clip);
  EXPECT_EQ(all,
            R"(["trigger_positive", ["slerp", "m@c", "#b", "#p", 0], "#p", )"
            R"("event"])");
  for (size_t size = 0; size <= all.size() + 1; ++size) {
    EXPECT_EQ(ExpressionText(*machine, clip, size), all.substr(0, size));
  }
}

// The beginning of a text costs what is written, whatever follows.
TEST(WriterTest, ExpressionsCostWhatIsWritten) {
  std::string many;
  for (int i = 0; i < 10'000; ++i) many += ", 1";
  const std::string name(10'000, 'x');
  FindingList findings;
  const auto machine = ReadStateMachine(
      R"({"parameters": {"p": [")" + std::string(10'000, '+') + "\"" + many +
          R"(], "q": "#)" + name + R"("}, "clips": {"a": "m@)" + name +
          R"("}, "states": ["a"], "transitions": {"a": "a"},
             "start_state": "a"})",
      {}, findings);
  ASSERT_TRUE(machine.has_value());
  for (const ExpressionIndex e :
       {machine->parameters[0].expression, machine->parameters[1].expression,
        machine->clips[0].expression}) {
    const uint64_t before = WorkDone();
    EXPECT_EQ(ExpressionText(*machine, e, 100).size(), 100u);
    EXPECT_LE(WorkDone() - before, 250u);
  }
}

TEST(WriterTest, RefusesWhatHasErrors) {
  for (const corpus::CorpusFile& file : corpus::ForgeCorpus()) {
    const std::string text = corpus::TextOf(file);
    FindingList findings;
    bool refused = true;
    if (corpus::IsArmature(file)) {
      const auto armature = ReadDamagedArmature(text, {}, findings);
      refused = !armature || !WriteArmature(*armature).ok();
    } else {
      const auto machine = ReadDamagedStateMachine(text, {}, findings);
      refused = !machine || !WriteStateMachine(*machine).ok();
    }
    EXPECT_TRUE(findings.errors() != 0 || !refused) << file.name;
  }
  FindingList findings;
  const auto machine = ReadDamagedStateMachine(
      R"({"parameters": {"p": ["+"]}, "clips": {"a": "#identity"},
          "states": ["a"], "transitions": {}, "start_state": "a"})",
      {}, findings);
  ASSERT_TRUE(machine.has_value());
  EXPECT_FALSE(WriteStateMachine(*machine).ok());
  const auto armature = ReadDamagedArmature(
      R"({"joints": {}, "clips": {"c": {"joint_clips": {}}}})", {}, findings);
  ASSERT_TRUE(armature.has_value());
  EXPECT_FALSE(WriteArmature(*armature).ok());
}

TEST(WriterTest, RefusesJointsThatAreNoLists) {
  for (const char* joint : {"5", "{}", "null", "\"linear\""}) {
    FindingList findings;
    const auto armature = ReadDamagedArmature(
        absl::StrCat(R"({"joints": {"j": {"0": [1]}}, "clips": {"c": {)",
                     R"("loop": true, "joint_clips": {"j": )", joint,
                     R"(}, "events": {}}}})"),
        {}, findings);
    ASSERT_TRUE(armature.has_value());
    EXPECT_EQ(findings.errors(), 1u) << joint;
    EXPECT_TRUE(armature->clips[0].broken) << joint;
    EXPECT_FALSE(WriteArmature(*armature).ok()) << joint;
  }
}

TEST(WriterTest, RefusesWhatAProgramHasMarkedAsBroken) {
  FindingList findings;
  auto armature = ReadArmature(
      R"({"joints": {"j": {"0": [1]}}, "clips": {
          "a": {"loop": true, "joint_clips": {"j": []}, "events": {}},
          "b": {"loop": true, "joint_clips": {"j": []}, "events": {}}}})",
      {}, findings);
  ASSERT_TRUE(armature.has_value());
  for (Armature::Clip& clip : armature->clips) {
    bool& joint_broken = armature->joint_clips[clip.joint_clips.first].broken;
    for (bool* broken : {&clip.broken, &joint_broken}) {
      ASSERT_TRUE(WriteArmature(*armature).ok());
      *broken = true;
      EXPECT_FALSE(WriteArmature(*armature).ok());
      *broken = false;
    }
  }
}

}  // namespace
}  // namespace clipguard::forge
