// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The texts that the command help prints.

#ifndef CLIPGUARD_CLI_COMMANDS_HELP_TEXTS_H_
#define CLIPGUARD_CLI_COMMANDS_HELP_TEXTS_H_

#include <string>
#include <string_view>

#include "cli/flags/flag_table.h"

namespace clipguard::cli {

// The table of flags as a user reads it.

// In a command's help: the flags of a group, with its heading. Empty if the
// command has none.
std::string FlagsOf(std::string_view command, FlagGroup group);

// All about the flags that most commands share: `clipguard help flags`.
std::string FlagsHelp();

// The lists of docs/cli.md.
std::string FlagsMarkdown();

// Shell completion of the command line: commands, flags, the names that values
// may have, codes.

// For "bash", "fish" or "zsh"; empty for another name.
std::string Completions(std::string_view shell);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_COMMANDS_HELP_TEXTS_H_
