// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// validate with a program that files are meant for, and with what belongs to
// files: textures, models.

#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cli/test_util.h"
#include "corpus/m3d/figures.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/m3d/format.h"
#include "rapidjson/document.h"

namespace clipguard::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::string_view kTargetArmature = R"({
"joints": {"lid": {"0": [1], "7": [1]}},
"clips": {"turn": {"loop": true, "joint_clips": {"lid": [
{"variable": "origin_y", "type": "uniform", "interpolation": "nearest", "samples": [1]}
]}, "events": {}}}})";

class TargetCommandTest : public testing::Test {
 protected:
  // "SEVERITY CODE PATH" of each finding of a file.
  std::vector<std::string> Findings(const std::vector<std::string>& flags,
                                    const std::string& file) {
    result_ = Clipguard("validate --no-config --format=json", flags, file);
    const rapidjson::Document json = Json(result_.out);
    std::vector<std::string> found;
    for (const auto& finding : json["findings"].GetArray()) {
      found.push_back(std::string(finding["severity"].GetString()) + " " +
                      finding["code"].GetString() + " " +
                      finding["path"].GetString());
    }
    return found;
  }

  // The message of the first finding of the last run.
  std::string Message() const {
    return Json(result_.out)["findings"][0]["message"].GetString();
  }

  TempFolder folder_;
  const std::string recording_ = folder_.Write("a.bin", CameraRecording());
  const std::string arm_ =
      folder_.Write("arm.m3d", corpus::TextOf(corpus::Arm()));
  const std::string armature_ =
      folder_.Write("assets/mod/armatures/block/door.json", kTargetArmature);
  RunResult result_;
};

// ---- Targets ----------------------------------------------------------------

TEST_F(TargetCommandTest, WhatAProgramDoesNotRead) {
  EXPECT_THAT(Findings({"--for=mrtk-2.8"}, recording_), IsEmpty());
  EXPECT_THAT(Findings({"--for=mrtk-2.5"}, recording_),
              ElementsAre("error TARGET_CANNOT_LOAD header.minorVersion"));
  EXPECT_EQ(result_.exit_code, 1);
  EXPECT_THAT(Findings({"--for=d3d12-book"}, arm_), IsEmpty());
  EXPECT_THAT(Findings({"--for=d3d11-book"}, arm_),
              ElementsAre("error TARGET_CANNOT_LOAD materials[0]"));
  EXPECT_THAT(Findings({"--for=forge-1.11"}, armature_), IsEmpty());
  EXPECT_THAT(Findings({"--for=forge-1.10"}, armature_),
              ElementsAre("error TARGET_CANNOT_LOAD "
                          "/clips/turn/joint_clips/lid/0/variable"));
}

TEST_F(TargetCommandTest, AProgramIsForItsFilesOnly) {
  for (const std::string& file : {arm_, armature_}) {
    EXPECT_THAT(Findings({"--for=mrtk-2.5"}, file), IsEmpty());
  }
  const std::vector<std::string> all = {"--for=mrtk-2.5,d3d11-book",
                                        "--for=forge-1.10"};
  for (const std::string& file : {recording_, arm_, armature_}) {
    EXPECT_EQ(Findings(all, file).size(), 1u) << file;
  }
}

TEST_F(TargetCommandTest, FindingsCountAsTheProgramDoes) {
  const std::string odd = folder_.Write("odd.bin", UnusualRecording());
  EXPECT_THAT(Findings({}, odd),
              ElementsAre("warning PRESENCE_BYTE_UNUSUAL hasCamera"));
  EXPECT_THAT(Findings({"--for=mrtk-2.6", "--strict"}, odd), IsEmpty());
  EXPECT_EQ(Json(result_.out)["ignored"].GetUint(), 1u);
  // A flag that names the code outranks the target.
  EXPECT_THAT(Findings({"--for=mrtk-2.6", "--warn=PRESENCE_BYTE_UNUSUAL"}, odd),
              ElementsAre("warning PRESENCE_BYTE_UNUSUAL hasCamera"));

  const std::string empty = EmptyRecording();
  const std::string cut =
      folder_.Write("cut.bin", empty.substr(0, empty.size() - 4));
  EXPECT_THAT(Findings({}, cut),
              ElementsAre("warning MARKER_LIST_MISSING markers"));
  EXPECT_THAT(Findings({"--for=mrtk-2.8"}, cut),
              ElementsAre("error MARKER_LIST_MISSING markers"));
}

