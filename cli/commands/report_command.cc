// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard report: one page about files, which shows what was checked.

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/files/output_file.h"
#include "cli/files/output_place.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/run/check_run.h"
#include "cli/run/output_plan.h"
#include "cli/run/report_page.h"

namespace clipguard::cli {
namespace {

struct ReportCommandFlags : PageFlags {
  std::string out;
};

absl::Status CheckOut(const std::string& out, const Environment& env) {
  if (out.empty()) {
    return absl::InvalidArgumentError(
        "say where the page goes: -o report.html");
  }
  if (out == kStandardOutput && env.out_terminal.is_terminal) {
    return absl::InvalidArgumentError(
        "a page is not for a terminal: -o report.html");
  }
  return {};
}

// A page that lists the files, and one for each.
int WriteFolder(const std::string& place, const PagePlan& plan,
                std::vector<Input>& inputs, Environment& env) {
  const absl::StatusOr<PageFolder> folder =
      MakePageFolder(place, plan, inputs, env);
  if (!folder.ok()) return BadUsage("report", folder.status(), env);
  // Their pages would be one.
  if (inputs.empty() && folder->pages.met) return kExitFindings;
  const auto fail = [&](const std::string& problem) {
    env.Say(absl::StrFormat("cannot write '%s': %s",
                            ToPrintable(folder->index()), problem));
    return kExitFailed;
  };
  if (absl::Status s = MakeFoldersOf(folder->index()); !s.ok()) {
    return fail(std::string(s.message()));
  }
  OutputFile index(folder->index());
  if (!index.Open()) return fail(index.problem());
  const PageResult result = WritePage(plan, inputs, &*folder, index, env);
  // Where no page can be, there is no list of them, either.
  if (!result.complete ||
      (result.missing != 0 && result.missing == inputs.size())) {
    return kExitFailed;
  }
  if (!index.Commit()) return fail(index.problem());
  SayRest(result, env);
  env.out.Write(absl::StrFormat(
      "WROTE %s and %s (%s): %s\n", ToPrintable(folder->index()),
      result.missing == 0
          ? "a page for each file"
          : absl::StrFormat("pages of %d of %d files",
                            inputs.size() - result.missing, inputs.size()),
      Bytes(result.bytes), TotalsText(result.totals)));
  return result.missing == 0
             ? folder->pages.ExitCode(ExitCodeOf(plan, result.totals))
             : kExitFailed;
}

int WriteTo(const std::string& place, const PagePlan& plan,
            std::vector<Input>& inputs, Environment& env) {
  const bool printed = place == kStandardOutput;
  if (!printed && IsOutputFolder(place)) {
    return WriteFolder(place, plan, inputs, env);
  }
  OutputRequest request{.verbose = plan.verbose};
  if (!printed) request.files = {place};
  const auto outputs = PlanOutputs(std::move(request), plan.check, inputs, env);
  if (!outputs.ok()) return BadUsage("report", outputs.status(), env);
  if (printed) {
    const PageResult result = WritePage(plan, inputs, nullptr, env.out, env);
    SayRest(result, env);
    return result.complete ? ExitCodeOf(plan, result.totals) : kExitFailed;
  }
  return WritePageFile(place, plan, inputs, env);
}

}  // namespace

int ReportCommand(const Args& args, Environment& env) {
  ReportCommandFlags flags;
  CommandLine line("report");
  line.Value("--out", &flags.out);
  line.Flag("--verbose", &flags.files.verbose);
  flags.AddTo(line);
  if (const auto done = ParseOrEnd(line, args, env)) return *done;
  const absl::Status out = CheckOut(flags.out, env);
  if (!out.ok()) return BadUsage("report", out, env);
  return ShowPage("report", flags, env,
                  [&](const PagePlan& plan, std::vector<Input>& inputs) {
                    return WriteTo(flags.out, plan, inputs, env);
                  });
}

}  // namespace clipguard::cli
