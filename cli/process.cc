// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/process.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace clipguard::cli {

bool OpenMissingStreams() {
  // Each in the mode that it is not used in, so that using it is an error:
  // output that goes nowhere must not look like success.
  constexpr std::array<int, 3> kModes = {O_WRONLY, O_RDONLY, O_RDONLY};
  static_assert(STDIN_FILENO == 0 && STDERR_FILENO == 2);
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
    // open() takes the lowest free number: this one.
    if (open("/dev/null", kModes[static_cast<size_t>(fd)]) != fd) return false;
  }
  return true;
}

std::string CallerOfBazelRun() {
  const char* caller = std::getenv("BUILD_WORKING_DIRECTORY");
  const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  if (caller == nullptr || workspace == nullptr) return {};
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  const bool in_runfiles = std::any_of(
      here.begin(), here.end(),
      [](const auto& part) { return part.extension() == ".runfiles"; });
  return in_runfiles ? caller : std::string();
}

}  // namespace clipguard::cli