TEST_F(TargetCommandTest, AllReportsAgree) {
  const auto run = [&](const std::string& format) {
    const RunResult result = Exits(1, "validate --no-config --for=mrtk-2.5",
                                   "--format=" + format, recording_);
    return result.out;
  };
  EXPECT_THAT(run("text"), Has("INVALID", "MRTK 2.5 cannot use this"));
  EXPECT_FALSE(Json(run("json"))["valid"].GetBool());
  EXPECT_THAT(run("sarif"), Has("TARGET_CANNOT_LOAD"));
  EXPECT_THAT(run("junit"), Has("type=\"TARGET_CANNOT_LOAD\""));
  EXPECT_THAT(run("github"), Has("::error"));
  EXPECT_THAT(run("gitlab"), Has("major"));
}

TEST_F(TargetCommandTest, NamesThatAreNone) {
  const auto fault = [&](const std::string& flag) {
    const RunResult result = Exits(2, "validate --no-config", flag, recording_);
    return result.err;
  };
  EXPECT_THAT(fault("--for=mrtk"), Has("unknown target 'mrtk'"));
  EXPECT_THAT(fault("--for=forge-1.12,forge-1.8"), Has("only one of them"));
  const RunResult help = Exits(0, "validate --for=help");
  EXPECT_THAT(help.out, Has("forge-1.17", "MARKER_LIST_MISSING: error"));
  EXPECT_THAT(Clipguard("explain MARKER_LIST_MISSING").out,
              Has("--for    mrtk-2.5 to mrtk-2.8: error"));
}

TEST_F(TargetCommandTest, AConfigurationSaysItToo) {
  const std::string config =
      folder_.Write("clipguard.toml", "for = [\"mrtk-2.5\", \"forge-1.9\"]\n");
  const auto exit_code = [&](const std::vector<std::string>& flags) {
    return Clipguard("validate", "--config=" + config, flags, recording_)
        .exit_code;
  };
  EXPECT_EQ(exit_code({}), 1);
  EXPECT_EQ(exit_code({"--for=mrtk-2.6"}), 0);
}

TEST_F(TargetCommandTest, LimitsOfAConfiguration) {
  const std::string config =
      folder_.Write("clipguard.toml", "[limits]\nfile-bytes = \"1k\"\n");
  const auto exit_code = [&](const std::vector<std::string>& flags) {
    result_ = Clipguard("validate", "--config=" + config, flags, arm_);
    return result_.exit_code;
  };
  EXPECT_EQ(exit_code({}), 1);
  EXPECT_THAT(result_.out,
              Has("is more than the limit of 1024 for file-bytes"));
  // Flags outrank it, each of them alone.
  EXPECT_EQ(exit_code({"--limit=markers=1"}), 1);
  EXPECT_EQ(exit_code({"--limit=file-bytes=1M"}), 0);
}

// ---- Textures ---------------------------------------------------------------

