// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The flags that say which files of a folder, or of a list, are looked at.

#ifndef CLIPGUARD_CLI_FLAGS_FILE_FLAGS_H_
#define CLIPGUARD_CLI_FLAGS_FILE_FLAGS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cli/files/glob.h"
#include "cli/files/inputs.h"
#include "cli/files/path_base.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/io/environment.h"

namespace clipguard::cli {

// Patterns, and the folder that they are seen from. Thread-safe value type.
struct FilePatterns {
  PathBase base;
  std::vector<Glob> include;  // none: all files
  std::vector<Glob> exclude;

  bool Wanted(const std::string& path, bool is_folder) const;
};

// --include, --exclude, --files-from, --null, --hidden and --require-files.
struct FileFlags {
  // For commands that write files: name the inputs that are left out because
  // they are outputs, too. Each of these commands adds --verbose itself.
  bool verbose = false;
  std::vector<std::string> include;
  std::vector<std::string> exclude;
  std::string files_from;
  bool null = false;
  bool hidden = false;
  // No file of ours is an error; who looks at files knows whether there is one.
  bool require_files = false;

  void AddTo(CommandLine& line);

  // InvalidArgument if a pattern is malformed, standard input is to be read
  // twice, or --null has no list to be about.
  absl::StatusOr<FilePatterns> ToPatterns(const ReadFlags& read) const;

  // The files of the command line: those of its paths and of the list, as far
  // as all patterns want them. Unavailable if the list cannot be read.
  absl::StatusOr<InputList> Find(const ReadFlags& read,
                                 const std::vector<FilePatterns>& patterns,
                                 const Environment& env) const;
};

// Finds the files, and says what is to be said of them, after these `notes`.
// Nothing, and it was said why, if the list cannot be read: kExitFailed.
std::optional<std::vector<Input>> FindInputs(
    const FileFlags& files, const ReadFlags& read,
    const std::vector<FilePatterns>& patterns, std::vector<std::string> notes,
    Environment& env);

// Finds the input files if `usage` is OK, and prints any notes about them.
// Returns nullopt after printing an error; `exit_code` is then the command's
// exit code.
std::optional<std::vector<Input>> FindInputs(std::string_view command,
                                             absl::Status usage,
                                             const FileFlags& files,
                                             const ReadFlags& read,
                                             Environment& env, int& exit_code);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FLAGS_FILE_FLAGS_H_
