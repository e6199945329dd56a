// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The table of flags as a user reads it.

#ifndef CLIPGUARD_CLI_COMMANDS_FLAGS_HELP_H_
#define CLIPGUARD_CLI_COMMANDS_FLAGS_HELP_H_

#include <string>
#include <string_view>

#include "cli/flags/flag_table.h"

namespace clipguard::cli {

// In a command's help: the flags of a group, with its heading. Empty if the
// command has none.
std::string FlagsOf(std::string_view command, FlagGroup group);

// All about the flags that most commands share: `clipguard help flags`.
std::string FlagsHelp();

// The lists of docs/cli.md.
std::string FlagsMarkdown();

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_COMMANDS_FLAGS_HELP_H_
