// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which files are looked at, and what becomes of those that are not ours.

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "cli/flags/common_flags.h"
#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"

namespace clipguard::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

// A mod's folder: one file of ours, and others.
class FileFlagsTest : public ::testing::Test {
 protected:
  FileFlagsTest() {
    folder_.Write("a/clip.bin", CameraRecording());
    folder_.Write("a/icon.png", "\x89PNG\r\n\x1A\n....");
    folder_.Write("a/model.json", R"({"parent": "block/cube"})");
    folder_.Write("a/old/clip.bin", BadRecording());
    folder_.Write("a/b/icon.png", "\x89PNG\r\n\x1A\n....");
    folder_.Write("a/.git/HEAD", "ref: x");
    folder_.Write("a/empty", "");
  }

  // The names of the files in the report, without the folder's.
  std::vector<std::string> Files(const std::vector<std::string>& flags,
                                 std::string_view input = {}) {
    const RunResult result = Piped(input, "validate --format=json", flags);
    std::vector<std::string> names;
    for (const std::string& line : Lines(result.out)) {
      std::string name = Json(line)["file"].GetString();
      const std::string prefix = folder_.path() + "/a/";
      if (name.starts_with(prefix)) name.erase(0, prefix.size());
      names.push_back(name);
    }
    return names;
  }

  TempFolder folder_;
  const std::string a_ = folder_ / "a";
};

TEST_F(FileFlagsTest, WhatIsNotOursIsCountedIfItWasFound) {
  const RunResult result = Exits(0, "validate --exclude=**/old/", a_);
  EXPECT_THAT(
      Unwrapped(result.out),
      AllOf(Has("1 file: 1 valid, 0 invalid",
                "4 files are not of a format that clipguard reads",
                "a PNG image", "and 1 more)", "a block model", "an empty file"),
            Not(Has("INVALID"))));
  EXPECT_THAT(result.err, Not(Has("hidden folder")));
  EXPECT_EQ(Lines(result.out)[0].substr(0, 2), "ok");
  Exits(1, "validate", a_);
}

TEST_F(FileFlagsTest, ReportsOfWhatIsNotOurs) {
  const std::string png = a_ + "/icon.png";
  const std::vector<std::string> json =
      Lines(Clipguard("validate --format=json --include=*.png", a_).out);
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(
      json[1],
      R"({"file":")" + png +
          R"(","skipped":{"code":"FORMAT_UNKNOWN","message":"a PNG image"}})");
  const RunResult junit =
      Clipguard("validate --format=junit --include=*.png", a_);
  EXPECT_THAT(junit.out, Has("failures=\"0\"", "skipped=\"2\"",
                             "<skipped message=\"a PNG image\"/>"));
  // A gate that looks at nothing is no gate.
  EXPECT_THAT(junit.err, Has("nothing was checked: 2 files are not of"));
  EXPECT_EQ(junit.exit_code, 0);
  EXPECT_THAT(Clipguard("validate --format=sarif --include=*.png", a_).out,
              Not(Has("icon.png")));
}

TEST_F(FileFlagsTest, WhatWasNamedIsAnError) {
  const std::string png = a_ + "/icon.png";
  const RunResult named = Exits(1, "validate", png);
  EXPECT_THAT(named.out, Has("FORMAT_UNKNOWN", "a PNG image (89"));
  const auto exit_code = [&](const std::string& what, const std::string& path) {
    return Clipguard("validate", "--unrecognised=" + what, path).exit_code;
  };
  EXPECT_EQ(exit_code("ignore", png), 0);
  EXPECT_EQ(exit_code("warn", png), 0);
  EXPECT_EQ(exit_code("error", png), 1);
  EXPECT_EQ(exit_code("error", a_ + "/b"), 1);
  EXPECT_EQ(exit_code("eror", a_ + "/b"), 2);
  EXPECT_THAT(Clipguard("validate --unrecognised=warn", a_ + "/b").out,
              Has("warning  FORMAT_UNKNOWN"));
}

TEST_F(FileFlagsTest, IncludeAndExclude) {
  EXPECT_THAT(Files({"--include=*.bin", a_}),
              ElementsAre("clip.bin", "old/clip.bin"));
  EXPECT_THAT(Files({"--include=*.bin", "--exclude=old", a_}),
              ElementsAre("clip.bin"));
  EXPECT_THAT(
      Files({"--include=*.bin", "--include=*.json", "--hidden",
             "--include=HEAD", a_}),
      ElementsAre(".git/HEAD", "clip.bin", "model.json", "old/clip.bin"));
  // A file that is named on the command line is read even if --exclude matches.
  EXPECT_THAT(Files({"--exclude=*", a_ + "/clip.bin"}),
              ElementsAre("clip.bin"));
  EXPECT_THAT(Files({"--exclude=*", a_}), IsEmpty());
  const RunResult bad = Exits(2, "validate --include=[", a_);
  EXPECT_THAT(bad.err, Has("--include: the pattern '['"));
}

