// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Files that hold for a folder and all that is in it.

#ifndef CLIPGUARD_CLI_FILES_FIND_UPWARDS_H_
#define CLIPGUARD_CLI_FILES_FIND_UPWARDS_H_

#include <string>
#include <string_view>

namespace clipguard::cli {

struct FoundUpwards {
  std::string path;     // empty: there is none
  std::string problem;  // why it cannot be read: "it is a folder"
  // Whether it belongs neither to the user, nor to root, nor to whoever owns
  // the working directory: anybody may have put it there, as in /tmp.
  bool of_stranger = false;
};

// Finds the file of that name in the working directory or the nearest folder
// above it. The path is relative where it is in the working directory. An entry
// of that name that is no file, such as a pipe, is returned with a problem, and
// not opened.
FoundUpwards FindUpwards(std::string_view name);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FILES_FIND_UPWARDS_H_
