// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard play, from end to end, in-process.

#include <linux/capability.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cli/play/forge_test_files.h"
#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "rapidjson/stringbuffer.h"
#include "rapidjson/writer.h"

namespace clipguard::cli {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::Not;
using ::testing::StartsWith;

std::string TextOf(const rapidjson::Value& value) {
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  value.Accept(writer);
  return buffer.GetString();
}

std::string ReadText(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

using PlayCommandTest = ForgeDoorTest;

TEST_F(PlayCommandTest, PlayIsTheContract) {
  const std::vector<std::string> lines = Play(R"({"set": {"click": 1}}
{"apply": 1}
{"transition": "opening"}
{"apply": 1.5}
{"apply": 2.5}
{"apply": 3.5}
)");
  EXPECT_EQ(result_.exit_code, 0);
  EXPECT_EQ(result_.err, "");
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[0], R"({"step":{"set":{"click":1}},"state_before":"shut",)"
                      R"("state":"shut","events":[],"joints":{}})");
  EXPECT_EQ(lines[2],
            R"({"step":{"transition":"opening"},"state_before":"shut",)"
            R"("state":"opening","events":[],"joints":{}})");
  const rapidjson::Document moving = Json(lines[3]);
  EXPECT_EQ(moving["joints"].MemberCount(), 3u);
  EXPECT_EQ(moving["joints"]["hinge"][3].GetDouble(), 1);
  // The trigger fires, the pose is that of the state before.
  const rapidjson::Document opened = Json(lines[4]);
  EXPECT_STREQ(opened["state_before"].GetString(), "opening");
  EXPECT_STREQ(opened["state"].GetString(), "open");
  // The armature's own event leads back.
  const rapidjson::Document back = Json(lines[5]);
  EXPECT_STREQ(back["state_before"].GetString(), "open");
  EXPECT_STREQ(back["state"].GetString(), "shut");
}

TEST_F(PlayCommandTest, EventsHaveOffsets) {
  const std::vector<std::string> lines = Play(
      "{\"set\": {\"click\": 0}}\n{\"transition\": \"opening\"}\n"
      "{\"apply\": 0.25}\n{\"apply\": 0.75}",
      {"--joints=knob"});
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[3],
            R"({"step":{"apply":0.75},"state_before":"opening",)"
            R"("state":"opening","events":[["creak",0.25]],)"
            R"("joints":{"knob":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}})");
}

TEST_F(PlayCommandTest, AFailedStepDoesNotEndTheRun) {
  const std::vector<std::string> lines = Play(R"({"transition": "opne"}
{"transition": "open"}
{"set": {"clik": 1}}
{"transition": "opening"}
{"apply": 0}
)");
  EXPECT_EQ(result_.exit_code, 0);
  ASSERT_EQ(lines.size(), 5u);
  const auto code = [&](size_t line) {
    const rapidjson::Document json = Json(lines[line]);
    return std::string(json["error"]["code"].GetString());
  };
  EXPECT_EQ(code(0), "STATE_UNKNOWN");
  EXPECT_EQ(code(1), "TRANSITION_NOT_LISTED");
  EXPECT_THAT(lines[2], Has(R"("unused":["clik"])"));
  EXPECT_FALSE(Json(lines[3]).HasMember("error"));
  EXPECT_EQ(code(4), "INPUT_NOT_SET");
  EXPECT_THAT(lines[4], Has("not supplied; not set: click"));
}

