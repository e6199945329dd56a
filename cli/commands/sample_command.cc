// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard sample: what a recording does at given times.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/files/inputs.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/flags/time_plan.h"
#include "cli/formats/forge_sample.h"
#include "cli/run/one_file.h"
#include "parser/finding.h"

namespace clipguard::cli {
namespace {

struct Flags {
  ReadFlags read;
  std::string format = "json";
  TimeFlags times;
  std::string clip;
  std::string values;
  std::vector<std::string> settings;
  bool raw_rotation = false;
};

// What a file is warned of, and what is then wrong with its values.
struct Doubt {
  FindingCode code;
  std::string_view meaning;
};

constexpr Doubt kDoubts[] = {
    {FindingCode::kRotationWLost,
     "these rotations are not those that were recorded"},
    {FindingCode::kCurveTailLost,
     "at the end these values stand still where the recorded ones moved"},
    {FindingCode::kCurveOverflows, "some values can be infinite"},
    {FindingCode::kTransformOverflows, "some values can be infinite"},
    {FindingCode::kForgeNumberNotFinite, "some values are no numbers"},
};

// Whoever takes the values is told if they are known to be wrong.
void SayDoubts(const FileReport& about, Environment& env) {
  for (const Doubt& doubt : kDoubts) {
    uint64_t count = 0;
    const Finding* first = nullptr;
    for (const Finding& finding : about.findings.findings()) {
      if (finding.code != doubt.code) continue;
      if (first == nullptr) first = &finding;
      count += finding.count;
    }
    if (first == nullptr) continue;
    const std::string_view name = GetCodeInfo(doubt.code).name;
    env.Say(absl::StrFormat(
        "%s: %s%s, at %s: %s (clipguard explain %s)", ToPrintable(about.file),
        name, count == 1 ? "" : absl::StrFormat(", %s times", Grouped(count)),
        Shortened(first->path, 80), doubt.meaning, name));
  }
}

}  // namespace

int SampleCommand(const Args& args, Environment& env) {
  Flags flags;
  CommandLine line("sample");
  line.Value("--format", &flags.format);
  flags.times.AddTo(line);
  line.Value("--clip", &flags.clip);
  line.Value("--value", &flags.values);
  line.Values("--set", &flags.settings);
  line.Flag("--raw-rotation", &flags.raw_rotation);
  flags.read.AddTo(line);
  if (absl::Status s = line.Parse(args); !s.ok()) {
    return BadUsage("sample", s, env);
  }
  if (line.help()) return HelpCommand({"sample"}, env);
  CheckOptions check;
  absl::Status s = flags.read.ToOptions(&check);
  if (s.ok() && flags.read.paths.size() > 1) {
    s = absl::InvalidArgumentError("sample takes one file");
  }
  if (!s.ok()) return BadUsage("sample", s, env);
  const absl::StatusOr<TimePlan> plan = ParseTimes(flags.times);
  if (!plan.ok()) return BadUsage("sample", plan.status(), env);
  const auto inputs = ParseSettings(flags.settings);
  if (!inputs.ok()) return BadUsage("sample", inputs.status(), env);

  return WithFile(
      flags.read.paths[0], check, "is not sampled", env,
      [&](const OpenFile& open, const FileReport& about) {
        if (const auto* machine = open.state_machine()) {
          SayUnused(*machine, *inputs, env);
          if (machine->parameters.empty() && flags.values.empty()) {
            env.Say(
                ToPrintable(about.file) +
                ": has no parameters, and so no values to sample; clipguard "
                "play shows its clips");
          }
        }
        SayDoubts(about, env);
        const absl::StatusOr<TimeSpan> span = open.SampleSpan(flags.clip);
        absl::StatusOr<std::vector<float>> times =
            span.ok() ? MakeTimes(*plan, *span) : span.status();
        absl::Status status = times.status();
        if (status.ok()) {
          status = open.Sample({.file = about.file,
                                .times = *std::move(times),
                                .csv = flags.format == "csv",
                                .raw_rotation = flags.raw_rotation,
                                .clip = flags.clip,
                                .values = SplitNames(flags.values),
                                .inputs = *inputs,
                                .limits = check.read.limits},
                               env.out);
        }
        if (absl::IsDataLoss(status) || absl::IsResourceExhausted(status)) {
          env.Say(std::string(status.message()));
          return int{kExitFindings};
        }
        if (!status.ok()) return BadUsage("sample", status, env);
        return int{kExitOk};
      });
}

}  // namespace clipguard::cli
