// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Pages that show what the program prints. In the README and docs/my-file.md
// every block that begins with "$ clipguard" is run, and its output compared;
// docs/findings.md is the output of one command, and docs/cli.md has the table
// of limits. tools/update_generated.sh renews all four.

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "cli/clipguard.h"
#include "cli/flags/limits_help.h"
#include "cli/formats/format_registry.h"
#include "cli/io/environment.h"
#include "gtest/gtest.h"
#include "parser/format_set.h"
#include "parser/limits.h"

namespace clipguard::cli {
namespace {

constexpr std::string_view kFence = "```\n";
constexpr std::string_view kPrompt = "$ clipguard ";

std::string Read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in.good()) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string OutputOf(std::string_view command) {
  std::vector<std::string> args;
  for (size_t begin = 0; begin < command.size();) {
    const size_t end = std::min(command.find(' ', begin), command.size());
    args.emplace_back(command.substr(begin, end - begin));
    begin = end + 1;
  }
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

constexpr std::string_view kMyFile = "docs/my-file.md";

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
    out += OutputOf(readme.substr(command_begin, command_end - command_begin));
    out += kFence;
    readme.remove_prefix(close + kFence.size());
  }
}

TEST(ReadmeTest, ShowsWhatIsPrinted) {
  const std::string readme = Read("README.md");
  int blocks = 0;
  const std::string renewed = Renewed(readme, &blocks);
  EXPECT_EQ(readme, renewed);
  EXPECT_GE(blocks, 5);
}

TEST(MyFilePageTest, ShowsWhatIsPrinted) {
  const std::string page = Read(std::string(kMyFile));
  int blocks = 0;
  EXPECT_EQ(page, Renewed(page, &blocks));
  EXPECT_EQ(blocks, 3);
}

TEST(FindingsPageTest, IsWhatExplainPrints) {
  EXPECT_EQ(Read("docs/findings.md"), OutputOf("explain --format=markdown"));
}

constexpr std::string_view kLimitsHead = "| name | default | unit | of |\n";

// docs/cli.md with the table of limits as it is.
std::string WithLimits(const std::string& page) {
  const size_t begin = page.find(kLimitsHead);
  if (begin == std::string::npos) {
    ADD_FAILURE() << "no table of limits";
    return page;
  }
  const size_t end = page.find("\n\n", begin);
  return page.substr(0, begin) + LimitsMarkdown() + page.substr(end + 1);
}

TEST(CliPageTest, ListsTheLimits) {
  const std::string page = Read("docs/cli.md");
  EXPECT_EQ(page, WithLimits(page));
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
  for (const std::string_view name : {std::string_view("README.md"), kMyFile}) {
    const std::string page = workspace + "/" + std::string(name);
    const std::string renewed = Renewed(Read(page), &blocks);
    std::ofstream(page, std::ios::binary) << renewed;
  }
  const std::string cli = workspace + "/docs/cli.md";
  const std::string with_limits = WithLimits(Read(cli));
  std::ofstream(cli, std::ios::binary) << with_limits;
  std::ofstream(workspace + "/docs/findings.md", std::ios::binary)
      << OutputOf("explain --format=markdown");
}

TEST(FormatNamesTest, AreThoseOfAllFormats) {
  EXPECT_EQ(FormatNames().size(), kFormatCount) << "is its handler registered?";
}

// On the page a new format is named by hand.
TEST(FormatNamesTest, AreInHelpAndOnItsPage) {
  const std::string help = OutputOf("help flags");
  const std::string page = Read("docs/cli.md");
  for (const std::string_view name : FormatNames()) {
    EXPECT_NE(help.find(name), std::string::npos) << name;
    EXPECT_NE(page.find(name), std::string::npos) << name;
  }
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
