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
using ::testing::HasSubstr;
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
  std::vector<std::string> Files(std::vector<std::string> flags,
                                 std::string_view input = {}) {
    flags.insert(flags.begin(), {"validate", "--format=json"});
    const RunResult result = RunProgram(flags, input);
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
  const RunResult result = RunProgram({"validate", "--exclude=**/old/", a_});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(
      Unwrapped(result.out),
      AllOf(HasSubstr("1 file: 1 valid, 0 invalid"),
            HasSubstr("4 files are not of a format that clipguard reads"),
            HasSubstr("a PNG image"), HasSubstr("and 1 more)"),
            HasSubstr("a block model"), HasSubstr("an empty file"),
            Not(HasSubstr("INVALID"))));
  EXPECT_THAT(result.err, Not(HasSubstr("hidden folder")));
  EXPECT_EQ(Lines(result.out)[0].substr(0, 2), "ok");
  EXPECT_EQ(RunProgram({"validate", a_}).exit_code, 1);
}

TEST_F(FileFlagsTest, ReportsOfWhatIsNotOurs) {
  const std::string png = a_ + "/icon.png";
  const std::vector<std::string> json = Lines(
      RunProgram({"validate", "--format=json", "--include=*.png", a_}).out);
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(
      json[1],
      R"({"file":")" + png +
          R"(","skipped":{"code":"FORMAT_UNKNOWN","message":"a PNG image"}})");
  const RunResult junit =
      RunProgram({"validate", "--format=junit", "--include=*.png", a_});
  EXPECT_THAT(junit.out,
              AllOf(HasSubstr("failures=\"0\""), HasSubstr("skipped=\"2\""),
                    HasSubstr("<skipped message=\"a PNG image\"/>")));
  // A gate that looks at nothing is no gate.
  EXPECT_THAT(junit.err, HasSubstr("nothing was checked: 2 files are not of"));
  EXPECT_EQ(junit.exit_code, 0);
  EXPECT_THAT(
      RunProgram({"validate", "--format=sarif", "--include=*.png", a_}).out,
      Not(HasSubstr("icon.png")));
}

TEST_F(FileFlagsTest, WhatWasNamedIsAnError) {
  const std::string png = a_ + "/icon.png";
  const RunResult named = RunProgram({"validate", png});
  EXPECT_EQ(named.exit_code, 1);
  EXPECT_THAT(named.out,
              AllOf(HasSubstr("FORMAT_UNKNOWN"), HasSubstr("a PNG image (89")));
  const auto exit_code = [&](const std::string& what, const std::string& path) {
    return RunProgram({"validate", "--unrecognised=" + what, path}).exit_code;
  };
  EXPECT_EQ(exit_code("ignore", png), 0);
  EXPECT_EQ(exit_code("warn", png), 0);
  EXPECT_EQ(exit_code("error", png), 1);
  EXPECT_EQ(exit_code("error", a_ + "/b"), 1);
  EXPECT_EQ(exit_code("eror", a_ + "/b"), 2);
  EXPECT_THAT(RunProgram({"validate", "--unrecognised=warn", a_ + "/b"}).out,
              HasSubstr("warning  FORMAT_UNKNOWN"));
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
  const RunResult bad = RunProgram({"validate", "--include=[", a_});
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_THAT(bad.err, HasSubstr("--include: the pattern '['"));
}

TEST_F(FileFlagsTest, ListsOfFiles) {
  const std::string list =
      folder_.Write("list", a_ + "/icon.png\n" + a_ + "/clip.bin\r\n");
  EXPECT_THAT(Files({"--files-from=" + list}),
              ElementsAre("icon.png", "clip.bin"));
  EXPECT_THAT(Files({"--files-from=" + list, "--include=*.bin"}),
              ElementsAre("clip.bin"));
  // As if found.
  EXPECT_EQ(RunProgram({"validate", "--files-from=" + list}).exit_code, 0);
  EXPECT_THAT(Files({"--files-from=-", a_ + "/empty"}, a_ + "/clip.bin\n"),
              ElementsAre("empty", "clip.bin"));
  std::string with_nul = a_ + "/clip.bin";
  with_nul += '\0';
  EXPECT_THAT(Files({"--files-from=-"}, with_nul), ElementsAre("clip.bin"));
  EXPECT_THAT(Files({"--files-from=-", "--null"}, a_ + "/clip.bin"),
              ElementsAre("clip.bin"));
  // To have nothing to do is fine: there may be no changes.
  EXPECT_EQ(RunProgram({"validate", "--files-from=-"}, "").exit_code, 0);
  EXPECT_EQ(RunProgram({"validate", "--files-from=-"}, "gone\n").exit_code, 3);
}

