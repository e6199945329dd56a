// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// validate, info and sample on Forge's state machines and armatures, from end
// to end, in-process.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/memory/work_counter.h"
#include "cli/play/forge_test_files.h"
#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"

namespace clipguard::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::Not;

// ---- Suggestions ----

using ForgeCommandTest = ForgeDoorTest;

TEST_F(ForgeCommandTest, ModelsThatAreCalledAlikeAreSuggested) {
  const auto message = [&](std::string_view clip) {
    const std::string text =
        "{\"parameters\": {}, \"clips\": {\"a\": \"" + std::string(clip) +
        "\"}, \"states\": [\"a\"], \"transitions\": {}, \"start_state\": "
        "\"a\"}";
    const RunResult result =
        Piped(text, "validate --format=json", resources_, "-");
    return std::string(Json(result.out)["findings"][0]["message"].GetString());
  };
  EXPECT_THAT(message("example:door@open"),
              Has("no usable file \"example/armatures/door.json\"; did "
                  "you mean \"example:block/door\"?"));
  EXPECT_THAT(message("example:block/dor@open"),
              Has("did you mean \"example:block/door\"?"));
  EXPECT_THAT(message("example:windmill@open"), Not(Has("did you")));
  // It is there, but not sound.
  folder_.Write("assets/example/armatures/block/bad.json", "{");
  EXPECT_THAT(message("example:block/bad@open"), Not(Has("did you")));
  EXPECT_THAT(message("other:block/door@open"), Not(Has("did you")));
  EXPECT_THAT(message("..:door@open"), Not(Has("did you")));
}

TEST_F(ForgeCommandTest, SampleSaysWhyThereIsNothing) {
  const RunResult result = PipedExits(
      0,
      "{\"parameters\": {}, \"clips\": {\"a\": \"#identity\"}, \"states\": "
      "[\"a\"], \"transitions\": {}, \"start_state\": \"a\"}",
      "sample --times=0 -");
  EXPECT_THAT(result.err, Has("has no parameters"));
}

// ---- validate ---------------------------------------------------------------

TEST_F(ForgeCommandTest, BothFormatsAreToldByTheirContent) {
  const std::vector<std::string> lines =
      Lines(Exits(0, "validate --format=json", machine_, armature_).out);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_STREQ(Json(lines[0])["format"].GetString(), "forge-asm");
  EXPECT_STREQ(Json(lines[1])["format"].GetString(), "forge-armature");
}

TEST_F(ForgeCommandTest, FindingsHaveAPointerLineAndColumn) {
  const RunResult result = PipedExits(
      1,
      "{\"parameters\": {}, \"clips\": {\"a\": \"#b\"},\n \"states\": "
      "[\"a\"], \"transitions\": {}, \"start_state\": \"a\"}",
      "validate --format=json -");
  const rapidjson::Document json = Json(result.out);
  const auto& finding = json["findings"][0];
  EXPECT_STREQ(finding["path"].GetString(), "/clips/a");
  EXPECT_EQ(finding["line"].GetInt(), 1);
  EXPECT_EQ(finding["column"].GetInt(), 35);
  EXPECT_EQ(finding["offset"].GetInt(), 34);
}

TEST_F(ForgeCommandTest, ModelClipsAreLookedUpInTheResources) {
  const std::string asm_file = folder_.Write(
      "lost.json",
      R"({"parameters": {}, "clips": {"a": "example:block/door@swing",
          "b": "example:block/door@sving", "c": "example:block/window@x",
          "d": "example:../../../etc/passwd@x", "e": "/abs@x"},
          "states": ["a", "b", "c", "d", "e"],
          "transitions": {"a": ["b", "c", "d", "e"], "b": "a", "c": "a",
                          "d": "a", "e": "a"},
          "start_state": "a"})");
  const RunResult without = Clipguard("validate --format=json", asm_file);
  EXPECT_THAT(without.out, Not(Has("ASM_MODEL_CLIP_MISSING")));
  const RunResult with =
      Clipguard("validate --format=json", resources_, asm_file);
  std::vector<std::string> paths;
  const rapidjson::Document json = Json(with.out);
  for (const auto& finding : json["findings"].GetArray()) {
    if (finding["code"] != "ASM_MODEL_CLIP_MISSING") continue;
    paths.emplace_back(finding["path"].GetString());
  }
  EXPECT_THAT(paths,
              ElementsAre("/clips/b", "/clips/c", "/clips/d", "/clips/e"));
}

