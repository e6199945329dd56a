// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard sample: what a recording does at given times.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/common_flags.h"
#include "cli/inputs.h"
#include "cli/report_writer.h"
#include "cli/text.h"

namespace clipguard::cli {
namespace {

constexpr std::array<std::string_view, 2> kFormats = {"json", "csv"};

// Ten hours at 90 Hz are 3.2 million. A typing mistake should not fill a disk.
constexpr double kMostSamples = 10'000'000;

struct Flags {
  ReadFlags read;
  std::string format = "json";
  std::string times;
  std::string fps;
  std::string from;
  std::string to;
  std::string clip;
  bool raw_rotation = false;
};

// The times that are asked for: a list, or so many a second.
struct TimePlan {
  std::vector<float> times;
  double fps = 0;  // 0: the list counts
  // Nothing: the clip's.
  std::optional<double> from;
  std::optional<double> to;
};

// A flag's value as a float32, which is what times are.
absl::StatusOr<double> ParseTime(std::string_view flag, std::string_view text) {
  const std::optional<double> value = ParseFinite(text);
  if (!value || !std::isfinite(static_cast<float>(*value))) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s needs numbers of seconds, not '%s'", flag,
                        ToPrintable(text.substr(0, 40))));
  }
  return *value;
}

absl::StatusOr<TimePlan> ParseTimes(const Flags& flags) {
  TimePlan plan;
  if (flags.times.empty() == flags.fps.empty()) {
    return absl::InvalidArgumentError(
        flags.fps.empty() ? "say when: --times=T,T,... or --fps=F"
                          : "--times and --fps exclude each other");
  }
  if (!flags.times.empty()) {
    if (!flags.from.empty() || !flags.to.empty()) {
      return absl::InvalidArgumentError("--from and --to belong to --fps");
    }
    std::string_view rest = flags.times;
    for (;;) {
      const size_t comma = rest.find(',');
      const auto time = ParseTime("--times", rest.substr(0, comma));
      if (!time.ok()) return time.status();
      plan.times.push_back(static_cast<float>(*time));
      if (comma == std::string_view::npos) return plan;
      rest.remove_prefix(comma + 1);
    }
  }
  const std::optional<double> fps = ParseFinite(flags.fps);
  if (!fps || *fps <= 0) {
    return absl::InvalidArgumentError(
        absl::StrFormat("--fps needs a number above 0, not '%s'",
                        ToPrintable(flags.fps.substr(0, 40))));
  }
  plan.fps = *fps;
  if (!flags.from.empty()) {
    const auto from = ParseTime("--from", flags.from);
    if (!from.ok()) return from.status();
    plan.from = *from;
  }
  if (!flags.to.empty()) {
    const auto to = ParseTime("--to", flags.to);
    if (!to.ok()) return to.status();
    plan.to = *to;
    if (*plan.to < plan.from.value_or(*plan.to)) {
      return absl::InvalidArgumentError("--to is before --from");
    }
  }
  return plan;
}

// from, from + 1/fps ... up to and including `to`. Each time is computed for
// itself and rounded once, so that errors do not add up.
absl::StatusOr<std::vector<float>> MakeTimes(const TimePlan& plan,
                                             const TimeSpan& span) {
  if (plan.fps == 0) return plan.times;
  const double from = plan.from.value_or(span.from);
  const double to = plan.to.value_or(span.to);
  const auto time = [&](double i) {
    return static_cast<float>(from + i / plan.fps);
  };
  const double steps = (to - from) * plan.fps;
  if (steps >= kMostSamples) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%g to %g seconds at --fps=%g are more than %d samples; "
        "choose less with --fps, --from or --to",
        from, to, plan.fps, static_cast<int>(kMostSamples)));
  }
  std::vector<float> times;
  // The end counts as reached when it is, as a float32; but not twice, where
  // float32 is coarser than the steps.
  for (double i = 0; i <= steps + 1; ++i) {
    const float t = time(i);
    if (t > static_cast<float>(to)) break;
    if (i > steps && !times.empty() && t == times.back()) break;
    times.push_back(t);
  }
  return times;
}

// Writes what is wrong with the file to standard error.
void SayFindings(const FileReport& report, Environment& env) {
  env.Say(absl::StrFormat("%s has %s and is not sampled",
                          ToPrintable(report.file),
                          Count(report.errors(), "error")));
  env.err.Write(FindingsText(
      report.findings,
      {.colors = env.err_terminal.colors, .width = env.err_terminal.width}));
  env.err.Flush();
}

}  // namespace

int SampleCommand(const Args& args, Environment& env) {
  Flags flags;
  CommandLine line("sample");
  line.Value("--format", &flags.format);
  line.Value("--times", &flags.times);
  line.Value("--fps", &flags.fps);
  line.Value("--from", &flags.from);
  line.Value("--to", &flags.to);
  line.Value("--clip", &flags.clip);
  line.Flag("--raw-rotation", &flags.raw_rotation);
  flags.read.AddTo(line);
  if (absl::Status s = line.Parse(args); !s.ok()) {
    return BadUsage("sample", s, env);
  }
  if (line.help()) return HelpCommand({"sample"}, env);
  CheckOptions check;
  absl::Status s = CheckName("output format", flags.format, kFormats);
  if (s.ok()) s = flags.read.ToOptions(&check);
  if (s.ok() && flags.read.paths.size() > 1) {
    s = absl::InvalidArgumentError("sample takes one file");
  }
  if (!s.ok()) return BadUsage("sample", s, env);
  const absl::StatusOr<TimePlan> plan = ParseTimes(flags);
  if (!plan.ok()) return BadUsage("sample", plan.status(), env);

  InputFile file({.limit = check.read.limits.file_bytes, .in_fd = env.in_fd});
  int exit_code = kExitOk;
  const FileReport report = CheckFile(
      {.path = flags.read.paths[0], .from_folder = false, .problem = {}}, check,
      file, [&](const OpenFile* open, const FileReport& about) {
        if (open == nullptr || about.errors() != 0) {
          SayFindings(about, env);
          exit_code = kExitFindings;
          return;
        }
        const absl::StatusOr<TimeSpan> span = open->SampleSpan(flags.clip);
        absl::StatusOr<std::vector<float>> times =
            span.ok() ? MakeTimes(*plan, *span) : span.status();
        absl::Status status = times.status();
        if (status.ok()) {
          status = open->Sample({.file = about.file,
                                 .times = *std::move(times),
                                 .csv = flags.format == "csv",
                                 .raw_rotation = flags.raw_rotation,
                                 .clip = flags.clip},
                                env.out);
        }
        if (!status.ok()) exit_code = BadUsage("sample", status, env);
      });
  if (!report.readable()) {
    env.Say(ToPrintable(report.file) + ": " + ToPrintable(report.problem));
    return kExitFailed;
  }
  return exit_code;
}

}  // namespace clipguard::cli