TEST_F(PlayCommandTest, LinesThatAreNoSteps) {
  const std::vector<std::string> lines = Play(R"(apply 1

{"apply": "x"}
{"apply": 1, "transition": "open"}
{"jump": 1}
{}
[1]
{"set": 1}
{"apply": null}
{"apply": 0} trailing
{"apply": 0})");
  EXPECT_EQ(result_.exit_code, 2);
  EXPECT_THAT(result_.err,
              Has("9 lines of the script are no steps, such as {"));
  ASSERT_EQ(lines.size(), 10u);
  for (size_t i = 0; i < 9; ++i) {
    const rapidjson::Document json = Json(lines[i]);
    EXPECT_TRUE(json["step"].IsNull()) << lines[i];
    EXPECT_STREQ(json["error"]["code"].GetString(), "STEP_MALFORMED");
  }
  EXPECT_THAT(lines[1], Has("line 3:"));
  EXPECT_THAT(lines[9], StartsWith(R"({"step":{"apply":0},"state_before")"));
}

TEST_F(PlayCommandTest, LinesThatAreTooLong) {
  const std::string blanks(3 << 20, ' ');
  const std::vector<std::string> lines =
      Play("{\"apply\": 0}\n{\"apply\": " + blanks + "1}\n{\"apply\": 1}\n" +
           "{\"apply\": " + blanks);
  EXPECT_EQ(result_.exit_code, 2);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_THAT(lines[1], Has("line 2: longer than 1048576 bytes"));
  EXPECT_THAT(lines[2], StartsWith(R"({"step":{"apply":1},"state_before")"));
  EXPECT_THAT(lines[3], Has("line 4: longer than"));
}

TEST_F(PlayCommandTest, ScriptsMayHaveComments) {
  EXPECT_EQ(Play("# opens\n  // and shuts\n{\"apply\": 0}\n").size(), 1u);
  EXPECT_EQ(result_.exit_code, 0) << result_.err;
}

TEST_F(PlayCommandTest, WhatHasNoErrorIsPlayedDrawnAndSampled) {
  const std::string file = folder_.Write(
      "some.json",
      R"({"parameters": {"bad": ["+"], "q": ["+", "#in"], "two": "#in2"},
          "clips": {"a": "#identity", "b": ["apply", "#identity", "#bad"]},
          "states": ["a", "b"], "transitions": {"a": "b", "b": "a"},
          "start_state": "a"})");
  const RunResult played =
      PipedExits(1, "{\"apply\": 0}\n{\"transition\": \"b\"}\n{\"apply\": 1}\n",
                 "play --script=-", file);
  EXPECT_THAT(played.err, Has("ASM_OPERANDS_MISSING"));
  const std::vector<std::string> lines = Lines(played.out);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_THAT(lines[1], Has(R"("state":"b")"));
  EXPECT_THAT(lines[2], Has("error"));
  EXPECT_THAT(Exits(1, "graph", file).out, Has("s0 -> s1"));
  const RunResult sampled =
      Exits(1, "sample --value=q --set=in=1 --times=NaN,Infinity,2", file);
  EXPECT_THAT(sampled.out, Has(R"("values":{"q":["NaN","Infinity",3]})"));
  const RunResult bad = Exits(1, "sample --value=bad --times=1", file);
  EXPECT_EQ(bad.out, "");
  EXPECT_THAT(bad.err, Has("'bad' has an error"));
  // Only what the value itself needs is asked for.
  EXPECT_THAT(Exits(2, "sample --value=two --times=1", file).err,
              AllOf(Has("--set=in2=FLOAT"), Not(Has("--set=in=FLOAT"))));
}

TEST_F(PlayCommandTest, SoundClipsOfAnArmatureWithErrorsAreSampled) {
  const std::string file = folder_.Write(
      "some_clips.json",
      R"({"joints": {"j": {"0": [1]}}, "clips": {"good": {"joint_clips": {"j":
          [{"variable": "offset_x", "type": "uniform",
            "interpolation": "nearest", "samples": [3, 3]}]}, "events": {}},
          "bad": {"joint_clips": {"j": [{"variable": "offset_x",
            "type": "uniform", "interpolation": "linear", "samples": []}]},
            "events": {}}}})");
  const RunResult good = Exits(1, "sample --clip=good --times=0", file);
  EXPECT_THAT(good.out, Has(R"("j":[[1,0,0,3,)"));
  EXPECT_THAT(good.err, Has("ARMATURE_SAMPLES_EMPTY"));
  const RunResult bad = Exits(1, "sample --clip=bad --times=0", file);
  EXPECT_EQ(bad.out, "");
  EXPECT_THAT(bad.err, Has("the clip 'bad' has an error"));
}