TEST_F(ForgeCommandTest, InputsThatAreKnown) {
  const std::string file =
      folder_.Write("needs.json",
                    R"({"parameters": {"p": ["+*", "#speed", "#time"]},
          "clips": {"a": "#identity"}, "states": ["a"], "transitions": {},
          "start_state": "a"})");
  Exits(0, "validate", file);
  Exits(0, "validate --inputs=time,speed", file);
  const RunResult result = Exits(1, "validate --inputs=speed", file);
  EXPECT_THAT(result.out, Has("ASM_PARAMETER_UNKNOWN"));
  Exits(1, "validate --inputs=,", file);
  Exits(1, "validate --inputs=", file);
  EXPECT_THAT(Clipguard("validate", file).out,
              Has("1 parameter, 2 inputs (speed, time)"));
}

// Whatever is in the way of its first key: the game reads it all the same.
TEST_F(ForgeCommandTest, BrokenFilesAreKnownByTheirPath) {
  const std::string broken = folder_ / "broken";
  const std::vector<std::pair<std::string, std::string>> contents = {
      {"empty", ""},
      {"merge", "<<<<<<< HEAD\n{\"joints\": {}}\n=======\n"},
      {"list", "[{\"joints\": {}}]"},
      {"brace", "\"joints\": {}, \"clips\": {}}"},
      {"object", "{}"}};
  for (const std::string kind : {"armatures", "asms"}) {
    for (const auto& [name, content] : contents) {
      folder_.Write(
          absl::StrCat("broken/assets/a/", kind, "/block/", name, ".json"),
          content);
    }
  }
  // Nobody's, as before.
  folder_.Write("broken/assets/a/armatures/README.md", "<<<");
  folder_.Write("broken/assets/a/models/block/x.json", "<<<");
  folder_.Write("broken/armatures/x.json", "<<<");
  const RunResult found = Exits(1, "validate --format=json", broken);
  size_t checked = 0;
  for (const std::string& line : Lines(found.out)) {
    const rapidjson::Document json = Json(line);
    if (json.HasMember("skipped")) continue;
    ++checked;
    const std::string file = json["file"].GetString();
    EXPECT_STREQ(json["format"].GetString(),
                 file.find("/asms/") == std::string::npos ? "forge-armature"
                                                          : "forge-asm");
    // An armature may have nothing in it.
    if (file.ends_with("armatures/block/object.json")) continue;
    EXPECT_FALSE(json["valid"].GetBool()) << file;
    const auto& first = json["findings"][0];
    EXPECT_EQ(first["line"].GetUint(), 1u) << file;
    EXPECT_STRNE(first["code"].GetString(), "FORMAT_UNKNOWN") << file;
    EXPECT_EQ(Clipguard("validate --format=json", file).out, line + "\n");
  }
  EXPECT_EQ(checked, 10u);
}

// The game reads what lies there as what belongs there.
TEST_F(ForgeCommandTest, FilesInTheOthersFolderAreForeign) {
  const std::string armature = R"({"joints": {}, "clips": {"a": {}}})";
  for (const auto& [path, found] :
       {std::pair("assets/a/asms/x.json", "this is a Forge armature"),
        std::pair("assets/a/x.json", "FORGE_KEY_MISSING")}) {
    const RunResult result =
        Clipguard("validate", folder_.Write(path, armature));
    EXPECT_THAT(Unwrapped(result.out), Has(found)) << path;
  }
}

