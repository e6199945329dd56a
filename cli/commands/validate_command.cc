// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard validate: the verdict on files.

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "cli/commands/commands.h"
#include "cli/commands/common_flags.h"
#include "cli/commands/report_flags.h"
#include "cli/formats/forge_resources.h"
#include "cli/io/input_file.h"
#include "cli/io/inputs.h"
#include "cli/io/ordered.h"
#include "cli/io/progress.h"
#include "cli/io/text.h"
#include "cli/reports/report_writer.h"

namespace clipguard::cli {
namespace {

constexpr size_t kMostJobs = 256;

struct Flags {
  ReadFlags read;
  ReportFlags report;
  std::string jobs;
  std::string shard;
  bool strict = false;
  bool stats = false;
};

struct Plan {
  CheckOptions check;
  size_t jobs = 1;
  bool share_memory = false;  // hold no more than the largest file
  size_t shard = 0;
  size_t shards = 1;
};

absl::Status ParseShard(std::string_view text, Plan& plan) {
  const size_t slash = text.find('/');
  const auto index = ParseNumber(text.substr(0, slash));
  const auto count = slash == std::string_view::npos
                         ? std::nullopt
                         : ParseNumber(text.substr(slash + 1));
  if (!index || !count || *count == 0 || *index > *count) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--shard is I/N, the I-th of N parts: --shard=1/4 to --shard=4/4, "
        "not '%s'",
        ToPrintable(text)));
  }
  if (*index == 0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "shards are counted from 1: --shard=1/%d to --shard=%d/%d, not '%s'",
        *count, *count, *count, ToPrintable(text)));
  }
  plan.shard = *index - 1;
  plan.shards = *count;
  return absl::OkStatus();
}

absl::StatusOr<Plan> MakePlan(const Flags& flags) {
  Plan plan;
  if (absl::Status s = flags.report.Check(); !s.ok()) return s;
  if (absl::Status s = flags.read.ToOptions(&plan.check); !s.ok()) return s;
  flags.report.AskFor(plan.check);
  if (flags.jobs.empty()) {
    plan.jobs = std::max(1u, std::thread::hardware_concurrency());
    plan.share_memory = true;
  } else {
    const auto jobs = ParseNumber(flags.jobs);
    if (!jobs || *jobs == 0) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "--jobs needs a number from 1, not '%s'", ToPrintable(flags.jobs)));
    }
    plan.jobs = static_cast<size_t>(std::min<uint64_t>(*jobs, kMostJobs));
  }
  if (!flags.shard.empty()) {
    if (absl::Status s = ParseShard(flags.shard, plan); !s.ok()) return s;
  }
  return plan;
}

// What a worker found out about one file.
struct Result {
  Rendered rendered;
  std::string problem;  // for standard error

  size_t size() const { return rendered.size() + problem.size(); }
};

Result Rendering(const FileReport& report, const ReportWriter& writer) {
  Result result;
  result.rendered = writer.Render(report);
  if (!report.readable()) {
    result.problem =
        ToPrintable(report.file) + ": " + ToPrintable(report.problem);
  }
  return result;
}

// Of this file; the next one may be smaller.
Result OutOfMemory(const std::string& path, const ReportWriter& writer) {
  FileReport report;
  report.file = path;
  report.problem = kOutOfMemory;
  return Rendering(report, writer);
}

void Count(const Rendered& rendered, bool strict, Totals& totals) {
  ++totals.files;
  totals.errors += rendered.errors;
  totals.warnings += rendered.warnings;
  totals.bytes += rendered.bytes;
  totals.findings += rendered.findings;
  if (!rendered.readable) {
    ++totals.unreadable;
  } else if (rendered.errors != 0 || (strict && rendered.warnings != 0)) {
    ++totals.invalid;
  } else {
    ++totals.valid;
    if (rendered.warnings != 0) ++totals.warned;
  }
}

