// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/inputs.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <string_view>
#include <utility>

#include "cli/text.h"

namespace clipguard::cli {
namespace {

enum class Kind { kFile, kFolder, kFolderLink, kOther, kUnknown };

// What an entry of an open folder is; kUnknown, and errno, if the system does
// not say.
Kind KindOf(DIR* folder, const dirent& entry) {
  if (entry.d_type == DT_REG) return Kind::kFile;
  if (entry.d_type == DT_DIR) return Kind::kFolder;
  struct stat info = {};
  if (fstatat(dirfd(folder), entry.d_name, &info, AT_SYMLINK_NOFOLLOW) != 0) {
    return Kind::kUnknown;
  }
  const bool link = S_ISLNK(info.st_mode);
  if (link && fstatat(dirfd(folder), entry.d_name, &info, 0) != 0) {
    return Kind::kUnknown;
  }
  if (S_ISREG(info.st_mode)) return Kind::kFile;
  if (!S_ISDIR(info.st_mode)) return Kind::kOther;
  return link ? Kind::kFolderLink : Kind::kFolder;
}

// Adds the files below a folder, sorted.
void AddFolder(const std::string& root, InputList& list) {
  std::vector<Input> found;
  std::vector<std::string> folders = {root};
  while (!folders.empty()) {
    const std::string path = std::move(folders.back());
    folders.pop_back();
    DIR* folder = opendir(path.c_str());
    if (folder == nullptr) {
      found.push_back({path, true, ErrorText(errno)});
      continue;
    }
    std::string prefix = path;
    if (!prefix.ends_with('/')) prefix += '/';
    errno = 0;
    while (const dirent* entry = readdir(folder)) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      std::string child = prefix + entry->d_name;
      switch (KindOf(folder, *entry)) {
        case Kind::kFile:
          found.push_back({std::move(child), true, {}});
          break;
        case Kind::kFolder:
          folders.push_back(std::move(child));
          break;
        case Kind::kFolderLink:
          list.notes.push_back(ToPrintable(child) +
                               ": skipped, a link to a folder");
          break;
        case Kind::kOther:
          list.notes.push_back(ToPrintable(child) +
                               ": skipped, neither a file nor a folder");
          break;
        case Kind::kUnknown:
          found.push_back({std::move(child), true, ErrorText(errno)});
          break;
      }
      errno = 0;
    }
    if (errno != 0) found.push_back({path, true, ErrorText(errno)});
    closedir(folder);
  }
  if (found.empty()) {
    found.push_back({root, true, "The folder contains no file"});
  }
  std::sort(found.begin(), found.end(),
            [](const Input& a, const Input& b) { return a.path < b.path; });
  std::move(found.begin(), found.end(), std::back_inserter(list.inputs));
}

}  // namespace

InputList ExpandInputs(std::span<const std::string> paths) {
  InputList list;
  for (const std::string& path : paths) {
    struct stat info = {};
    if (path != "-" && path.find('\0') == std::string::npos &&
        stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) {
      AddFolder(path, list);
    } else {
      list.inputs.push_back({path, false, {}});
    }
  }
  std::sort(list.notes.begin(), list.notes.end());
  return list;
}

void KeepShard(size_t shard, size_t count, std::vector<Input>& inputs) {
  size_t kept = 0;
  for (size_t i = shard; i < inputs.size(); i += count) {
    if (kept != i) inputs[kept] = std::move(inputs[i]);
    ++kept;
    if (count > inputs.size()) break;  // i + count may not be a size_t
  }
  inputs.resize(kept);
}

}  // namespace clipguard::cli
