// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/find_upwards.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "base/text.h"
#include "cli/io/given_files.h"

namespace clipguard::cli {
namespace {

// Why a path is no file that can be read; `info` is made that of what a link
// leads to.
std::string ProblemOf(const std::string& path, struct stat& info) {
  if (S_ISLNK(info.st_mode) && stat(path.c_str(), &info) != 0) {
    return "it is a link that leads nowhere: " + ErrorText(errno);
  }
  if (S_ISDIR(info.st_mode)) return "it is a folder, not a file";
  if (!S_ISREG(info.st_mode)) return "it is a pipe or a device, not a file";
  return {};
}

}  // namespace

FoundUpwards FindUpwards(std::string_view name) {
  // A caller that supplies the files in memory names this one, too.
  if (GivenFiles::Current() != nullptr) return {};
  struct stat here = {};
  if (stat(".", &here) != 0) return {};
  std::error_code error;
  const std::filesystem::path start = std::filesystem::current_path(error);
  if (error) return {};
  for (std::filesystem::path folder = start;; folder = folder.parent_path()) {
    const std::filesystem::path file = folder / name;
    struct stat info = {};
    const std::string path = file.generic_string();
    if (lstat(path.c_str(), &info) == 0) {
      return {.path = folder == start ? std::string(name) : path,
              .problem = ProblemOf(path, info),
              .of_stranger = info.st_uid != geteuid() && info.st_uid != 0 &&
                             info.st_uid != here.st_uid};
    }
    if (folder == folder.parent_path()) return {};
  }
}

}  // namespace clipguard::cli
