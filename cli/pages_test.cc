// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests that pages show the program's real output. In those of kShown every
// block that begins with "$ clipguard" is run, and its output compared;
// docs/findings.md is the output of one command, and docs/cli.md has the lists
// of flags and the table of limits. tools/update_generated.sh renews all of
// them. The commands that the README tells people to type are run, too.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_split.h"
#include "actions/repair/repair_catalog.h"
#include "cli/clipguard.h"
#include "cli/commands/help_texts.h"
#include "cli/flags/limits_help.h"
#include "cli/formats/format_registry.h"
#include "cli/io/environment.h"
#include "gtest/gtest.h"
#include "parser/finding_catalog.h"
#include "parser/format_set.h"
#include "parser/limits.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

constexpr std::string_view kFence = "```\n";
constexpr std::string_view kPrompt = "$ clipguard ";

std::vector<std::string> Words(std::string_view command) {
  std::vector<std::string> words;
  for (size_t begin = 0; begin < command.size();) {
    const size_t end = std::min(command.find(' ', begin), command.size());
    words.emplace_back(command.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

std::string OutputOf(std::string_view command) {
  std::vector<std::string> args = Words(command);
  // Where tests run, files may be links to elsewhere.
  if (command.find("--resources") != std::string_view::npos) {
    args.emplace_back("--follow-symlinks");
  }
  StringOutput out;
  StringOutput err;
  Environment env{
      .out = out, .err = err, .out_terminal = {}, .err_terminal = {}};
  RunClipguard(args, env);
  EXPECT_EQ(err.text(), "");
  std::string text = out.text();
  if (!text.empty() && text.back() != '\n') text += '\n';
  return text;
}

// The pages with such blocks, and how many they have at least.
struct ShowingPage {
  const char* name;
  int blocks;
};
constexpr ShowingPage kShown[] = {{"README.md", 1},
                                  {"docs/my-file.md", 3},
                                  {"docs/tour.md", 12},
                                  {"docs/diff.md", 2}};

// The first lines of an output, if a block that shows it ends with "...".
std::string Cut(std::string output, std::string_view block) {
  constexpr std::string_view kRest = "...\n";
  if (!block.ends_with("\n" + std::string(kRest))) return output;
  size_t end = 0;
  for (auto lines = std::ranges::count(block, '\n'); lines > 1; --lines) {
    end = output.find('\n', end) + 1;
  }
  return output.substr(0, end) + std::string(kRest);
}

// A page with the output of each block's command after it.
std::string Renewed(std::string_view readme, int* blocks) {
  std::string out;
  while (true) {
    const std::string opening = std::string(kFence) + std::string(kPrompt);
    const size_t begin = readme.find(opening);
    if (begin == std::string_view::npos) return out += readme;
    const size_t command_begin = begin + opening.size();
    const size_t command_end = readme.find('\n', command_begin);
    const size_t close = readme.find(kFence, command_end);
    if (close == std::string_view::npos) {
      ADD_FAILURE() << "a block without end";
      return out += readme;
    }
    ++*blocks;
    out += readme.substr(0, command_end + 1);
    out +=
        Cut(OutputOf(readme.substr(command_begin, command_end - command_begin)),
            readme.substr(command_end + 1, close - command_end - 1));
    out += kFence;
    readme.remove_prefix(close + kFence.size());
  }
}

TEST(PagesTest, ShowWhatIsPrinted) {
  for (const ShowingPage& page : kShown) {
    SCOPED_TRACE(page.name);
    const std::string text = ReadFile(page.name);
    int blocks = 0;
    EXPECT_EQ(text, Renewed(text, &blocks));
    EXPECT_GE(blocks, page.blocks);
  }
}

// ---- "You have, you want, you type" -----------------------------------------

// The commands of the README's table: `clipguard ...` in a cell, up to the \|
// that pipes the output into another program.
std::vector<std::string> TypedCommands(std::string_view readme) {
  constexpr std::string_view kOpening = "| `clipguard ";
  std::vector<std::string> commands;
  for (size_t at = readme.find(kOpening); at != std::string_view::npos;
       at = readme.find(kOpening, at)) {
    at += kOpening.size();
    commands.emplace_back(
        readme.substr(at, readme.find_first_of("`\\", at) - at));
  }
  return commands;
}

TEST(ReadmeTest, WhatIsTypedWorks) {
  const std::vector<std::string> commands =
      TypedCommands(ReadFile("README.md"));
  EXPECT_GE(commands.size(), 12u);

  // The files that the commands name.
  const TempFolder folder;
  constexpr struct {
    const char* name;
    const char* from;
  } kFiles[] = {
      {"folder/arm.m3d", "corpus/m3d/valid/arm.m3d"},
      {"broken.bin", "corpus/mrtk/warnings/rotation-w-lost.shortest.bin"},
      {"character.m3d", "corpus/m3d/valid/arm.m3d"},
      {"recording.bin", "corpus/mrtk/valid/parts-camera.bin"},
      {"recordings/a.bin", "corpus/mrtk/valid/parts-camera.bin"},
      {"old.bin", "corpus/mrtk/valid/v11-compact.bin"},
      {"new.bin", "corpus/mrtk/valid/v11-compact.bin"},
      {"machine.json", "docs/examples/assets/example/asms/block/door.json"},
      {"assets/example/armatures/block/door.json",
       "docs/examples/assets/example/armatures/block/door.json"},
      {"steps.ndjson", "docs/examples/door.ndjson"},
  };
  for (const auto& file : kFiles) folder.Write(file.name, ReadFile(file.from));

  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  for (const std::string& command : commands) {
    StringOutput out;
    StringOutput err;
    Environment env{
        .out = out, .err = err, .out_terminal = {}, .err_terminal = {}};
    EXPECT_EQ(RunClipguard(Words(command), env), kExitOk)
        << command << '\n'
        << out.text() << err.text();
  }
  std::filesystem::current_path(before);
}

TEST(FindingsPageTest, IsWhatExplainPrints) {
  EXPECT_EQ(ReadFile("docs/findings.md"),
            OutputOf("explain --format=markdown"));
}

// A page with a text in place of the paragraph that begins as this text does.
std::string WithParagraph(const std::string& page, const std::string& text,
                          std::string_view beginning) {
  const size_t begin = page.find(beginning);
  if (begin == std::string::npos || !text.starts_with(beginning)) {
    ADD_FAILURE() << "no paragraph that begins with " << beginning;
    return page;
  }
  const size_t end = page.find("\n\n", begin);
  return page.substr(0, begin) + text + page.substr(end + 1);
}

// docs/cli.md with the flags and the limits as they are.
std::string WithFlagsAndLimits(const std::string& page) {
  return WithParagraph(WithParagraph(page, FlagsMarkdown(), "- `validate`: "),
                       LimitsMarkdown(), "| name | default | unit | of |\n");
}

// A code is in a table of repairs, or among those that have none.
TEST(RepairPageTest, SaysWhichCodesHaveARepair) {
  const std::string page = ReadFile("docs/repair.md");
  const size_t without = page.find("### What has no repair");
  ASSERT_NE(without, std::string::npos);
  std::set<std::string> repaired;
  std::set<std::string> left;
  for (size_t at = 0; (at = page.find("\n| `", at)) != std::string::npos;) {
    const std::string cell = page.substr(at + 3, page.find(" | ", at) - at - 3);
    std::set<std::string>& codes = at < without ? repaired : left;
    for (std::string code :
         std::vector<std::string>(absl::StrSplit(cell, "`, `"))) {
      std::erase(code, '`');
      codes.insert(code);
    }
    at += 3;
  }
  for (const CodeInfo& code : AllCodes()) {
    const bool has_repair = actions::FindRepair(code.code) != nullptr;
    const std::string name(code.name);
    EXPECT_EQ(repaired.contains(name), has_repair) << name;
    EXPECT_EQ(left.contains(name), !has_repair) << name;
  }
}

TEST(CliPageTest, ListsFlagsAndLimits) {
  const std::string page = ReadFile("docs/cli.md");
  EXPECT_EQ(page, WithFlagsAndLimits(page));
}

TEST(CliPageTest, HelpListsTheSame) {
  const std::string help = OutputOf("help limits");
  for (const LimitInfo& limit : kLimitTable) {
    EXPECT_NE(help.find("\n  " + std::string(limit.name) + " "),
              std::string::npos)
        << limit.name;
  }
}

// Writes the pages into the workspace.
void Update(const std::string& workspace) {
  int blocks = 0;
  for (const ShowingPage& shown : kShown) {
    const std::string page = workspace + "/" + shown.name;
    const std::string renewed = Renewed(ReadFile(page), &blocks);
    std::ofstream(page, std::ios::binary) << renewed;
  }
  const std::string cli = workspace + "/docs/cli.md";
  const std::string renewed = WithFlagsAndLimits(ReadFile(cli));
  std::ofstream(cli, std::ios::binary) << renewed;
  std::ofstream(workspace + "/docs/findings.md", std::ios::binary)
      << OutputOf("explain --format=markdown");
}

// The names, with what is before and after each, and between them.
std::string ListOfFormats(std::string_view before, std::string_view after,
                          std::string_view between) {
  std::string list;
  for (const std::string_view name : kFormatNames) {
    if (!list.empty()) list += between;
    for (const std::string_view part : {before, name, after}) list += part;
  }
  return list;
}

// There a new format is named by hand.
TEST(FormatNamesTest, AreWhereFormatsAreListed) {
  const auto count = [](std::string_view path, const std::string& list) {
    const std::string page = ReadFile(path);
    size_t found = 0;
    for (size_t at = page.find(list); at != std::string::npos;
         at = page.find(list, at + 1)) {
      ++found;
    }
    return found;
  };
  const std::string help = OutputOf("help flags");
  for (const std::string_view name : kFormatNames) {
    EXPECT_NE(help.find(name), std::string::npos) << name;
  }
  EXPECT_EQ(count("docs/cli.md", ListOfFormats("`", "`", ", ")), 1u);
  EXPECT_EQ(count("docs/cli.md", ListOfFormats("`\"", "\"`", ", ")), 1u);
  EXPECT_EQ(count("docs/diff.schema.json", ListOfFormats("\"", "\"", ", ")),
            1u);
  EXPECT_EQ(count("npm/index.d.ts", ListOfFormats("'", "'", " | ")), 2u);
}

}  // namespace
}  // namespace clipguard::cli

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  if (argc == 2 && std::string_view(argv[1]) == "--update" && workspace) {
    clipguard::cli::Update(workspace);
    return 0;
  }
  return RUN_ALL_TESTS();
}
