// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard validate: the verdict on files.

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/files/input_file.h"
#include "cli/files/inputs.h"
#include "cli/flags/report_flags.h"
#include "cli/flags/shard_flag.h"
#include "cli/io/digest.h"
#include "cli/io/progress.h"
#include "cli/reports/report_writer.h"
#include "cli/reports/shard_lines.h"
#include "cli/reports/version.h"
#include "cli/rules/targets.h"
#include "cli/run/check_plan.h"
#include "cli/run/check_run.h"
#include "cli/run/output_plan.h"

namespace clipguard::cli {
namespace {

struct ValidateFlags : CheckFlags {
  ReportFlags report;
  std::string shard;
  bool stats = false;
};

struct ValidatePlan : CheckPlan {
  Shard shard;
  ShardHeader header;  // if a shard report is wanted
};

// `notes` is for the user.
absl::StatusOr<ValidatePlan> MakePlan(const ValidateFlags& flags,
                                      std::vector<std::string>& notes) {
  if (absl::Status s = flags.report.Check(); !s.ok()) return s;
  absl::StatusOr<CheckPlan> check = MakeCheckPlan(flags, notes);
  if (!check.ok()) return check.status();
  ValidatePlan plan;
  static_cast<CheckPlan&>(plan) = *std::move(check);
  flags.report.AskFor(plan.check);
  if (!flags.shard.empty()) {
    const auto shard = ParseShard(flags.shard, VariableOfProcess);
    if (!shard.ok()) return shard.status();
    plan.shard = *shard;
    // A shard may have none.
    plan.require_files = plan.require_files && shard->count == 1;
    if (plan.shard.count > 1 && !flags.rules.write_baseline.empty()) {
      return absl::InvalidArgumentError(
          "--write-baseline needs all files: it cannot be sharded");
    }
  }
  return plan;
}

// Returns the header of the run's shard report. `inputs` are those of all
// shards.
ShardHeader HeaderOf(const ValidatePlan& plan, const ValidateFlags& flags,
                     const std::vector<Input>& inputs) {
  std::string about = SettingsOf(plan.check);
  about += plan.rules->identity();
  about += flags.read.resources;
  for (const Input& input : inputs) {
    about += '\0';
    about += input.path;
  }
  return {.version = std::string(kVersion),
          .shard = plan.shard.index + 1,
          .of = plan.shard.count,
          .files = inputs.size(),
          .run = Hex(DigestOf(about)),
          .never_fails = plan.rules->never_fails()};
}

// A worker's result for one file.
struct Result {
  Rendered rendered;
  std::string problem;  // for standard error

