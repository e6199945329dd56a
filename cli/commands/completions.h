// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Shell completion of the command line: commands, flags, the names that values
// may have, codes.

#ifndef CLIPGUARD_CLI_COMMANDS_COMPLETIONS_H_
#define CLIPGUARD_CLI_COMMANDS_COMPLETIONS_H_

#include <string>
#include <string_view>

namespace clipguard::cli {

// For "bash", "fish" or "zsh"; empty for another name.
std::string Completions(std::string_view shell);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_COMMANDS_COMPLETIONS_H_
