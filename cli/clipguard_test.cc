// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The program from end to end, in-process.

#include "cli/clipguard.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cli/commands.h"
#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding_catalog.h"
#include "rapidjson/document.h"

namespace clipguard::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

rapidjson::Document Json(const std::string& text) {
  rapidjson::Document document;
  // Validates the encoding too.
  document.Parse<rapidjson::kParseValidateEncodingFlag>(text.data(),
                                                        text.size());
  EXPECT_FALSE(document.HasParseError()) << text;
  return document;
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end - begin));
    if (end == std::string::npos) break;
    begin = end + 1;
  }
  return lines;
}

// ---- Exit codes ------------------------------------------------------------

TEST(ExitCodeTest, Validate) {
  TempFolder folder;
  const std::string good = folder.Write("good", CameraRecording());
  const std::string bad = folder.Write("bad", BadRecording());
  const std::string unusual = folder.Write("unusual", UnusualRecording());
  const std::string none = folder / "none";
  EXPECT_EQ(RunProgram({"validate", good}).exit_code, 0);
  EXPECT_EQ(RunProgram({"validate", unusual}).exit_code, 0);
  EXPECT_EQ(RunProgram({"validate", "--strict", unusual}).exit_code, 1);
  EXPECT_EQ(RunProgram({"validate", "--strict", good}).exit_code, 0);
  EXPECT_EQ(RunProgram({"validate", good, bad}).exit_code, 1);
  EXPECT_EQ(RunProgram({"validate", none}).exit_code, 2);
  EXPECT_EQ(RunProgram({"validate", bad, none, good}).exit_code, 2);
}

TEST(ExitCodeTest, InfoSampleExplain) {
  TempFolder folder;
  const std::string good = folder.Write("good", CameraRecording());
  const std::string bad = folder.Write("bad", BadRecording());
  const std::string none = folder / "none";
  EXPECT_EQ(RunProgram({"info", good}).exit_code, 0);
  EXPECT_EQ(RunProgram({"info", bad}).exit_code, 1);
  EXPECT_EQ(RunProgram({"info", bad, none}).exit_code, 2);
  EXPECT_EQ(RunProgram({"sample", "--times=0", good}).exit_code, 0);
  EXPECT_EQ(RunProgram({"sample", "--times=0", bad}).exit_code, 1);
  EXPECT_EQ(RunProgram({"sample", "--times=0", none}).exit_code, 2);
  EXPECT_EQ(RunProgram({"explain"}).exit_code, 0);
  EXPECT_EQ(RunProgram({"explain", "FILE_TRUNCATED"}).exit_code, 0);
  EXPECT_EQ(RunProgram({"explain", "FILE_TRUNKATED"}).exit_code, 2);
}

