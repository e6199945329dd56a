// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Patterns of paths, as .gitignore has them:
//
//   *      any characters but '/'          ?      one character but '/'
//   [a-c]  one of these; [!a-c] others     \*     a star
//   **     as a part of its own: any folders, or none
//
//   *.png        without a slash: a file or folder of that name, anywhere
//   old/         a folder of that name, anywhere: all that is in it
//   art/*.bin    with a slash: from the base on
//   /notes.txt   the same: the one in the base
//   **/art/*     an art folder anywhere
//
// A pattern that matches a folder matches all that is in it. Upper and lower
// case differ. The file system is not accessed, and time is proportional to
// pattern times path.

#ifndef CLIPGUARD_CLI_FILES_GLOB_H_
#define CLIPGUARD_CLI_FILES_GLOB_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace clipguard::cli {

// Thread-safe value type.
class Glob {
 public:
  // InvalidArgument if the pattern is empty, has a bracket that is not closed,
  // or ends in a backslash.
  static absl::StatusOr<Glob> Parse(std::string_view pattern);

  // Whether it matches the path or a folder that the path is in. The path is
  // relative to the base, with '/' between its parts, none of them "." or
  // empty; `is_folder` says what its last part is.
  bool Matches(std::string_view path, bool is_folder = false) const;

 private:
  std::vector<std::string> parts_;
  bool folders_only_ = false;
};

// Whether any of them matches.
bool AnyMatches(const std::vector<Glob>& globs, std::string_view path,
                bool is_folder = false);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FILES_GLOB_H_
