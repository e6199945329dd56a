// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The limits as a user is told about them. Names, defaults and units come from
// kLimitTable; a test compares docs/cli.md with this.

#ifndef CLIPGUARD_CLI_FLAGS_LIMITS_HELP_H_
#define CLIPGUARD_CLI_FLAGS_LIMITS_HELP_H_

#include <string>

namespace clipguard::cli {

// Returns the output of `clipguard help limits`.
std::string LimitsHelp();

// The table of docs/cli.md, with its heading.
std::string LimitsMarkdown();

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FLAGS_LIMITS_HELP_H_