TEST(ExitCodeTest, BadUsageSaysWhatToDo) {
  TempFolder folder;
  const std::string file = folder.Write("f", CameraRecording());
  const auto message = [](const std::vector<std::string>& args) {
    const RunResult result = RunProgram(args);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  EXPECT_THAT(message({}), HasSubstr("Commands:"));
  EXPECT_THAT(message({"valdate"}), HasSubstr("did you mean 'validate'?"));
  EXPECT_THAT(message({"help", "inf"}), HasSubstr("did you mean 'info'?"));
  EXPECT_THAT(message({"validate"}), HasSubstr("no file"));
  EXPECT_THAT(message({"validate", "-", "-"}), HasSubstr("only once"));
  EXPECT_THAT(message({"validate", "--fromat=json", file}),
              HasSubstr("did you mean '--format'?"));
  EXPECT_THAT(message({"validate", "--format=jsn", file}),
              HasSubstr("did you mean 'json'?"));
  EXPECT_THAT(message({"validate", "--as=mrkt", file}),
              HasSubstr("did you mean 'mrtk'?"));
  EXPECT_THAT(message({"validate", "--layout=fulll", file}),
              HasSubstr("did you mean 'full'?"));
  EXPECT_THAT(message({"validate", "--limit=markrs=3", file}),
              HasSubstr("did you mean 'markers'?"));
  EXPECT_THAT(message({"validate", "--limit=markers=x", file}),
              HasSubstr("--limit=markers needs a number"));
  EXPECT_THAT(message({"validate", "--jobs=0", file}), HasSubstr("from 1"));
  EXPECT_THAT(message({"validate", "--shard=0/4", file}),
              HasSubstr("counted from 1"));
  for (const char* shard : {"5/4", "x", "1", "1/", "/4", "-1/4", "1/0"}) {
    EXPECT_THAT(message({"validate", absl::StrCat("--shard=", shard), file}),
                HasSubstr("--shard is I/N"));
  }
  EXPECT_THAT(message({"explain", "KEY_TIME_NAN"}), HasSubstr("unknown code"));
  EXPECT_THAT(message({"sample", file}), HasSubstr("--times"));
  EXPECT_THAT(message({"sample", "--times=0", "--fps=1", file}),
              HasSubstr("exclude each other"));
  for (const char* time : {"nan", "inf", "", "1,,2", "x", "1e39", "1,"}) {
    EXPECT_EQ(
        RunProgram({"sample", absl::StrCat("--times=", time), file}).exit_code,
        2)
        << time;
  }
  for (const char* fps : {"0", "-1", "nan", "inf", "x"}) {
    message({"sample", absl::StrCat("--fps=", fps), file});
  }
  EXPECT_THAT(message({"sample", "--fps=1e30", file}), HasSubstr("samples"));
  EXPECT_THAT(message({"sample", "--fps=1", "--from=2", "--to=1", file}),
              HasSubstr("before"));
  EXPECT_THAT(message({"sample", "--times=0", "--to=1", file}),
              HasSubstr("belong to --fps"));
  EXPECT_THAT(message({"sample", "--times=0", file, file}),
              HasSubstr("one file"));
  EXPECT_THAT(message({"sample", "--times=0", "--clip=x", file}),
              HasSubstr("--clip"));
}

TEST(ExitCodeTest, UnwritableOutput) {
  TempFolder folder;
  const std::string file = folder.Write("f", CameraRecording());
  for (const std::vector<std::string>& args :
       {std::vector<std::string>{"validate", file},
        {"validate", "--format=junit", file},
        {"info", file},
        {"sample", "--fps=1000", file},
        {"explain"},
        {"help"},
        {"--version"}}) {
    const int full = open("/dev/full", O_WRONLY);
    FdOutput out(full);
    StringOutput err;
    Environment env{.out = out, .err = err};
    EXPECT_EQ(RunClipguard(args, env), 2) << args[0];
    EXPECT_EQ(err.text(),
              "clipguard: cannot write the output: No space left on device\n");
    close(full);
  }
}

TEST(ExitCodeTest, ClosedPipeIsQuiet) {
  signal(SIGPIPE, SIG_IGN);
  int fds[2];
  ASSERT_EQ(pipe(fds), 0);
  close(fds[0]);
  FdOutput out(fds[1]);
  StringOutput err;
  Environment env{.out = out, .err = err};
  EXPECT_EQ(RunClipguard({"explain"}, env), 2);
  EXPECT_EQ(err.text(), "");
  close(fds[1]);
}

// ---- Help ------------------------------------------------------------------

TEST(HelpTest, ProgramAndVersion) {
  EXPECT_THAT(RunProgram({"--help"}).out, HasSubstr("Exit codes:"));
  EXPECT_EQ(RunProgram({"help"}).out, RunProgram({"--help"}).out);
  EXPECT_THAT(RunProgram({"--version"}).out, StartsWith("clipguard 0."));
}

TEST(HelpTest, EveryCommandHasHelpWithinEightyColumns) {
  for (const Command& command : AllCommands()) {
    const std::string name(command.name);
    const RunResult result = RunProgram({name, "--help"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.out, StartsWith("clipguard " + name));
    EXPECT_EQ(result.out, RunProgram({"help", name}).out);
    if (name != "help") {
      EXPECT_THAT(result.out, HasSubstr("Exit codes:"));
      EXPECT_THAT(result.out, HasSubstr("\n  clipguard " + name));
    }
    for (const std::string& line : Lines(result.out)) {
      EXPECT_LE(line.size(), 80u) << line;
    }
  }
}

TEST(HelpTest, EveryFlagThatHelpNamesIsTaken) {
  for (const Command& command : AllCommands()) {
    const std::string name(command.name);
    for (const std::string& line : Lines(RunProgram({"help", name}).out)) {
      if (!line.starts_with("  --")) continue;
      const std::string flag = line.substr(2, line.find_first_of("= ", 2) - 2);
      EXPECT_THAT(RunProgram({name, flag, "1", "path"}).err,
                  Not(HasSubstr("unknown flag")))
          << line;
    }
  }
}

// ---- validate --------------------------------------------------------------

TEST(ValidateTest, JsonIsTheContract) {
  TempFolder folder;
  const std::string file = folder.Write("bad", BadRecording());
  EXPECT_EQ(
      RunProgram({"validate", "--format=json", file}).out,
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

TEST(ValidateTest, UnknownFormats) {
  TempFolder folder;
  const auto check = [&](std::string_view content, std::string_view kind) {
    const std::string file = folder.Write("f", content);
    const RunResult result = RunProgram({"validate", "--format=json", file});
    EXPECT_EQ(result.exit_code, 1);
    const rapidjson::Document json = Json(result.out);
    EXPECT_TRUE(json["format"].IsNull());
    EXPECT_TRUE(json["version"].IsNull());
    EXPECT_TRUE(json["layout"].IsNull());
    const auto& finding = json["findings"][0];
    EXPECT_STREQ(finding["code"].GetString(), "FORMAT_UNKNOWN");
    EXPECT_STREQ(finding["path"].GetString(), "file");
    EXPECT_EQ(finding["offset"].GetUint(), 0u);
    EXPECT_THAT(finding["message"].GetString(), HasSubstr(std::string(kind)));
  };
  check("", "it is empty");
  check("{\"a\": 1}", "JSON");
  check("glTF\x02", "glTF");
  check("\x89PNG\r\n", "89 50 4e 47 0d 0a, a PNG image");
  check("PK\x03\x04", "a ZIP archive");
  check("Hello there", "text");
  check(std::string(100, '\0'), "nothing but zeros");
  check("\x01\x02\x03", "(01 02 03)");
}

TEST(ValidateTest, ForcedFormatAndLayout) {
  TempFolder folder;
  const std::string text = folder.Write("t", "Hello, this is text");
  EXPECT_THAT(RunProgram({"validate", "--as=mrtk", text}).out,
              HasSubstr("MAGIC_MISMATCH"));
  const std::string compact = folder.Write("c", CameraRecording());
  EXPECT_EQ(RunProgram({"validate", "--layout=compact", compact}).exit_code, 0);
  EXPECT_EQ(RunProgram({"validate", "--layout=full", compact}).exit_code, 1);
}

TEST(ValidateTest, Limits) {
  TempFolder folder;
  const std::string file = folder.Write("f", CameraRecording());
  const auto message = [&](const std::string& limit) {
    const RunResult result =
        RunProgram({"validate", "--format=json", "--limit=" + limit, file});
    const rapidjson::Document json = Json(result.out);
    if (json["findings"].Empty()) return std::string();
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_STREQ(json["findings"][0]["code"].GetString(), "LIMIT_EXCEEDED");
    return std::string(json["findings"][0]["message"].GetString());
  };
  EXPECT_THAT(message("file-bytes=100"), HasSubstr("file-bytes"));
  EXPECT_THAT(message("keys-per-curve=1"), HasSubstr("keys-per-curve"));
  EXPECT_THAT(message("markers=0"), HasSubstr("markers"));
  EXPECT_THAT(message("name-bytes=4"), HasSubstr("name-bytes"));
  EXPECT_EQ(message("file-bytes=1k"), "");
  const RunResult piped = RunProgram(
      {"validate", "--limit=file-bytes=100", "-"}, CameraRecording());
  EXPECT_EQ(piped.exit_code, 1);
  EXPECT_THAT(piped.out, HasSubstr("LIMIT_EXCEEDED"));
}

TEST(ValidateTest, KeptFindings) {
  TempFolder folder;
  const std::string file = folder.Write("f", BadRecording());
  for (const char* format : {"text", "json", "sarif", "junit"}) {
    const RunResult result =
        RunProgram({"validate", absl::StrCat("--format=", format),
                    "--limit=findings-kept=0", file});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.out, Not(HasSubstr("keys[1].time")));
  }
}

TEST(ValidateTest, StandardInput) {
  const RunResult result =
      RunProgram({"validate", "--format=json", "-"}, CameraRecording());
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_STREQ(Json(result.out)["file"].GetString(), "-");
  EXPECT_EQ(RunProgram({"validate", "-"}, "").exit_code, 1);
}

TEST(ValidateTest, UnreadableFilesKeepTheirPlace) {
  TempFolder folder;
  folder.Write("a", CameraRecording());
  std::filesystem::create_symlink("gone", folder / "b");
  folder.Write("c", BadRecording());
  const RunResult result =
      RunProgram({"validate", "--format=json", folder.path()});
  EXPECT_EQ(result.exit_code, 2);
  const std::vector<std::string> lines = Lines(result.out);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_TRUE(Json(lines[0])["valid"].GetBool());
  EXPECT_STREQ(Json(lines[1])["error"]["code"].GetString(), "FILE_UNREADABLE");
  EXPECT_FALSE(Json(lines[2])["valid"].GetBool());
  EXPECT_EQ(result.err,
            "clipguard: " + (folder / "b") + ": No such file or directory\n");
  EXPECT_THAT(RunProgram({"validate", folder.path()}).out,
              HasSubstr("UNREAD   " + (folder / "b")));
}

TEST(ValidateTest, EmptyFolder) {
  TempFolder folder;
  const RunResult result = RunProgram({"validate", folder.path()});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("The folder contains no file"));
}

TEST(ValidateTest, SkippedPipesAreNoted) {
  TempFolder folder;
  folder.Write("a", CameraRecording());
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  const RunResult result = RunProgram({"validate", folder.path()});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("skipped, neither a file nor a folder"));
}

TEST(ValidateTest, StrangeNames) {
  TempFolder folder;
  for (const char* name : {"new\nline", "quo\"te'", "\xFF\xFE", "[a,b]", "{}",
                           "<x>&", "sp ace", "-dash", "\x1B[31m"}) {
    folder.Write(name, BadRecording());
  }
  const RunResult json =
      RunProgram({"validate", "--format=json", folder.path()});
  EXPECT_EQ(json.exit_code, 1);
  const std::vector<std::string> lines = Lines(json.out);
  EXPECT_EQ(lines.size(), 9u);
  for (const std::string& line : lines) {
    EXPECT_STREQ(Json(line)["format"].GetString(), "mrtk");
  }
  const RunResult sarif =
      RunProgram({"validate", "--format=sarif", folder.path()});
  EXPECT_EQ(Json(sarif.out)["runs"][0]["results"].Size(), 9u);
  const RunResult text = RunProgram({"validate", folder.path()});
  EXPECT_THAT(text.out, Not(HasSubstr("\x1B")));
  EXPECT_THAT(text.out, HasSubstr("new\\nline"));
}

TEST(ValidateTest, NamesInsideFilesCannotBreakReports) {
  TempFolder folder;
  mrtk::InputAnimation animation;
  animation.markers = {{.time = 0, .name = "\xFF\x1B[2J\"<\n"}};
  const std::string file = folder.Write("f", Encoded(animation));
  for (const char* format : {"text", "json", "sarif", "junit"}) {
    const RunResult result =
        RunProgram({"validate", absl::StrCat("--format=", format), file});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.out, Not(HasSubstr("\x1B")));
    EXPECT_THAT(result.out, HasSubstr("MARKER_NAME_NOT_UTF8"));
  }
  const RunResult info = RunProgram({"info", "--format=json", file});
  EXPECT_STREQ(Json(info.out)["markers"][0]["name"].GetString(),
               "\xEF\xBF\xBD\x1B[2J\"<\n");
  EXPECT_THAT(RunProgram({"info", file}).out, HasSubstr("\\xFF\\x1B[2J\"<\\n"));
}

