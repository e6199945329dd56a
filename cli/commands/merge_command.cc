// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard merge: reports of several processes become one.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/files/input_file.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/flags/report_flags.h"
#include "cli/flags/rule_flags.h"
#include "cli/reports/report_writer.h"
#include "cli/reports/shards/shard_set.h"
#include "cli/run/output_plan.h"

namespace clipguard::cli {
namespace {

struct MergeFlags {
  ReportFlags report;
  std::vector<std::string> paths;
  std::string fail_on;
  bool strict = false;

  absl::Status Check() const {
    if (absl::Status s = report.Check(); !s.ok()) return s;
    if (absl::Status s = CheckStrict(strict, fail_on); !s.ok()) return s;
    if (paths.empty()) {
      return absl::InvalidArgumentError("no report is named");
    }
    if (std::count(paths.begin(), paths.end(), "-") > 1) {
      return absl::InvalidArgumentError("standard input can be read only once");
    }
    return absl::OkStatus();
  }
};

// Reports that are open, and what they are together.
struct Reports {
  std::vector<std::unique_ptr<InputFile>> files;
  ShardSet set;
};

absl::StatusOr<Reports> Open(const std::vector<std::string>& paths,
                             Environment& env) {
  Reports reports;
  std::vector<ShardText> texts;
  for (const std::string& path : paths) {
    auto file = std::make_unique<InputFile>(InputFile::Options{
        .in_fd = env.in_fd,
        .say = [&env](const std::string& text) { env.Say(text); }});
    if (file->Open(path) != InputFile::Result::kRead) {
      return absl::UnavailableError(ToPrintable(path) + ": " +
                                    ToPrintable(file->problem()));
    }
    const auto bytes = file->bytes();
    texts.push_back(
        {path, std::string_view(reinterpret_cast<const char*>(bytes.data()),
                                bytes.size())});
    reports.files.push_back(std::move(file));
  }
  auto set = ShardSet::Make(std::move(texts));
  if (!set.ok()) return set.status();
  reports.set = *std::move(set);
  return reports;
}

void CountWarningsAsErrors(FileReport& report) {
  FindingList::Content content{.findings = report.findings.findings(),
                               .errors = report.errors() + report.warnings(),
                               .dropped = report.findings.dropped(),
                               .ignored = report.ignored()};
  for (Finding& finding : content.findings) {
    finding.level = FindingLevel::kError;
  }
  report.findings = FindingList(std::move(content));
}

// Tells the user what reports of --format=json lack. Unavailable if the merge
// would itself make a shard report.
absl::Status SayWhatIsMissing(const ShardSet& set, const ReportFlags& flags,
                              Environment& env) {
  if (set.plain().empty()) return absl::OkStatus();
  const std::string first = ToPrintable(set.plain().front());
  if (flags.Has("shard")) {
    return absl::InvalidArgumentError(
        first +
        " was made with --format=json, which lacks what a shard report has; "
        "validate --output=shard:FILE writes one");
  }
  std::string missing = "whether all files are there";
  if (flags.Has("text")) missing += ", summaries and excerpts (text)";
  if (flags.Has("sarif") || flags.Has("github")) {
    missing += ", columns (sarif, github)";
  }
  env.Say(absl::StrFormat(
      "%s%s: made with --format=json, which does not say: %s. validate "
      "--output=shard:FILE says it all",
      first,
      set.plain().size() > 1
          ? absl::StrFormat(" and %d more", set.plain().size() - 1)
          : "",
      missing));
  return absl::OkStatus();
}

absl::Status WriteAll(const MergeFlags& flags, const ShardSet& set,
                      ReportWriter& writer, bool wanted, Totals& totals,
                      Environment& env) {
  const bool as_errors = flags.strict || flags.fail_on == "warning";
  const bool say_problems = flags.report.format != "text" ||
                            !env.out_terminal.is_terminal ||
                            !env.err_terminal.is_terminal;
  writer.Begin(env.out);
  absl::Status status = set.ForEach([&](FileReport report) {
    if (as_errors && report.readable()) CountWarningsAsErrors(report);
    const Rendered rendered = writer.Render(report);
    CountFile(report.file, rendered, totals);
    writer.Add(rendered, env.out);
    if (!report.readable() && say_problems) env.Say(ProblemOf(report));
    return env.out.error() == 0 || wanted;
  });
  if (status.ok()) writer.End(totals, env.out);
  return status;
}

int CodeOf(const absl::Status& status) {
  return absl::IsInvalidArgument(status) ? kExitUsage : kExitFailed;
}

int Run(const MergeFlags& flags, Reports& reports, Environment& env) {
  const auto say = [&](const absl::Status& status) {
    env.Say(std::string(status.message()));
    return CodeOf(status);
  };
  const ShardSet& set = reports.set;
  if (absl::Status s = SayWhatIsMissing(set, flags.report, env); !s.ok()) {
    return say(s);
  }
  ReportFiles files;
  files.Open(flags.report.outputs, env);
  ReportFlags::About about{.files = set.files()};
  if (set.plain().empty()) about.shard = set.header();
  const auto writer = flags.report.MakeWriter(env, about, files);
  Totals totals;
  if (absl::Status s =
          WriteAll(flags, set, *writer, !files.empty(), totals, env);
      !s.ok()) {
    say(s);
    return kExitFailed;
  }
  flags.report.SayNotes(totals, env);
  if (!files.Commit(env) || totals.unreadable != 0) return kExitFailed;
  const bool never = flags.fail_on.empty() ? !flags.strict && set.never_fails()
                                           : flags.fail_on == "none";
  return totals.invalid != 0 && !never ? kExitFindings : kExitOk;
}

}  // namespace

int MergeCommand(const Args& args, Environment& env) {
  MergeFlags flags;
  CommandLine line("merge");
  flags.report.AddTo(line);
  line.Value("--fail-on", &flags.fail_on);
  line.Flag("--strict", &flags.strict);
  line.Paths(&flags.paths);
  if (const auto done = ParseOrEnd(line, args, env)) return *done;
  if (absl::Status s = flags.Check(); !s.ok()) return BadUsage("merge", s, env);
  auto reports = Open(flags.paths, env);
  if (!reports.ok()) {
    env.Say(std::string(reports.status().message()));
    return CodeOf(reports.status());
  }
  std::vector<Input> no_inputs;
  const auto planned = PlanOutputs(
      {.files = flags.report.Files(), .verbose = flags.report.verbose}, {},
      no_inputs, env);
  if (!planned.ok()) return BadUsage("merge", planned.status(), env);
  return Run(flags, *reports, env);
}

}  // namespace clipguard::cli
