// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/run/one_file.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/files/input_file.h"
#include "cli/flags/common_flags.h"
#include "cli/reports/report_writer.h"
#include "cli/run/check_run.h"

namespace clipguard::cli {

int WithFile(const std::string& path, const CheckOptions& check,
             std::string_view fate, Environment& env,
             absl::FunctionRef<int(const OpenFile&, const FileReport&)> use) {
  InputFile::Options options = FileOptions(check, env);
  options.say = [&](const std::string& text) { env.Say(text); };
  InputFile file(std::move(options));
  CheckOptions with_excerpts = check;
  with_excerpts.excerpts = true;
  int exit_code = kExitOk;
  const FileReport report = CheckFile(
      {.path = path, .from_folder = false, .problem = {}}, with_excerpts, file,
      [&](const OpenFile* open, const FileReport& about) {
        if (open != nullptr && about.errors() == 0) {
          exit_code = use(*open, about);
          return;
        }
        exit_code = kExitFindings;
        const bool used = open != nullptr && open->usable_with_errors();
        env.Say(absl::StrFormat("%s has %s%s", ToPrintable(about.file),
                                Count(about.errors(), "error"),
                                used ? "" : absl::StrFormat(" and %s", fate)));
        env.err.Write(FindingsText(about, {.colors = env.err_terminal.colors,
                                           .width = env.err_terminal.width}));
        env.err.Flush();
        if (used) exit_code = std::max(exit_code, use(*open, about));
      });
  SayResourceNotes(check, env);
  if (report.readable()) return exit_code;
  env.Say(ProblemOf(report));
  return kExitFailed;
}

int WithStateMachine(std::string_view command, const std::string& path,
                     const CheckOptions& check, std::string_view fate,
                     Environment& env,
                     absl::FunctionRef<int(const forge::StateMachine&)> use) {
  return WithStateMachine(command, path, check, fate, env,
                          [&](const forge::StateMachine& machine,
                              const FileReport&) { return use(machine); });
}

int WithStateMachine(
    std::string_view command, const std::string& path,
    const CheckOptions& check, std::string_view fate, Environment& env,
    absl::FunctionRef<int(const forge::StateMachine&, const FileReport&)> use) {
  return WithFile(
      path, check, fate, env,
      [&](const OpenFile& open, const FileReport& about) {
        if (const auto* machine = open.state_machine()) {
          return use(*machine, about);
        }
        return BadUsage(
            command,
            absl::InvalidArgumentError(absl::StrFormat(
                "%s takes an animation state machine; %s is another file (%s)",
                command, ToPrintable(about.file), about.summary.text)),
            env);
      });
}

}  // namespace clipguard::cli