// Two thousand files of several kinds.
std::string ManyFiles(const TempFolder& folder) {
  const std::string contents[] = {CameraRecording(), BadRecording(),
                                  UnusualRecording(), EmptyRecording(),
                                  "no recording"};
  for (size_t i = 0; i < 2000; ++i) {
    folder.Write(absl::StrCat(i % 7, "/", i), contents[i % 5]);
  }
  std::filesystem::create_symlink("gone", folder / "3/broken");
  return folder.path();
}

TEST(ValidateTest, SameBytesForAnyNumberOfJobs) {
  TempFolder folder;
  const std::string path = ManyFiles(folder);
  for (const char* format : {"text", "json", "sarif", "junit"}) {
    const std::string flag = absl::StrCat("--format=", format);
    const RunResult one = RunProgram({"validate", flag, "--jobs=1", path});
    EXPECT_EQ(one.exit_code, 2);
    for (const char* jobs : {"--jobs=4", "--jobs=9", "--strict=false"}) {
      const RunResult many = RunProgram({"validate", flag, jobs, path});
      EXPECT_TRUE(many.out == one.out) << format << jobs;
      EXPECT_EQ(many.err, one.err);
      EXPECT_EQ(many.exit_code, one.exit_code);
    }
  }
}

TEST(ValidateTest, ShardsMakeTheWhole) {
  TempFolder folder;
  const std::string path = ManyFiles(folder);
  std::vector<std::string> whole =
      Lines(RunProgram({"validate", "--format=json", path}).out);
  EXPECT_EQ(whole.size(), 2001u);
  std::vector<std::string> parts;
  for (int i = 1; i <= 3; ++i) {
    const std::vector<std::string> part =
        Lines(RunProgram({"validate", "--format=json",
                          absl::StrCat("--shard=", i, "/3"), path})
                  .out);
    EXPECT_EQ(part.size(), 667u);
    EXPECT_EQ(part[0], whole[static_cast<size_t>(i) - 1]);
    parts.insert(parts.end(), part.begin(), part.end());
  }
  std::sort(parts.begin(), parts.end());
  std::sort(whole.begin(), whole.end());
  EXPECT_EQ(parts, whole);
}