TEST_F(FileFlagsTest, ListsOfFiles) {
  const std::string list =
      folder_.Write("list", a_ + "/icon.png\n" + a_ + "/clip.bin\r\n");
  EXPECT_THAT(Files({"--files-from=" + list}),
              ElementsAre("icon.png", "clip.bin"));
  EXPECT_THAT(Files({"--files-from=" + list, "--include=*.bin"}),
              ElementsAre("clip.bin"));
  // As if found.
  Exits(0, "validate", "--files-from=" + list);
  EXPECT_THAT(Files({"--files-from=-", a_ + "/empty"}, a_ + "/clip.bin\n"),
              ElementsAre("empty", "clip.bin"));
  std::string with_nul = a_ + "/clip.bin";
  with_nul += '\0';
  EXPECT_THAT(Files({"--files-from=-"}, with_nul), ElementsAre("clip.bin"));
  EXPECT_THAT(Files({"--files-from=-", "--null"}, a_ + "/clip.bin"),
              ElementsAre("clip.bin"));
  // To have nothing to do is fine: there may be no changes.
  PipedExits(0, "", "validate --files-from=-");
  PipedExits(3, "gone\n", "validate --files-from=-");
}

TEST_F(FileFlagsTest, ListsThatCannotBeRead) {
  Exits(3, "validate", "--files-from=" + a_ + "/none");
  Exits(2, "validate --files-from=- -");
  Exits(2, "validate --null", a_);
  Exits(2, "validate");
}