TEST_F(PlayCommandTest, PlayAsCsv) {
  const std::string script =
      folder_.Write("steps",
                    "{\"set\": {\"a,b\": 1, \"click\": 0}}\n{\"transition\": "
                    "\"nowhere\"}\nnone\n"
                    "{\"transition\": \"opening\"}\n{\"apply\": 0.5}\n");
  const RunResult result =
      Exits(2, "play --format=csv", "--script=" + script, resources_, machine_);
  const std::vector<std::string> lines = Lines(result.out);
  ASSERT_GE(lines.size(), 6u);
  EXPECT_THAT(lines[0], StartsWith("step,kind,argument,state_before,state,"
                                   "events,error,joint,m00,m01,"));
  const std::string empty(16, ',');
  EXPECT_EQ(lines[1], "1,set,\"a,b=1;click=0\",shut,shut,,," + empty);
  EXPECT_THAT(lines[2], AllOf(StartsWith("2,transition,nowhere,shut,shut,,"),
                              Has("STATE_UNKNOWN: "), EndsWith(empty)));
  EXPECT_THAT(lines[3], StartsWith("3,,,,shut,,STEP_MALFORMED: line 3: "));
  EXPECT_EQ(lines[4], "4,transition,opening,shut,opening,,," + empty);
  EXPECT_THAT(lines[5], StartsWith("5,apply,0.5,opening,opening,,,"));
  // As many fields as there are columns, and the matrices of JSON.
  EXPECT_EQ(std::count(lines[5].begin(), lines[5].end(), ','), 23);
  const RunResult json =
      Clipguard("play", "--script=" + script, resources_, machine_);
  const std::string last = Lines(json.out).back();
  const std::string numbers = lines[5].substr(lines[5].find(",,,") + 3);
  const size_t comma = numbers.find(',');
  // Whole numbers are floats in CSV alone.
  std::string matrix =
      absl::StrReplaceAll(numbers.substr(comma + 1) + ",", {{".0,", ","}});
  matrix.pop_back();
  EXPECT_THAT(last,
              Has("\"" + numbers.substr(0, comma) + "\":[" + matrix + "]"));
  const RunResult small =
      Exits(1, "play --format=csv --times=0 --limit=step-bytes=50", resources_,
            machine_);
  EXPECT_THAT(small.out, Has("LIMIT_EXCEEDED: "));
  Exits(2, "play --format=xml --to=1", machine_);
}

TEST_F(PlayCommandTest, SaysWhatThereIsToPlay) {
  EXPECT_THAT(Refusal(2, "play", resources_, machine_),
              Has("say what to play: --script=FILE, or --to=T for 60 steps "
                  "a second, from shut\n",
                  "  states that a script may ask for: shut, opening, "
                  "open\n",
                  "  values that --set=NAME=FLOAT may set: click\n"));
}