TEST(ValidateTest, EmptyShardIsFine) {
  TempFolder folder;
  const std::string file = folder.Write("bad", BadRecording());
  for (const char* format : {"text", "json", "sarif", "junit"}) {
    EXPECT_EQ(RunProgram({"validate", absl::StrCat("--format=", format),
                          "--shard=2/2", file})
                  .exit_code,
              0);
  }
}

TEST(ValidateTest, FilesAsOftenAsNamed) {
  TempFolder folder;
  const std::string file = folder.Write("f", CameraRecording());
  EXPECT_EQ(
      Lines(RunProgram({"validate", "--format=json", file, file, folder.path()})
                .out)
          .size(),
      3u);
}

TEST(ValidateTest, TerminalShowsProblemsOnce) {
  const Terminal terminal = {.is_terminal = true, .colors = true, .width = 50};
  const RunResult result = RunProgram({"validate", "/none"}, {}, terminal);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, HasSubstr("\x1B[1;31mUNREAD\x1B[0m   /none"));
}

// ---- info ------------------------------------------------------------------

TEST(InfoTest, JsonIsTheContract) {
  TempFolder folder;
  const std::string file = folder.Write("f", CameraRecording());
  const rapidjson::Document json =
      Json(RunProgram({"info", "--format=json", file}).out);
  EXPECT_STREQ(json["file"].GetString(), file.c_str());
  EXPECT_STREQ(json["format"].GetString(), "mrtk");
  EXPECT_STREQ(json["version"].GetString(), "1.1");
  EXPECT_STREQ(json["layout"].GetString(), "compact");
  EXPECT_TRUE(json["valid"].GetBool());
  EXPECT_EQ(json["duration"].GetDouble(), 2);
  EXPECT_TRUE(json["hasCamera"].GetBool());
  EXPECT_FALSE(json["hasHands"].GetBool());
  EXPECT_FALSE(json["hasGaze"].GetBool());
  ASSERT_EQ(json["curves"].Size(), 7u);
  const auto& y = json["curves"][1];
  EXPECT_STREQ(y["path"].GetString(), "camera.position.y");
  EXPECT_STREQ(y["kind"].GetString(), "float");
  EXPECT_EQ(y["keys"].GetUint(), 2u);
  EXPECT_EQ(y["preWrap"].GetInt(), 8);
  EXPECT_EQ(y["postWrap"].GetInt(), 8);
  EXPECT_EQ(y["firstTime"].GetDouble(), 0);
  EXPECT_EQ(y["lastTime"].GetDouble(), 2);
  ASSERT_EQ(json["markers"].Size(), 1u);
  EXPECT_EQ(json["markers"][0]["time"].GetDouble(), 0.5);
  EXPECT_STREQ(json["markers"][0]["name"].GetString(), "start");
}

