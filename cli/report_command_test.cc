// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard report, in-process: where the page goes, what is in it, and that it
// is the same however it was made. report/browser looks at pages in a browser.

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "report/html/unpack.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::StartsWith;

// The JSON of a block of a page.
rapidjson::Document Block(const std::string& page, std::string_view id) {
  const std::string tag = "id=\"" + std::string(id) + "\">";
  const size_t begin = page.find(tag);
  EXPECT_NE(begin, std::string::npos) << id;
  if (begin == std::string::npos) return {};
  const size_t from = begin + tag.size();
  const std::string text =
      page.substr(from, page.find("</script>", from) - from);
  if (id == "index") return Json(text);
  return Json(report::UnpackedJson(text).value_or(""));
}

using ReportCommandTest = TestInFolder;

TEST_F(ReportCommandTest, APageAboutAFolder) {
  folder.Write("in/a.bin", CameraRecording());
  folder.Write("in/b.bin", BadRecording());
  folder.Write("in/c.txt", "not ours");
  const std::string out = folder / "page.html";
  const RunResult result = Exits(1, "report -o", out, folder / "in");
  EXPECT_THAT(result.out, AllOf(StartsWith("WROTE " + out),
                                Has("2 files, 1 invalid: 1 error")));
  EXPECT_THAT(result.err, Has("not of a format"));
  const std::string page = ReadFile(out);
  const rapidjson::Document index = Block(page, "index");
  EXPECT_EQ(index["counts"]["files"].GetUint(), 3u);
  EXPECT_EQ(index["counts"]["foreign"].GetUint(), 1u);
  EXPECT_STREQ(index["files"][1]["verdict"].GetString(), "invalid");
  EXPECT_EQ(index["findings"]["offset"][0].GetUint(), 39u);
  const std::string code = index["findings"]["code"][0].GetString();
  EXPECT_TRUE(index["codes"].HasMember(code.c_str()));
  const rapidjson::Document detail = Block(page, "file-1");
  EXPECT_EQ(detail["bytes"]["whole"].GetBool(), true);
  EXPECT_GT(detail["bytes"]["runs"].Size(), 0u);
}

TEST_F(ReportCommandTest, AFindingHasTheTimeOfItsKey) {
  std::string bytes = CameraRecording("st\xFFrt");
  const std::string path = folder.Write("a.bin", bytes);
  const RunResult result = Exits(1, "report -o -", path);
  const rapidjson::Document index = Block(result.out, "index");
  EXPECT_EQ(index["findings"]["time"][0].GetDouble(), 0.5);
}

TEST_F(ReportCommandTest, ThePageIsTheSameForAnyJobs) {
  for (int i = 0; i < 30; ++i) {
    folder.Write(std::to_string(i) + ".bin",
                 i % 3 == 0 ? BadRecording() : CameraRecording());
  }
  const auto page = [&](const char* jobs) {
    return Clipguard("report -o -", jobs, folder.path()).out;
  };
  const std::string one = page("--jobs=1");
  EXPECT_GT(one.size(), 1000u);
  EXPECT_EQ(page("--jobs=7"), one);
}

TEST_F(ReportCommandTest, WhatDoesNotFitIsSaid) {
  const std::string path = folder.Write(
      "a.json", R"({"joints": {}, "clips": {}})" + std::string(2 << 20, ' '));
  const RunResult result = Exits(0, "report -o - --max-size=1M", path);
  const rapidjson::Document detail = Block(result.out, "file-0");
  ASSERT_EQ(detail["left_out"].Size(), 1u);
  const std::string text = detail["left_out"][0].GetString();
  EXPECT_THAT(text, Has("only what is around findings"));
  EXPECT_THAT(result.err, Has("not all of it is in the page: " + text + "\n"));
}

TEST_F(ReportCommandTest, FlagsOfRulesCount) {
  const std::string path = folder.Write("a.bin", UnusualRecording());
  Exits(0, "report -o -", path);
  Exits(1, "report -o - --strict", path);
  const RunResult ignored =
      Clipguard("report -o - --ignore=PRESENCE_BYTE_UNUSUAL", path);
  const rapidjson::Document index = Block(ignored.out, "index");
  EXPECT_EQ(index["findings"]["file"].Size(), 0u);
  EXPECT_EQ(index["counts"]["ignored"].GetUint(), 1u);
}

