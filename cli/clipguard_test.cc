// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The program from end to end, in-process: exit codes, help, explain. The other
// commands have tests of their own.

#include "cli/clipguard.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "cli/commands/commands.h"
#include "cli/flags/flag_table.h"
#include "cli/io/environment.h"
#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding_catalog.h"
#include "rapidjson/document.h"

namespace clipguard::cli {
namespace {

using ::testing::Not;
using ::testing::StartsWith;

// ---- Exit codes -------------------------------------------------------------

using ExitCodeTest = TestInFolder;

TEST_F(ExitCodeTest, BadUsageSaysWhatToDo) {
  const std::string file = folder.Write("f", CameraRecording());
  const auto message = [](const auto&... words) {
    return Refusal(2, words...);
  };
  EXPECT_THAT(message(""), Has("Commands:"));
  EXPECT_THAT(message("valdate"), Has("did you mean 'validate'?"));
  EXPECT_THAT(message("help inf"), Has("did you mean 'info'?"));
  EXPECT_THAT(message("validate"), Has("no file"));
  EXPECT_THAT(message("validate - -"), Has("only once"));
  EXPECT_THAT(message("validate --fromat=json", file),
              Has("did you mean '--format'?"));
  EXPECT_THAT(message("validate --format=jsn", file),
              Has("did you mean 'json'?"));
  EXPECT_THAT(message("validate --as=mrkt", file), Has("did you mean 'mrtk'?"));
  EXPECT_THAT(message("validate --layout=fulll", file),
              Has("did you mean 'full'?"));
  EXPECT_THAT(message("validate --limit=markrs=3", file),
              Has("did you mean 'markers'?"));
  EXPECT_THAT(message("validate --limit=markers=x", file),
              Has("--limit=markers needs a number"));
  EXPECT_THAT(message("validate --jobs=0", file), Has("from 1"));
  // As it was typed.
  EXPECT_THAT(message("validate --limit=markers=3x", file),
              Has("not 'markers=3x'"));
  EXPECT_THAT(message("validate --limit=markers", file), Has("not 'markers'"));
  EXPECT_THAT(message("validate --jobs=0x", file), Has("not '0x'"));
  EXPECT_THAT(message("validate --shard=0/007", file), Has("not '0/007'"));
  EXPECT_THAT(message("validate --strict=perhaps", file),
              Has("--strict is a yes or no: --strict or --strict=false, "
                  "not 'perhaps'"));
  EXPECT_THAT(message("explain FILE_UNREADABLE"),
              Has("is no finding: in reports it stands for a file"));
  EXPECT_THAT(message("explain RESULT_NOT_WRITTEN"),
              Has("result could not be written"));
  EXPECT_THAT(message("explain FINDINGS_DROPPED"),
              Has("more findings than are kept"));
  EXPECT_THAT(message("explain KEY_TIME_NAN"), Has("unknown code"));
  EXPECT_THAT(message("sample", file), Has("--times"));
  EXPECT_THAT(message("sample --times=0 --fps=1", file),
              Has("exclude each other"));
  for (const char* time : {"nan", "inf", "", "1,,2", "x", "1e39", "1,"}) {
    Exits(2, "sample", absl::StrCat("--times=", time), file);
  }
  for (const char* fps : {"0", "-1", "nan", "inf", "x"}) {
    message("sample", absl::StrCat("--fps=", fps), file);
  }
  EXPECT_THAT(message("sample --fps=1e30", file), Has("up to 10000000"));
  EXPECT_THAT(message("sample --fps=1 --from=2 --to=1", file), Has("before"));
  EXPECT_THAT(message("sample --times=0 --to=1", file), Has("belong to --fps"));
  EXPECT_THAT(message("sample --times=0 --shape=tall", file, file),
              Has("unknown shape"));
  EXPECT_THAT(message("sample --times=0 --clip=x", file), Has("--clip"));
}

TEST_F(ExitCodeTest, UnwritableOutput) {
  const std::string file = folder.Write("f", CameraRecording());
  for (const std::vector<std::string>& args :
       {AsTyped("validate", file), AsTyped("validate --format=junit", file),
        AsTyped("info", file), AsTyped("sample --fps=1000", file),
        AsTyped("explain"), AsTyped("help"), AsTyped("--version")}) {
    const int full = open("/dev/full", O_WRONLY);
    FdOutput out(full);
    StringOutput err;
    Environment env{.out = out, .err = err};
    EXPECT_EQ(RunClipguard(args, env), 3) << args[0];
    EXPECT_EQ(err.text(),
              "clipguard: cannot write the output: No space left on device\n");
    close(full);
  }
}

TEST_F(ExitCodeTest, ClosedPipeIsQuiet) {
  signal(SIGPIPE, SIG_IGN);
  int fds[2];
  ASSERT_EQ(pipe(fds), 0);
  close(fds[0]);
  FdOutput out(fds[1]);
  StringOutput err;
  Environment env{.out = out, .err = err};
  EXPECT_EQ(RunClipguard({"explain"}, env), 3);
  EXPECT_EQ(err.text(), "");
  close(fds[1]);
}

// ---- Help -------------------------------------------------------------------

TEST(HelpTest, ProgramAndVersion) {
  EXPECT_THAT(Clipguard("--help").out, Has("Exit codes:"));
  EXPECT_EQ(Clipguard("help").out, Clipguard("--help").out);
  EXPECT_EQ(Clipguard("help").out, Clipguard("--help=x").out);
  EXPECT_THAT(Clipguard("--version").out, StartsWith("clipguard 0."));
}

TEST(HelpTest, EveryCommandHasHelpWithinEightyColumns) {
  for (const Command& command : AllCommands()) {
    const std::string name(command.name);
    const RunResult result = RunProgram({name, "--help"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.out, StartsWith("clipguard " + name));
    EXPECT_EQ(result.out, Clipguard("help", name).out);
    EXPECT_EQ(result.out, RunProgram({name, "-h"}).out);
    EXPECT_THAT(result.out, Has("\n  --help "));
    if (name != "help") {
      EXPECT_THAT(result.out, Has("\nExit codes:", "\n  clipguard " + name));
    }
    for (const std::string& line : Lines(result.out)) {
      EXPECT_LE(line.size(), 80u) << line;
    }
  }
}

TEST(HelpTest, LimitsAreATopic) {
  const RunResult result = Exits(0, "help limits");
  EXPECT_THAT(result.out, Has("\n  json-bytes              64 M  bytes"));
  for (const std::string& line : Lines(result.out)) {
    EXPECT_LE(line.size(), 80u) << line;
  }
  EXPECT_THAT(Clipguard("help validate").out, Has("clipguard help limits"));
}

// The short help of a command leaves out the common flags: a help topic lists
// them.
TEST(HelpTest, CommonFlagsAreATopic) {
  const std::vector<std::string> lines = Lines(Exits(0, "help flags").out);
  size_t flags = 0;
  for (const std::string& line : lines) {
    EXPECT_LE(line.size(), 80u) << line;
    if (!line.starts_with("  --")) continue;
    ++flags;
    EXPECT_THAT(Clipguard("help validate").out, Has("\n" + line.substr(0, 22)));
  }
  EXPECT_EQ(flags, 7u);
  EXPECT_THAT(Clipguard("help graph").out, Not(Has("--layout")));
}

// Some flags make files, and view opens a page: in a folder of the test, with a
// program that shows nothing.
TEST(HelpTest, EveryFlagThatHelpNamesIsTaken) {
  const TempFolder folder;
  setenv("TMPDIR", folder.path().c_str(), /*overwrite=*/1);
  setenv("BROWSER", "true", /*overwrite=*/1);
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  for (const Command& command : AllCommands()) {
    const std::string name(command.name);
    for (const std::string& line : Lines(Clipguard("help", name).out)) {
      if (!line.starts_with("  --")) continue;
      const std::string flag = line.substr(2, line.find_first_of("= ", 2) - 2);
      EXPECT_THAT(RunProgram({name, flag, "1", "path"}).err,
                  Not(Has("unknown flag")))
          << line;
    }
  }
  std::filesystem::current_path(before);
}

TEST(HelpTest, FlagsAreOfCommandsThatThereAre) {
  for (const FlagSpec& flag : AllFlags()) {
    EXPECT_TRUE(flag.name().starts_with("--")) << flag.usage;
    for (const absl::string_view command :
         absl::StrSplit(std::string(flag.commands), ' ', absl::SkipEmpty())) {
      EXPECT_NE(FindCommand({command.data(), command.size()}), nullptr)
          << flag.usage << ": " << command;
    }
  }
}

TEST(HelpTest, WhatShellsNeedToComplete) {
  EXPECT_THAT(Clipguard("help bash").out,
              Has("graph--format) values='dot mermaid' ;;",
                  " --linear --fps= ", " KEY_TIME_NOT_FINITE "));
  EXPECT_THAT(Clipguard("help fish").out,
              Has("subcommand_from info' -l curves -d 'as text: "
                  "every single curve'",
                  " -a sample -d 'write what a file\\'s animation",
                  " -l out -r -d 'where the page goes (-o PLACE)"));
  EXPECT_THAT(Clipguard("help zsh").out,
              Has("'*--color=[auto (the default\\: on a terminal), "
                  "always or never]:value:(auto always never)'",
                  "'*--jobs=[check N files at a time]:value: '",
                  "'*--lossy[write the rest although something is "
                  "lost]' \\\n"));
}

// ---- explain ----------------------------------------------------------------

TEST(ExplainTest, OneCodeHoweverItIsSpelt) {
  const RunResult result = Clipguard("explain key-time-not-finite");
  EXPECT_THAT(result.out, Has("KEY_TIME_NOT_FINITE (error", "cause", "to do"));
}

TEST(ExplainTest, AllCodesInAllNotations) {
  const RunResult text = Clipguard("explain");
  const RunResult markdown = Clipguard("explain --format=markdown");
  const RunResult json = Clipguard("explain --format=json");
  const std::vector<std::string> lines = Lines(json.out);
  ASSERT_EQ(lines.size(), kFindingCodeCount);
  for (const CodeInfo& info : AllCodes()) {
    const std::string name(info.name);
    EXPECT_THAT(text.out, Has("  " + name + " "));
    EXPECT_THAT(markdown.out, Has("\n### " + name + "\n"));
  }
  for (const std::string& line : lines) {
    const rapidjson::Document document = Json(line);
    EXPECT_TRUE(FindCode(document["code"].GetString()));
    EXPECT_GT(document["cause"].GetStringLength(), 0u);
    EXPECT_THAT(document["message"].GetString(), Not(Has("{")));
  }
}

TEST(ClipguardTest, NoWordIsBrokenOnATerminal) {
  constexpr size_t kWidth = 40;
  const std::vector<std::string> args = {"convert", "--to=fbx", "a"};
  const std::string whole = Clipguard(args).err;
  const std::string text =
      RunProgram(args, {}, {.is_terminal = true, .width = kWidth}).err;
  EXPECT_GT(Lines(text).size(), Lines(whole).size());
  for (const std::string& line : Lines(text)) {
    EXPECT_LE(line.size(), kWidth) << line;
  }
  EXPECT_EQ(absl::StrReplaceAll(text, {{"\n", " "}}),
            absl::StrReplaceAll(whole, {{"\n", " "}}));
}

TEST(ClipguardTest, AFileIsNoCommand) {
  TempFolder folder;
  const std::string file = folder.Write("a.m3d", "");
  const RunResult result = RunProgram({file});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err,
              Has("unknown command '" + file +
                  "', which is a file; try: clipguard view " + file + "\n"));
  EXPECT_THAT(RunProgram({folder.Write("b c.bin", "")}).err,
              Has("view '" + folder / "b c.bin'"));
  EXPECT_THAT(RunProgram({folder.path()}).err, Has("is a folder; try"));
  EXPECT_THAT(Clipguard("-").err, Has("unknown flag '-'"));
}

}  // namespace
}  // namespace clipguard::cli