TEST_F(PlayCommandTest, TextSaysWhatIsDifferent) {
  EXPECT_THAT(Play("{\"set\": {\"click\": 1}}\n{\"apply\": 1}\n"
                   "{\"transition\": \"opening\"}\n{\"apply\": 1.25}\n"
                   "{\"apply\": 1.25}\n{\"apply\": 1.75}\n{\"apply\": 3.5}\n"
                   "{\"transition\": \"nowhere\"}\nnothing\n",
                   {"--format=text"}),
              testing::ElementsAre(
                  "set click=1  shut", "      1 s  shut",
                  "asked for opening  shut -> opening",
                  "   1.25 s  opening; hinge moved 0.5, 0, 0",
                  "   1.75 s  opening; event creak; hinge moved 1.5, 0, 0",
                  StartsWith("    3.5 s  opening -> open; event "),
                  StartsWith("asked for nowhere  open; STATE_UNKNOWN: "),
                  StartsWith("no step  open; STEP_MALFORMED: line 9: ")));
  // A quarter turn about an axis.
  folder_.Write("assets/example/armatures/block/door.json",
                R"({"joints": {"lid": {"0": [1]}}, "clips": {"swing": {
      "loop": false, "joint_clips": {"lid": [
        {"variable": "axis_x", "type": "uniform", "interpolation": "nearest",
         "samples": [1]},
        {"variable": "angle", "type": "uniform", "interpolation": "nearest",
         "samples": [90]}, {"variable": "scale", "type": "uniform",
         "interpolation": "nearest", "samples": [2]}]}, "events": {}}}})");
  const auto play = [&](const Terminal& terminal) {
    return RunProgram({"play", "--times=0", resources_, machine_}, {}, terminal)
        .out;
  };
  EXPECT_THAT(play({.is_terminal = true}),
              AllOf(StartsWith("      0 s  shut; lid moved "),
                    Has(", turned 90 degrees about x, scaled 2\n")));
  EXPECT_THAT(play({}), StartsWith("{\"step\":"));
}

// As long as it lives, root may read no more than others.
class NoOverride {
 public:
  NoOverride() {
    EXPECT_EQ(syscall(SYS_capget, &header_, before_.data()), 0);
    auto without = before_;
    without[0].effective &=
        ~((1u << CAP_DAC_OVERRIDE) | (1u << CAP_DAC_READ_SEARCH));
    EXPECT_EQ(syscall(SYS_capset, &header_, without.data()), 0);
  }
  ~NoOverride() { EXPECT_EQ(syscall(SYS_capset, &header_, before_.data()), 0); }
  NoOverride(const NoOverride&) = delete;
  NoOverride& operator=(const NoOverride&) = delete;

 private:
  __user_cap_header_struct header_ = {.version = _LINUX_CAPABILITY_VERSION_3,
                                      .pid = 0};
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> before_ = {};
};

TEST_F(PlayCommandTest, ResourcesThatCannotBeReadAreNotMissing) {
  const std::string assets = folder_ / "assets";
  const auto run = [&](const std::string& unreadable) {
    EXPECT_EQ(chmod(unreadable.c_str(), 0), 0);
    RunResult result;
    {
      const NoOverride no_override;
      result = Clipguard("validate", resources_, machine_);
    }
    EXPECT_EQ(chmod(unreadable.c_str(), 0755), 0);
    return result;
  };
  EXPECT_THAT(run(armature_).err, Has("block/door.json: Permission denied\n"));
  const RunResult all = run(assets);
  EXPECT_EQ(all.exit_code, 3);
  EXPECT_EQ(all.out, "");
  EXPECT_EQ(all.err,
            "clipguard: --resources: " + assets + ": Permission denied\n");
  Exits(2, "validate", resources_ + "/none", machine_);
}

TEST_F(PlayCommandTest, PlaySaysWhatMovesNothing) {
  const std::string file = folder_.Write(
      "models.json",
      R"({"parameters": {}, "clips": {"a": "example:block/door@sving",
          "b": "example:block/window@x"}, "states": ["a"],
          "transitions": {}, "start_state": "a"})");
  EXPECT_THAT(Clipguard("play --to=0", file).err,
              Has("2 clips of models move nothing: --resources=DIR"));
  const std::string one = folder_.Write(
      "one.json", R"({"parameters": {}, "clips": {"a": "example:block/door@x"},
          "states": ["a"], "transitions": {}, "start_state": "a"})");
  EXPECT_THAT(Clipguard("play --to=0", one).err,
              Has("1 clip of a model moves nothing: --resources=DIR"));
  EXPECT_THAT(Clipguard("play --to=0", resources_, file).err,
              Has("'example:block/door@sving' moves nothing: "
                  "the armature has none of that name",
                  "/example/armatures/block/window.json"));
}

