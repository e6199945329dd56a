// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard sample: what animations do at given times, as data.

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/files/inputs.h"
#include "cli/files/output_file.h"
#include "cli/files/output_place.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/flags/file_flags.h"
#include "cli/flags/time_plan.h"
#include "cli/formats/forge_sample.h"
#include "cli/rows/row_writer.h"
#include "cli/run/one_file.h"
#include "cli/run/result_files.h"
#include "cli/sample/sample_run.h"

namespace clipguard::cli {
namespace {

struct SampleFlags {
  ReadFlags read;
  FileFlags files;
  TimeFlags times;
  std::string format;
  std::string shape;
  std::string out;
  std::optional<double> jobs;
  std::string clip;
  std::string values;
  std::vector<std::string> only;
  std::vector<std::string> settings;
  bool raw_rotation = false;
  bool true_times = false;
  bool list_columns = false;
  bool quiet = false;

  void AddTo(CommandLine& line) {
    line.Value("--format", &format);
    line.Value("--shape", &shape);
    line.Values("--only", &only);
    line.Flag("--list-columns", &list_columns);
    line.Value("--out", &out);
    line.Number("--jobs", &jobs);
    line.Flag("--quiet", &quiet);
    line.Flag("--verbose", &files.verbose);
    times.AddTo(line);
    line.Value("--clip", &clip);
    line.Value("--value", &values);
    line.Values("--set", &settings);
    line.Flag("--raw-rotation", &raw_rotation);
    line.Flag("--true-times", &true_times);
    files.AddTo(line);
    read.AddTo(line);
  }
};

// "csv" of "a/table.csv"; empty if a file's name does not tell.
std::string_view EndingOf(std::string_view out) {
  const size_t dot = out.rfind('.');
  if (dot == std::string_view::npos) return {};
  const std::string_view ending = out.substr(dot + 1);
  const auto known = TableFormatNames();
  return std::ranges::find(known, ending) == known.end() ? std::string_view()
                                                         : ending;
}

// Makes the part of the plan that depends on the flags alone, not on the files.
absl::Status ToPlan(const SampleFlags& flags, SamplePlan& plan) {
  absl::Status s = flags.read.ToOptions(&plan.run.check);
  SetJobs(flags.jobs, plan.run);
  if (!s.ok()) return s;
  plan.run.check.levels = LevelsOfFound;
  if (flags.list_columns) {
    const std::pair<std::string_view, bool> given[] = {
        {"--out", !flags.out.empty() && flags.out != kStandardOutput},
        {"--format", !flags.format.empty()},
        {"--shape", !flags.shape.empty()},
        {"--times", !flags.times.times.empty()},
        {"--fps", flags.times.fps.has_value()},
        {"--from", flags.times.from.has_value()},
        {"--to", flags.times.to.has_value()}};
    for (const auto& [name, is_given] : given) {
      if (!is_given) continue;
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s has no effect on --list-columns, which prints a list", name));
    }
  } else {
    auto times = ParseTimes(flags.times);
    if (!times.ok()) return times.status();
    plan.times = *std::move(times);
  }
  auto inputs = ParseSettings(flags.settings);
  if (!inputs.ok()) return inputs.status();
  plan.inputs = *std::move(inputs);
  if (!flags.only.empty()) {
    std::vector<std::string> patterns;
    for (const std::string& list : flags.only) {
      for (std::string& name : SplitNames(list)) {
        patterns.push_back(std::move(name));
      }
    }
    auto choice = ColumnChoice::Parse(patterns);
    if (!choice.ok()) return choice.status();
    plan.choice = *std::move(choice);
  }
  plan.raw_rotation = flags.raw_rotation;
  plan.true_times = flags.true_times;
  plan.clip = flags.clip;
  plan.values = SplitNames(flags.values);
  if (flags.quiet && flags.files.verbose) {
    return absl::InvalidArgumentError("--quiet and --verbose contradict");
  }
  plan.quiet = flags.quiet;
  plan.verbose = flags.files.verbose;
  plan.require_files = flags.files.require_files;
  if (flags.out != kStandardOutput) plan.out = flags.out;
  return absl::OkStatus();
}

// Chooses the table's format and shape; flags that are missing follow from the
// others.
absl::Status ChooseForm(const SampleFlags& flags, bool several,
                        bool into_folder, SamplePlan& plan) {
  std::string_view format = flags.format;
  if (format.empty() && !plan.out.empty() && !into_folder) {
    format = EndingOf(plan.out);
    if (format.empty()) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "the name of %s tells no format: --format=csv, json, ndjson, npy or "
          "npz",
          ToPrintable(plan.out)));
    }
  }
  if (format.empty()) format = several || into_folder ? "csv" : "json";
  plan.format = TableFormatOf(format);
  const bool one_table = several && !into_folder;
  plan.several = one_table;
  if (flags.shape.empty()) {
    // An .npy file has no room for the names of all columns.
    plan.shape = plan.format == TableFormat::kNpy ||
                         (one_table && plan.format != TableFormat::kNpz)
                     ? TableShape::kLong
                     : TableShape::kWide;
  } else {
    plan.shape = flags.shape == "wide" ? TableShape::kWide : TableShape::kLong;
  }
  plan.document = !one_table && plan.format == TableFormat::kJson &&
                  plan.shape == TableShape::kWide && plan.choice.is_all();
  if (plan.format == TableFormat::kNpz && plan.out.empty()) {
    return absl::InvalidArgumentError(
        "an .npz archive is not written from beginning to end: name a file "
        "with --out");
  }
  return absl::OkStatus();
}