TEST_F(ReportCommandTest, FilesOfOthersAreNotAmongThoseCounted) {
  folder.Write("in/a.bin", CameraRecording());
  folder.Write("in/notes.txt", "notes");
  for (const char* const place : {"page.html", "pages/"}) {
    EXPECT_THAT(Exits(0, "report -o", folder / place, folder / "in").out,
                EndsWith("): 1 file\n"));
  }
}

TEST_F(ReportCommandTest, WrongUsage) {
  const std::string path = folder.Write("a.bin", CameraRecording());
  Exits(2, "report", path);
  Exits(2, "report -o x.html");
  Exits(2, "report -o - --max-size=9", path);
  const RunResult terminal =
      RunProgram({"report", "-o", "-", path}, {}, {.is_terminal = true});
  EXPECT_EQ(terminal.exit_code, 2);
}

TEST_F(ReportCommandTest, WhatCannotBeReadIsSaid) {
  const std::string path = folder.Write("a.bin", CameraRecording());
  const RunResult result = Exits(3, "report -o -", folder / "gone.bin", path);
  EXPECT_THAT(result.err, Has("gone.bin"));
  const rapidjson::Document index = Block(result.out, "index");
  EXPECT_STREQ(index["files"][0]["verdict"].GetString(), "unreadable");
  EXPECT_STREQ(index["files"][1]["verdict"].GetString(), "valid");
}

// Texts of which each character is six bytes of the page.
TEST_F(ReportCommandTest, NoFileMakesThePageLargerThanItMayBe) {
  std::string keys;
  for (int i = 0; i < 200; ++i) {
    absl::StrAppend(&keys, ",\"", std::string(950, '<'), i, "\":0");
  }
  for (int i = 0; i < 60; ++i) {
    folder.Write(absl::StrCat("in/", i, ".json"),
                 absl::StrCat(R"({"joints":[],"clips":{})", keys, "}"));
  }
  const RunResult result =
      Clipguard("report -o - --max-size=1M --as=forge-armature", folder / "in");
  EXPECT_LE(result.out.size(), size_t{1} << 20);
  EXPECT_THAT(result.err, Has("--max-size"));
  const rapidjson::Document index = Block(result.out, "index");
  EXPECT_EQ(index["counts"]["files"].GetUint(), 60u);
}

TEST_F(ReportCommandTest, TwoFilesAreCompared) {
  const std::string file = folder.Write("a.bin", CameraRecording());
  const std::string other = folder.Write("b.bin", BadRecording());
  const auto run = [&](const std::string& against) {
    return Clipguard("report -o", folder / "out.html", "--against=" + against,
                     file);
  };
  // The other file is shown, and not checked.
  const RunResult result = run(other);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const std::string page = ReadFile(folder / "out.html");
  const rapidjson::Document detail = Block(page, "file-0");
  EXPECT_EQ(detail["against"]["path"].GetString(), other);
  EXPECT_STREQ(detail["against"]["scene"]["kind"].GetString(), "recording");
  EXPECT_EQ(Block(page, "index")["files"].Size(), 1u);

  const std::string armature =
      folder.Write("c.json", R"({"joints": {}, "clips": {}})");
  const RunResult kinds = run(armature);
  EXPECT_EQ(kinds.exit_code, 3);
  EXPECT_THAT(kinds.err,
              Has("cannot be compared with", "one is mrtk, the other"));
  EXPECT_EQ(run(folder / "gone").exit_code, 3);
  // A page that was there before a failure stays.
  EXPECT_EQ(ReadFile(folder / "out.html"), page);
  Exits(2, "report -o -", "--against=" + other, file, other);

  // A capture plays as a recording does.
  const std::string capture = "corpus/xrhands/valid/v2-both.handsbin";
  EXPECT_EQ(run(capture).exit_code, 0);
  const rapidjson::Document both =
      Block(ReadFile(folder / "out.html"), "file-0");
  EXPECT_EQ(both["against"]["path"].GetString(), capture);
  EXPECT_STREQ(both["against"]["scene"]["kind"].GetString(), "recording");
}

