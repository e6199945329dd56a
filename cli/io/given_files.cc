// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/given_files.h"

#include <cerrno>
#include <filesystem>

namespace clipguard::cli {
namespace {

thread_local GivenFiles* current_files = nullptr;

std::string WithoutSlash(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

std::string WithSlash(std::string path) {
  if (!path.ends_with('/')) path += '/';
  return path;
}

mode_t ModeOf(GivenKind kind) {
  switch (kind) {
    case GivenKind::kFile:
    case GivenKind::kLinkOut:
      return S_IFREG;
    case GivenKind::kFolder:
    case GivenKind::kFolderLink:
      return S_IFDIR;
    case GivenKind::kOther:
      break;
  }
  return S_IFIFO;
}

}  // namespace

void GivenFiles::Add(GivenFile file) {
  if (file.load == nullptr) file.size = file.bytes.size();
  const bool is_folder = S_ISDIR(ModeOf(file.kind));
  std::string path = is_folder ? WithoutSlash(file.path) : file.path;
  file.number = files_.size() + 1;
  paths_.try_emplace(PlaceOf(path), path);
  files_.insert_or_assign(std::move(path), std::move(file));
}

std::string GivenFiles::PlaceOf(const std::string& path) const {
  return WithoutSlash(
      (std::filesystem::path(folder_) / path).lexically_normal());
}

const GivenFile* GivenFiles::Find(const std::string& path) const {
  const auto found = files_.find(path);
  if (found == files_.end() || S_ISDIR(ModeOf(found->second.kind))) {
    return nullptr;
  }
  return &found->second;
}

bool GivenFiles::IsFolder(const std::string& path) const {
  if (path.empty()) return false;  // and not the root
  const auto found = files_.find(WithoutSlash(path));
  if (found != files_.end()) return S_ISDIR(ModeOf(found->second.kind));
  const std::string prefix = WithSlash(path);
  const auto inside = files_.lower_bound(prefix);
  return inside != files_.end() && inside->first.starts_with(prefix);
}

bool GivenFiles::Stat(const std::string& path, struct stat* about) const {
  *about = {};
  auto found = files_.find(path);
  if (found == files_.end()) {
    const auto there = paths_.find(PlaceOf(path));
    if (there != paths_.end()) found = files_.find(there->second);
  }
  if (found == files_.end() || S_ISDIR(ModeOf(found->second.kind))) {
    about->st_mode = S_IFDIR;
    return found != files_.end() || IsFolder(path);
  }
  about->st_mode = ModeOf(found->second.kind);
  about->st_size = static_cast<off_t>(found->second.size);
  about->st_ino = found->second.number;
  return true;
}

std::map<std::string, GivenKind> GivenFiles::List(
    const std::string& folder) const {
  const std::string prefix = folder.empty() ? folder : WithSlash(folder);
  std::map<std::string, GivenKind> kinds;
  for (auto it = files_.lower_bound(prefix);
       it != files_.end() && it->first.starts_with(prefix); ++it) {
    const std::string inside = it->first.substr(prefix.size());
    const size_t slash = inside.find('/');
    if (slash == 0) continue;
    kinds.emplace(inside.substr(0, slash), slash == std::string::npos
                                               ? it->second.kind
                                               : GivenKind::kFolder);
  }
  return kinds;
}

GivenFiles* GivenFiles::Current() { return current_files; }

GivenFiles::Use::Use(GivenFiles& files) : before_(current_files) {
  current_files = &files;
}

GivenFiles::Use::~Use() { current_files = before_; }

int StatPath(const std::string& path, struct stat* about) {
  const GivenFiles* const given = GivenFiles::Current();
  if (given == nullptr) return stat(path.c_str(), about);
  if (given->Stat(path, about)) return 0;
  errno = ENOENT;
  return -1;
}

}  // namespace clipguard::cli
