// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard view: the page of `report`, in a browser.

#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "cli/commands/commands.h"
#include "cli/io/browser.h"
#include "cli/run/report_page.h"

namespace clipguard::cli {
namespace {

int Show(const PagePlan& plan, const std::vector<Input>& inputs,
         Environment& env) {
  std::error_code error;
  std::string folder =
      (std::filesystem::temp_directory_path(error) / "clipguard-XXXXXX")
          .generic_string();
  if (error || mkdtemp(folder.data()) == nullptr) {
    env.Say("no temporary folder can be made");
    return kExitFailed;
  }
  const std::string page = folder + "/clipguard.html";
  const int exit_code = WritePageFile(page, plan, inputs, env);
  if (rmdir(folder.c_str()) == 0) return exit_code;  // there is no page
  env.out.Flush();
  if (OpenInBrowser(page)) return exit_code;
  env.Say("no browser could be started: open the file yourself");
  return kExitFailed;
}

}  // namespace

int ViewCommand(const Args& args, Environment& env) {
  PageFlags flags;
  CommandLine line("view");
  flags.AddTo(line);
  if (const auto done = ParseOrEnd(line, args, env)) return *done;
  return ShowPage("view", flags, env, [&](const auto& plan, const auto& files) {
    return Show(plan, files, env);
  });
}

}  // namespace clipguard::cli