TEST_F(ForgeCommandTest, SpecialEventsOfAMachineOfOnesOwn) {
  folder_.Write("mod/drop.json",
                R"({"joints": {}, "clips": {"c": {"loop": true,
          "joint_clips": {}, "events": {"0": "!action:drop", "0.25": "!action",
          "0.5": "!actions", "0.75": "!other:x"}}}})");
  folder_.Write("mod/machine.json",
                R"({"parameters": {}, "clips": {"a": ["trigger_positive",
          "#identity", "#x", "!action:x"]}, "states": ["a"], "transitions": {},
          "start_state": "a"})");
  const std::string mod = folder_ / "mod";
  const auto unknown = [&](const std::vector<std::string>& flags) {
    size_t count = 0;
    for (const std::string& line :
         Lines(Clipguard("validate --format=json", mod, flags).out)) {
      const rapidjson::Document file = Json(line);
      for (const auto& finding : file["findings"].GetArray()) {
        count += finding["code"] == "FORGE_SPECIAL_EVENT_UNKNOWN";
      }
    }
    return count;
  };
  EXPECT_EQ(unknown({}), 5u);
  EXPECT_EQ(unknown({"--special-events=action"}), 2u);
  EXPECT_EQ(unknown({"--special-events=other,action", "--special-events=x"}),
            1u);
  const std::string config =
      folder_.Write("clipguard.toml", "special-events = [\"action\"]\n");
  EXPECT_EQ(unknown({"--config=" + config}), 2u);
  EXPECT_EQ(unknown({"--config=" + config, "--special-events=other"}), 1u);
  EXPECT_EQ(unknown({}), 5u);
  Exits(2, "validate --special-events=!action:", mod);
}

TEST_F(ForgeCommandTest, ResourcesThatAreOneLevelTooDeep) {
  const std::string file = folder_.Write("door.json", R"({"parameters": {},
      "clips": {"a": "example:block/door@sving"}, "states": ["a"],
      "transitions": {}, "start_state": "a"})");
  const RunResult deep = Clipguard(
      "validate", "--resources=" + (folder_ / "assets/example"), file);
  EXPECT_THAT(deep.err, Has("has no folder DOMAIN/armatures in it"));
}

TEST_F(ForgeCommandTest, LinksOutOfTheResourcesAreReadOnlyIfAskedFor) {
  const std::string inside = folder_ / "assets/example/armatures/block/";
  const std::string elsewhere = folder_.Write("elsewhere/door.json", kArmature);
  std::filesystem::create_symlink("door.json", inside + "link.json");
  std::filesystem::create_symlink(elsewhere, inside + "out.json");
  std::filesystem::create_symlink(folder_ / "elsewhere",
                                  folder_ / "assets/example/armatures/away");
  const std::string file = folder_.Write("links.json", R"({"parameters": {},
      "clips": {"a": "example:block/link@swing", "b": "example:block/out@swing",
                "c": "example:away/door@swing"},
      "states": ["a", "b", "c"], "transitions": {"a": ["b", "c"]},
      "start_state": "a"})");
  const RunResult result =
      Clipguard("validate --format=json", resources_, file);
  std::vector<std::string> missing;
  const rapidjson::Document json = Json(result.out);
  for (const auto& finding : json["findings"].GetArray()) {
    if (finding["code"] != "ASM_MODEL_CLIP_MISSING") continue;
    missing.emplace_back(finding["path"].GetString());
  }
  EXPECT_THAT(missing, ElementsAre("/clips/b", "/clips/c"));
  EXPECT_EQ(result.err, "clipguard: " + folder_ / "assets" +
                            ": 2 files skipped, behind links out of the "
                            "folder (--follow-symlinks reads them)\n");
  const RunResult followed =
      Clipguard("validate --follow-symlinks --format=json", resources_, file);
  EXPECT_THAT(followed.out, Not(Has("ASM_MODEL_CLIP_MISSING")));
  EXPECT_EQ(followed.err, "");
}