TEST(InfoTest, EmptyCurvesHaveNoTimes) {
  mrtk::InputAnimation animation;
  animation.has_hands = true;
  const RunResult result =
      RunProgram({"info", "--format=json", "-"}, Encoded(animation));
  const rapidjson::Document json = Json(result.out);
  ASSERT_EQ(json["curves"].Size(), 382u);
  EXPECT_STREQ(json["curves"][0]["path"].GetString(), "hands.left.tracked");
  EXPECT_STREQ(json["curves"][0]["kind"].GetString(), "bool");
  EXPECT_TRUE(json["curves"][0]["firstTime"].IsNull());
  EXPECT_TRUE(json["curves"][0]["lastTime"].IsNull());
}

TEST(InfoTest, DamagedFiles) {
  const RunResult bad =
      RunProgram({"info", "--format=json", "-"}, BadRecording());
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_FALSE(Json(bad.out)["valid"].GetBool());
  EXPECT_EQ(Json(bad.out)["curves"].Size(), 7u);

  const RunResult cut = RunProgram({"info", "--format=json", "-"},
                                   CameraRecording().substr(0, 50));
  EXPECT_EQ(cut.exit_code, 1);
  const rapidjson::Document json = Json(cut.out);
  EXPECT_STREQ(json["format"].GetString(), "mrtk");
  EXPECT_STREQ(json["version"].GetString(), "1.1");  // as the header says
  EXPECT_FALSE(json["valid"].GetBool());
  EXPECT_EQ(json["error"]["severity"], "error");
  EXPECT_EQ(json["errors"].GetUint(), 1u);
  EXPECT_FALSE(json.HasMember("curves"));
  EXPECT_THAT(RunProgram({"info", "-"}, CameraRecording().substr(0, 50)).out,
              HasSubstr("NOT VALID: 1 error"));
}

