// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard validate from end to end, in-process.
#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/mrtk/input_animation.h"
#include "rapidjson/document.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::Not;
using ::testing::StartsWith;

using ValidateTest = TestInFolder;

TEST_F(ValidateTest, JsonIsTheContract) {
  const std::string file = folder.Write("bad", BadRecording());
  EXPECT_EQ(
      Clipguard("validate --format=json", file).out,
      absl::StrCat(
          R"({"file":")", file,
          R"(","format":"mrtk","version":"1.1","layout":"compact","bytes":)",
          BadRecording().size(),
          R"(,"valid":false,"errors":1,"warnings":0,"findings":[)"
          R"({"code":"KEY_TIME_NOT_FINITE","severity":"error","offset":39,)"
          R"("length":4,"path":"camera.position.x.keys[1].time",)"
          R"("message":"key time is Infinity","count":1}]})"
          "\n"));
}

TEST_F(ValidateTest, UnknownFormats) {
  const auto check = [&](std::string_view content, std::string_view kind) {
    const std::string file = folder.Write("f", content);
    const RunResult result = Exits(1, "validate --format=json", file);
    const rapidjson::Document json = Json(result.out);
    EXPECT_TRUE(json["format"].IsNull());
    EXPECT_TRUE(json["version"].IsNull());
    EXPECT_TRUE(json["layout"].IsNull());
    const auto& finding = json["findings"][0];
    EXPECT_STREQ(finding["code"].GetString(), "FORMAT_UNKNOWN");
    EXPECT_STREQ(finding["path"].GetString(), "file");
    EXPECT_EQ(finding["offset"].GetUint(), 0u);
    EXPECT_THAT(finding["message"].GetString(), Has(std::string(kind)));
  };
  check("", "an empty file");
  check("{\"a\": 1}", "JSON");
  check("glTF\x02", "glTF");
  check("\x89PNG\r\n", "a PNG image (89 50 4e 47 0d 0a)");
  check("PK\x03\x04", "a ZIP archive");
  check("Hello there", "text");
  check(std::string(100, '\0'), "nothing but zeros");
  check("\x01\x02\x03", "something else (01 02 03)");
}

TEST_F(ValidateTest, ForcedFormatAndLayout) {
  const std::string text = folder.Write("t", "Hello, this is text");
  EXPECT_THAT(Clipguard("validate --as=mrtk", text).out, Has("MAGIC_MISMATCH"));
  const std::string compact = folder.Write("c", CameraRecording());
  Exits(0, "validate --layout=compact", compact);
  Exits(1, "validate --layout=full", compact);
}

TEST_F(ValidateTest, Limits) {
  const std::string file = folder.Write("f", CameraRecording());
  const auto message = [&](const std::string& limit) {
    const RunResult result =
        Clipguard("validate --format=json", "--limit=" + limit, file);
    const rapidjson::Document json = Json(result.out);
    if (json["findings"].Empty()) return std::string();
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_STREQ(json["findings"][0]["code"].GetString(), "LIMIT_EXCEEDED");
    return std::string(json["findings"][0]["message"].GetString());
  };
  EXPECT_THAT(message("file-bytes=100"), Has("file-bytes"));
  EXPECT_THAT(message("keys-per-curve=1"), Has("keys-per-curve"));
  EXPECT_THAT(message("markers=0"), Has("markers"));
  EXPECT_THAT(message("name-bytes=4"), Has("name-bytes"));
  EXPECT_EQ(message("file-bytes=1k"), "");
  const RunResult piped =
      PipedExits(1, CameraRecording(), "validate --limit=file-bytes=100 -");
  EXPECT_THAT(piped.out, Has("LIMIT_EXCEEDED"));
}

TEST_F(ValidateTest, KeptFindings) {
  const std::string file = folder.Write("f", BadRecording());
  for (const char* format : {"text", "json", "sarif", "junit"}) {
    const RunResult result =
        Exits(1, "validate", absl::StrCat("--format=", format),
              "--limit=findings-kept=0", file);
    EXPECT_THAT(result.out, Not(Has("keys[1].time")));
  }
}

