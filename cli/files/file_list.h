// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Lists of files that other programs make: `git ls-files`, `find -print0`.

#ifndef CLIPGUARD_CLI_FILES_FILE_LIST_H_
#define CLIPGUARD_CLI_FILES_FILE_LIST_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace clipguard::cli {

// Larger lists are refused.
inline constexpr size_t kMostListBytes = size_t{1} << 30;

// The names of a list: what NUL ends, if there is one or `null` says so, else
// lines, that end in "\n" or "\r\n". Empty names are left out.
std::vector<std::string> SplitFileList(std::string_view text, bool null);

// All that can be read from a file, or from `in_fd` if the path is "-".
// Unavailable, with a message for the user, if it cannot be read or is longer
// than `most`. The run reads it (RunFiles) if it is `registered`.
absl::StatusOr<std::string> ReadWhole(const std::string& path, int in_fd,
                                      size_t most, bool registered = true);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FILES_FILE_LIST_H_