// Keeps the length of the longest piece.
class PieceOutput : public Output {
 public:
  void Write(std::string_view text) override {
    longest_ = std::max(longest_, text.size());
    text_ += text;
  }
  size_t longest() const { return longest_; }
  const std::string& text() const { return text_; }

 private:
  size_t longest_ = 0;
  std::string text_;
};

TEST(InfoTest, LongJsonIsNotHeldInMemory) {
  constexpr size_t kMarkers = 100'000;
  mrtk::InputAnimation animation;
  animation.markers.resize(kMarkers, {.time = 0, .name = std::string(9, '\1')});
  TempFolder folder;
  const std::string file = folder.Write("f", Encoded(animation));
  PieceOutput out;
  StringOutput err;
  Environment env{.out = out, .err = err};
  EXPECT_EQ(RunClipguard({"info", "--format=json", file}, env), 0);
  EXPECT_GT(out.text().size(), 5'000'000u);
  EXPECT_LT(out.longest(), 2'000'000u);
  EXPECT_EQ(Json(out.text())["markers"].Size(), kMarkers);
}

TEST(InfoTest, Text) {
  const RunResult result = RunProgram({"info", "-"}, CameraRecording());
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(
      result.out,
      AllOf(HasSubstr("MRTK input recording, version 1.1, compact keys"),
            HasSubstr("camera"), HasSubstr("no hands"), HasSubstr("0.5  start"),
            HasSubstr("valid: no errors")));
  EXPECT_THAT(RunProgram({"info", "--curves", "-"}, CameraRecording()).out,
              HasSubstr("camera.position.y"));
}