// What the run took; never a part of the report, which is the same whatever it
// took.
void SayStats(const Totals& totals, std::chrono::duration<double> elapsed,
              Environment& env) {
  const double seconds = elapsed.count();
  const double rate =
      static_cast<double>(totals.bytes) / 1e6 / std::max(seconds, 1e-9);
  env.Say(absl::StrFormat("%s, %s in %s: %.1f MB/s",
                          clipguard::cli::Count(totals.files, "file"),
                          Bytes(totals.bytes), Seconds(seconds), rate));
}

int Run(const Plan& plan, const Flags& flags, Environment& env) {
  InputList list = ExpandInputs(
      flags.read.paths, {.follow_symlinks = plan.check.follow_symlinks});
  for (const std::string& note : list.notes) env.Say(note);
  KeepShard(plan.shard, plan.shards, list.inputs);
  const std::vector<Input>& inputs = list.inputs;

  const auto begun = std::chrono::steady_clock::now();
  ReportFiles files;
  if (absl::Status s = files.Open(flags.report.outputs, inputs, env.in_fd);
      !s.ok()) {
    env.Say({s.message().data(), s.message().size()});
    return kExitFailed;
  }
  const auto writer = flags.report.MakeWriter(
      env, {.strict = flags.strict, .files = inputs.size()}, files);
  Totals totals;
  MemoryGate gate;
  Progress progress(env, inputs.size());
  // Held by whoever prints: results are printed by one thread at a time, but a
  // pipe that is waited for is mentioned by any.
  std::mutex printing;
  // In a terminal the report itself says what could not be read.
  const bool say_problems = flags.report.format != "text" ||
                            !env.out_terminal.is_terminal ||
                            !env.err_terminal.is_terminal;

  writer->Begin(env.out);
  RunInOrder<Result>(
      inputs.size(), plan.jobs,
      [&] {
        InputFile::Options options = FileOptions(plan.check, env);
        options.gate = plan.share_memory ? &gate : nullptr;
        options.say = [&](const std::string& text) {
          const std::lock_guard lock(printing);
          progress.Hide();
          env.Say(text);
        };
        auto file = std::make_shared<InputFile>(std::move(options));
        return [&, file](size_t index) {
          try {
            return Rendering(CheckFile(inputs[index], plan.check, *file),
                             *writer);
          } catch (const std::bad_alloc&) {
            return OutOfMemory(inputs[index].path, *writer);
          }
        };
      },
      [&](size_t index, const Result& result) {
        const std::lock_guard lock(printing);
        const Rendered& rendered = result.rendered;
        Count(rendered, flags.strict, totals);
        const bool hide = !result.problem.empty() ||
                          (env.out_terminal.is_terminal && progress.visible());
        if (hide) progress.Hide();
        writer->Add(rendered, env.out);
        if (!result.problem.empty() && say_problems) env.Say(result.problem);
        if (env.out_terminal.is_terminal) env.out.Flush();
        progress.Update(index + 1);
        // Reports in files are wanted even if nobody reads the printed one.
        return env.out.error() == 0 || !files.empty();
      });
  progress.Hide();
  writer->End(totals, env.out);
  if (plan.check.resources != nullptr) {
    for (const std::string& note : plan.check.resources->notes()) env.Say(note);
  }
  flags.report.SayNotes(totals, env);
  if (flags.stats) {
    SayStats(totals, std::chrono::steady_clock::now() - begun, env);
  }
  if (!files.Commit(env)) return kExitFailed;
  if (totals.unreadable != 0) return kExitFailed;
  return totals.invalid != 0 ? kExitFindings : kExitOk;
}

}  // namespace

int ValidateCommand(const Args& args, Environment& env) {
  Flags flags;
  CommandLine line("validate");
  line.Flag("--strict", &flags.strict);
  line.Flag("--stats", &flags.stats);
  line.Value("--jobs", &flags.jobs);
  line.Value("--shard", &flags.shard);
  flags.report.AddTo(line);
  flags.read.AddTo(line);
  if (absl::Status s = line.Parse(args); !s.ok()) {
    return BadUsage("validate", s, env);
  }
  if (line.help()) return HelpCommand({"validate"}, env);
  const absl::StatusOr<Plan> plan = MakePlan(flags);
  if (!plan.ok()) return BadUsage("validate", plan.status(), env);
  return Run(*plan, flags, env);
}

}  // namespace clipguard::cli