TEST_F(ValidateTest, StandardInput) {
  const RunResult result =
      PipedExits(0, CameraRecording(), "validate --format=json -");
  EXPECT_STREQ(Json(result.out)["file"].GetString(), "-");
  PipedExits(1, "", "validate -");
}

TEST_F(ValidateTest, UnreadableFilesKeepTheirPlace) {
  folder.Write("a", CameraRecording());
  std::filesystem::create_symlink("gone", folder / "b");
  folder.Write("c", BadRecording());
  const RunResult result = Exits(3, "validate --format=json", folder / "a",
                                 folder / "b", folder / "c");
  const std::vector<std::string> lines = Lines(result.out);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_TRUE(Json(lines[0])["valid"].GetBool());
  EXPECT_STREQ(Json(lines[1])["error"]["code"].GetString(), "FILE_UNREADABLE");
  EXPECT_FALSE(Json(lines[2])["valid"].GetBool());
  EXPECT_EQ(result.err,
            "clipguard: " + (folder / "b") + ": No such file or directory\n");
  EXPECT_THAT(Clipguard("validate", folder / "b").out,
              Has("UNREAD   " + (folder / "b")));
}

TEST_F(ValidateTest, AnEmptyPathIsBadUsage) {
  EXPECT_THAT(Exits(2, "validate", "").err, Has("a path is empty"));
}

// The folders that a path goes back out of say nothing.
TEST_F(ValidateTest, PlacesAreThoseOfTheWholePath) {
  folder.Write("assets/x/asms/a.json", "{}");
  folder.Write("package.json", R"({"name": "x"})");
  const RunResult result =
      Clipguard("validate", folder / "assets/x/asms/../../../package.json");
  EXPECT_THAT(result.out, Has("FORMAT_UNKNOWN"));
}

TEST_F(ValidateTest, EmptyFolder) {
  const RunResult result = Exits(0, "validate", folder.path());
  EXPECT_THAT(result.err, Has("the folder contains no file"));
  folder.Write("notes.txt", "text");
  for (const char* command : {"validate", "info"}) {
    EXPECT_EQ(RunProgram({command, folder.path()}).exit_code, 0);
    const RunResult required =
        RunProgram({command, "--require-files", folder.path()});
    EXPECT_EQ(required.exit_code, 1) << command;
  }
  Exits(0, "repair --dry-run", folder.path());
  Exits(1, "repair --dry-run --require-files", folder.path());
  Exits(1, "sample --times=0 --require-files", "--out=" + (folder / "a.csv"),
        folder.path());
  EXPECT_FALSE(std::filesystem::exists(folder / "a.csv"));
  folder.Write("a", CameraRecording());
  Exits(0, "validate --require-files", folder.path());
}

// Whatever is said of files of other formats; but who names one means it.
TEST_F(ValidateTest, BaselinesAreNotCheckedInFolders) {
  folder.Write("a", CameraRecording());
  const std::string baseline = folder / "baseline";
  Exits(0, "validate", "--write-baseline=" + baseline, folder.path());
  // A ledger of an older version.
  folder.Write("kept", "clipguard ledger 1\n...");
  EXPECT_THAT(
      Unwrapped(Exits(0, "validate --unrecognised=error", folder.path()).out),
      Has("a baseline of clipguard's", "a ledger of clipguard's"));
  Exits(1, "validate", baseline);
}

TEST_F(ValidateTest, RemovedFlagsSayWhatToUseInstead) {
  const std::string file = folder.Write("a", CameraRecording());
  for (const std::string flag :
       {"--resume=new", "--format=concise", "--output=concise:new"}) {
    const RunResult result = Exits(2, "validate", flag, file);
    EXPECT_THAT(result.err, Has(" was removed: ")) << flag;
  }
}