int SampleOne(const SamplePlan& plan, const std::string& path,
              Environment& env) {
  std::unique_ptr<OutputFile> file;
  const int exit_code = WithFile(
      path, plan.run.check, "is not sampled", env,
      [&](const OpenFile& open, const FileReport& about) {
        if (const auto* machine = open.state_machine()) {
          SayUnused(*machine, plan.inputs, env);
          if (machine->parameters.empty() && plan.values.empty()) {
            env.Say(
                ToPrintable(about.file) +
                ": has no parameters, and so no values to sample; clipguard "
                "play shows its clips");
          }
        }
        for (const std::string& line : DoubtsAbout(about)) env.Say(line);
        if (!plan.out.empty()) {
          file = std::make_unique<OutputFile>(plan.out);
          const absl::Status made = MakeFoldersOf(plan.out);
          if (!made.ok() || !file->Open()) {
            env.Say(absl::StrFormat(
                "cannot write %s: %s", ToPrintable(plan.out),
                made.ok() ? file->problem() : std::string(made.message())));
            file.reset();
            return int{kExitFailed};
          }
        }
        const absl::Status status =
            WriteSamples(open, about, plan, env.out, file.get());
        if (status.ok()) return int{kExitOk};
        file.reset();
        if (absl::IsDataLoss(status) || absl::IsResourceExhausted(status)) {
          env.Say(std::string(status.message()));
          return int{kExitFindings};
        }
        if (absl::IsUnavailable(status)) {
          env.Say(absl::StrFormat("%s: %s", ToPrintable(about.file),
                                  status.message()));
          return int{kExitFailed};
        }
        return BadUsage("sample", status, env);
      });
  if (file == nullptr) return exit_code;
  if (!file->Commit()) {
    env.Say(absl::StrFormat("cannot write %s: %s", ToPrintable(plan.out),
                            file->problem()));
    return kExitFailed;
  }
  return exit_code;
}

}  // namespace

int SampleCommand(const Args& args, Environment& env) {
  SampleFlags flags;
  CommandLine line("sample");
  flags.AddTo(line);
  if (const auto done = ParseOrEnd(line, args, env)) return *done;
  flags.read.paths_needed = flags.files.files_from.empty();
  SamplePlan plan;
  absl::Status s = ToPlan(flags, plan);
  int exit_code = kExitOk;
  auto found = FindInputs("sample", s, flags.files, flags.read, env, exit_code);
  if (!found) return exit_code;
  std::vector<Input> inputs = *std::move(found);
  if (flags.list_columns) return ListColumns(plan, inputs, env);

  // A folder always counts as several files, however many it holds.
  const bool several = inputs.size() != 1 || inputs.front().from_folder;
  const bool into_folder = !plan.out.empty() && IsOutputFolder(plan.out);
  s = ChooseForm(flags, several, into_folder, plan);
  if (!s.ok()) return BadUsage("sample", s, env);
  const std::string extension =
      "." + std::string(TableFormatNames()[static_cast<size_t>(plan.format)]);
  OutputRequest request{.extension = extension, .verbose = flags.files.verbose};
  if (into_folder) request.results = plan.out;
  if (!into_folder && !plan.out.empty()) request.files = {plan.out};
  const auto outputs =
      PlanOutputs(std::move(request), plan.run.check, inputs, env);
  if (!outputs.ok()) return BadUsage("sample", outputs.status(), env);
  if (into_folder) {
    return outputs->ExitCode(
        SampleIntoFolder(plan, inputs, outputs->places, env));
  }
  return several ? SampleIntoTable(plan, inputs, env)
                 : SampleOne(plan, inputs.front().path, env);
}

}  // namespace clipguard::cli
