// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/folder_listing.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string_view>

namespace clipguard::cli {
namespace {

struct CloseListed {
  void operator()(DIR* folder) const { closedir(folder); }
};

}  // namespace

std::vector<FolderEntry> ListFolder(const Folder& folder,
                                    const std::string& inside, size_t most) {
  std::vector<FolderEntry> entries;
  const int fd = folder.Open(inside, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return entries;
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

}  // namespace clipguard::cli