TEST_F(ValidateTest, SkippedPipesAreNoted) {
  folder.Write("a", CameraRecording());
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  const RunResult result = Exits(0, "validate", folder.path());
  EXPECT_THAT(result.err, Has("skipped, neither a file nor a folder"));
}

TEST_F(ValidateTest, NamesThatAreNotUtf8Differ) {
  folder.Write("g\xFF.bin", BadRecording());
  folder.Write("g\xFE.bin", BadRecording());
  for (const std::string& format : {"json", "junit", "gitlab", "shard"}) {
    const std::string out =
        Clipguard("validate", "--format=" + format, folder.path()).out;
    EXPECT_THAT(out, Has("/g%FF.bin\"")) << format;
    EXPECT_THAT(out, Has("/g%FE.bin\"")) << format;
  }
  const std::string table =
      Clipguard("sample --times=0 --only=camera --format=csv",
                folder.Write("h\xFF.bin", CameraRecording()),
                folder.Write("h\xFE.bin", CameraRecording()))
          .out;
  EXPECT_THAT(table, Has("/h%FF.bin,", "/h%FE.bin,"));
}

TEST_F(ValidateTest, StrangeNames) {
  for (const char* name :
       {"new\nline", "quo\"te'", "\xFF\xFE", "[a,b]", "{}", "<x>&", "sp ace",
        "-dash", "\x1B[31m", "\xE2\x80\xAE\xC2\x9B"}) {
    folder.Write(name, BadRecording());
  }
  const RunResult json = Exits(1, "validate --format=json", folder.path());
  const std::vector<std::string> lines = Lines(json.out);
  EXPECT_EQ(lines.size(), 10u);
  for (const std::string& line : lines) {
    EXPECT_STREQ(Json(line)["format"].GetString(), "mrtk");
  }
  EXPECT_THAT(json.out, Has("/%FF%FE\","));
  const RunResult sarif = Clipguard("validate --format=sarif", folder.path());
  EXPECT_EQ(Json(sarif.out)["runs"][0]["results"].Size(), 10u);
  const RunResult text = Clipguard("validate", folder.path());
  EXPECT_THAT(text.out, Not(Has("\x1B")));
  EXPECT_THAT(text.out, Has("new\\nline"));
  const RunResult junit = Clipguard("validate --format=junit", folder.path());
  for (const RunResult* run : {&json, &sarif, &text, &junit}) {
    EXPECT_THAT(run->out, Not(Has("\xE2\x80\xAE")));
    EXPECT_THAT(run->out, Not(Has("\xC2\x9B")));
  }
}

TEST_F(ValidateTest, NamesInsideFilesCannotBreakReports) {
  mrtk::InputAnimation animation;
  animation.markers = {{.time = 0, .name = "\xFF\x1B[2J\"<\n"}};
  const std::string file = folder.Write("f", Encoded(animation));
  for (const char* format :
       {"text", "json", "sarif", "junit", "github", "gitlab", "markdown"}) {
    const RunResult result =
        Exits(1, "validate", absl::StrCat("--format=", format), file);
    EXPECT_THAT(result.out, Not(Has("\x1B")));
    EXPECT_THAT(result.out, Has("MARKER_NAME_NOT_UTF8"));
  }
  const RunResult info = Clipguard("info --format=json", file);
  EXPECT_STREQ(Json(info.out)["markers"][0]["name"].GetString(),
               "\xEF\xBF\xBD\x1B[2J\"<\n");
  EXPECT_THAT(Clipguard("info", file).out, Has("\\xFF\\x1B[2J\"<\\n"));
}