TEST_F(FileFlagsTest, ListsThatCannotBeRead) {
  EXPECT_EQ(RunProgram({"validate", "--files-from=" + a_ + "/none"}).exit_code,
            3);
  EXPECT_EQ(RunProgram({"validate", "--files-from=-", "-"}).exit_code, 2);
  EXPECT_EQ(RunProgram({"validate", "--null", a_}).exit_code, 2);
  EXPECT_EQ(RunProgram({"validate"}).exit_code, 2);
}

TEST_F(FileFlagsTest, Info) {
  const RunResult text = RunProgram({"info", "--exclude=old", a_});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_THAT(text.out, Not(HasSubstr("icon.png")));
  EXPECT_THAT(text.err, HasSubstr("4 files are not of a format"));
  EXPECT_THAT(RunProgram({"info", "--format=json", a_}).out,
              HasSubstr(R"(icon.png","skipped":{"code":"FORMAT_UNKNOWN")"));
  EXPECT_EQ(RunProgram({"info", a_ + "/icon.png"}).exit_code, 1);
}

// Others' files that are called as ours are.
TEST_F(FileFlagsTest, KindsAreNamed) {
  const auto kind = [&](std::string_view content) {
    const std::string file = folder_.Write("f.m3d", content);
    const RunResult result = RunProgram({"validate", "--format=json", file});
    return std::string(Json(result.out)["findings"][0]["message"].GetString());
  };
  EXPECT_THAT(kind("3DMO\x10"), HasSubstr("a Model 3D file"));
  EXPECT_THAT(kind("3dmodel 1.0\n"), HasSubstr("a Model 3D text file"));
  EXPECT_THAT(kind("***Y2K-File-Header***\n#Materials: 1\n"),
              HasSubstr("a text like .m3d, of another program"));
  EXPECT_THAT(kind(R"({"animation": [{"name": "Root"}]})"),
              HasSubstr("Epic Fight"));
  EXPECT_THAT(kind(R"({"vertices": {}, "armature": {}, "animation": []})"),
              HasSubstr("Epic Fight"));
  EXPECT_THAT(kind(R"({"animation": {"frametime": 2}})"), HasSubstr("mcmeta"));
  EXPECT_THAT(kind(R"({"length": 1, "animations": [{"bone": "head"}]})"),
              HasSubstr("NeoForge"));
  EXPECT_THAT(kind(R"({"producer": {}, "animations": [{"name": "a"}]})"),
              AllOf(HasSubstr("JSON"), Not(HasSubstr("NeoForge"))));
  for (const char* armature :
       {"{ 'joints': {} }", "{ joints: {} }", "# mine\n{ 'joints' = {} }"}) {
    EXPECT_THAT(kind(armature), HasSubstr("JSON with single quotes or none, "
                                          "which --as=forge-armature reads"));
  }
  EXPECT_THAT(kind("{states: [a]}"), HasSubstr("--as=forge-asm"));
  EXPECT_THAT(kind("{ 'a': 1 }"), HasSubstr("JSON with single quotes"));
  EXPECT_THAT(kind(std::string("\xFF\xFEh\0i\0", 6)),
              HasSubstr("text in UTF-16"));
  EXPECT_THAT(kind(std::string("\0h\0i\0!\0!\0", 9)),
              HasSubstr("text in UTF-16"));
  EXPECT_THAT(kind(std::string("h\0i\0!\0!\0", 8)),
              HasSubstr("text in UTF-16"));
  EXPECT_THAT(kind("fileFormatVersion: 2\nguid: 1"), HasSubstr("Unity .meta"));
  EXPECT_THAT(kind("Manifest-Version: 1.0\n"), HasSubstr("Java manifest"));
  EXPECT_THAT(kind("\x1F\x8B\x08"), HasSubstr("gzip"));
  EXPECT_THAT(kind("notes of mine"), HasSubstr("text"));
  EXPECT_THAT(kind("notes \xC3\xA9 of mine"), HasSubstr("text"));
  EXPECT_THAT(kind("notes \xC3\xA9 \xFF of mine"), HasSubstr("something"));
}

// Others that are not recognised are only counted where they were found.
TEST_F(FileFlagsTest, SpoiltFilesOfOursAreErrorsInFolders) {
  const auto said = [&](const std::string& name, std::string_view content) {
    const std::string file = folder_.Write("spoilt/" + name, content);
    const RunResult result = RunProgram({"validate", folder_ / "spoilt"});
    EXPECT_EQ(result.exit_code, kExitFindings) << name;
    std::filesystem::remove(file);
    return Unwrapped(result.out);
  };
  EXPECT_THAT(said("a.bin", "\xEF\xBF\xBD\x42\xEF\xBF\xBD\x0F\x6E"),
              HasSubstr("a recording that was saved as text"));
  EXPECT_THAT(said("a.bin", "\xC3\x86\x42\xC2\x9E\x0F\x6E"),
              HasSubstr("converted to UTF-8"));
  EXPECT_THAT(said("a.bin", "\x46\x42\x1E\x0F\x6E\x2F\x0F\x6A"),
              HasSubstr("7 bits a byte"));
  EXPECT_THAT(said("a.handsbin", "\x1F\x8B\x08"),
              HasSubstr("gzip-compressed data"));
  EXPECT_THAT(said("assets/a/asms/b.json", "<!DOCTYPE html>"),
              HasSubstr("an HTML or XML document"));
  EXPECT_THAT(said("a.m3d", "***Materials***\nName: skin\n"),
              HasSubstr("a text like .m3d"));
}

TEST_F(FileFlagsTest, WhatConvertWroteIsNamedWithTheWayBack) {
  const std::string clip = folder_ / "a/clip.bin";
  const auto said = [&](std::vector<std::string> flags) {
    const std::string file = folder_ / "converted";
    flags.insert(flags.begin(), {"convert", "-o", file, clip});
    EXPECT_EQ(RunProgram(flags).exit_code, 0);
    return Unwrapped(RunProgram({"validate", file}).out);
  };
  EXPECT_THAT(said({"--to=json"}),
              HasSubstr("JSON of a recording, which convert --to=mrtk"));
  EXPECT_THAT(said({"--to=glb", "--keep-original"}),
              HasSubstr("convert --to=mrtk writes it"));
  EXPECT_THAT(said({"--to=glb"}), HasSubstr("a binary glTF file"));
}

// `convert --to=bedrock` writes such a file beside an armature.
TEST_F(FileFlagsTest, BedrocksAnimationsArePassedOver) {
  const std::string armatures = folder_ / "assets/mod/armatures";
  folder_.Write("assets/mod/armatures/lid.json",
                R"({"joints": {}, "clips": {}})");
  RunProgram({"convert", "--to=bedrock", armatures + "/lid.json"});
  const RunResult found = RunProgram({"validate", folder_ / "assets"});
  EXPECT_EQ(found.exit_code, 0) << found.out;
  EXPECT_THAT(Unwrapped(found.out),
              HasSubstr("a Bedrock or GeckoLib animation"));
  const RunResult named =
      RunProgram({"validate", armatures + "/lid.animation.json"});
  EXPECT_EQ(named.exit_code, 1);
  EXPECT_THAT(named.out, HasSubstr("FORGE_FORMAT_FOREIGN"));
}

TEST_F(FileFlagsTest, AnEmptyFileThatIsOursByItsNameIsAnError) {
  folder_.Write("e/a.m3d", "");
  folder_.Write("e/b.handsbin", "");
  folder_.Write("e/c.bin", "");
  folder_.Write("e/d.json", "");
  folder_.Write("e/assets/mod/asms/e.json", "");
  folder_.Write("e/other.m3d", "3DMO");
  const RunResult result = RunProgram({"validate", folder_ / "e"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, AllOf(HasSubstr("3 files: 0 valid, 3 invalid"),
                                HasSubstr("a.m3d"), HasSubstr("3 files are")));
}

TEST_F(FileFlagsTest, WhatIsNearlyOursIsNotPassedOver) {
  folder_.Write("near/a.m3d", "***Y2K-File-Header***\n#Materials: 1\n");
  const std::string folder = folder_ / "near";
  const RunResult result = RunProgram({"validate", folder});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("of another program"));
  EXPECT_EQ(RunProgram({"validate", "--unrecognised=ignore", folder}).exit_code,
            0);
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