TEST_F(PlayCommandTest, AJointThatNoArmatureHasIsBadUsage) {
  for (const char* const format : {"text", "json", "csv"}) {
    EXPECT_THAT(Refusal(2, "play --to=0", std::string("--format=") + format,
                        "--joints=knob,hinges,x", resources_, machine_),
                Has("unknown joint 'hinges'; did you mean "
                    "'hinge'?"));
  }
  EXPECT_THAT(Refusal(2, "play --to=0 --joints=hinge", machine_),
              Has("--resources=DIR says where they are"));
}

TEST_F(PlayCommandTest, ArmaturesOfTheWrongTypesAreNone) {
  folder_.Write("assets/example/armatures/block/bad.json",
                R"({"joints": {}, "clips": {"x": {"loop": 1,
                    "joint_clips": {}, "events": {}}}})");
  const std::string file =
      folder_.Write("bad_model.json",
                    R"({"parameters": {}, "clips": {"a": "example:block/bad@x"},
          "states": ["a"], "transitions": {}, "start_state": "a"})");
  const RunResult result = Clipguard("validate", resources_, file);
  EXPECT_THAT(result.out, Has("ASM_MODEL_CLIP_MISSING"));
  EXPECT_THAT(result.err, Has("bad.json has 1 error"));
}

TEST_F(PlayCommandTest, WithoutAScriptSixtyStepsASecond) {
  const std::vector<std::string> lines =
      Lines(Exits(0, "play --to=0.5 --set=click=0", resources_, machine_).out);
  ASSERT_EQ(lines.size(), 31u);
  EXPECT_THAT(lines[1], StartsWith(R"({"step":{"apply":0.016666668})"));
  Exits(2, "play", machine_);
  EXPECT_EQ(Lines(Clipguard("play --times=0,1,0.5", machine_).out).size(), 3u);
}

TEST_F(PlayCommandTest, ScriptsFromFiles) {
  const std::string script = folder_.Write("script", "{\"apply\": 0}\n");
  const RunResult result =
      Exits(0, "play", "--script=" + script, resources_, machine_);
  EXPECT_EQ(Lines(result.out).size(), 1u);
  const RunResult missing =
      Exits(3, "play", "--script=" + folder_ / "none", resources_, machine_);
  EXPECT_THAT(missing.err, Has("No such file"));
  // It can be opened, and not read.
  const RunResult folder =
      Exits(3, "play", "--script=" + folder_ / "", resources_, machine_);
  EXPECT_THAT(folder.err, Has("Is a directory"));
}

TEST_F(PlayCommandTest, OnlyStateMachinesWithoutErrorsAreUsed) {
  for (const char* command : {"play", "graph"}) {
    std::vector<std::string> args = {command, armature_};
    if (args[0] == "play") args.emplace_back("--to=1");
    EXPECT_THAT(Exits(2, args).err, Has("takes an animation state machine"));
    args[1] = "-";
    const RunResult broken = RunProgram(args, "{\"states\": [], \"clips\"");
    EXPECT_EQ(broken.exit_code, 1);
    EXPECT_THAT(broken.err, Has("JSON_SYNTAX"));
  }
}

TEST_F(PlayCommandTest, ArmaturesWithErrorsAreMentioned) {
  std::string text(kArmature);
  text.replace(text.find("linear"), 6, "cubicc");
  folder_.Write("assets/example/armatures/block/door.json", text);
  const std::vector<std::string> lines =
      Play("{\"set\": {\"click\": 1}}\n{\"apply\": 0}\n");
  EXPECT_THAT(result_.err, Has("has 1 error"));
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_THAT(lines[1], Has("CLIP_BROKEN"));
}

