// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What a user is told about the flags that several commands have.

#ifndef CLIPGUARD_CLI_RUN_FLAGS_HELP_H_
#define CLIPGUARD_CLI_RUN_FLAGS_HELP_H_

#include <string>
#include <string_view>

namespace clipguard::cli {

// All about them: `clipguard help flags`.
std::string FlagsHelp();

// A line or two of each that concerns a command; empty if none does.
std::string CommonFlagsOf(std::string_view command);

// Of commands that take folders.
inline constexpr std::string_view kFileFlags = R"(
Which files of a folder or list are looked at (what is named is read anyway):
  --include=PATTERN    only files that fit one of these patterns; * is any name,
                       ** any folders: --include='*.m3d'
                       --include='assets/**/asms/*.json'
  --exclude=PATTERN    no files or folders that fit one of these
  --hidden             folders whose names begin with a dot, too
  --files-from=FILE    the files of a list, one a line; - is standard input
  --null               the list's names end in NUL (as from find -print0), even
                       if there is no NUL in it
)";

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_RUN_FLAGS_HELP_H_