TEST_F(ForgeCommandTest, ResourcesMustBeAFolder) {
  EXPECT_THAT(Exits(2, "validate", "--resources=" + machine_, machine_).err,
              Has("Not a directory"));
}

// ---- info -------------------------------------------------------------------

TEST_F(ForgeCommandTest, InfoAsJsonIsTheContract) {
  EXPECT_THAT(
      Clipguard("info --format=json", machine_).out,
      Has(R"("parameters":["since","twice"],"clips":["shut","opening","open"],)"
          R"("states":["shut","opening","open"],"transitions":{)"
          R"("shut":["opening"],"opening":["open"],"open":["shut"]},)"
          R"("startState":"shut","inputs":["click"]})"));
  EXPECT_THAT(Clipguard("info --format=json", armature_).out,
              Has(R"("joints":["hinge","knob"],"clips":[{"name":"swing",)"
                  R"("loop":false,"joints":["hinge"],)"
                  R"("events":[{"time":0.5,"name":"creak"}]},)"));
}

TEST_F(ForgeCommandTest, InfoAsText) {
  EXPECT_THAT(Exits(0, "info --curves", machine_, armature_).out,
              Has("shut (start)             opening",
                  "since                    [\"-\", \"#click\"]",
                  "supplied by the game's code: click", "creak at 0.5"));
}

// ---- sample -----------------------------------------------------------------

// Names that are the same once they are printable.
TEST_F(ForgeCommandTest, CsvTellsNamesApart) {
  const std::string path = folder_.Write(
      "names.json",
      R"({"joints": {"x\ny": {}, "x\\ny": {}, "\u202e": {}, "\\u202E": {},)"
      R"( "a\"b": {}}, "clips": {"c": {"loop": false, "joint_clips": {},)"
      R"( "events": {}}}})");
  const RunResult result = Exits(0, "sample --format=csv --times=0", path);
  for (const std::string row :
       {"\n0.0,\"x\ny\",1.0,0.0", "\n0.0,x\\ny,1.0,0.0",
        "\n0.0,\xE2\x80\xAE,1.0,0.0", "\n0.0,\\u202E,1.0,0.0",
        "\n0.0,\"a\"\"b\",1.0,0.0"}) {
    EXPECT_THAT(result.out, Has(row));
  }
}

TEST_F(ForgeCommandTest, ArmaturesGiveAMatrixForEachJointAndTime) {
  const rapidjson::Document json =
      Json(Clipguard("sample --times=0.25,0.5 --clip=swing", armature_).out);
  EXPECT_STREQ(json["clip"].GetString(), "swing");
  EXPECT_EQ(json["joints"]["hinge"][0][3].GetDouble(), 0.5);
  EXPECT_EQ(json["joints"]["hinge"][1][3].GetDouble(), 1);
  EXPECT_EQ(json["joints"]["knob"][1][3].GetDouble(), 0);
  EXPECT_EQ(json["joints"]["knob"][1].Size(), 16u);
  // One that the clip moves, but the armature does not list.
  const rapidjson::Document wide =
      Json(Clipguard("sample --times=0 --clip=wide", armature_).out);
  EXPECT_EQ(wide["joints"].MemberCount(), 3u);
}

TEST_F(ForgeCommandTest, ArmaturesAsCsv) {
  const std::vector<std::string> lines =
      Lines(Clipguard("sample --format=csv --fps=2", armature_).out);
  ASSERT_EQ(lines.size(), 1u + 3 * 2);
  EXPECT_EQ(lines[0],
            "time,joint,m00,m01,m02,m03,m10,m11,m12,m13,m20,m21,m22,m23,m30,"
            "m31,m32,m33");
  EXPECT_EQ(lines[3],
            "0.5,hinge,1.0,0.0,0.0,1.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,"
            "0.0,1.0");
}

