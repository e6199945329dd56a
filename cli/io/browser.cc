// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/browser.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

namespace clipguard::cli {
namespace {

// A program that has not failed by then is showing the file.
constexpr std::chrono::milliseconds kPatience{2000};
constexpr std::chrono::milliseconds kPause{20};

std::vector<std::string> Programs() {
  std::vector<std::string> programs;
  const char* const named = std::getenv("BROWSER");
  // More than a name is a command for a shell, which nobody asks here.
  if (named != nullptr && *named != '\0' &&
      std::string(named).find_first_of(" :%") == std::string::npos) {
    programs.emplace_back(named);
  }
  programs.insert(programs.end(), {"xdg-open", "open"});
  return programs;
}

// Whether the process runs on, or ended well.
bool IsFine(pid_t child) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (std::chrono::steady_clock::now() < end) {
    int status = 0;
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child) return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (ended < 0) return false;
    std::this_thread::sleep_for(kPause);
  }
  return true;
}

bool Start(std::string program, std::string path) {
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions) != 0) return false;
  // What it prints is not mixed with what we say.
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
  }
  char* const arguments[] = {program.data(), path.data(), nullptr};
  pid_t child = 0;
  const int error = posix_spawnp(&child, program.c_str(), &actions, nullptr,
                                 arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 && IsFine(child);
}

}  // namespace

absl::Status OpenInBrowser(const std::string& path) {
  for (const std::string& program : Programs()) {
    if (Start(program, path)) return {};
  }
  return absl::NotFoundError("no browser could be started");
}

}  // namespace clipguard::cli
