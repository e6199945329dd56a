// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// CommandLine: the flags and paths of one command.
//
//   CommandLine line("validate");
//   line.Flag("--strict", &strict);
//   line.Value("--format", &format);
//   line.Number("--fps", &fps);
//   line.Values("--limit", &limits);
//   line.Paths(&paths);
//   if (absl::Status s = line.Parse(args); !s.ok()) ...  // bad usage
//
// The flags are those of flag_table.h, which also has their letters (-q), and
// the names or numbers that a value may be. Flags are --name=VALUE or --name
// VALUE, anywhere; after -- every argument is a path. A flag that is given
// twice has its last value. The command checks all other values.

#ifndef CLIPGUARD_CLI_FLAGS_COMMAND_LINE_H_
#define CLIPGUARD_CLI_FLAGS_COMMAND_LINE_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "cli/flags/flag_table.h"

namespace clipguard::cli {

class CommandLine {
 public:
  explicit CommandLine(std::string_view command) : command_(command) {}
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  // The target of a pointer must stay until Parse(), and keeps its value if the
  // flag is not given.
  void Flag(std::string_view name, bool* value);
  void Value(std::string_view name, std::string* value);
  // Nothing: it is not given.
  void Number(std::string_view name, std::optional<double>* value);
  void Values(std::string_view name, std::vector<std::string>* values);
  // The same, but "--name=" is a value, too: none of a list's names.
  void Names(std::string_view name, std::vector<std::string>* values);
  void Paths(std::vector<std::string>* paths) { paths_ = paths; }

  // InvalidArgument, with a message for the user, if the arguments (without
  // the command's name) are not in order.
  absl::Status Parse(const std::vector<std::string>& args);

  std::string_view command() const { return command_; }
  // Whether --help or -h was given, perhaps with a value; it overrides all
  // other faults.
  bool help() const { return help_; }

 private:
  struct Taken {
    const FlagSpec* spec = nullptr;
    // One of them.
    bool* flag = nullptr;
    std::string* value = nullptr;
    std::optional<double>* number = nullptr;
    std::vector<std::string>* values = nullptr;
    bool may_be_empty = false;
    std::vector<std::string> given = {};  // as it was typed

    absl::Status Assign() const;
  };

  void Take(Taken taken, std::string_view name);
  // Null if there is none: "--format", 'q'.
  Taken* Find(std::string_view name);
  Taken* Find(char letter);
  // Takes args[i], which is a flag, and args[i + 1], if that is its value. The
  // flag that is unknown, if there is one, is noted.
  absl::Status TakeFlag(const std::vector<std::string>& args, size_t& i);
  void TakeLetters(std::string_view letters);

  std::string_view command_;
  std::vector<Taken> flags_;
  std::vector<std::string>* paths_ = nullptr;
  std::string unknown_;
  bool help_ = false;
};

// InvalidArgument, with the nearest name, if `value` is none of `names`.
absl::Status CheckName(std::string_view what, std::string_view value,
                       std::span<const std::string_view> names);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FLAGS_COMMAND_LINE_H_