TEST_F(FileFlagsTest, Info) {
  const RunResult text = Exits(0, "info --exclude=old", a_);
  EXPECT_THAT(text.out, Not(Has("icon.png")));
  EXPECT_THAT(text.err, Has("4 files are not of a format"));
  EXPECT_THAT(Clipguard("info --format=json", a_).out,
              Has(R"(icon.png","skipped":{"code":"FORMAT_UNKNOWN")"));
  Exits(1, "info", a_ + "/icon.png");
}

// Others' files that are called as ours are.
TEST_F(FileFlagsTest, KindsAreNamed) {
  const auto kind = [&](std::string_view content) {
    const std::string file = folder_.Write("f.m3d", content);
    const RunResult result = Clipguard("validate --format=json", file);
    return std::string(Json(result.out)["findings"][0]["message"].GetString());
  };
  EXPECT_THAT(kind("3DMO\x10"), Has("a Model 3D file"));
  EXPECT_THAT(kind("3dmodel 1.0\n"), Has("a Model 3D text file"));
  EXPECT_THAT(kind("***Y2K-File-Header***\n#Materials: 1\n"),
              Has("a text like .m3d, of another program"));
  EXPECT_THAT(kind(R"({"animation": [{"name": "Root"}]})"), Has("Epic Fight"));
  EXPECT_THAT(kind(R"({"vertices": {}, "armature": {}, "animation": []})"),
              Has("Epic Fight"));
  EXPECT_THAT(kind(R"({"animation": {"frametime": 2}})"), Has("mcmeta"));
  EXPECT_THAT(kind(R"({"length": 1, "animations": [{"bone": "head"}]})"),
              Has("NeoForge"));
  EXPECT_THAT(kind(R"({"producer": {}, "animations": [{"name": "a"}]})"),
              AllOf(Has("JSON"), Not(Has("NeoForge"))));
  for (const char* armature :
       {"{ 'joints': {} }", "{ joints: {} }", "# mine\n{ 'joints' = {} }"}) {
    EXPECT_THAT(kind(armature), Has("JSON with single quotes or none, "
                                    "which --as=forge-armature reads"));
  }
  EXPECT_THAT(kind("{states: [a]}"), Has("--as=forge-asm"));
  EXPECT_THAT(kind("{ 'a': 1 }"), Has("JSON with single quotes"));
  EXPECT_THAT(kind(std::string("\xFF\xFEh\0i\0", 6)), Has("text in UTF-16"));
  EXPECT_THAT(kind(std::string("\0h\0i\0!\0!\0", 9)), Has("text in UTF-16"));
  EXPECT_THAT(kind(std::string("h\0i\0!\0!\0", 8)), Has("text in UTF-16"));
  EXPECT_THAT(kind("fileFormatVersion: 2\nguid: 1"), Has("Unity .meta"));
  EXPECT_THAT(kind("Manifest-Version: 1.0\n"), Has("Java manifest"));
  EXPECT_THAT(kind("\x1F\x8B\x08"), Has("gzip"));
  EXPECT_THAT(kind("notes of mine"), Has("text"));
  EXPECT_THAT(kind("notes \xC3\xA9 of mine"), Has("text"));
  EXPECT_THAT(kind("notes \xC3\xA9 \xFF of mine"), Has("something"));
}

// Others that are not recognised are only counted where they were found.
TEST_F(FileFlagsTest, SpoiltFilesOfOursAreErrorsInFolders) {
  const auto said = [&](const std::string& name, std::string_view content) {
    const std::string file = folder_.Write("spoilt/" + name, content);
    const RunResult result =
        Exits(kExitFindings, "validate", folder_ / "spoilt");
    std::filesystem::remove(file);
    return Unwrapped(result.out);
  };
  EXPECT_THAT(said("a.bin", "\xEF\xBF\xBD\x42\xEF\xBF\xBD\x0F\x6E"),
              Has("a recording that was saved as text"));
  EXPECT_THAT(said("a.bin", "\xC3\x86\x42\xC2\x9E\x0F\x6E"),
              Has("converted to UTF-8"));
  EXPECT_THAT(said("a.bin", "\x46\x42\x1E\x0F\x6E\x2F\x0F\x6A"),
              Has("7 bits a byte"));
  EXPECT_THAT(said("a.handsbin", "\x1F\x8B\x08"), Has("gzip-compressed data"));
  EXPECT_THAT(said("assets/a/asms/b.json", "<!DOCTYPE html>"),
              Has("an HTML or XML document"));
  EXPECT_THAT(said("a.m3d", "***Materials***\nName: skin\n"),
              Has("a text like .m3d"));
}

TEST_F(FileFlagsTest, WhatConvertWroteIsNamedWithTheWayBack) {
  const std::string clip = folder_ / "a/clip.bin";
  const auto said = [&](const std::string& flags) {
    const std::string file = folder_ / "converted";
    Exits(0, "convert " + flags, "-o", file, clip);
    return Unwrapped(Clipguard("validate", file).out);
  };
  EXPECT_THAT(said("--to=json"),
              Has("JSON of a recording, which convert --to=mrtk"));
  EXPECT_THAT(said("--to=glb --keep-original"),
              Has("convert --to=mrtk writes it"));
  EXPECT_THAT(said("--to=glb"), Has("a binary glTF file"));
}

// `convert --to=bedrock` writes such a file beside an armature.
TEST_F(FileFlagsTest, BedrocksAnimationsArePassedOver) {
  const std::string armatures = folder_ / "assets/mod/armatures";
  folder_.Write("assets/mod/armatures/lid.json",
                R"({"joints": {}, "clips": {}})");
  Clipguard("convert --to=bedrock", armatures + "/lid.json");
  const RunResult found = Exits(0, "validate", folder_ / "assets");
  EXPECT_THAT(Unwrapped(found.out), Has("a Bedrock or GeckoLib animation"));
  EXPECT_THAT(Exits(1, "validate", armatures + "/lid.animation.json").out,
              Has("FORGE_FORMAT_FOREIGN"));
}

TEST_F(FileFlagsTest, AnEmptyFileThatIsOursByItsNameIsAnError) {
  folder_.Write("e/a.m3d", "");
  folder_.Write("e/b.handsbin", "");
  folder_.Write("e/c.bin", "");
  folder_.Write("e/d.json", "");
  folder_.Write("e/assets/mod/asms/e.json", "");
  folder_.Write("e/other.m3d", "3DMO");
  EXPECT_THAT(Exits(1, "validate", folder_ / "e").out,
              Has("3 files: 0 valid, 3 invalid", "a.m3d", "3 files are"));
}

TEST_F(FileFlagsTest, WhatIsNearlyOursIsNotPassedOver) {
  folder_.Write("near/a.m3d", "***Y2K-File-Header***\n#Materials: 1\n");
  const std::string folder = folder_ / "near";
  EXPECT_THAT(Exits(1, "validate", folder).out, Has("of another program"));
  Exits(0, "validate --unrecognised=ignore", folder);
}

TEST(ParseFinite, TakesDecimalNumbersAlone) {
  EXPECT_EQ(ParseFinite("-1.5e1"), -15);
  for (const char* text :
       {"", "0x10", "0X1p0", "+1", "inf", "nan", "1e400", "1e-400", "1 "}) {
    EXPECT_EQ(ParseFinite(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace clipguard::cli