TEST_F(ReportCommandTest, AnArmatureMovesTheBoxesOfItsModel) {
  const std::string path = folder.Write("assets/mod/armatures/block/lid.json",
                                        R"({"joints": {
      "lid": {"1": [1]}, "knob": {"0": [0.75]}}, "clips": {}})");
  constexpr std::string_view kModel = R"({"elements": [
      {"from": [0, 0, 0], "to": [16, 8, 16]},
      {"from": [0, 8, 0], "to": [16, 16, 16]}, {}]})";
  const std::string model = folder.Write("model.json", kModel);
  const std::string resources = "--resources=" + folder / "assets";
  const auto page = [&](const std::string& flag) {
    return Clipguard("report -o - --no-config", flag, path);
  };
  const RunResult named = page("--model=" + model);
  EXPECT_THAT(named.err, Has("not all of it is in the page: 1 element"));
  const auto scene = Block(named.out, "file-0");
  // The .glb's head, and the places, normals and corners of a cube.
  EXPECT_EQ(scene["scene"]["armatures"][0]["glb"].Size(), 4u);
  // Without one it is said, as it is if the model is no good.
  EXPECT_THAT(page(resources).err, Has("there is no model mod/models"));
  folder.Write("assets/mod/models/block/lid.json", "[]");
  EXPECT_THAT(page(resources).err, Has("lid.json: is no JSON object"));
  folder.Write("assets/mod/models/block/lid.json", kModel);
  EXPECT_EQ(Block(page(resources).out, "file-0")["scene"], scene["scene"]);
  EXPECT_EQ(page("--model=" + path).exit_code, 2);
  EXPECT_EQ(page("--model=nowhere").exit_code, 2);
  // The machine that names its clips has it, too.
  const std::string machine = folder.Write("machine.json", R"({
      "parameters": {}, "clips": {"a": "mod:block/lid@b"}, "states": ["a"],
      "transitions": {}, "start_state": "a"})");
  const auto moves = Block(
      Clipguard("report -o - --no-config", resources, machine).out, "file-0");
  EXPECT_EQ(moves["machine"]["play"]["armatures"][0]["glb"].Size(), 4u);
}

TEST_F(ReportCommandTest, AFolderGetsAListAndAPageForEachFile) {
  folder.Write("in/a.bin", CameraRecording());
  folder.Write("in/sub/b.bin", BadRecording());
  const std::string out = folder / "out/";
  const auto run = [&](const char* jobs) {
    return Clipguard("report", jobs, "-o", out, folder / "in");
  };
  const RunResult result = run("--jobs=1");
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(result.out,
              AllOf(StartsWith("WROTE " + out + "index.html and a page for"),
                    Has("2 files, 1 invalid: 1 error")));
  const std::string list = ReadFile(out + "index.html");
  const rapidjson::Document index = Block(list, "index");
  EXPECT_STREQ(index["files"][0]["page"].GetString(), "a.bin.html");
  EXPECT_STREQ(index["files"][1]["page"].GetString(), "sub/b.bin.html");
  EXPECT_EQ(index["findings"]["file"].Size(), 1u);
  EXPECT_EQ(list.find("id=\"file-"), std::string::npos);
  const std::string page = ReadFile(out + "sub/b.bin.html");
  const rapidjson::Document own = Block(page, "index");
  EXPECT_STREQ(own["home"].GetString(), "../index.html");
  EXPECT_STREQ(own["previous"].GetString(), "../a.bin.html");
  EXPECT_FALSE(own.HasMember("next"));
  EXPECT_EQ(own["files"].Size(), 1u);
  EXPECT_GT(Block(page, "file-0")["bytes"]["runs"].Size(), 0u);
  EXPECT_EQ(run("--jobs=3").out, result.out);
  EXPECT_EQ(ReadFile(out + "index.html"), list);
  EXPECT_EQ(ReadFile(out + "sub/b.bin.html"), page);
}

TEST_F(ReportCommandTest, APageThatCannotBeWrittenKeepsNoOtherBack) {
  for (const char* name : {"in/a.bin", "in/b.bin", "in/c.bin"}) {
    folder.Write(name, CameraRecording());
  }
  std::filesystem::create_directories(folder / "out/b.bin.html");
  const RunResult result = Exits(3, "report -o", folder / "out", folder / "in");
  EXPECT_THAT(result.err, Has("b.bin.html': Is a directory"));
  EXPECT_THAT(result.out, Has("and pages of 2 of 3 files"));
  EXPECT_THAT(ReadFile(folder / "out/c.bin.html"), Has("</html>"));
  EXPECT_THAT(ReadFile(folder / "out/index.html"), Has("</html>"));
}

