// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/run_files.h"

#include <algorithm>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/text.h"
#include "cli/files/folder.h"
#include "cli/files/path_base.h"
#include "cli/io/given_files.h"

namespace clipguard::cli {
namespace {

thread_local RunFiles* current_run = nullptr;

}  // namespace

void RunFiles::AddRead(const struct stat& about) {
  if (!remembers_ || !S_ISREG(about.st_mode)) return;
  const std::lock_guard lock(mutex_);
  if (!std::ranges::binary_search(inputs_, IdOf(about))) {
    others_.insert(IdOf(about));
  }
}

void RunFiles::AddRead(std::vector<FileId> files) {
  const std::lock_guard lock(mutex_);
  inputs_ = std::move(files);
}

bool RunFiles::IsRead(const struct stat& there) const {
  const std::lock_guard lock(mutex_);
  return others_.contains(IdOf(there)) ||
         std::ranges::binary_search(inputs_, IdOf(there));
}

absl::Status RunFiles::CheckNotRead(const std::string& place) const {
  struct stat there = {};
  if (StatPath(place, &there) != 0 || !IsRead(there)) return {};
  return absl::InvalidArgumentError(
      absl::StrCat("'", ToPrintable(place),
                   "' is to be read: name another place for the result"));
}

void RunFiles::SetStandardOutput(int fd) {
  struct stat about = {};
  if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) return;
  if (about.st_size > 0) standard_output_ = IdOf(about);
}

bool RunFiles::Take(const std::string& place) {
  std::string resolved = ResolvedPlace(place);
  const std::lock_guard lock(mutex_);
  return taken_.insert(std::move(resolved)).second;
}

RunFiles* RunFiles::Current() { return current_run; }

RunFiles::Use::Use(RunFiles* files) : before_(current_run) {
  current_run = files;
}

RunFiles::Use::~Use() { current_run = before_; }

std::string ResolvedPlace(const std::string& path) {
  const std::string whole = PathBase().Under(path);
  if (GivenFiles::Current() != nullptr) {
    return std::filesystem::path(whole).lexically_normal().generic_string();
  }
  return WithoutLinks(whole);
}

}  // namespace clipguard::cli
