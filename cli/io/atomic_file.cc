// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "absl/strings/str_format.h"
#include "cli/io/text.h"

namespace clipguard::cli {
namespace {

// 0, or an errno.
int WriteAll(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return fsync(fd) == 0 ? 0 : errno;
}

// What a new file may be read and written by: as the old one, or as the user
// wants new files to be.
mode_t ModeOf(const std::string& path) {
  struct stat info = {};
  if (stat(path.c_str(), &info) == 0) return info.st_mode & 0777;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

}  // namespace

absl::Status WriteAtomically(const std::string& path, std::string_view text) {
  const auto failed = [&](int error) {
    return absl::UnavailableError(absl::StrFormat(
        "%s: cannot be written: %s", ToPrintable(path), ErrorText(error)));
  };
  const std::unique_ptr<char, decltype(&std::free)> real(
      realpath(path.c_str(), nullptr), &std::free);
  const std::string target = real != nullptr ? real.get() : path;
  std::string beside = target + ".XXXXXX";
  const int fd = mkostemp(beside.data(), O_CLOEXEC);
  if (fd < 0) return failed(errno);
  int error = WriteAll(fd, text);
  if (error == 0 && fchmod(fd, ModeOf(target)) != 0) error = errno;
  if (close(fd) != 0 && error == 0) error = errno;
  if (error == 0 && std::rename(beside.c_str(), target.c_str()) != 0) {
    error = errno;
  }
  if (error == 0) return absl::OkStatus();
  unlink(beside.c_str());
  return failed(error);
}

}  // namespace clipguard::cli
