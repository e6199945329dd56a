// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/browser.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

namespace clipguard::cli {
namespace {

// Starts a program with the page. False if it fails within two seconds.
bool Opens(std::string program, std::string page) {
  posix_spawn_file_actions_t silence;
  if (posix_spawn_file_actions_init(&silence) != 0) return false;
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&silence, fd, "/dev/null", O_RDWR, 0);
  }
  char* const words[] = {program.data(), page.data(), nullptr};
  pid_t child = 0;
  const bool runs =
      posix_spawnp(&child, words[0], &silence, nullptr, words, environ) == 0;
  posix_spawn_file_actions_destroy(&silence);
  int end = 0;
  for (int waits = 0; runs && waits < 100; ++waits) {
    if (waitpid(child, &end, WNOHANG) != 0) return end == 0;
    usleep(20'000);
  }
  return runs;
}

}  // namespace

bool OpenInBrowser(const std::string& page) {
  const char* const browser = std::getenv("BROWSER");
  for (const char* const program : {browser, "xdg-open", "open"}) {
    if (program != nullptr && Opens(program, page)) return true;
  }
  return false;
}

}  // namespace clipguard::cli
