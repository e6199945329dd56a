// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/inputs.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

#include "cli/io/folder.h"
#include "cli/io/text.h"

namespace clipguard::cli {
namespace {

enum class Kind { kFile, kFileLink, kFolder, kFolderLink, kOther, kUnknown };

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
  if (S_ISREG(info.st_mode)) return link ? Kind::kFileLink : Kind::kFile;
  if (!S_ISDIR(info.st_mode)) return Kind::kOther;
  return link ? Kind::kFolderLink : Kind::kFolder;
}

// The part of a path that is below its root.
std::string Below(const std::string& path, const std::string& root) {
  const size_t begin = path.find_first_not_of('/', root.size());
  return begin == std::string::npos ? "." : path.substr(begin);
}

// A folder that is to be listed; null, and errno, if it cannot be.
DIR* OpenFolder(const Folder& root, const std::string& path) {
  const int fd =
      root.Open(Below(path, root.path()), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return nullptr;
  DIR* const folder = fdopendir(fd);
  if (folder == nullptr) {
    const int error = errno;
    close(fd);
    errno = error;
  }
  return folder;
}

// Adds the files below a folder, sorted.
void AddFolder(const std::string& root, const SearchOptions& options,
               InputList& list) {
  const Folder searched(root);
  const auto shared =
      options.follow_symlinks ? nullptr : std::make_shared<std::string>(root);
  std::vector<Input> found;
  std::vector<std::string> folders = {root};
  uint64_t leading_out = 0;
  while (!folders.empty()) {
    const std::string path = std::move(folders.back());
    folders.pop_back();
    DIR* folder = OpenFolder(searched, path);
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
        case Kind::kFileLink:
          if (!options.follow_symlinks &&
              !searched.Resolve(Below(child, root)) && errno == EXDEV) {
            ++leading_out;
            break;
          }
          [[fallthrough]];
        case Kind::kFile:
          found.push_back({std::move(child), true, {}, shared});
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
  if (leading_out != 0) {
    list.notes.push_back(ToPrintable(root) + ": " + Count(leading_out, "link") +
                         " out of the folder " +
                         "skipped (--follow-symlinks reads them)");
  }
  if (found.empty()) {
    found.push_back({root, true, "The folder contains no file"});
  }
  std::sort(found.begin(), found.end(),
            [](const Input& a, const Input& b) { return a.path < b.path; });
  std::move(found.begin(), found.end(), std::back_inserter(list.inputs));
}

}  // namespace

std::string Input::inside() const { return Below(path, *root); }

InputList ExpandInputs(std::span<const std::string> paths,
                       const SearchOptions& options) {
  InputList list;
  for (const std::string& path : paths) {
    struct stat info = {};
    if (path != "-" && path.find('\0') == std::string::npos &&
        stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) {
      AddFolder(path, options, list);
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