TEST_F(ForgeCommandTest, TimeValues) {
  const rapidjson::Document json =
      Json(Clipguard("sample --value=since,twice --set=click=1.5 --times=1,2",
                     machine_)
               .out);
  EXPECT_EQ(json["values"]["since"][0].GetDouble(), -0.5);
  EXPECT_EQ(json["values"]["since"][1].GetDouble(), 0.5);
  EXPECT_EQ(json["values"]["twice"][1].GetDouble(), 4);
  const RunResult csv = Clipguard(
      "sample --set=click=Infinity --format=csv --fps=1 --to=1", machine_);
  EXPECT_EQ(csv.out,
            "time,since,twice\n0.0,-Infinity,0.0\n1.0,-Infinity,2.0\n");
}

TEST_F(ForgeCommandTest, SampleSaysWhatIsMissing) {
  const auto error = [&](const std::vector<std::string>& flags) {
    return Refusal(2, "sample", flags);
  };
  EXPECT_THAT(error({"--times=0", machine_}),
              Has("not given: --set=click=FLOAT"));
  EXPECT_THAT(error({"--times=0", "--value=twise", machine_}),
              Has("did you mean 'twice'?"));
  EXPECT_THAT(error({"--times=0", "--set=click=1,5", machine_}),
              Has("--set needs NAME=FLOAT"));
  EXPECT_THAT(error({"--fps=1", "--set=click=1", machine_}), Has("--to=T"));
  EXPECT_THAT(error({"--times=0", "--clip=shut", machine_}),
              Has("clipguard play"));
  EXPECT_THAT(error({"--times=0", "--clip=swnig", armature_}),
              Has("did you mean 'swing'?"));
  EXPECT_THAT(error({"--times=0", "--value=x", armature_}),
              Has("state machines"));
}

TEST_F(ForgeCommandTest, WhatIsSetInVainIsMentioned) {
  const RunResult result =
      Exits(0, "sample --times=0 --set=klick=1 --set=since=1 --set=click=1",
            machine_);
  EXPECT_THAT(result.err, Has("did you mean 'click'?",
                              "'since' has no effect: it is a "
                              "parameter of the file"));
}

// ---- Cost -------------------------------------------------------------------

TEST_F(ForgeCommandTest, ASampleHasALimitOfItsSteps) {
  std::string parameters = "\"p0\": [\"+\", 1]";
  for (int i = 1; i <= 17; ++i) {
    const std::string before = absl::StrCat("\"#p", i - 1, "\"");
    const std::string inner = i == 1 ? "p0" : absl::StrCat("f", i - 1);
    absl::StrAppend(&parameters, ", \"p", i, "\": [\"++\", ", before, ", ",
                    before, "], \"f", i, "\": [\"compose\", \"#", inner,
                    "\", \"#", inner, "\"]");
  }
  const std::string file = folder_.Write(
      "chain.json", "{\"parameters\": {" + parameters +
                        "}, \"clips\": {\"a\": \"#identity\"}, \"states\": "
                        "[\"a\"], \"transitions\": {}, \"start_state\": "
                        "\"a\"}");
  const uint64_t before = WorkDone();
  const RunResult chain =
      Exits(0, "sample --times=0,1 --value=p17,p16,p15", file);
  EXPECT_EQ(Json(chain.out)["values"]["p16"][0].GetFloat(), 65536);
  EXPECT_LT(WorkDone() - before, 1'000'000u);
  for (const char* format : {"--format=json", "--format=csv"}) {
    EXPECT_THAT(Refusal(1, "sample", format, "--limit=request-steps=10000",
                        "--times=0", "--value=p17,f17", file),
                Has("LIMIT_EXCEEDED", "/parameters/f17", "request-steps"));
    // In groups that do not share a program, too.
    Exits(0, "sample", format, "--times=0,1,2", file);
  }
}

}  // namespace
}  // namespace clipguard::cli