  size_t size() const { return rendered.size() + problem.size(); }
};

Result Rendering(const FileReport& report, const ReportWriter& writer) {
  Result result;
  result.rendered = writer.Render(report);
  result.problem = ProblemOf(report);
  return result;
}

// Says what became of the baseline, and writes it. False if that failed.
bool FinishBaseline(const Rules& rules, const Totals& totals,
                    Environment& env) {
  const BaselineUse* const baseline = rules.baseline();
  if (baseline == nullptr) return true;
  if (!baseline->is_written()) {
    const std::string note = baseline->FixedNote();
    if (!note.empty()) env.Say(note);
    return true;
  }
  if (totals.unreadable != 0 || env.out.error() != 0) {
    env.Say(ToPrintable(baseline->path()) +
            ": not written, because not all files were read");
    return false;
  }
  const absl::StatusOr<std::string> said = baseline->Write();
  env.Say(said.ok() ? *said : std::string(said.status().message()));
  return said.ok();
}

// Says what is left to be said when the reports are done, and puts them in
// their places.
int Finish(const ValidatePlan& plan, const ValidateFlags& flags,
           const Totals& totals, std::chrono::duration<double> elapsed,
           ReportFiles& files, Environment& env) {
  SayResourceNotes(plan.check, env);
  flags.report.SayNotes(totals, env);
  if (flags.stats) {
    SayStats(totals.files, totals.bytes, elapsed, env);
  }
  if (totals.files == totals.skipped && plan.shard.count == 1) {
    env.Say("nothing was checked: " + (totals.files == 0
                                           ? std::string("no file is left")
                                           : NotOursText(totals)));
  }
  const bool reports_done = files.Commit(env);
  const bool baseline_done = FinishBaseline(*plan.rules, totals, env);
  return baseline_done && reports_done ? ExitCodeOf(plan, totals) : kExitFailed;
}

int Run(const ValidatePlan& plan, const ValidateFlags& flags,
        const std::vector<Input>& inputs, Environment& env) {
  const auto begun = std::chrono::steady_clock::now();
  ReportFiles files;
  files.Open(flags.report.outputs, env);
  const auto writer = flags.report.MakeWriter(
      env, {.files = inputs.size(), .shard = plan.header}, files);
  Totals totals;
  // In a terminal the report itself says what could not be read.
  const bool say_problems = flags.report.format != "text" ||
                            !env.out_terminal.is_terminal ||
                            !env.err_terminal.is_terminal;

  writer->Begin(env.out);
  CheckInOrder<Result>(
      plan, inputs, env,
      [&](size_t i, InputFile& file) {
        return Rendering(CheckFile(inputs[i], plan.check, file), *writer);
      },
      [&](const FileReport& report) { return Rendering(report, *writer); },
      [&](size_t index, const Result& result, Progress& bar) {
        const Rendered& rendered = result.rendered;
        CountFile(inputs[index].path, rendered, totals);
        const bool hide = !result.problem.empty() ||
                          (env.out_terminal.is_terminal && bar.visible());
        if (hide) bar.Hide();
        writer->Add(rendered, env.out);
        if (!result.problem.empty() && say_problems) env.Say(result.problem);
        if (env.out_terminal.is_terminal) env.out.Flush();
        // Reports in files are wanted even if nobody reads the printed one.
        return env.out.error() == 0 || !files.empty();
      });
  writer->End(totals, env.out);
  const auto elapsed = std::chrono::steady_clock::now() - begun;
  return Finish(plan, flags, totals, elapsed, files, env);
}

}  // namespace

int ValidateCommand(const Args& args, Environment& env) {
  ValidateFlags flags;
  CommandLine line("validate");
  line.Flag("--stats", &flags.stats);
  line.Value("--shard", &flags.shard);
  flags.report.AddTo(line);
  flags.AddTo(line);
  if (const auto done = ParseOrEnd(line, args, env)) return *done;
  if (std::ranges::count(flags.rules.targets, "help") != 0) {
    env.out.Write(TargetsHelp());
    return kExitOk;
  }
  flags.read.paths_needed = flags.files.files_from.empty();
  std::vector<std::string> notes;
  absl::StatusOr<ValidatePlan> plan = MakePlan(flags, notes);
  if (!plan.ok()) return BadUsage("validate", plan.status(), env);
  if (!flags.shard.empty()) {
    if (absl::Status s = AnnounceSharding(VariableOfProcess); !s.ok()) {
      env.Say(std::string(s.message()));
      return kExitFailed;
    }
  }
  std::optional<std::vector<Input>> inputs = FindInputs(
      flags.files, flags.read, plan->patterns, std::move(notes), env);
  if (!inputs) return kExitFailed;
  OutputRequest outputs{.files = flags.report.Files(),
                        .verbose = flags.report.verbose};
  if (!flags.rules.write_baseline.empty()) {
    outputs.files.push_back(flags.rules.write_baseline);
  }
  const auto planned =
      PlanOutputs(std::move(outputs), plan->check, *inputs, env);
  if (!planned.ok()) return BadUsage("validate", planned.status(), env);
  if (flags.report.Has("shard")) {
    plan->header = HeaderOf(*plan, flags, *inputs);
  }
  KeepShard(plan->shard.index, plan->shard.count, *inputs);
  return Run(*plan, flags, *inputs, env);
}

}  // namespace clipguard::cli