// ---- sample ----------------------------------------------------------------

TEST(SampleTest, JsonIsTheContract) {
  TempFolder folder;
  const std::string file = folder.Write("f", CameraRecording());
  EXPECT_EQ(RunProgram({"sample", "--times=0,1,99", file}).out,
            "{\"file\":\"" + file +
                "\",\"times\":[0,1,99],\"camera\":{"
                "\"position\":[[0,1,0],[0,1.5,0],[0,2,0]],"
                "\"rotation\":[[0,0,0,1],[0,0,0,1],[0,0,0,1]]},"
                "\"hands\":null,\"gaze\":null}\n");
}

TEST(SampleTest, EveryPart) {
  mrtk::InputAnimation animation;
  animation.has_hands = true;
  animation.has_gaze = true;
  using mrtk::CurveSlot;
  const auto left = mrtk::Handedness::kLeft;
  animation.curve(CurveSlot::Pinch(left)).keys = {{.time = 0, .value = 1}};
  animation.curve(CurveSlot::Joint(left, 1, mrtk::kRotationW)).keys = {
      {.time = 0, .value = 2}};
  animation.curve(CurveSlot::Gaze(mrtk::kDirectionZ)).keys = {
      {.time = 0, .value = 5}};
  const std::string bytes = Encoded(animation);
  const rapidjson::Document json =
      Json(RunProgram({"sample", "--times=0", "-"}, bytes).out);
  EXPECT_TRUE(json["camera"].IsNull());
  const auto& hand = json["hands"]["left"];
  EXPECT_FALSE(hand["tracked"][0].GetBool());
  EXPECT_TRUE(hand["pinch"][0].GetBool());
  EXPECT_EQ(hand["joints"].MemberCount(), mrtk::kJointCount);
  EXPECT_EQ(hand["joints"]["Wrist"]["rotation"][0][3].GetDouble(), 1);
  EXPECT_EQ(hand["joints"]["Palm"]["rotation"][0][3].GetDouble(), 1);
  EXPECT_EQ(json["gaze"]["direction"][0][2].GetDouble(), 1);
  const rapidjson::Document raw = Json(
      RunProgram({"sample", "--times=0", "--raw-rotation", "-"}, bytes).out);
  const auto& joints = raw["hands"]["left"]["joints"];
  EXPECT_EQ(joints["Wrist"]["rotation"][0][3].GetDouble(), 2);
  EXPECT_EQ(joints["Palm"]["rotation"][0][3].GetDouble(), 0);
  EXPECT_EQ(raw["gaze"]["direction"][0][2].GetDouble(), 5);

  const std::vector<std::string> csv = Lines(
      RunProgram({"sample", "--times=0,1", "--format=csv", "-"}, bytes).out);
  ASSERT_EQ(csv.size(), 3u);
  EXPECT_THAT(csv[0], StartsWith("time,hands.left.tracked,hands.right.tracked,"
                                 "hands.left.pinch,hands.right.pinch,"
                                 "hands.left.None.position.x,"));
  EXPECT_THAT(csv[1], StartsWith("0,0,0,1,0,0,0,0,0,0,0,1,"));
  EXPECT_EQ(std::count(csv[0].begin(), csv[0].end(), ','), 388);
  EXPECT_EQ(std::count(csv[2].begin(), csv[2].end(), ','), 388);
}