TEST_F(ReportCommandTest, PagesOfAFolderDoNotCoverOneAnother) {
  folder.Write("in/index", CameraRecording());
  folder.Write("in/b.bin", CameraRecording());
  const RunResult twice = Exits(2, "report -o", folder / "out/", folder / "in");
  EXPECT_THAT(twice.err, Has("would be written twice"));
  // A page is none of the files that are read.
  const std::string read = folder.Write("in/b.bin.html", "not ours");
  Exits(2, "report -o", folder / "in", folder / "in/b.bin", read);
  EXPECT_EQ(ReadFile(read), "not ours");
  // Files whose pages would be one are left out, and that is a finding.
  const std::string one = folder / "in/b.bin";
  Exits(1, "report -o", folder / "met/", one, one);
  Exits(1, "report -o", folder / "met/", one, one,
        folder.Write("in/c.bin", CameraRecording()));
  EXPECT_TRUE(std::filesystem::exists(folder / "met/index.html"));
  // Where no page can be, there is no list of them, either.
  folder.Write("full/b.bin.html/x", "a folder");
  Exits(3, "report -o", folder / "full/", folder / "in/b.bin");
  EXPECT_FALSE(std::filesystem::exists(folder / "full/index.html"));
}

using ViewCommandTest = TestInFolder;

TEST_F(ViewCommandTest, SaysWhatReportSays) {
  folder.Write("in/a.bin", CameraRecording());
  folder.Write("in/b.txt", "not ours");
  std::filesystem::create_directory(folder / "tmp");
  setenv("TMPDIR", (folder / "tmp").c_str(), /*overwrite=*/1);
  // A program that shows nothing.
  setenv("BROWSER", "true", /*overwrite=*/1);
  const RunResult view = Exits(0, "view", folder / "in");
  EXPECT_THAT(view.out, StartsWith("WROTE " + (folder / "tmp")));
  const std::string out = folder / "page.html";
  EXPECT_EQ(view.err, Clipguard("report -o", out, folder / "in").err);
  EXPECT_THAT(view.err, Has("not of a format"));
  const std::filesystem::directory_iterator folders(folder / "tmp");
  EXPECT_EQ(folders->status().permissions(), std::filesystem::perms::owner_all);
  EXPECT_EQ(ReadFile(folders->path() / "clipguard.html"), ReadFile(out));
}

TEST_F(ViewCommandTest, LeavesNothingWithoutAPage) {
  const std::string file = folder.Write("a.bin", CameraRecording());
  std::filesystem::create_directory(folder / "tmp");
  setenv("TMPDIR", (folder / "tmp").c_str(), /*overwrite=*/1);
  setenv("BROWSER", "true", /*overwrite=*/1);
  Exits(3, "view", "--against=" + (folder / "none"), file);
  EXPECT_TRUE(std::filesystem::is_empty(folder / "tmp"));
}

TEST_F(ViewCommandTest, NeedsATemporaryFolder) {
  const std::string file = folder.Write("a.bin", CameraRecording());
  setenv("TMPDIR", (folder / "none").c_str(), /*overwrite=*/1);
  EXPECT_THAT(Refusal(3, "view", file), Has("no temporary folder"));
}

TEST_F(ViewCommandTest, SaysThatNothingOpensIt) {
  const std::string file = folder.Write("a.bin", CameraRecording());
  setenv("TMPDIR", folder.path().c_str(), /*overwrite=*/1);
  setenv("BROWSER", "false", /*overwrite=*/1);
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/no/such/folder", /*overwrite=*/1);
  const RunResult view = Clipguard("view", file);
  setenv("PATH", path.c_str(), /*overwrite=*/1);
  EXPECT_EQ(view.exit_code, 3);
  EXPECT_THAT(view.out, StartsWith("WROTE " + folder.path()));
  EXPECT_THAT(view.err, Has("open the file yourself"));
}

}  // namespace
}  // namespace clipguard::cli
