// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/clipguard.h"

#include <sys/stat.h>

#include <cerrno>
#include <new>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/files/run_files.h"
#include "cli/flags/common_flags.h"
#include "cli/io/given_files.h"
#include "cli/reports/version.h"

namespace clipguard::cli {
namespace {

int Dispatch(const std::vector<std::string>& args, Environment& env) {
  if (args.empty()) {
    env.err.Write(ProgramHelp());
    env.err.Flush();
    return kExitUsage;
  }
  const std::string& name = args.front();
  // With a value, too, as each command has it.
  if (name == "--help" || name == "-h" || name.starts_with("--help=")) {
    env.out.Write(ProgramHelp());
    return kExitOk;
  }
  if (name == "--version" || name == "-V" || name == "version") {
    env.out.Write(absl::StrFormat("clipguard %s\n", kVersion));
    return kExitOk;
  }
  const Command* command = FindCommand(name);
  if (command == nullptr) {
    std::string unknown = UnknownCommand(name);
    struct stat about = {};
    // The module has no `view`.
    if (!name.starts_with('-') && GivenFiles::Current() == nullptr &&
        stat(name.c_str(), &about) == 0) {
      const bool quoted = name.find(' ') != std::string::npos;
      const char* const quote = quoted ? "'" : "";
      unknown = absl::StrFormat(
          "unknown command '%s', which is a %s; try: clipguard view %s%s%s",
          ToPrintable(name), S_ISDIR(about.st_mode) ? "folder" : "file", quote,
          ToPrintable(name), quote);
    }
    return BadUsage({}, absl::InvalidArgumentError(unknown), env);
  }
  return command->run({args.begin() + 1, args.end()}, env);
}

}  // namespace

int RunClipguard(const std::vector<std::string>& args, Environment& env) {
  int exit_code = kExitFailed;
  RunFiles files;
  const RunFiles::Use use(&files);
  files.SetStandardOutput(env.out_fd);
  try {
    exit_code = Dispatch(args, env);
    env.out.Flush();
    if (files.refused()) exit_code = kExitUsage;
  } catch (const std::bad_alloc&) {
    // Output that is still pending may be lost. The message itself allocates
    // nothing.
    env.Say(kOutOfMemory);
    return kExitFailed;
  }
  if (env.out.error() == 0) return exit_code;
  // A reader that closes the pipe has seen enough: print no error for EPIPE.
  if (env.out.error() != EPIPE) {
    env.Say(absl::StrFormat("cannot write the output: %s",
                            ErrorText(env.out.error())));
  }
  return kExitFailed;
}

}  // namespace clipguard::cli
