// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/inputs.h"

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

#include "base/text.h"
#include "cli/files/folder.h"
#include "cli/io/given_files.h"

namespace clipguard::cli {
namespace {

enum class Kind {
  kFile,
  kFileLink,
  kLinkOut,
  kFolder,
  kFolderLink,
  kDeadLink,  // it leads nowhere
  kOther,
  kUnknown
};

Kind KindOf(GivenKind kind) {
  switch (kind) {
    case GivenKind::kFile:
      return Kind::kFile;
    case GivenKind::kFolder:
      return Kind::kFolder;
    case GivenKind::kFolderLink:
      return Kind::kFolderLink;
    case GivenKind::kLinkOut:
      return Kind::kLinkOut;
    case GivenKind::kOther:
      break;
  }
  return Kind::kOther;
}

// Returns the kind of an entry of an open folder; kUnknown, and errno, if the
// system does not say.
Kind KindOf(DIR* folder, const dirent& entry) {
  if (entry.d_type == DT_REG) return Kind::kFile;
  if (entry.d_type == DT_DIR) return Kind::kFolder;
  struct stat info = {};
  if (fstatat(dirfd(folder), entry.d_name, &info, AT_SYMLINK_NOFOLLOW) != 0) {
    return Kind::kUnknown;
  }
  const bool link = S_ISLNK(info.st_mode);
  if (link && fstatat(dirfd(folder), entry.d_name, &info, 0) != 0) {
    return errno == ENOENT ? Kind::kDeadLink : Kind::kUnknown;
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
          " out of the folder skipped (--follow-symlinks reads them)");
    }
    if (!hidden_.empty()) list_.notes.push_back(HiddenNote());
    if (found_.empty() && !unwanted_ && hidden_.empty()) {
      list_.notes.push_back(ToPrintable(root_.path()) +
                            ": the folder contains no file");
    }
    std::sort(found_.begin(), found_.end(),
              [](const Input& a, const Input& b) { return a.path < b.path; });
    std::move(found_.begin(), found_.end(), std::back_inserter(list_.inputs));
  }

 private:
  // Those of one folder; the folders in it go to `folders`.
  void Look(const std::string& path, std::vector<std::string>& folders) {
    std::string prefix = path;
    if (!prefix.ends_with('/')) prefix += '/';
    if (const GivenFiles* const given = GivenFiles::Current()) {
      for (const auto& [name, kind] : given->List(path)) {
        Add(KindOf(kind), prefix + name, folders);
      }
      return;
    }
    DIR* folder = OpenFolder(root_, path);
    if (folder == nullptr) {
      AddProblem(path, ErrorText(errno));
      return;
    }
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
    const int error = errno;
    const bool is_folder = kind == Kind::kFolder;
    if ((is_folder && IsHidden(child)) || !Wanted(child, is_folder)) return;
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
      case Kind::kLinkOut:
        ++leading_out_;
        break;
      case Kind::kFolder:
        folders.push_back(std::move(child));
        break;
      case Kind::kFolderLink:
        list_.notes.push_back(ToPrintable(child) +
                              ": skipped, a link to a folder");
        break;
      case Kind::kDeadLink:
        list_.notes.push_back(ToPrintable(child) +
                              ": skipped, a link that leads nowhere");
        break;
      case Kind::kOther:
        list_.notes.push_back(ToPrintable(child) +
                              ": skipped, neither a file nor a folder");
        break;
      case Kind::kUnknown:
        AddProblem(child, ErrorText(error));
        break;
    }
  }

  bool Wanted(const std::string& path, bool is_folder) {
    if (options_.wanted == nullptr || options_.wanted(path, is_folder)) {
      return true;
    }
    unwanted_ = true;
    return false;
  }

  // Whether a folder is passed over because of its name; then it is noted, but
  // for git's.
  bool IsHidden(const std::string& path) {
    const bool is_hidden = !options_.hidden && path[path.rfind('/') + 1] == '.';
    // Git's own files are no news.
    if (is_hidden && !path.ends_with("/.git")) {
      hidden_.push_back(Below(path, root_.path()));
    }
    return is_hidden;
  }

  std::string HiddenNote() {
    constexpr size_t kNamed = 3;
    std::sort(hidden_.begin(), hidden_.end());
    std::string note = ToPrintable(root_.path()) + ": " +
                       Count(hidden_.size(), "hidden folder") +
                       " skipped (--hidden searches them):";
    for (size_t i = 0; i < std::min(hidden_.size(), kNamed); ++i) {
      note += i == 0 ? " " : ", ";
      note += ToPrintable(hidden_[i]);
    }
    if (hidden_.size() > kNamed) note += " ...";
    return note;
  }

  void AddProblem(const std::string& path, const std::string& problem) {
    found_.push_back({path, true, problem});
  }

  const SearchOptions& options_;
  InputList& list_;
  const Folder root_;
  const std::shared_ptr<std::string> shared_;  // the root's path
  std::vector<Input> found_;
  uint64_t leading_out_ = 0;         // links
  std::vector<std::string> hidden_;  // folders
  bool unwanted_ = false;            // whether there was such a file or folder
};

}  // namespace

std::string Input::inside() const { return Below(path, *root); }

InputList ExpandInputs(std::span<const std::string> paths,
                       const SearchOptions& options,
                       std::vector<std::string> listed) {
  InputList list;
  const auto is_folder = [](const std::string& path) {
    struct stat info = {};
    return path.find('\0') == std::string::npos && StatPath(path, &info) == 0 &&
           S_ISDIR(info.st_mode);
  };
  for (const std::string& path : paths) {
    if (path != "-" && is_folder(path)) {
      Search(path, options, list).Run();
    } else {
      list.inputs.push_back({path, false, {}});
    }
  }
  // There may be millions: no name is there twice.
  list.inputs.reserve(list.inputs.size() + listed.size());
  for (std::string& path : listed) {
    if (is_folder(path)) {
      Search(path, options, list).Run();
    } else if (options.wanted == nullptr || options.wanted(path, false)) {
      list.inputs.push_back({std::move(path), true, {}});
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
