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

// A search of a folder and of all that is in it.
class Search {
 public:
  Search(const std::string& root, const SearchOptions& options, InputList& list)
      : options_(options),
        list_(list),
        root_(root),
        shared_(options.follow_symlinks ? nullptr
                                        : std::make_shared<std::string>(root)) {
  }

  // Adds the files, sorted.
  void Run() {
    std::vector<std::string> folders = {root_.path()};
    while (!folders.empty()) {
      const std::string path = std::move(folders.back());
      folders.pop_back();
      Look(path, folders);
    }
    if (leading_out_ != 0) {
      list_.notes.push_back(
          ToPrintable(root_.path()) + ": " + Count(leading_out_, "link") +
          " out of the folder " + "skipped (--follow-symlinks reads them)");
    }
    if (found_.empty()) {
      AddProblem(root_.path(), "The folder contains no file");
    }
    std::sort(found_.begin(), found_.end(),
              [](const Input& a, const Input& b) { return a.path < b.path; });
    std::move(found_.begin(), found_.end(), std::back_inserter(list_.inputs));
  }

 private:
  // Those of one folder; the folders in it go to `folders`.
  void Look(const std::string& path, std::vector<std::string>& folders) {
    DIR* folder = OpenFolder(root_, path);
    if (folder == nullptr) {
      AddProblem(path, ErrorText(errno));
      return;
    }
    std::string prefix = path;
    if (!prefix.ends_with('/')) prefix += '/';
    errno = 0;
    while (const dirent* entry = readdir(folder)) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      std::string child = prefix + entry->d_name;
      Add(KindOf(folder, *entry), std::move(child), folders);
      errno = 0;
    }
    if (errno != 0) AddProblem(path, ErrorText(errno));
    closedir(folder);
  }

  // REQUIRES: errno is what KindOf() left.
  void Add(Kind kind, std::string child, std::vector<std::string>& folders) {
    switch (kind) {
      case Kind::kFileLink:
        if (!options_.follow_symlinks &&
            !root_.Resolve(Below(child, root_.path())) && errno == EXDEV) {
          ++leading_out_;
          break;
        }
        [[fallthrough]];
      case Kind::kFile:
        found_.push_back({std::move(child), true, {}, shared_});
        break;
      case Kind::kFolder:
        folders.push_back(std::move(child));
        break;
      case Kind::kFolderLink:
        list_.notes.push_back(ToPrintable(child) +
                              ": skipped, a link to a folder");
        break;
      case Kind::kOther:
        list_.notes.push_back(ToPrintable(child) +
                              ": skipped, neither a file nor a folder");
        break;
      case Kind::kUnknown:
        AddProblem(child, ErrorText(errno));
        break;
    }
  }

  void AddProblem(const std::string& path, const std::string& problem) {
    found_.push_back({path, true, problem});
  }

  const SearchOptions& options_;
  InputList& list_;
  const Folder root_;
  const std::shared_ptr<std::string> shared_;  // the root's path
  std::vector<Input> found_;
  uint64_t leading_out_ = 0;  // links
};

}  // namespace

std::string Input::inside() const { return Below(path, *root); }

InputList ExpandInputs(std::span<const std::string> paths,
                       const SearchOptions& options) {
  InputList list;
  for (const std::string& path : paths) {
    struct stat info = {};
    if (path != "-" && path.find('\0') == std::string::npos &&
        stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode)) {
      Search(path, options, list).Run();
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
