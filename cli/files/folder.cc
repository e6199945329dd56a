// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/folder.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <thread>
#include <utility>

#include "cli/io/given_files.h"

namespace clipguard::cli {
namespace {

// Retries of a file that is busy: half a second in all.
constexpr int kMostTries = 50;
constexpr auto kPause = std::chrono::milliseconds(10);

// Fails with ELOOP or ENOTDIR if a part of the path is a link.
int OpenWithoutLinks(int folder, const std::string& inside, int flags) {
  open_how how = {};
  how.flags = static_cast<uint64_t>(flags);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;
  int fd = 0;
  int tries = 0;
  do {
    // Somebody renames folders, or has a lease on the file, which the system
    // has just asked back.
    if (tries != 0) std::this_thread::sleep_for(kPause);
    do {
      fd = static_cast<int>(
          syscall(SYS_openat2, folder, inside.c_str(), &how, sizeof(how)));
    } while (fd < 0 && errno == EINTR);
  } while (fd < 0 && errno == EAGAIN && ++tries < kMostTries);
  // Sandboxes say EPERM of calls that they do not know.
  if (fd >= 0 || (errno != ENOSYS && errno != EPERM)) return fd;
  return internal::OpenStepwise(folder, inside, flags);
}

// The path without links; empty, and errno, if it cannot be had.
std::string RealPath(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(
      realpath(path.c_str(), nullptr), &std::free);
  return real != nullptr ? real.get() : std::string();
}

}  // namespace

int internal::OpenStepwise(int folder, std::string_view inside, int flags) {
  int at = folder;
  for (;;) {
    const size_t slash = std::min(inside.find('/'), inside.size());
    const std::string name(inside.substr(0, slash));
    inside.remove_prefix(std::min(slash + 1, inside.size()));
    const int next =
        openat(at, name.c_str(),
               inside.empty() ? flags | O_NOFOLLOW
                              : O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const int error = errno;
    if (at != folder) close(at);
    errno = error;
    if (next < 0 || inside.empty()) return next;
    at = next;
  }
}

Folder::Folder(std::string path) : path_(std::move(path)) {
  if (GivenFiles::Current() != nullptr) {
    error_ = ENOENT;
    return;
  }
  do {
    fd_ = open(path_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  } while (fd_ < 0 && errno == EINTR);
  if (fd_ < 0) error_ = errno;
}

Folder::~Folder() {
  if (fd_ >= 0) close(fd_);
}

int Folder::Open(const std::string& inside, int flags) const {
  if (fd_ < 0) {
    errno = error_;
    return -1;
  }
  const int fd = OpenWithoutLinks(fd_, inside, flags);
  if (fd >= 0 || (errno != ELOOP && errno != ENOTDIR)) return fd;
  // There is a link.
  const std::optional<std::string> real = Resolve(inside);
  if (!real) return -1;
  return OpenWithoutLinks(fd_, *real, flags);
}

std::optional<std::string> Folder::Resolve(const std::string& inside) const {
  const std::string real = RealPath(path_ + "/" + inside);
  if (real.empty()) return std::nullopt;
  std::string root = RealPath(path_);
  if (root.empty()) return std::nullopt;
  if (real == root) return ".";
  if (!root.ends_with('/')) root += '/';
  if (!real.starts_with(root)) {
    errno = EXDEV;
    return std::nullopt;
  }
  return real.substr(root.size());
}

std::string WithoutLinks(const std::string& path) {
  const std::filesystem::path whole(path);
  std::filesystem::path rest;
  for (std::filesystem::path begin = whole; !begin.empty();
       begin = begin.parent_path()) {
    const std::string real = RealPath(begin.generic_string());
    if (!real.empty()) {
      return (std::filesystem::path(real) / rest)
          .lexically_normal()
          .generic_string();
    }
    if (!begin.has_relative_path()) break;
    rest = rest.empty() ? begin.filename() : begin.filename() / rest;
  }
  return path;
}

}  // namespace clipguard::cli
