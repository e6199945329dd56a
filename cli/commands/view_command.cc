// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard view: the page of `report`, in a browser.

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/io/browser.h"
#include "cli/run/check_run.h"
#include "cli/run/report_page.h"

namespace clipguard::cli {
namespace {

// A file that only the user can read, with a name that nobody guesses.
class TemporaryPage {
 public:
  TemporaryPage() {
    const char* const folder = std::getenv("TMPDIR");
    path_ = folder != nullptr && *folder == '/' ? folder : "/tmp";
    path_ += "/clipguard-XXXXXX.html";
    constexpr int kEnding = 5;  // ".html"
    fd_ = mkostemps(path_.data(), kEnding, O_CLOEXEC);
    error_ = fd_ < 0 ? errno : 0;
  }
  ~TemporaryPage() {
    if (fd_ >= 0) close(fd_);
  }
  TemporaryPage(const TemporaryPage&) = delete;
  TemporaryPage& operator=(const TemporaryPage&) = delete;

  int fd() const { return fd_; }
  int error() const { return error_; }
  const std::string& path() const { return path_; }
  void Remove() { unlink(path_.c_str()); }

 private:
  std::string path_;
  int fd_ = -1;
  int error_ = 0;
};

int Show(const PagePlan& plan, const std::vector<Input>& inputs,
         Environment& env) {
  TemporaryPage page;
  const auto fail = [&](int error) {
    env.Say(absl::StrFormat("cannot write %s: %s", ToPrintable(page.path()),
                            ErrorText(error)));
    if (page.error() == 0) page.Remove();
    return kExitFailed;
  };
  if (page.error() != 0) return fail(page.error());
  FdOutput out(page.fd());
  const PageResult result = WritePage(plan, inputs, nullptr, out, env);
  out.Flush();
  if (out.error() != 0) return fail(out.error());
  if (!result.complete) {
    page.Remove();
    return kExitFailed;
  }
  SayRest(result, env);
  env.out.Write(absl::StrFormat("WROTE %s (%s): %s\n", ToPrintable(page.path()),
                                Bytes(result.bytes),
                                TotalsText(result.totals)));
  env.out.Flush();
  if (absl::Status s = OpenInBrowser(page.path()); !s.ok()) {
    env.Say(std::string(s.message()) + ": open the file yourself");
    return kExitFailed;
  }
  return ExitCodeOf(plan, result.totals);
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
  return ShowPage("view", flags, env,
                  [&](const PagePlan& plan, const std::vector<Input>& inputs) {
                    return Show(plan, inputs, env);
                  });
}

}  // namespace clipguard::cli