std::string Times(const std::vector<std::string>& flags) {
  std::vector<std::string> args = {"sample", "-"};
  args.insert(args.end(), flags.begin(), flags.end());
  const std::string out = RunProgram(args, CameraRecording()).out;
  const size_t begin = out.find("\"times\":") + 8;
  return out.substr(begin, out.find(']') + 1 - begin);
}

TEST(SampleTest, FramesASecond) {
  EXPECT_EQ(Times({"--fps=2"}), "[0,0.5,1,1.5,2]");
  EXPECT_EQ(Times({"--fps=10", "--from=0.1", "--to=0.3"}), "[0.1,0.2,0.3]");
  EXPECT_EQ(Times({"--fps=1", "--from=-1", "--to=1.9"}), "[-1,0,1]");
  EXPECT_EQ(Times({"--fps=3", "--from=5", "--to=5"}), "[5]");
  EXPECT_EQ(Times({"--fps=1", "--from=9"}), "[]");  // after the end
  EXPECT_EQ(Times({"--fps=0.5"}), "[0,2]");
  // Large times, which float32 rounds: as many as there are frames.
  EXPECT_EQ(Times({"--fps=10", "--from=1e10", "--to=1e10"}), "[1e+10]");
  EXPECT_EQ(Times({"--fps=2", "--from=16777216", "--to=16777218"}),
            "[16777216,16777216,16777216,16777218,16777218]");
  // The end is reached although 30 * 0.1f is not 3.
  EXPECT_THAT(Times({"--fps=30", "--to=0.1"}), HasSubstr(",0.1]"));
}

TEST(SampleTest, FileWithErrorsGivesNoData) {
  const RunResult result =
      RunProgram({"sample", "--times=0", "-"}, BadRecording());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("KEY_TIME_NOT_FINITE"));
}

// ---- explain ---------------------------------------------------------------

TEST(ExplainTest, OneCodeHoweverItIsSpelt) {
  const RunResult result = RunProgram({"explain", "key-time-not-finite"});
  EXPECT_THAT(result.out, AllOf(HasSubstr("KEY_TIME_NOT_FINITE (error"),
                                HasSubstr("cause"), HasSubstr("to do")));
}

TEST(ExplainTest, AllCodesInAllNotations) {
  const RunResult text = RunProgram({"explain"});
  const RunResult markdown = RunProgram({"explain", "--format=markdown"});
  const RunResult json = RunProgram({"explain", "--format=json"});
  const std::vector<std::string> lines = Lines(json.out);
  ASSERT_EQ(lines.size(), kFindingCodeCount);
  for (const CodeInfo& info : AllCodes()) {
    const std::string name(info.name);
    EXPECT_THAT(text.out, HasSubstr("  " + name + " "));
    EXPECT_THAT(markdown.out, HasSubstr("\n### " + name + "\n"));
  }
  for (const std::string& line : lines) {
    const rapidjson::Document document = Json(line);
    EXPECT_TRUE(FindCode(document["code"].GetString()));
    EXPECT_GT(document["cause"].GetStringLength(), 0u);
  }
}

}  // namespace
}  // namespace clipguard::cli