TEST_F(TargetCommandTest, TexturesAreLookedForInTheFolder) {
  const std::string textures = folder_ / "t";
  folder_.Write("t/skin.dds", "");
  folder_.Write("t/Skin_NMap.dds", "");
  EXPECT_THAT(Findings({}, arm_), IsEmpty());
  EXPECT_THAT(Findings({"--resources=" + textures}, arm_),
              ElementsAre("warning TEXTURE_MISSING materials[0].normalMap"));
  EXPECT_EQ(Message(),
            "there is no texture 'skin_nmap.dds'; did you mean "
            "\"Skin_NMap.dds\"?");
  folder_.Write("t/skin_nmap.dds", "");
  EXPECT_THAT(Findings({"--resources=" + textures}, arm_), IsEmpty());
  // A folder is no texture.
  std::filesystem::remove(folder_ / "t/skin.dds");
  folder_.Write("t/skin.dds/x", "");
  EXPECT_THAT(Findings({"--resources=" + textures}, arm_),
              ElementsAre("warning TEXTURE_MISSING materials[0].diffuseMap"));
  std::filesystem::remove_all(folder_ / "t/skin.dds");
  std::filesystem::create_symlink("nowhere", folder_ / "t/skin.dds");
  Findings({"--resources=" + textures}, arm_);
  EXPECT_EQ(Message(),
            "there is no texture 'skin.dds': its link leads nowhere");
}

// Returns a character whose diffuse map has the name; its normal map has none.
std::string WithMap(std::string_view name) {
  std::string text = corpus::TextOf(corpus::Arm());
  const auto replace = [&](std::string_view from, std::string_view to) {
    text.replace(text.find(from), from.size(), to);
  };
  replace("skin.dds", name);
  replace("skin_nmap.dds", "None");
  return text;
}

TEST_F(TargetCommandTest, NoTextureLeadsOutOfTheFolder) {
  folder_.Write("secret.dds", "");
  folder_.Write("t/in/skin.dds", "");
  std::filesystem::create_symlink(folder_ / "secret.dds", folder_ / "t/l.dds");
  std::filesystem::create_symlink(folder_ / "t/in", folder_ / "t/alias");
  const std::string flag = "--resources=" + folder_ / "t";
  const auto message = [&](std::string_view name,
                           const std::vector<std::string>& more = {}) {
    std::vector<std::string> flags = more;
    flags.push_back(flag);
    const auto found = Findings(flags, folder_.Write("f.m3d", WithMap(name)));
    return found.empty() ? std::string() : Message();
  };
  const std::string out = ": the name leads out of the folder of textures";
  for (const std::string name :
       {"../secret.dds", "/etc/passwd", "in/../../secret.dds", "..\\secret.dds",
        "in//skin.dds", "..", "\\"}) {
    EXPECT_THAT(message(name), Has(out)) << name;
  }
  EXPECT_THAT(message("l.dds"), Has("behind a link out of the folder"));
  EXPECT_EQ(message("l.dds", {"--follow-symlinks"}), "");
  EXPECT_EQ(message("in/skin.dds"), "");
  EXPECT_EQ(message("in\\skin.dds"), "");
  EXPECT_EQ(message("./in/skin.dds"), "");
  EXPECT_EQ(message("alias/skin.dds"), "");
  // A name without an extension, which a program may add.
  EXPECT_EQ(message("in/skin"), "");
  EXPECT_EQ(message("in/ski"),
            "there is no texture 'in/ski'; did you mean \"skin.dds\"?");
  EXPECT_EQ(message("none"), "");
}

// Links in the folder that lead in circles.
TEST_F(TargetCommandTest, TexturesBehindManyLinks) {
  folder_.Write("t/a/x.dds", "");
  std::filesystem::create_symlink(".", folder_ / "t/a/loop");
  const std::string flag = "--resources=" + folder_ / "t";
  std::string deep = "a";
  for (int i = 0; i < 10; ++i) {
    deep += "/loop";
    EXPECT_THAT(Findings({flag}, folder_.Write("f.m3d", WithMap(deep + "/x"))),
                IsEmpty());
    EXPECT_THAT(Findings({flag}, folder_.Write("f.m3d", WithMap(deep + "/y"))),
                testing::SizeIs(1));
  }
}

// ---- Elements of models -----------------------------------------------------