TEST_F(ValidateTest, MarkdownIsShortAndSafe) {
  folder.Write("in/a|b](www.x)_<i>@me`", BadRecording());
  folder.Write("in/warned", UnusualRecording());
  folder.Write("in/zzz", BadRecording());
  for (int i = 0; i < 60; ++i) {
    folder.Write(absl::StrCat("many/", i), BadRecording());
  }
  const RunResult result =
      Exits(1, "validate --format=markdown", folder / "in");
  const std::vector<std::string> lines = Lines(result.out);
  EXPECT_EQ(lines[0], "## clipguard: 2 of 3 files with errors");
  EXPECT_THAT(lines[4], StartsWith("| 3 | 1 | 2 | 0 | "));
  EXPECT_THAT(result.out, Has("| error | "));
  // Errors first, though that file comes after the one with warnings.
  EXPECT_LT(result.out.find("zzz"), result.out.find("| warning | "));
  EXPECT_THAT(result.out, Has("/a&#124;b&#93;(www&#46;x)&#95;&#60;i&#62;"
                              "&#64;me&#96; | byte ",
                              "### To do\n\n- `KEY_"));
  const RunResult many =
      Clipguard("validate --format=markdown", folder / "many");
  size_t rows = 0;
  for (const std::string& line : Lines(many.out)) {
    rows += line.starts_with("| error | ");
  }
  EXPECT_EQ(rows, 50u);
  EXPECT_EQ(Clipguard("validate --format=markdown",
                      folder.Write("good", CameraRecording()))
                .out,
            "## clipguard: 1 file, no errors\n\n"
            "| files | valid | invalid | unreadable | errors | warnings |\n"
            "|---:|---:|---:|---:|---:|---:|\n"
            "| 1 | 1 | 0 | 0 | 0 | 0 |\n");
}

TEST_F(ValidateTest, SeveralReportsOfOneRun) {
  folder.Write("in/bad", BadRecording());
  folder.Write("in/good", CameraRecording());
  const std::string sarif = folder / "r.sarif";
  const std::string json = folder.Write("r.json", "old");
  const RunResult result = Exits(1, "validate", "--output=sarif:" + sarif,
                                 "--output", "json:" + json, folder / "in");
  EXPECT_EQ(result.out, Clipguard("validate", folder / "in").out);
  EXPECT_EQ(ReadFile(sarif),
            Clipguard("validate --format=sarif", folder / "in").out);
  EXPECT_EQ(ReadFile(json),
            Clipguard("validate --format=json", folder / "in").out);
}

TEST_F(ValidateTest, FoldersOfReportsAreMade) {
  const std::string bad = folder.Write("bad", BadRecording());
  const std::string report = folder / "new/all/report";
  Exits(1, "validate", "--output=json:" + report, bad);
  EXPECT_THAT(ReadFile(report), Has("\"errors\""));
}

TEST_F(ValidateTest, ReportsThatCannotBeWritten) {
  const std::string bad = folder.Write("bad", BadRecording());
  bool is_usage = false;
  const auto fails = [&](const std::string& output, std::string_view why) {
    const RunResult result =
        Exits(is_usage ? 2 : 3, "validate", "--output=" + output, bad);
    EXPECT_THAT(result.err, Has(std::string(why)));
  };
  fails("json:/dev/full", "cannot write /dev/full: No space left on device");
  fails("json:" + bad + "/report", "is a file, not a folder");
  fails("json:" + folder.path(), "Is a directory");
  // The others are written, and the report is printed.
  const RunResult other = Exits(3, "validate", "--output=json:" + folder.path(),
                                "--output=json:" + (folder / "other"), bad);
  EXPECT_THAT(other.out, Has("INVALID"));
  EXPECT_THAT(ReadFile(folder / "other"), Has("\"errors\""));
  // An original is never written to.
  is_usage = true;
  fails("json:" + bad, "is to be read");
  EXPECT_EQ(ReadFile(bad), BadRecording());
  fails("report.json", "--output needs FORMAT:FILE");
  fails("json:", "--output needs FORMAT:FILE");
  for (const std::string format : {"text", "json", "sarif", "junit", "github",
                                   "gitlab", "markdown", "shard"}) {
    fails(format + ":-", "--format=" + format + " is for standard output");
  }
  fails("jsn:x", "unknown report format 'jsn'; did you mean 'json'?");
}

