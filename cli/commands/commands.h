// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The commands, and what a user is told about them. Each takes the arguments
// after its name and returns an exit code.

#ifndef CLIPGUARD_CLI_COMMANDS_COMMANDS_H_
#define CLIPGUARD_CLI_COMMANDS_COMMANDS_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/flags/command_line.h"
#include "cli/io/environment.h"

namespace clipguard::cli {

int ValidateCommand(const Args& args, Environment& env);
int MergeCommand(const Args& args, Environment& env);
int InfoCommand(const Args& args, Environment& env);
int SampleCommand(const Args& args, Environment& env);
int PlayCommand(const Args& args, Environment& env);
int GraphCommand(const Args& args, Environment& env);
int DiffCommand(const Args& args, Environment& env);
int ReduceCommand(const Args& args, Environment& env);
int RepairCommand(const Args& args, Environment& env);
int OptimizeCommand(const Args& args, Environment& env);
int ReportCommand(const Args& args, Environment& env);
int ViewCommand(const Args& args, Environment& env);
int ConvertCommand(const Args& args, Environment& env);
int ExplainCommand(const Args& args, Environment& env);
int HelpCommand(const Args& args, Environment& env);

struct Command {
  std::string_view name;
  std::string_view purpose;  // a line
  std::string_view help;     // all of it, but for the flags
  int (*run)(const Args& args, Environment& env);
  std::string_view exit_codes = {};  // if they are its own
};

// Parses a command's arguments. Returns an exit code if that is all there is to
// do: they are wrong, or ask for help.
std::optional<int> ParseOrEnd(CommandLine& line, const Args& args,
                              Environment& env);

// In the order in which help lists them.
std::span<const Command> AllCommands();

// Null if there is none of that name.
const Command* FindCommand(std::string_view name);

// "unknown command 'x'; did you mean 'y'?".
std::string UnknownCommand(std::string_view typed);

// The program's help: its commands and exit codes.
std::string ProgramHelp();

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_COMMANDS_COMMANDS_H_