TEST_F(TargetCommandTest, ElementsThatTheModelDoesNotHave) {
  const std::string flag = "--resources=" + folder_ / "assets";
  const auto with_model = [&](std::string_view model) {
    folder_.Write("assets/mod/models/block/door.json", model);
    return Findings({flag}, armature_);
  };
  // Nothing is known of elements without a model.
  EXPECT_THAT(Findings({flag}, armature_),
              ElementsAre("warning MODEL_MISSING /clips"));
  EXPECT_EQ(Message(),
            "there is no model \"mod/models/block/door.json\" for the "
            "armature's clips");
  EXPECT_THAT(with_model(R"({"elements": [{}]})"),
              ElementsAre("warning ARMATURE_ELEMENT_UNKNOWN /joints/lid/7"));
  EXPECT_EQ(Message(), "the model has 1 element, and none with the number 7");
  EXPECT_THAT(with_model(R"({"elements": [{},{},{},{},{},{},{},{}]})"),
              IsEmpty());
  EXPECT_THAT(with_model(R"({"elements": []})"), testing::SizeIs(2));
  // It may have its parent's.
  EXPECT_THAT(with_model(R"({"parent": "block/cube"})"), IsEmpty());
  EXPECT_THAT(with_model("[]"), IsEmpty());
  EXPECT_THAT(result_.err, Has("door.json: is no JSON object"));
  EXPECT_THAT(with_model("{"), IsEmpty());
  EXPECT_THAT(result_.err, Has("models/block/door.json: is no JSON"));
  // Nor is anything without the flag, or elsewhere.
  with_model(R"({"elements": []})");
  EXPECT_THAT(Findings({}, armature_), IsEmpty());
  const std::string elsewhere = folder_.Write("door.json", kTargetArmature);
  EXPECT_THAT(Findings({flag}, elsewhere), IsEmpty());
}

TEST_F(TargetCommandTest, NoModelLeadsOutOfTheFolder) {
  folder_.Write("out.json", R"({"elements": []})");
  std::filesystem::create_directories(folder_ / "assets/mod/models/block");
  std::filesystem::create_symlink(
      folder_ / "out.json", folder_ / "assets/mod/models/block/door.json");
  const std::string flag = "--resources=" + folder_ / "assets";
  EXPECT_THAT(Findings({flag}, armature_), IsEmpty());
  EXPECT_THAT(result_.err, Has("1 file skipped, behind links out of"));
  EXPECT_THAT(Findings({flag, "--follow-symlinks"}, armature_),
              testing::SizeIs(2));
}

// ---- Text that is not UTF-8 -------------------------------------------------

TEST_F(TargetCommandTest, Utf16IsNamedInAnyFormat) {
  const auto widen = [](std::string_view text) {
    std::string wide = "\xFF\xFE";
    for (const char c : text) wide.append(1, c).append(1, '\0');
    return wide;
  };
  const std::string m3d = widen(corpus::TextOf(corpus::Arm()));
  const std::string json = widen(kTargetArmature);
  EXPECT_THAT(Findings({}, folder_.Write("w", m3d)),
              ElementsAre("error TEXT_ENCODING_UNSUPPORTED file"));
  EXPECT_THAT(Message(), Has("UTF-16 (little-endian, by its byte order"));
  EXPECT_STREQ(Json(result_.out)["format"].GetString(), "m3d");
  EXPECT_THAT(Findings({}, folder_.Write("w", json)),
              ElementsAre("error TEXT_ENCODING_UNSUPPORTED "));
  EXPECT_STREQ(Json(result_.out)["format"].GetString(), "forge-armature");
  // By force, whatever is in it; otherwise it is nobody's.
  const std::string notes = folder_.Write("w", widen("Dear diary"));
  for (const std::string format : {"m3d", "forge-asm", "forge-armature"}) {
    EXPECT_EQ(Findings({"--as=" + format}, notes).size(), 1u);
    EXPECT_THAT(Message(), Has("the text is in UTF-16"));
  }
  EXPECT_THAT(Findings({}, notes), ElementsAre("error FORMAT_UNKNOWN file"));
  EXPECT_THAT(Message(), Has("text in UTF-16, not UTF-8"));
  // As a stream.
  EXPECT_THAT(Piped(json, "validate -").out, Has("TEXT_ENCODING_UNSUPPORTED"));
}

}  // namespace
}  // namespace clipguard::cli
