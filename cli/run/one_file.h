// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Commands that work on one file: it is read and checked, and used if it has no
// errors, or if its kind allows for some.

#ifndef CLIPGUARD_CLI_RUN_ONE_FILE_H_
#define CLIPGUARD_CLI_RUN_ONE_FILE_H_

#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "cli/io/environment.h"
#include "cli/reports/file_report.h"
#include "parser/forge/state_machine.h"

namespace clipguard::cli {

// Gives the file to `use`, whose exit code is returned. If it cannot be read,
// or has errors, says so; and, if it cannot be used with errors, `fate`, which
// is what is not done with it: "is not sampled". Then the exit code is
// kExitFailed or kExitFindings. Says at the end what was wrong with resources.
int WithFile(const std::string& path, const CheckOptions& check,
             std::string_view fate, Environment& env,
             absl::FunctionRef<int(const OpenFile&, const FileReport&)> use);

// The same for state machines; anything else is bad usage of the command.
int WithStateMachine(std::string_view command, const std::string& path,
                     const CheckOptions& check, std::string_view fate,
                     Environment& env,
                     absl::FunctionRef<int(const forge::StateMachine&)> use);

// The same, with what is known of the file.
int WithStateMachine(
    std::string_view command, const std::string& path,
    const CheckOptions& check, std::string_view fate, Environment& env,
    absl::FunctionRef<int(const forge::StateMachine&, const FileReport&)> use);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_RUN_ONE_FILE_H_