TEST_F(ValidateTest, QuietAndVerbose) {
  for (int i = 0; i < 11; ++i) {
    folder.Write(absl::StrCat("good", i), CameraRecording());
  }
  EXPECT_EQ(Clipguard("validate -q", folder.path()).out, "");
  EXPECT_EQ(Clipguard("validate", folder.path()).out,
            "11 files: 11 valid, 0 invalid, 0 unreadable; 0 errors, "
            "0 warnings\n");
  EXPECT_EQ(Lines(Clipguard("validate -v", folder.path()).out).size(), 13u);
  folder.Write("warned", UnusualRecording());
  EXPECT_THAT(Clipguard("validate", folder.path()).out, Has("WARN     "));
  EXPECT_EQ(Lines(Clipguard("validate --quiet", folder.path()).out).size(), 4u);
  Exits(2, "validate -q -v", folder.path());
}

TEST_F(ValidateTest, ColorAndStats) {
  const std::string bad = folder.Write("bad", BadRecording());
  const Terminal terminal = {.is_terminal = true, .colors = true};
  EXPECT_THAT(Clipguard("validate --color=always", bad).out,
              Has("\x1B[1;31mINVALID"));
  EXPECT_THAT(RunProgram({"validate", "--color=never", bad}, "", terminal).out,
              Not(Has("\x1B")));
  Exits(2, "validate --color=red", bad);
  const RunResult stats = Clipguard("validate --stats", bad);
  EXPECT_EQ(stats.out, Clipguard("validate", bad).out);
  EXPECT_THAT(stats.err, Has(" MB/s\n"));
}

TEST_F(ValidateTest, SaysWhenASarifReportIsTooLong) {
  std::vector<std::string> args = {"validate", "--format=sarif"};
  const std::string bad = folder.Write("bad", BadRecording());
  args.resize(5003, bad);
  EXPECT_THAT(Clipguard(args).err,
              Has("has 5,001 results: GitHub shows 5,000 of them"));
}

// Two thousand files of several kinds.
std::string ManyFiles(const TempFolder& folder) {
  const std::string contents[] = {CameraRecording(), BadRecording(),
                                  UnusualRecording(), EmptyRecording(),
                                  "no recording"};
  for (size_t i = 0; i < 2000; ++i) {
    folder.Write(absl::StrCat(i % 7, "/", i), contents[i % 5]);
  }
  std::filesystem::create_symlink("broken", folder / "3/broken");
  return folder.path();
}

TEST_F(ValidateTest, SameBytesForAnyNumberOfJobs) {
  const std::string path = ManyFiles(folder);
  constexpr const char* kReports[] = {"json", "sarif", "junit"};
  const auto run = [&](const char* jobs) {
    return RunWithReports({"validate", jobs, path}, kReports);
  };
  const ReportedRun one = run("--jobs=1");
  EXPECT_EQ(one.said.exit_code, 3);
  EXPECT_GT(one.said.out.size(), 2000u);
  for (const auto& [format, text] : one.reports) {
    EXPECT_GT(text.size(), 2000u) << format;
  }
  for (const char* jobs : {"--jobs=4", "--jobs=9", "--strict=false"}) {
    ReportedRun many = run(jobs);
    EXPECT_TRUE(many.said.out == one.said.out) << jobs;
    EXPECT_EQ(many.said.err, one.said.err);
    EXPECT_EQ(many.said.exit_code, one.said.exit_code);
    for (const auto& [format, text] : one.reports) {
      EXPECT_TRUE(many.reports[format] == text) << format << jobs;
    }
  }
}

TEST_F(ValidateTest, EmptyShardIsFine) {
  const std::string file = folder.Write("bad", BadRecording());
  for (const char* format : {"text", "json", "sarif", "junit"}) {
    Exits(0, "validate", absl::StrCat("--format=", format), "--shard=2/2",
          file);
  }
}

