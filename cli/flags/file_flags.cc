// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/flags/file_flags.h"

#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/text.h"
#include "cli/files/file_list.h"
#include "cli/files/run_files.h"
#include "cli/io/given_files.h"

namespace clipguard::cli {
namespace {

absl::StatusOr<std::vector<Glob>> ParseGlobs(
    const std::string& flag, const std::vector<std::string>& texts) {
  std::vector<Glob> globs;
  for (const std::string& text : texts) {
    auto glob = Glob::Parse(text);
    if (!glob.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(flag, ": ", glob.status().message()));
    }
    globs.push_back(*std::move(glob));
  }
  return globs;
}

// A file that was found, and that standard output is appended to.
void LeaveOutStandardOutput(std::vector<Input>& inputs) {
  const RunFiles* const run = RunFiles::Current();
  if (run == nullptr || !run->has_standard_output()) return;
  std::erase_if(inputs, [&](const Input& input) {
    struct stat about = {};
    return input.from_folder && StatPath(input.path, &about) == 0 &&
           run->IsStandardOutput(about);
  });
}

}  // namespace

bool FilePatterns::Wanted(const std::string& path, bool is_folder) const {
  if (include.empty() && exclude.empty()) return true;
  const std::string below = base.Below(path);
  if (AnyMatches(exclude, below, is_folder)) return false;
  // A folder may hold wanted files whatever its own name is.
  return is_folder || include.empty() || AnyMatches(include, below, false);
}

void FileFlags::AddTo(CommandLine& line) {
  line.Values("--include", &include);
  line.Values("--exclude", &exclude);
  line.Value("--files-from", &files_from);
  line.Flag("--null", &null);
  line.Flag("--hidden", &hidden);
  line.Flag("--require-files", &require_files);
}

absl::StatusOr<FilePatterns> FileFlags::ToPatterns(
    const ReadFlags& read) const {
  FilePatterns patterns;
  auto globs = ParseGlobs("--include", include);
  if (!globs.ok()) return globs.status();
  patterns.include = *std::move(globs);
  globs = ParseGlobs("--exclude", exclude);
  if (!globs.ok()) return globs.status();
  patterns.exclude = *std::move(globs);
  if (null && files_from.empty()) {
    return absl::InvalidArgumentError("--null needs --files-from");
  }
  if (files_from == "-" &&
      std::count(read.paths.begin(), read.paths.end(), "-") != 0) {
    return absl::InvalidArgumentError("standard input can be read only once");
  }
  return patterns;
}

absl::StatusOr<InputList> FileFlags::Find(
    const ReadFlags& read, const std::vector<FilePatterns>& patterns,
    const Environment& env) const {
  std::vector<std::string> listed;
  if (!files_from.empty()) {
    const auto text = ReadWhole(files_from, env.in_fd, kMostListBytes);
    if (!text.ok()) {
      return absl::UnavailableError(
          absl::StrCat("--files-from: ", text.status().message()));
    }
    // As PowerShell's > writes it.
    const bool wide =
        text->starts_with("\xFF\xFE") || text->starts_with("\xFE\xFF");
    if (wide && !null) {
      return absl::InvalidArgumentError(
          absl::StrCat("--files-from: ", ToPrintable(files_from),
                       ": it is in UTF-16, where UTF-8 is meant"));
    }
    listed = SplitFileList(*text, null);
  }
  return ExpandInputs(read.paths,
                      {.follow_symlinks = read.follow_symlinks,
                       .hidden = hidden,
                       .wanted =
                           [&](const std::string& path, bool is_folder) {
                             return std::all_of(
                                 patterns.begin(), patterns.end(),
                                 [&](const FilePatterns& each) {
                                   return each.Wanted(path, is_folder);
                                 });
                           }},
                      std::move(listed));
}

std::optional<std::vector<Input>> FindInputs(
    const FileFlags& files, const ReadFlags& read,
    const std::vector<FilePatterns>& patterns, std::vector<std::string> notes,
    Environment& env) {
  absl::StatusOr<InputList> list = files.Find(read, patterns, env);
  if (!list.ok()) {
    env.Say(std::string(list.status().message()));
    return std::nullopt;
  }
  LeaveOutStandardOutput(list->inputs);
  notes.insert(notes.end(), list->notes.begin(), list->notes.end());
  for (const std::string& note : notes) env.Say(note);
  return std::move(list->inputs);
}

std::optional<std::vector<Input>> FindInputs(std::string_view command,
                                             absl::Status usage,
                                             const FileFlags& files,
                                             const ReadFlags& read,
                                             Environment& env, int& exit_code) {
  absl::StatusOr<FilePatterns> patterns;
  if (usage.ok()) {
    patterns = files.ToPatterns(read);
    usage = patterns.status();
  }
  if (!usage.ok()) {
    exit_code = BadUsage(command, usage, env);
    return std::nullopt;
  }
  auto found = FindInputs(files, read, {*patterns}, /*notes=*/{}, env);
  if (!found) exit_code = kExitFailed;
  return found;
}

}  // namespace clipguard::cli
