// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/folder_listing.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/io/given_files.h"

namespace clipguard::cli {
namespace {

struct CloseListed {
  void operator()(DIR* folder) const { closedir(folder); }
};

}  // namespace

std::vector<FolderEntry> ListFolder(const Folder& folder,
                                    const std::string& inside, size_t most,
                                    int* error) {
  std::vector<FolderEntry> entries;
  const int fd = folder.Open(inside, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) {
    if (error != nullptr) *error = errno;
    return entries;
  }
  const std::unique_ptr<DIR, CloseListed> open(fdopendir(fd));
  if (open == nullptr) {
    close(fd);
    return entries;
  }
  while (entries.size() < most) {
    const dirent* const entry = readdir(open.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    entries.push_back({std::string(name), entry->d_type == DT_DIR});
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

absl::Status CheckFolder(std::string_view flag, const std::string& folder) {
  struct stat about = {};
  const bool found = StatPath(folder, &about) == 0;
  const int error = found ? ENOTDIR : errno;
  const auto message = [&](int why) {
    return absl::StrFormat("%s: %s: %s", flag, ToPrintable(folder),
                           ErrorText(why));
  };
  if (!found || !S_ISDIR(about.st_mode)) {
    return absl::InvalidArgumentError(message(error));
  }
  if (GivenFiles::Current() != nullptr) return {};
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // To look up any name in it, even ".", takes a permission of its own.
  const bool readable = fd >= 0 && fstatat(fd, ".", &about, 0) == 0;
  const int why = errno;
  if (fd >= 0) close(fd);
  return readable ? absl::OkStatus() : absl::UnavailableError(message(why));
}

}  // namespace clipguard::cli