TEST_F(ValidateTest, TerminalShowsProblemsOnce) {
  const Terminal terminal = {.is_terminal = true, .colors = true, .width = 50};
  const RunResult result = RunProgram({"validate", "/none"}, {}, terminal);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, Has("\x1B[1;31mUNREAD\x1B[0m   /none"));
}

// ---- Doors ------------------------------------------------------------------

using ValidateDoorsTest = TestInFolder;

TEST_F(ValidateDoorsTest, EndlessInputIsReadAsFarAsItCanBeRecognised) {
  const RunResult zeros = Exits(1, "validate --format=json /dev/zero");
  const rapidjson::Document json = Json(zeros.out);
  EXPECT_TRUE(json["format"].IsNull());
  EXPECT_EQ(json["bytes"].GetUint64(), 4096u);
  EXPECT_STREQ(json["findings"][0]["code"].GetString(), "FORMAT_UNKNOWN");
  // A file whose format is forced with --as is read up to the format's limits.
  const RunResult forced = Exits(1,
                                 "validate --format=json --as=forge-asm "
                                 "--limit=json-bytes=100k /dev/zero");
  const rapidjson::Document limited = Json(forced.out);
  EXPECT_EQ(limited["bytes"].GetUint64(), 100u * 1024 + 1);
  EXPECT_STREQ(limited["findings"][0]["code"].GetString(), "LIMIT_EXCEEDED");
}

TEST_F(ValidateDoorsTest, LinksOutOfAFolderAreReadOnlyIfAskedFor) {
  folder.Write("in/good", EmptyRecording());
  const std::string bad = folder.Write("bad", BadRecording());
  std::filesystem::create_symlink(bad, folder / "in/link");
  const RunResult result = Exits(0, "validate", folder / "in");
  EXPECT_EQ(result.err, "clipguard: " + folder / "in" +
                            ": 1 link out of the folder skipped "
                            "(--follow-symlinks reads them)\n");
  EXPECT_EQ(Clipguard("info", folder / "in").err, result.err);
  const RunResult followed =
      Exits(1, "validate --follow-symlinks", folder / "in");
  EXPECT_EQ(followed.err, "");
  // A link that is named on the command line is followed.
  Exits(1, "validate", folder / "in/link");
}

TEST_F(ValidateDoorsTest, SarifColumnsCountCharacters) {
  // The state that is listed twice is after two umlauts and a smile.
  const std::string text =
      "{\"parameters\": {}, \"clips\": {}, \"states\": "
      "[\"\xC3\xBC\xC3\xBC\xF0\x9F\x98\x80\", \"a\", \"a\"], "
      "\"transitions\": {}, \"start_state\": \"a\"}";
  const RunResult bytes = Piped(text, "validate --format=json -");
  const RunResult characters = Piped(text, "validate --format=sarif -");
  const rapidjson::Document json = Json(bytes.out);
  const rapidjson::Document sarif = Json(characters.out);
  const auto& run = sarif["runs"][0];
  EXPECT_STREQ(run["columnKind"].GetString(), "unicodeCodePoints");
  size_t behind = 0;
  for (rapidjson::SizeType i = 0; i < json["findings"].Size(); ++i) {
    const auto& finding = json["findings"][i];
    const uint64_t offset = finding["offset"].GetUint64();
    EXPECT_EQ(finding["column"].GetUint64(), offset + 1);
    const auto& region =
        run["results"][i]["locations"][0]["physicalLocation"]["region"];
    EXPECT_EQ(region["byteOffset"].GetUint64(), offset);
    const std::string before = text.substr(0, offset);
    EXPECT_EQ(region["startColumn"].GetInt64(),
              1 + std::count_if(before.begin(), before.end(), [](char c) {
                return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
              }));
    behind += offset > text.find("\xF0\x9F\x98\x80") ? 1 : 0;
  }
  EXPECT_NE(behind, 0u) << bytes.out;
}

}  // namespace
}  // namespace clipguard::cli
