// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// CommandLine: the flags and paths of one command.
//
//   CommandLine line("validate");
//   line.Flag("--strict", &strict);
//   line.Flag("-q,--quiet", &quiet);    // two names of one flag
//   line.Value("--format", &format);
//   line.Values("--limit", &limits);
//   line.Paths(&paths);
//   if (absl::Status s = line.Parse(args); !s.ok()) ...  // bad usage
//
// Flags are --name=VALUE or --name VALUE, anywhere; after -- all is a path. A
// flag that is given twice has its last value. Values are taken as they are:
// what they mean is for the command to check.

#ifndef CLIPGUARD_CLI_FLAGS_COMMAND_LINE_H_
#define CLIPGUARD_CLI_FLAGS_COMMAND_LINE_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"

namespace clipguard::cli {

class CommandLine {
 public:
  explicit CommandLine(std::string_view command);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  // What is pointed to must stay until Parse(), and keeps its value if the
  // flag is not given.
  void Flag(std::string_view name, bool* value);
  void Value(std::string_view name, std::string* value);
  void Values(std::string_view name, std::vector<std::string>* values);
  // The same, but "--name=" is a value, too: none of a list's names.
  void Names(std::string_view name, std::vector<std::string>* values);
  void Paths(std::vector<std::string>* paths);

  // InvalidArgument, with a message for the user, if the arguments (without
  // the command's name) are not in order.
  absl::Status Parse(const std::vector<std::string>& args);

  // Whether --help or -h was given, perhaps with a value; it overrides all
  // other faults.
  bool help() const { return help_; }

 private:
  struct Impl;

  std::unique_ptr<Impl> impl_;
  bool help_ = false;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FLAGS_COMMAND_LINE_H_