TEST_F(PlayCommandTest, OnlySoManyArmaturesWithErrorsAreMentioned) {
  std::string clips = R"("a": "#identity")";
  for (int i = 0; i < 103; ++i) {
    folder_.Write(absl::StrCat("assets/example/armatures/", i, ".json"), "{}");
    absl::StrAppend(&clips, ", \"c", i, "\": \"example:", i, "@c\"");
  }
  const RunResult result = Piped(
      absl::StrCat("{\"parameters\": {}, \"clips\": {", clips,
                   "}, \"states\": [\"a\"], \"transitions\": {\"a\": \"a\"}, "
                   "\"start_state\": \"a\"}"),
      "validate", resources_, "-");
  EXPECT_THAT(result.err, Has("99.json has 2 errors"));
  EXPECT_THAT(result.err, Not(Has("100.json")));
  EXPECT_THAT(result.err, Has("and 3 more files like these"));
}

// ---- The reference implementation -------------------------------------------

// Numbers, or "NaN" and "Infinity".
void ExpectNear(const rapidjson::Value& got, const rapidjson::Value& expected,
                double tolerance) {
  ASSERT_EQ(got.IsNumber(), expected.IsNumber());
  if (expected.IsNumber()) {
    EXPECT_NEAR(got.GetDouble(), expected.GetDouble(), tolerance);
  } else {
    EXPECT_STREQ(got.GetString(), expected.GetString());
  }
}

// Compares with the output of another implementation for the same machines and
// scripts. Skipped unless CLIPGUARD_DATA names the folder of sample files.
TEST_F(PlayCommandTest, GoldenScriptsThroughPlay) {
  const char* data = std::getenv("CLIPGUARD_DATA");
  const std::filesystem::path path =
      std::filesystem::path(data == nullptr ? "" : data) /
      "forge/golden/scripts.json";
  if (!std::filesystem::exists(path)) {
    GTEST_SKIP() << "CLIPGUARD_DATA has no " << path;
  }
  const std::filesystem::path forge = path.parent_path().parent_path();
  const rapidjson::Document golden = Json(ReadText(path));
  size_t steps = 0;
  for (const auto& test : golden["cases"].GetArray()) {
    SCOPED_TRACE(test["name"].GetString());
    const std::string text = test.HasMember("asm")
                                 ? TextOf(test["asm"])
                                 : ReadText(forge / test["file"].GetString());
    const TempFolder resources;
    const auto add = [&](std::string name, const std::string& armature) {
      name.replace(name.find(':'), 1, "/armatures/");
      resources.Write(name + ".json", armature);
    };
    if (test.HasMember("armatures")) {
      for (const auto& armature : test["armatures"].GetObject()) {
        add(armature.name.GetString(), TextOf(armature.value));
      }
    }
    if (test.HasMember("armature_files")) {
      for (const auto& armature : test["armature_files"].GetObject()) {
        add(armature.name.GetString(),
            ReadText(forge / armature.value.GetString()));
      }
    }
    std::string script;
    if (test.HasMember("external")) {
      absl::StrAppend(&script, "{\"set\": ", TextOf(test["external"]), "}\n");
    }
    size_t lines_expected = script.empty() ? 0 : 1;
    size_t skipped = lines_expected;
    std::string joints;
    // Where no armature is, asking for one of its joints is bad usage.
    const bool has_joints =
        test.HasMember("armatures") || test.HasMember("armature_files");
    for (const auto& joint : test["joints"].GetArray()) {
      if (!has_joints) break;
      absl::StrAppend(&joints, joints.empty() ? "" : ",", joint.GetString());
    }
    for (const auto& step : test["steps"].GetArray()) {
      for (const char* kind : {"set", "transition", "apply"}) {
        if (!step.HasMember(kind)) continue;
        absl::StrAppend(&script, "{\"", kind, "\": ", TextOf(step[kind]),
                        "}\n");
        ++lines_expected;
      }
    }
    std::vector<std::string> flags;
    if (!joints.empty()) flags.push_back("--joints=" + joints);
    const RunResult result =
        Piped(script, "play --script=-", "--resources=" + resources.path(),
              resources.Write("asm.json", text), flags);
    // Errors of the file do not keep the rest of it from being played.
    ASSERT_LE(result.exit_code, 1) << result.err;
    const std::vector<std::string> lines = Lines(result.out);
    ASSERT_EQ(lines.size(), lines_expected);
    for (const auto& step : test["steps"].GetArray()) {
      if (!step.HasMember("set") && !step.HasMember("transition") &&
          !step.HasMember("apply")) {
        continue;
      }
      const std::string& line = lines[skipped++];
      SCOPED_TRACE(line);
      const rapidjson::Document got = Json(line);
      if (step.HasMember("state")) {
        EXPECT_STREQ(got["state"].GetString(), step["state"].GetString());
      }
      if (!step.HasMember("apply")) continue;
      ++steps;
      if (step.HasMember("error")) {
        EXPECT_TRUE(got.HasMember("error") ||
                    std::string_view(step["error"]["message"].GetString())
                        .starts_with("HANG"));
        continue;
      }
      ASSERT_FALSE(got.HasMember("error"));
      EXPECT_STREQ(got["state_before"].GetString(),
                   step["state_before"].GetString());
      ASSERT_EQ(got["events"].Size(), step["events"].Size());
      for (rapidjson::SizeType i = 0; i < got["events"].Size(); ++i) {
        EXPECT_STREQ(got["events"][i][0].GetString(),
                     step["events"][i][0].GetString());
        ExpectNear(got["events"][i][1], step["events"][i][1], 1e-6);
      }
      if (!has_joints || !step.HasMember("matrices")) continue;
      for (const auto& matrix : step["matrices"].GetObject()) {
        if (!matrix.value.IsArray()) continue;
        for (rapidjson::SizeType i = 0; i < 16; ++i) {
          ExpectNear(got["joints"][matrix.name.GetString()][i], matrix.value[i],
                     1e-5);
        }
      }
    }
  }
  EXPECT_GT(steps, 100u);
}

