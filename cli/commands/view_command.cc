// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard view: the page of `report`, in a browser.

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "cli/commands/commands.h"
#include "cli/run/report_page.h"

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

int Show(const PagePlan& plan, const std::vector<Input>& inputs,
         Environment& env) {
  std::error_code error;
  std::string folder =
      std::filesystem::temp_directory_path(error) / "clipguard-XXXXXX";
  if (error || mkdtemp(folder.data()) == nullptr) {
    env.Say("no temporary folder can be made");
    return kExitFailed;
  }
  const std::string page = folder + "/clipguard.html";
  const int exit_code = WritePageFile(page, plan, inputs, env);
  if (rmdir(folder.c_str()) == 0) return exit_code;  // there is no page
  env.out.Flush();
  const char* const browser = std::getenv("BROWSER");
  for (const char* const program : {browser, "xdg-open", "open"}) {
    if (program != nullptr && Opens(program, page)) return exit_code;
  }
  env.Say("no browser could be started: open the file yourself");
  return kExitFailed;
}

}  // namespace

int ViewCommand(const Args& args, Environment& env) {
  PageFlags flags;
  CommandLine line("view");
  flags.AddTo(line);
  if (absl::Status s = line.Parse(args); !s.ok()) {
    return BadUsage("view", s, env);
  }
  if (line.help()) return HelpCommand({"view"}, env);
  return ShowPage("view", flags, env, [&](const auto& plan, const auto& files) {
    return Show(plan, files, env);
  });
}

}  // namespace clipguard::cli
