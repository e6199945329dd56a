// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The list of the commands, and their help. A test compares the flags named in
// it with those that the commands take.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "cli/commands/command_help.h"
#include "cli/commands/commands.h"
#include "cli/commands/help_texts.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/flags/limits_help.h"
#include "cli/io/suggest.h"

namespace clipguard::cli {
namespace {

constexpr std::string_view kExitCodesElsewhere =
    "\nExit codes: see clipguard help\n";

constexpr std::string_view kExitCodes = R"(
Exit codes:
  0  the work was done, and no file has an error (--strict: nor a warning)
  1  the work was done, and some file has an error
  2  wrong usage: nothing was done, and to try again is useless
  3  something could not be read or written, or memory ran out; the rest
     was done, and to try again may help
)";

constexpr auto kCommands = std::to_array<Command>({
    {"validate", "say whether files can be trusted, and what is wrong",
     kValidateHelp, ValidateCommand},
    {"report", "make a page that shows what was checked", kReportHelp,
     ReportCommand},
    {"view", "show that page in the browser", kViewHelp, ViewCommand},
    {"merge", "make one report of several", kMergeHelp, MergeCommand},
    {"info", "show what is in files", kInfoHelp, InfoCommand},
    {"sample", "write what a file's animation does at given times", kSampleHelp,
     SampleCommand},
    {"play", "run an animation state machine step by step", kPlayHelp,
     PlayCommand},
    {"graph", "draw an animation state machine", kGraphHelp, GraphCommand},
    {"repair", "mend what can be mended, and say what was changed", kRepairHelp,
     RepairCommand},
    {"diff", "say what is different between two files", kDiffHelp, DiffCommand,
     kDiffExitCodes},
    {"convert", "write a file in another format, such as glTF", kConvertHelp,
     ConvertCommand},
    {"optimize", "fewer keys for the same motion, within a proven bound",
     kOptimizeHelp, OptimizeCommand},
    {"reduce", "the smallest file that still has a finding", kReduceHelp,
     ReduceCommand},
    {"explain", "explain findings", kExplainHelp, ExplainCommand},
    {"help", "explain the program or a command", kHelpHelp, HelpCommand},
});

// Those that need no command.
constexpr std::array<std::string_view, 2> kProgramFlags = {"--version",
                                                           "--help"};

// Pages of help that belong to no command.
constexpr std::string_view kFlagsTopic = "flags";
constexpr std::string_view kLimitsTopic = "limits";

}  // namespace

std::span<const Command> AllCommands() { return kCommands; }

const Command* FindCommand(std::string_view name) {
  for (const Command& command : kCommands) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

std::string UnknownCommand(std::string_view typed) {
  std::vector<std::string_view> names;
  for (const Command& command : kCommands) names.push_back(command.name);
  if (typed.starts_with('-')) return UnknownName("flag", typed, kProgramFlags);
  return UnknownName("command", typed, names);
}

std::string ProgramHelp() {
  std::string out =
      "clipguard: says whether animation files can be trusted\n"
      "\n"
      "  clipguard COMMAND [FLAGS] PATH...\n"
      "\n"
      "Commands:\n";
  for (const Command& command : kCommands) {
    absl::StrAppendFormat(&out, "  %-10s %s\n", command.name, command.purpose);
  }
  out +=
      "\n"
      "  clipguard validate recording.bin   is this file good?\n"
      "  clipguard help validate            all flags of a command\n"
      "  clipguard help flags               what the commands share\n"
      "  clipguard help limits              how much a file may ask for\n"
      "  clipguard --version\n"
      "\n"
      "Findings and data go to standard output, everything else to standard\n"
      "error.\n";
  out += kExitCodes;
  return out;
}

std::optional<int> ParseOrEnd(CommandLine& line, const Args& args,
                              Environment& env) {
  if (absl::Status s = line.Parse(args); !s.ok()) {
    return BadUsage(line.command(), s, env);
  }
  if (!line.help()) return std::nullopt;
  return HelpCommand({std::string(line.command())}, env);
}

int HelpCommand(const Args& args, Environment& env) {
  Args names;
  CommandLine line("help");
  line.Paths(&names);
  if (absl::Status s = line.Parse(args); !s.ok()) {
    return BadUsage({}, s, env);
  }
  if (line.help()) names = {"help"};
  if (names.empty()) {
    env.out.Write(ProgramHelp());
    return kExitOk;
  }
  for (const std::string& name : names) {
    if (name == kLimitsTopic) {
      env.out.Write(LimitsHelp());
      continue;
    }
    if (name == kFlagsTopic) {
      env.out.Write(FlagsHelp());
      continue;
    }
    if (const std::string script = Completions(name); !script.empty()) {
      env.out.Write(script);
      continue;
    }
    const Command* command = FindCommand(name);
    if (command == nullptr) {
      return BadUsage({}, absl::InvalidArgumentError(UnknownCommand(name)),
                      env);
    }
    env.out.Write(command->help);
    env.out.Write(FlagsOf(name, FlagGroup::kOwn));
    env.out.Write(command->exit_codes);
    env.out.Write(FlagsOf(name, FlagGroup::kFiles));
    env.out.Write(FlagsOf(name, FlagGroup::kReading));
    if (command->run == HelpCommand) continue;
    env.out.Write(command->run == ValidateCommand ? kExitCodes
                                                  : kExitCodesElsewhere);
  }
  return kExitOk;
}

}  // namespace clipguard::cli
