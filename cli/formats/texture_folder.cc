// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/texture_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "absl/strings/match.h"
#include "base/nearest_name.h"
#include "base/text.h"
#include "cli/files/run_files.h"
#include "cli/formats/folder_listing.h"
#include "cli/formats/inside.h"
#include "parser/json/json_reporter.h"

namespace clipguard::cli {
namespace {

constexpr size_t kMostInFolder = 10'000;
constexpr size_t kMostCompared = 1'000;
constexpr size_t kMostFolders = 16;

bool EqualsButForCase(std::string_view a, std::string_view b) {
  return absl::EqualsIgnoreCase({a.data(), a.size()}, {b.data(), b.size()});
}

// Whether it is a file. Such a texture must not be written, though nobody reads
// it.
bool KeepFile(const struct stat& about) {
  if (!S_ISREG(about.st_mode)) return false;
  if (RunFiles* const run = RunFiles::Current()) run->AddRead(about);
  return true;
}

// Whether a file has the name, and an extension.
bool HasStem(const std::vector<std::string>& names, const std::string& stem) {
  const std::string begin = stem + ".";
  const auto first = std::lower_bound(names.begin(), names.end(), begin);
  return first != names.end() && first->starts_with(begin);
}

// The file that is called alike; empty if none is.
std::string_view Alike(const std::vector<std::string>& names,
                       std::string_view name) {
  for (const std::string& one : names) {
    if (EqualsButForCase(one, name)) return one;
  }
  const size_t count = std::min(names.size(), kMostCompared);
  return NearestName(
      name, std::vector<std::string_view>(
                names.begin(), names.begin() + static_cast<ptrdiff_t>(count)));
}

}  // namespace

bool TextureFolder::Has(const std::string& inside, int& error) const {
  struct stat about = {};
  if (follow_symlinks_) {
    const std::string path = folder_.path() + "/" + inside;
    if (stat(path.c_str(), &about) == 0) return KeepFile(about);
    error = errno;
    return false;
  }
  const int fd = folder_.Open(inside, O_PATH | O_CLOEXEC);
  if (fd < 0) {
    error = errno;
    return false;
  }
  const bool is_file = fstat(fd, &about) == 0 && KeepFile(about);
  close(fd);
  return is_file;
}

const TextureFolder::Listing* TextureFolder::List(const std::string& inside,
                                                  Listings& seen) {
  if (const auto known = seen.find(inside); known != seen.end()) {
    return known->second.get();
  }
  if (seen.size() == kMostFolders) return nullptr;
  const std::lock_guard lock(mutex_);
  const auto known = listings_.find(inside);
  if (known != listings_.end()) {
    return seen.emplace(inside, known->second).first->second.get();
  }
  auto names = std::make_shared<Listing>();
  for (FolderEntry& entry : ListFolder(folder_, inside, kMostInFolder)) {
    if (!entry.is_folder) names->push_back(std::move(entry.name));
  }
  if (listings_.size() < kMostFolders) listings_.emplace(inside, names);
  return seen.emplace(inside, std::move(names)).first->second.get();
}

std::optional<std::string> TextureFolder::WhyMissing(std::string_view name,
                                                     bool suggest,
                                                     Listings& seen) {
  std::string inside(name);
  std::replace(inside.begin(), inside.end(), '\\', '/');
  if (inside.starts_with("./")) inside.erase(0, 2);
  if (!StaysInside(inside)) {
    return ": the name leads out of the folder of textures";
  }
  int error = 0;
  if (Has(inside, error)) return std::nullopt;
  if (error == EXDEV) {
    return ": it is behind a link out of the folder of textures";
  }
  if (error == EACCES) return ": it cannot be looked for, " + ErrorText(error);
  const std::string_view there = error == 0 ? ": it is there, but it is no file"
                                            : ": its link leads nowhere";
  const size_t slash = inside.rfind('/');
  const std::string folder =
      slash == std::string::npos ? "." : inside.substr(0, slash);
  const std::string file =
      slash == std::string::npos ? inside : inside.substr(slash + 1);
  const bool has_extension = file.find('.') != std::string::npos;
  if (has_extension && !suggest) return std::string();
  const Listing* const names = List(folder, seen);
  if (names == nullptr) {
    return has_extension ? std::optional(std::string()) : std::nullopt;
  }
  if (!has_extension && HasStem(*names, file)) return std::nullopt;
  const std::string_view alike =
      suggest ? Alike(*names, file) : std::string_view();
  if (alike == file) return std::string(there);
  if (alike.empty()) return std::string();
  return "; did you mean " + Quoted(alike) + "?";
}

}  // namespace clipguard::cli