// ---- Cost -------------------------------------------------------------------

// A state whose clip gives an event with a name of 1,000 bytes 65,536 times.
TEST_F(PlayCommandTest, AStepHasALimitOfItsBytes) {
  std::string clips =
      "\"c0\": [\"trigger_positive\", \"#identity\", [\"-\", "
      "0.5], \"" +
      std::string(1000, 'e') + "\"]";
  for (int i = 1; i <= 16; ++i) {
    const std::string before = absl::StrCat("\"#c", i - 1, "\"");
    absl::StrAppend(&clips, ", \"c", i, "\": [\"slerp\", ", before, ", ",
                    before, ", \"#identity\", 0]");
  }
  const std::string file = folder_.Write(
      "doubled.json", "{\"parameters\": {}, \"clips\": {" + clips +
                          "}, \"states\": [\"c16\"], \"transitions\": {}, "
                          "\"start_state\": \"c16\"}");
  const RunResult result = Exits(1, "play --times=0,1,2", file);
  const std::vector<std::string> lines = Lines(result.out);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_STREQ(Json(lines[0])["state"].GetString(), "c16");
  const rapidjson::Document json = Json(lines[1]);
  EXPECT_STREQ(json["error"]["code"].GetString(), "LIMIT_EXCEEDED");
  EXPECT_THAT(
      json["error"]["message"].GetString(),
      testing::AllOf(testing::StartsWith("/clips/c16: "), Has("step-bytes")));
  EXPECT_FALSE(json.HasMember("events"));
  // The line counts, not only the events.
  const RunResult line = Exits(1, "play", resources_, "--limit=step-bytes=60",
                               "--times=0", "--set=click=0", machine_);
  EXPECT_THAT(line.out, Has("for step-bytes"));
  const RunResult work = Exits(1, "play", resources_, "--limit=request-steps=1",
                               "--times=0", "--set=click=0", machine_);
  EXPECT_THAT(work.out, Has("for request-steps"));
}

}  // namespace
}  // namespace clipguard::cli
